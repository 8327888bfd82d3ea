/** Resources that exist without being created. */
import type { BuiltInRule } from '../../resource-rules.js';
import type { CallContext } from '../call.js';
import { compareText, emptyObject, isList, isObject, getTextMember, type Json, type JsonObject } from '../json.js';
import { createLink } from '../links.js';
import { toSortText } from '../state/keys.js';
import type { Member, State } from '../state/state.js';
import { createPlace, type Order, type Place, type Resource } from '../world/resource.js';
import { listMembers } from './siblings.js';
import { expandObject } from './value-template.js';

export function findBuiltInRule({ rules }: Resource): BuiltInRule | undefined {
  return rules.find((rule) => rule.kind === 'builtIn');
}

/** What is known of a resource with this name; links are those of `origin`. */
export function builtInBody(place: Place, origin: string): JsonObject {
  const rule = findBuiltInRule(place.resource);
  if (!rule) return emptyObject;
  const field = place.resource.behavior.idFields[0] ?? 'name';
  const known = rule.members.find((each) => each[field] === place.ids[0]);
  const name = { [field]: place.ids[0] ?? '' };
  const body = expandObject({ ...name, ...rule.values, ...known }, name) ?? emptyObject;
  return linked(body, place, origin) as JsonObject;
}

/** `../regions/r` is relative to the resource's own address. */
function linked(value: Json, place: Place, origin: string): Json {
  if (isList(value)) return value.map((each) => linked(each, place, origin));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, linked(each, place, origin)]));
  if (typeof value !== 'string' || !value.startsWith('../')) return value;
  return createLink(origin, [...place.segments.slice(0, -2), ...value.slice(3).split('/')]);
}

/** All members of a collection, those that exist anyway among them, in an order. */
export function listBuiltInMembers(
  call: CallContext,
  at: { readonly resource: Resource; readonly segments: readonly string[]; readonly order: Order | undefined },
): readonly Member[] {
  const { resource, segments, order } = at;
  const field = resource.behavior.idFields[0] ?? 'name';
  const kept = keptMembers(call.state, createPlace(resource, [...segments, '-']));
  const names = findBuiltInRule(resource)?.members.flatMap((each) => getTextMember(each as JsonObject, field) ?? []) ?? [];
  const others = names
    .filter((name) => !kept.some(({ place }) => place.ids[0] === name))
    .map((name): Member => {
      const place = createPlace(resource, [...segments, name]);
      return { place, entity: { body: call.session.implicitBody(place, call.origin), version: 0 }, cursor: '' };
    });
  const cursorOf = ({ place, entity }: Member): string => `${order ? toSortText(order, entity.body) : ''}\u0000${place.ids[0] ?? ''}`;
  return [...kept, ...others]
    .map((found) => ({ ...found, cursor: cursorOf(found) }))
    .sort((one, other) => compareText(one.cursor, other.cursor));
}

function keptMembers(state: State, place: Place): readonly Member[] {
  const found: Member[] = [];
  for (const each of listMembers(state, place)) found.push(each);
  return found;
}
