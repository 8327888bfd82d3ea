/** Resources that exist without being created. */
import type { BuiltInRule } from '../../../runtime/resource-rules.js';
import { createImplicitMember, type EngineCall } from '../call.js';
import { compareText, emptyObject, isList, isObject, getTextMember, type Json, type JsonObject } from '../../lib/json.js';
import { createLink } from '../../catalog/links.js';
import { toSortText } from '../../state/keys.js';
import type { Member } from '../../state/entity.js';
import { createPlace, type Order, type Place, type CompiledResource } from '../../catalog/resource.js';
import { listMembers } from '../../state/list-members.js';
import { expandObject } from '../generated-values/value-template.js';

export function findBuiltInRule({ rules }: CompiledResource): BuiltInRule | undefined {
  return rules.find((rule) => rule.kind === 'builtIn');
}

export function listBuiltInNames(resource: CompiledResource): readonly string[] {
  const field = resource.behavior.idFields[0] ?? 'name';
  return findBuiltInRule(resource)?.members.flatMap((member) => getTextMember(member as JsonObject, field) ?? []) ?? [];
}

/** Returns the body of a built-in resource, with links of `origin`. */
export function createBuiltInBody(place: Place, origin: string): JsonObject {
  const rule = findBuiltInRule(place.resource);
  if (!rule) return emptyObject;
  const field = place.resource.behavior.idFields[0] ?? 'name';
  const member = rule.members.find((candidate) => candidate[field] === place.ids[0]);
  const name = { [field]: place.ids[0] ?? '' };
  const body = expandObject({ ...name, ...rule.values, ...member }, name) ?? emptyObject;
  return expandLinks(body, place, origin) as JsonObject;
}

/** Expands relative links: `../regions/r` is relative to the resource's own address. */
function expandLinks(value: Json, place: Place, origin: string): Json {
  if (isList(value)) return value.map((item) => expandLinks(item, place, origin));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expandLinks(item, place, origin)]));
  if (typeof value !== 'string' || !value.startsWith('../')) return value;
  return createLink(origin, [...place.segments.slice(0, -2), ...value.slice(3).split('/')]);
}

/** Returns all members of a collection in an order, including the built-in ones. */
export function listBuiltInMembers(
  call: EngineCall,
  collection: { readonly resource: CompiledResource; readonly segments: readonly string[]; readonly order: Order | undefined },
): readonly Member[] {
  const { resource, segments, order } = collection;
  const stored = [...listMembers(call.state, createPlace(resource, [...segments, '-']))];
  const builtIn = listBuiltInNames(resource)
    .filter((name) => !stored.some(({ place }) => place.ids[0] === name))
    .map((name) => createImplicitMember(call, createPlace(resource, [...segments, name])));
  const createCursor = ({ place, entity }: Member): string => `${order ? toSortText(order, entity.body) : ''}\u0000${place.ids[0] ?? ''}`;
  return [...stored, ...builtIn]
    .map((member) => ({ ...member, cursor: createCursor(member) }))
    .sort((one, other) => compareText(one.cursor, other.cursor));
}
