/** What JSON may say in more than one way where protobuf descriptions stand behind it: enums by numbers, whole numbers as text, null for what is absent. */
import type { FieldBehavior, MethodBehavior } from '../descriptor.js';
import { isNumberType, normalizeNumber } from '../proto-number.js';
import { isList, isObject, mapAt, setMember, type Json, type JsonObject } from './json.js';
import { getExactDigits } from './parse-json.js';
import { knownMembers, type KnownMembers, type Shapes } from './field-tables.js';

type JsonTolerance = Pick<MethodBehavior, 'enumNumbers' | 'looseBody' | 'requestShape'> & {
  readonly method: Pick<MethodBehavior['method'], 'httpMethod'>;
};

/** The shapes that bodies lead to. */
interface ShapeSource {
  readonly api: { readonly shapes?: Shapes };
}

/** The body as it is meant. A patch keeps its nulls, which take fields away; so does what is not known. */
export function normalizeProtoJson(
  body: JsonObject | undefined,
  { enumNumbers, looseBody, method, requestShape }: JsonTolerance,
  { api: { shapes } }: ShapeSource,
): JsonObject | undefined {
  if (!body) return body;
  const known = requestShape === undefined ? undefined : knownMembers({ shape: requestShape }, shapes);
  const meant = Object.entries(enumNumbers ?? {}).reduce(
    (object, [path, values]) => mapAt(object, path, (value) => toEnumName(value, values)),
    normalizeNumbers(body, known, shapes),
  );
  return looseBody && method.httpMethod !== 'PATCH' ? omitKnownNulls(meant, known, shapes) : meant;
}

/** A number that stands for no value stays. */
function toEnumName(value: Json, values: readonly string[]): Json {
  if (isList(value)) return value.map((each) => toEnumName(each, values));
  return typeof value === 'number' ? (values[value] ?? value) : value;
}

/** A body with the numbers in its known fields in the documented form; the same object where they all are. */
export function normalizeNumbers(body: JsonObject, known: KnownMembers, shapes: Shapes): JsonObject {
  if (!known) return body;
  let changed: Record<string, Json> | undefined;
  for (const name of Object.keys(body)) {
    const value = body[name] ?? null;
    const normalized = normalizeValue(value, known(name), { shapes, exact: () => getExactDigits(body, name) });
    if (normalized === value) continue;
    changed ??= { ...body };
    setMember(changed, name, normalized);
  }
  return changed ?? body;
}

interface NumberContext {
  readonly shapes: Shapes;
  /** The digits as sent, where a number could not be held exactly. */
  readonly exact: () => string | undefined;
}

function normalizeValue(value: Json, field: FieldBehavior | null, { shapes, exact }: NumberContext): Json {
  if (!field || value === null) return value;
  if (typeof value === 'string' || typeof value === 'number')
    return isNumberType(field) ? (normalizeNumber(field, value, exact()) as Json) : value;
  if (isList(value)) {
    const element = field.items ?? { ...field, type: 'object' as const };
    const items = value.map((each, index) => normalizeValue(each, element, { shapes, exact: () => getExactDigits(value, String(index)) }));
    return items.some((each, index) => each !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const { items } = field;
  return normalizeNumbers(value, field.type === 'map' && items ? () => items : knownMembers(field, shapes), shapes);
}

/** At any depth at which the fields are known. */
function omitKnownNulls(body: JsonObject, known: KnownMembers, shapes: Shapes): JsonObject {
  const kept = Object.entries(body).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const field = known?.(name);
    if (!field) return [[name, value]];
    return value === null ? [] : [[name, omitNullsInside(value, knownMembers(field, shapes), shapes)]];
  });
  return Object.fromEntries(kept);
}

function omitNullsInside(value: Json, known: KnownMembers, shapes: Shapes): Json {
  if (!known) return value;
  if (isList(value)) return value.map((each) => omitNullsInside(each, known, shapes));
  return isObject(value) ? omitKnownNulls(value, known, shapes) : value;
}
