/** Generates field values from the behavior data of a field. */
import type { ApiBehavior, FieldBehavior } from '../../../runtime/behavior.js';
import { isObject, type Json, type JsonObject } from '../../../runtime/values/json.js';

/** The `n`th valid value of a field; the values are distinct and not empty. */
export function createValue({ objectTypes }: ApiBehavior, field: FieldBehavior | undefined, n: number, depth = 0): Json {
  const inner = (): Json => createObject({ objectTypes } as ApiBehavior, field, n, depth + 1);
  switch (field?.type) {
    case 'boolean':
      return n % 2 === 0;
    case 'integer':
    case 'number':
      return n + 1;
    case 'array':
      return [field.objectType === undefined ? `v${n}` : inner()];
    case 'map':
      return { [`k${n}`]: field.objectType === undefined ? `v${n}` : inner() };
    case 'object':
      return inner();
    default:
      return field?.format === undefined || field.format === 'byte' ? `v${n}` : String(n + 1);
  }
}

function createObject(api: ApiBehavior, { objectType }: FieldBehavior = {}, n: number, depth: number): JsonObject {
  const fields = Object.entries((objectType === undefined ? undefined : api.objectTypes?.[objectType]) ?? { member: {} });
  const [first] = fields.filter(([, { readOnly, type }]) => !readOnly && (depth < 4 || type === undefined));
  const [name, field] = first ?? fields[0] ?? ['member', {}];
  return { [name]: createValue(api, field, n, depth) };
}

export function createEmpty({ type }: FieldBehavior): Json {
  if (type === 'array') return [];
  if (type === 'object' || type === 'map') return {};
  return type === undefined || type === 'string' ? '' : null;
}

/** A body with a value at the end of a path; lists on the path have one element. */
export function setField(body: Json | undefined, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  if (name === '[]') return [setField(getFirstElement(body), rest, value)];
  const key = name === '*' ? 'key' : name;
  const surrounding = isObject(body) ? body : {};
  return { ...surrounding, [key]: setField(surrounding[key], rest, value) };
}

export function getField(body: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => {
    if (name === '[]') return getFirstElement(value);
    return isObject(value) ? value[name === '*' ? 'key' : name] : undefined;
  }, body);
}

function getFirstElement(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? (value as readonly Json[])[0] : undefined;
}
