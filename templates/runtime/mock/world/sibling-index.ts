/** Indexes of a collection by the values of fields, for the rules that compare a resource with its siblings. */
import type { RelatedValidation } from '../../behavior.js';
import { lowerAscii } from '../../cel/value-operations.js';
import { hashFingerprint } from '../lib/hashes.js';
import { getMember, type JsonObject } from '../lib/json.js';
import { addDefaults } from './field-tables.js';
import type { Fields, SiblingIndex } from './resource.js';

const caseSuffix = '.lowerAscii()';

export const getIndexText = (fields: readonly string[]): string => `= ${fields.join()}`;

/** Returns the indexes that the validations of a resource type need. */
export function createSiblingIndexes(validations: readonly RelatedValidation[] = []): readonly SiblingIndex[] {
  const indexes = validations.flatMap(({ siblingIndexes = [] }) =>
    siblingIndexes.map((fields): SiblingIndex => {
      const keys = fields.map((name) => ({ field: name.replace(caseSuffix, ''), ignoresCase: name.endsWith(caseSuffix) }));
      return { text: getIndexText(fields), keys, fields: keys.map(({ field }) => field) };
    }),
  );
  return [...new Map(indexes.map((index) => [index.text, index])).values()];
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
export function getSiblingKey({ keys, fields: names }: SiblingIndex, fields: Fields | undefined, body: JsonObject): string | undefined {
  const complete = addDefaults(fields, body, names);
  return toSiblingKey(
    keys.map(({ field, ignoresCase }) => {
      const value = getMember(complete, field);
      return ignoresCase ? lowerAscii(value) : value;
    }),
  );
}
