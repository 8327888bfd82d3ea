/** Joins facts about the members of objects to facts about the objects. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { isObject, type Json, setMember } from '../../generator/lib/json.js';
import type { FieldFact } from './field-fact.js';
import { type FieldEntry, isOfMethod, type ObservedField } from './observed-field.js';

/** Explains the values of a field in some observations. */
type Fit = (observed: ObservedField, entries: readonly FieldEntry[]) => FieldFact | undefined;

/** States an object as one value if each of its members has a fact, and no request sets any of them. */
export function mergeObjects(
  observedFields: readonly ObservedField[],
  facts: ReadonlyMap<string, readonly FieldFact[]>,
  fit: Fit,
): FieldFact[] {
  const result = new Map(facts);
  const objects = observedFields.filter(
    ({ entries, isSent }) => !isSent && entries.every(({ value }) => isObject(value) && Object.keys(value).length > 0),
  );
  for (const { path, entries } of objects.toReversed()) {
    const members = [...new Set(entries.flatMap(({ value }) => Object.keys(value as object)))].sort(compareText);
    const own = members.map((name) => result.get(`${path}.${name}`));
    if (!own.every((list) => list?.length === 1 && list[0]!.when === undefined && list[0]!.question === undefined && !list[0]!.isForced))
      continue;
    const value: Record<string, Json> = {};
    members.forEach((name, index) => setMember(value, name, own[index]![0]!.value));
    members.forEach((name) => result.delete(`${path}.${name}`));
    const chance = own.reduce((product, list) => product * list![0]!.chance, 1);
    const weakest = own.map((list) => list![0]!).reduce((left, right) => (right.support.scenarios < left.support.scenarios ? right : left));
    result.set(path, [{ ...weakest, field: path, value, chance, values: 1e6 }]);
  }
  for (const one of observedFields) {
    const whole = fitWhole(one, result, fit);
    if (whole !== undefined) result.set(one.path, [whole]);
  }
  return [...result.values()].flat();
}

/** The object that the server sets where requests set none of it, if its fields have other values where requests set some of them. */
function fitWhole(
  { entries, ...observed }: ObservedField,
  facts: ReadonlyMap<string, readonly FieldFact[]>,
  fit: Fit,
): FieldFact | undefined {
  const unset = entries.filter(({ sent, observation }) => sent === undefined && observation.sent !== undefined);
  if (!observed.isSent || facts.has(observed.path) || !unset.every(({ value }) => isObject(value))) return undefined;
  const isDefault = ({ when, question, isForced }: FieldFact): boolean => when === undefined && question === undefined && !isForced;
  const members = Object.keys((unset[0]?.value ?? {}) as object).map((name) => facts.get(`${observed.path}.${name}`));
  if (members.length > 0 && members.every((own) => own?.length === 1 && own.every(isDefault))) return undefined;
  const fact = fit({ entries, ...observed }, unset);
  if (fact?.rival === undefined || !isOfMethod(JSON.stringify(fact.value))) return fact;
  const { question: _, rival, ...rest } = fact;
  return { ...rest, value: rival };
}
