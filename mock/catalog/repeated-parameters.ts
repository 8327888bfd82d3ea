/** Path parameters that a body repeats although its schema lacks them: clients may send the whole message of which the URL is a part. */
import { getMember, type JsonObject } from '../lib/json.js';
import { getField } from './field-tables.js';
import { readPathParameters, type CompiledMethod } from './method.js';

const namesByMethod = new WeakMap<CompiledMethod, readonly string[]>();

/** Lists the path parameters that a body can repeat. */
export function listRepeatableParameters(method: CompiledMethod): readonly string[] {
  const names = namesByMethod.get(method) ?? findNames(method);
  namesByMethod.set(method, names);
  return names;
}

function findNames({ api, bindings, behavior: { requestType = '' } }: CompiledMethod): readonly string[] {
  const fields =
    api.pathDecides && api.objectTypes && Object.hasOwn(api.objectTypes, requestType) ? api.objectTypes[requestType] : undefined;
  return fields ? bindings.flatMap(({ name }) => (getField(fields, name) ? [] : [name])) : [];
}

/** Omits the path parameters that a body repeats. */
export function omitRepeatedParameters(method: CompiledMethod, body: JsonObject): JsonObject {
  const names = listRepeatableParameters(method);
  if (!names.some((name) => Object.hasOwn(body, name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Lists the repeated parameters with another value than in the path, which have no effect. */
export function listContradictedParameters(method: CompiledMethod, segments: readonly string[], body: JsonObject): readonly string[] {
  const names = listRepeatableParameters(method).filter((name) => Object.hasOwn(body, name));
  if (names.length === 0) return [];
  const values = readPathParameters(method, segments);
  return names.filter((name) => getMember(body, name) !== values.get(name));
}
