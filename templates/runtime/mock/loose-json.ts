/** What JSON may say in more than one way where protobuf descriptions stand behind it: enums by numbers, whole numbers as text, null for what is absent. */
import type { MethodBehaviour } from '../descriptor.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import type { Fields } from './world/resource.js';

type Looseness = Pick<MethodBehaviour, 'enumNumbers' | 'looseBody'> & { readonly method: Pick<MethodBehaviour['method'], 'httpMethod'> };

/** The body as it is meant. A patch keeps its nulls, which take fields away; so does what is not `known`. */
export function asMeant(
  body: JsonObject | undefined,
  { enumNumbers, looseBody, method }: Looseness,
  known: Fields = {},
): JsonObject | undefined {
  if (!body) return body;
  const named = Object.entries(enumNumbers ?? {}).reduce(
    (object, [path, values]) => at(object, path, (value) => nameOf(value, values)),
    body,
  );
  if (!looseBody) return named;
  const whole = looseBody.reduce((object, path) => at(object, path, numberOf), named);
  return method.httpMethod === 'PATCH' ? whole : withoutNulls(whole, known);
}

/** A number that stands for no value stays. */
function nameOf(value: Json, values: readonly string[]): Json {
  return typeof value === 'number' ? (values[value] ?? value) : value;
}

function numberOf(value: Json): Json {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

function at(body: JsonObject, path: string, change: (value: Json) => Json): JsonObject {
  return replaced(body, path.split('.'), change) as JsonObject;
}

function replaced(value: Json, path: readonly string[], change: (value: Json) => Json): Json {
  if (isList(value)) {
    const items = value.map((each) => replaced(each, path, change));
    return items.some((each, index) => each !== value[index]) ? items : value;
  }
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const before = value[name] ?? null;
  const after = replaced(before, rest, change);
  return after === before ? value : { ...value, [name]: after };
}

function withoutNulls(body: JsonObject, known: Fields): JsonObject {
  const kept = Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(known, name));
  return Object.fromEntries(kept);
}
