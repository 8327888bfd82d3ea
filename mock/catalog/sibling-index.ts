/** Indexes of a collection by the values of fields, for the rules that compare a resource with its siblings. */
import type { ResourceBehavior } from '../../runtime/behavior.js';
import { lowerAscii } from '../../runtime/cel/value-operations.js';
import { hashFingerprint } from '../lib/hashes.js';
import { getMember, type JsonObject } from '../lib/json.js';
import { addDefaults } from './field-tables.js';
import { isDomainName, type ResourceFields, type SiblingIndex } from './resource.js';

const caseSuffix = '.lowerAscii()';

export const getIndexText = (fields: readonly string[]): string => `= ${fields.join()}`;

/** Returns the indexes that the validations of a resource type need. */
export function createSiblingIndexes(behavior: ResourceBehavior, fields: ResourceFields | undefined): readonly SiblingIndex[] {
  const indexes = (behavior.relatedValidations ?? []).flatMap(({ siblingIndexes = [] }) =>
    siblingIndexes.map((names): SiblingIndex => {
      const keys = names.map((name) => ({ field: name.replace(caseSuffix, ''), ignoresCase: name.endsWith(caseSuffix) }));
      const isByName = isNamePrefix(behavior, keys, fields);
      return { text: getIndexText(names), keys, fields: keys.map(({ field }) => field), isByName };
    }),
  );
  return [...new Map(indexes.map((index) => [index.text, index])).values()];
}

/** Returns whether the names of resources begin with the keys. Only the case of domain names doesn't matter in names. */
function isNamePrefix(
  { idFields, fullNameFrom, numericOrder }: ResourceBehavior,
  keys: SiblingIndex['keys'],
  fields: ResourceFields | undefined,
): boolean {
  const isPlain = fullNameFrom === undefined && !numericOrder && keys.length < idFields.length;
  return (
    isPlain && keys.every(({ field, ignoresCase }, index) => field === idFields[index] && (!ignoresCase || isDomainName(fields?.[field])))
  );
}

/** The maximum length of a key. Longer ones are hashed: what an index returns is compared again. */
const maxKeyLength = 200;

/** Returns the key of values, or `undefined` if one of them is absent. */
export function toSiblingKey(values: readonly unknown[]): string | undefined {
  if (!values.every((value) => typeof value === 'string' || typeof value === 'boolean')) return undefined;
  const text = JSON.stringify(values);
  return text.length <= maxKeyLength ? text : hashFingerprint(text);
}

/** Returns the key of a resource, or `undefined` if it lacks one of the fields. A default counts as the value. */
export function getSiblingKey(
  { keys, fields: names }: SiblingIndex,
  fields: ResourceFields | undefined,
  body: JsonObject,
): string | undefined {
  const complete = addDefaults(fields, body, names);
  return toSiblingKey(
    keys.map(({ field, ignoresCase }) => {
      const value = getMember(complete, field);
      return ignoresCase ? lowerAscii(value) : value;
    }),
  );
}
