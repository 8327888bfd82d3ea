/** Recognizes reads and lists whose results a service computes, so that the mock can't infer them. */
import { formatShapeKey } from '../../../templates/runtime/paths/shape.js';
import { type PathStep } from '../../../templates/runtime/paths/template.js';
import { getItemType, type Lookup } from '../schema-lookup.js';
import { isHttpBody } from './bodies.js';
import type { Method } from '../model.js';

/** The methods of the API, as evidence for inference. */
export interface OtherMethods {
  /** Path steps of members, by the shape of their collection. */
  readonly members: ReadonlyMap<string, readonly PathStep[]>;
  /** Methods by the shape of their route. */
  readonly methodsByRoute: ReadonlyMap<string, readonly Method[]>;
  readonly lookup: Lookup;
}

/**
 * Whether a list shows something else than the members of its collection: its first page requires a token, or no method names a member
 * and the items are names, or resources like the one that owns the list (`events/{event}/instances`).
 */
export function isComputedList(method: Method, steps: readonly PathStep[], { members, methodsByRoute, lookup }: OtherMethods): boolean {
  if (method.parameters.some(({ name, required }) => required && name === method.list?.pageToken)) return true;
  if (members.has(formatShapeKey(steps))) return false;
  const item = getItemType(method, lookup);
  const owner = findGetMethod(steps.slice(0, -1), methodsByRoute)?.response;
  return lookup.resolve(item)?.kind === 'string' || (item?.kind === 'ref' && owner?.kind === 'ref' && item.schema === owner.schema);
}

/** Finds the method that gets the resource at a path. */
export function findGetMethod(steps: readonly PathStep[], byRoute: ReadonlyMap<string, readonly Method[]>): Method | undefined {
  return byRoute.get(`${formatShapeKey(steps)}:`)?.find(({ httpMethod }) => httpMethod === 'GET');
}

/** A get requires only its path, and returns a message that is no sibling resource. */
export function isComputed(
  { parameters, response }: Method,
  steps: readonly PathStep[],
  { members, methodsByRoute, lookup }: OtherMethods,
): boolean {
  if (parameters.some(({ location, required }) => location === 'query' && required)) return true;
  if (response === undefined || isHttpBody(response, lookup)) return true;
  const member = members.get(formatShapeKey(steps.slice(0, -1)));
  const sibling = member && findGetMethod(member, methodsByRoute)?.response;
  return sibling?.kind === 'ref' && response.kind === 'ref' && sibling.schema === response.schema;
}
