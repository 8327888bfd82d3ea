/** Enums travel by their names; clients that are made of protobuf descriptions send their numbers, too. */
import { isList, isObject, type Json, type JsonObject } from './json.js';

/** The values of enums in the order of their numbers, by the paths of the fields. */
export type EnumNumbers = Readonly<Record<string, readonly string[]>>;

/** The body with names in the places of numbers; a number that stands for no value stays. */
export function withEnumNames(body: JsonObject | undefined, numbers: EnumNumbers | undefined): JsonObject | undefined {
  if (!numbers || !body) return body;
  return Object.entries(numbers).reduce((named, [path, values]) => replaced(named, path.split('.'), values) as JsonObject, body);
}

function replaced(value: Json, path: readonly string[], values: readonly string[]): Json {
  if (isList(value)) {
    const items = value.map((each) => replaced(each, path, values));
    return items.some((each, index) => each !== value[index]) ? items : value;
  }
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'number' ? (values[value] ?? value) : value;
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const before = value[name] ?? null;
  const after = replaced(before, rest, values);
  return after === before ? value : { ...value, [name]: after };
}
