/** Specifications with one rule removed or slightly changed. */
import { isObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import { resolvePointer, getSpecification, type SpecifiedRule } from './specifications.js';

export interface Mutant {
  readonly description: string;
  readonly value: JsonObject;
  /** The mutant lacks the whole rule, so it accepts the values that the rule rejects. */
  readonly removesRule: boolean;
}

type Pointer = readonly (string | number)[];

/** A copy with another value at a pointer; `undefined` removes the member or element. */
function replaceAt(value: Json, [key, ...rest]: Pointer, to: Json | undefined): Json {
  if (key === undefined) return to ?? null;
  const inner = rest.length === 0 ? to : replaceAt(resolvePointer(value, [key]) as Json, rest, to);
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((element, index) => (index !== key ? [element] : inner === undefined ? [] : [inner]));
  const entries = Object.entries(value as JsonObject).flatMap(([name, element]): [string, Json][] =>
    name !== key ? [[name, element]] : inner === undefined ? [] : [[name, inner]],
  );
  return Object.fromEntries(entries);
}

/** Numeric keys of a rule in which a difference of one matters. */
const boundKeys = new Set([
  'minimum',
  'maximum',
  'x-minLength',
  'x-maxLength',
  'x-maxBytes',
  'x-byteLength',
  'maxLength',
  'maxBytes',
  'below',
  'intermediates',
]);
/** Lists in which each entry matters. */
const listKeys = new Set(['enum', 'x-notIn', 'fields', 'values', 'members', 'styles']);

interface Change {
  readonly description: string;
  readonly pointer: Pointer;
  readonly to: Json | undefined;
}

/** Bounds of numbers that are not integers change by a small amount. */
const smallStep = 0.001;

function changeBound(pointer: Pointer, value: Json, step: number): Change[] {
  return [step, -step].map((difference) => ({
    description: `${pointer.at(-1)} ${Number(value) + difference} for ${String(value)}`,
    pointer,
    to: typeof value === 'string' ? String(Number(value) + difference) : Number(value) + difference,
  }));
}

function removeEntries(pointer: Pointer, list: readonly Json[]): Change[] {
  if (list.length < 2) return [];
  return list.map((element, index) => ({
    description: `${pointer.at(-1)} without ${JSON.stringify(element)}`,
    pointer: [...pointer, index],
    to: undefined,
  }));
}

/** A condition without one field or one value. */
function removeConditions(pointer: Pointer, condition: JsonObject): Change[] {
  const names = Object.keys(condition);
  return names.flatMap((name): Change[] => [
    ...(names.length < 2 ? [] : [{ description: `without the condition on ${name}`, pointer: [...pointer, name], to: undefined }]),
    ...removeEntries([...pointer, name], condition[name] as readonly Json[]),
  ]);
}

function listChangesIn(pointer: Pointer, value: Json | undefined, step: number): Change[] {
  const key = String(pointer.at(-1));
  if (boundKeys.has(key)) return changeBound(pointer, value as Json, step);
  if (listKeys.has(key) && Array.isArray(value)) return removeEntries(pointer, value as readonly Json[]);
  if (!isObject(value)) return [];
  if (key === 'when') return removeConditions(pointer, value);
  const inner = Object.entries(value).flatMap(([name, element]) => listChangesIn([...pointer, name], element, step));
  const parts =
    key === 'x-propertyNames'
      ? Object.keys(value).map((name): Change => ({ description: `keys without ${name}`, pointer: [...pointer, name], to: undefined }))
      : [];
  return [...parts, ...inner];
}

/** An open enum rejects nothing, so the mutant closes it. */
function removeRule({ pointer, id }: SpecifiedRule, open: boolean): Change {
  if (!open) return { description: `without ${id}`, pointer, to: undefined };
  return { description: `${id} closed`, pointer: [...pointer.slice(0, -1), 'x-undocumented'], to: [] };
}

export function createMutants(rule: SpecifiedRule, open: boolean): Mutant[] {
  const { value } = getSpecification(rule.api);
  const step = resolvePointer(value, [...rule.pointer.slice(0, -1), 'type']) === 'number' ? smallStep : 1;
  const weakerRules = open ? [] : listChangesIn(rule.pointer, resolvePointer(value, rule.pointer), step);
  return [removeRule(rule, open), ...weakerRules].map((change, index) => ({
    description: change.description,
    value: replaceAt(value, change.pointer, change.to) as JsonObject,
    removesRule: index === 0,
  }));
}
