/** What JSON may say in more than one way where protobuf descriptions stand behind it: enums by numbers, whole numbers as text, null for what is absent. */
import type { MethodBehaviour } from '../descriptor.js';
import { isList, isObject, mapAt, type Json, type JsonObject } from './json.js';
import { knownBy, membersOf, type Known, type Shapes } from './shape.js';
import type { Fields } from './world/resource.js';

type Looseness = Pick<MethodBehaviour, 'enumNumbers' | 'looseBody' | 'requestShape'> & {
  readonly method: Pick<MethodBehaviour['method'], 'httpMethod'>;
};

/** What is known of the fields of a body: those of the resource, unless the method has a shape of its own. */
interface Shown {
  readonly resource?: { readonly fields?: Fields };
  readonly api: { readonly shapes?: Shapes };
}

/** The body as it is meant. A patch keeps its nulls, which take fields away; so does what is not known. */
export function asMeant(
  body: JsonObject | undefined,
  { enumNumbers, looseBody, method, requestShape }: Looseness,
  shown: Shown,
): JsonObject | undefined {
  if (!body) return body;
  const named = Object.entries(enumNumbers ?? {}).reduce(
    (object, [path, values]) => mapAt(object, path, (value) => nameOf(value, values)),
    body,
  );
  if (!looseBody) return named;
  const whole = looseBody.reduce((object, path) => mapAt(object, path, numberOf), named);
  if (method.httpMethod === 'PATCH') return whole;
  const { shapes } = shown.api;
  return withoutNulls(
    whole,
    requestShape === undefined ? knownBy(shown.resource?.fields) : membersOf({ shape: requestShape }, shapes),
    shapes,
  );
}

/** A number that stands for no value stays. */
function nameOf(value: Json, values: readonly string[]): Json {
  if (isList(value)) return value.map((each) => nameOf(each, values));
  return typeof value === 'number' ? (values[value] ?? value) : value;
}

function numberOf(value: Json): Json {
  if (isList(value)) return value.map(numberOf);
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** At any depth at which the fields are known. */
function withoutNulls(body: JsonObject, known: Known, shapes: Shapes): JsonObject {
  const kept = Object.entries(body).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const field = known?.(name);
    if (!field) return [[name, value]];
    return value === null ? [] : [[name, inside(value, membersOf(field, shapes), shapes)]];
  });
  return Object.fromEntries(kept);
}

function inside(value: Json, known: Known, shapes: Shapes): Json {
  if (!known) return value;
  if (isList(value)) return value.map((each) => inside(each, known, shapes));
  return isObject(value) ? withoutNulls(value, known, shapes) : value;
}
