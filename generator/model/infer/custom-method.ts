/** A custom method, and what its request and response say about it. */
import type { Lookup } from '../schema-lookup.js';
import type { Field, Method, ObjectType, Type } from '../model.js';

/** A custom method of a resource: `things/{thing}:setLabels`, `things/{thing}/setLabels`. */
export interface CustomMethod {
  readonly method: Method;
  /** The verb: `setLabels`. */
  readonly name: string;
  /** The path template of the resource. */
  readonly resource: string;
  readonly type: ObjectType;
  /** The fields of the request other than those that repeat the path, are deprecated, or control the request. */
  readonly input: readonly Field[];
  readonly lookup: Lookup;
}

/** Whether the method returns the resource, or an operation that does. */
export function returnsResource({ method: { operation, response }, type, lookup }: CustomMethod): boolean {
  return operation !== undefined || lookup.object(response) === type;
}

/** Whether the response has no fields. */
export function returnsNothing({ method: { response }, lookup }: CustomMethod): boolean {
  return response === undefined || lookup.object(response)?.fields.length === 0;
}

/** Compares types without their constraints. */
export function isSameType(one: Type, other: Type, lookup: Lookup): boolean {
  if (one.kind === 'ref' && other.kind === 'ref' && one.schema === other.schema) return true;
  const [first, second] = [lookup.resolve(one), lookup.resolve(other)];
  if (first === undefined || second === undefined) return false;
  if (first.kind === 'array' && second.kind === 'array') return isSameType(first.items, second.items, lookup);
  if (first.kind === 'map' && second.kind === 'map') return isSameType(first.values, second.values, lookup);
  return first.kind === second.kind && first.kind !== 'object' && first.kind !== 'array' && first.kind !== 'map';
}
