/** Finds the objects inside a resource that a rule of their schema applies to. */
import type { ObjectLocation } from '../../runtime/behavior.js';
import { getMember, isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { getField } from './field-tables.js';
import type { ResourceFields } from './resource.js';

/** A change of an object inside a resource. `other` is the object at the same place of the other resource, if it has one. */
type ChangeObject = (object: JsonObject, other: JsonObject | undefined) => JsonObject;

/**
 * Returns a resource with each of the objects at a path changed. Elements of lists are paired with those of `other` that have the same name
 * or ID, or else the same position.
 */
export function mapObjectsAt(
  { at: path = [] }: ObjectLocation,
  { body, other }: { readonly body: JsonObject; readonly other: JsonObject | undefined },
  change: ChangeObject,
): JsonObject {
  return path.length === 0 ? change(body, other) : (mapAt(path, { value: body, other, depth: 0 }, change) as JsonObject);
}

interface PairedValue {
  readonly value: Json;
  readonly other: Json | undefined;
  /** The number of names on the path that lead to the value. */
  readonly depth: number;
}

function mapAt(path: readonly string[], { value, other, depth }: PairedValue, change: ChangeObject): Json {
  const name = path[depth];
  const inner = depth + 1;
  if (isList(value)) {
    if (name !== '*') return value;
    const mapElement = (element: Json, index: number): Json =>
      mapAt(path, { value: element, other: findCounterpart(other, element, index), depth: inner }, change);
    return mapList(value, mapElement);
  }
  if (!isObject(value)) return value;
  if (name === undefined) return change(value, isObject(other) ? other : undefined);
  const names = name === '*' ? Object.keys(value) : Object.hasOwn(value, name) ? [name] : [];
  return names.reduce<JsonObject>((mapped, key) => {
    const before = value[key] as Json;
    const after = mapAt(path, { value: before, other: getMember(other, key), depth: inner }, change);
    if (after === before) return mapped;
    const copy: Record<string, Json> = { ...mapped };
    setMember(copy, key, after);
    return copy;
  }, value);
}

function mapList(list: readonly Json[], map: (element: Json, index: number) => Json): readonly Json[] {
  const mapped = list.map(map);
  return mapped.some((element, index) => element !== list[index]) ? mapped : list;
}

const identifiers = ['name', 'id'];

function findCounterpart(others: Json | undefined, element: Json, index: number): Json | undefined {
  if (!isList(others)) return undefined;
  const identifier = identifiers.find((name) => typeof getMember(element, name) === 'string');
  if (identifier === undefined) return others[index];
  return others.find((other) => getMember(other, identifier) === getMember(element, identifier));
}

/** Returns the field table of the objects at a path. */
export function getFieldsAt(fields: ResourceFields | undefined, { at = [] }: ObjectLocation): ResourceFields | undefined {
  return at.reduce<ResourceFields | undefined>((current, name) => (name === '*' ? current : getField(current, name)?.fields), fields);
}
