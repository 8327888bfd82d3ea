/** Finds fields that repeat another field of the same resource, of any type. */
import type { Type } from '../../generator/model/model.js';
import { countValues, getChance, Support } from './evidence.js';
import type { FieldFact } from './field-fact.js';
import { getAtPath } from './flatten.js';
import type { ExplainedField } from './infer-parts.js';
import { areRelated, type ObservedField, type FieldGroups } from './observed-field.js';
import { isEqual } from '../../generator/lib/json.js';

/** Whether a split is by a boolean field, of which another boolean field can be a copy. */
export const isCopyable = ({ groups }: FieldGroups): boolean => [...groups.keys()].every((key) => ['true', 'false', 'null'].includes(key));

/** Whether a field always has the value of the boolean field by which it is split. Absent fields count as `false`. */
export const isCopy = (split: FieldGroups): boolean =>
  isCopyable(split) && [...split.groups].every(([key, entries]) => entries.every(({ value }) => value === (key === 'true')));

/** The fields that requests can set and that have a default, so that each resource has them. `stated` are the facts about single fields. */
export function listCopySources(observedFields: readonly ObservedField[], stated: readonly FieldFact[]): readonly ObservedField[] {
  const defaults = new Set(stated.filter(({ when, isForced }) => when === undefined && !isForced).map(({ field }) => field));
  return observedFields.filter(({ path, isSent }) => isSent && defaults.has(path));
}

/** Explains a part of an object or list as a copy of the field with the same name elsewhere in the resource. */
export function inferCopy(
  { path, name, type, values }: ExplainedField & { readonly name: string; readonly type: Type | undefined },
  sources: readonly ObservedField[],
): FieldFact | undefined {
  const [first] = values;
  const source = sources.find(
    (own) =>
      own.name === name &&
      !areRelated(own.path, path) &&
      values.every(({ observation, value }) => value !== undefined && isEqual(getAtPath(observation.value, own.path) ?? null, value)),
  );
  if (first?.value === undefined || source === undefined) return undefined;
  const support = new Support();
  for (const { observation } of values) support.add(observation.scenario);
  const size = countValues(type, first.value);
  return {
    subject: first.observation.subject,
    field: path,
    value: `{${source.path}}`,
    isForced: false,
    support,
    evidence: values.map(({ observation }) => observation),
    chance: getChance(size, support.scenarios),
    values: size,
  };
}
