/** Compares facets: restrictions of strings and numbers. */
import { quote } from '../lib/diagnostics.js';
import type { EnumValue, MapType, NumericType, StringType } from '../model/model.js';
import { createChildSite, type ChangeKind, type ChangeEffect, type ChangeText, type Site } from './changes.js';
import type { Comparison, Pair } from './comparison.js';

/** An optional facet, which narrows the valid values if present. */
interface ComparedFacet<T> {
  readonly kind: ChangeKind;
  /** The key in the specification. */
  readonly key: string;
  readonly name: string;
  readonly value: (of: T) => string | number | undefined;
  /** Which of two values accepts more. Absent if neither does. */
  readonly wider?: 'larger' | 'smaller';
  /** Whether the TypeScript types depend on it. */
  readonly changesTypes?: true;
}

const stringFacets: readonly ComparedFacet<StringType>[] = [
  { kind: 'format-changed', key: 'format', name: 'format', value: ({ format }) => format },
  { kind: 'pattern-changed', key: 'pattern', name: 'pattern', value: ({ pattern }) => pattern },
  { kind: 'const-changed', key: 'x-const', name: 'constant value', value: (type) => type.const, changesTypes: true },
  { kind: 'length-changed', key: 'x-minLength', name: 'minimum length', value: ({ minLength }) => minLength, wider: 'smaller' },
  { kind: 'length-changed', key: 'x-maxLength', name: 'maximum length', value: ({ maxLength }) => maxLength, wider: 'larger' },
  { kind: 'length-changed', key: 'x-maxBytes', name: 'maximum length in bytes', value: ({ maxBytes }) => maxBytes, wider: 'larger' },
  { kind: 'length-changed', key: 'x-byteLength', name: 'length of the decoded bytes', value: ({ byteLength }) => byteLength },
];

const numericFacets: readonly ComparedFacet<NumericType>[] = [
  { kind: 'format-changed', key: 'format', name: 'format', value: ({ format }) => format },
  { kind: 'range-changed', key: 'minimum', name: 'minimum', value: ({ minimum }) => minimum, wider: 'smaller' },
  { kind: 'range-changed', key: 'maximum', name: 'maximum', value: ({ maximum }) => maximum, wider: 'larger' },
];

const keyFacets: readonly ComparedFacet<NonNullable<MapType['keys']>>[] = [
  { kind: 'pattern-changed', key: 'pattern', name: 'pattern of the keys', value: ({ pattern }) => pattern },
  { kind: 'length-changed', key: 'maxLength', name: 'maximum length of a key', value: ({ maxLength }) => maxLength, wider: 'larger' },
  {
    kind: 'length-changed',
    key: 'maxBytes',
    name: 'maximum length of a key in bytes',
    value: ({ maxBytes }) => maxBytes,
    wider: 'larger',
  },
];

export function compareNumbers(comparison: Comparison, types: Pair<NumericType>, site: Site): void {
  compareFacets(comparison, numericFacets, { ...types, site });
  compareExcludedValues(comparison, types, site);
}

export function compareKeys(comparison: Comparison, types: Pair<MapType>, site: Site): void {
  compareFacets(comparison, keyFacets, {
    old: types.old.keys ?? {},
    new: types.new.keys ?? {},
    site: createChildSite(site, ['x-propertyNames']),
  });
}

export function compareStrings(comparison: Comparison, types: Pair<StringType>, site: Site): void {
  compareFacets(comparison, stringFacets, { ...types, site });
  compareExcludedValues(comparison, types, site);
  if (types.old.enum === undefined || types.new.enum === undefined) compareEnumPresence(comparison, types, site);
  else compareEnums(comparison, { old: { ...types.old, enum: types.old.enum }, new: { ...types.new, enum: types.new.enum } }, site);
}

function compareFacets<T>(
  { changes }: Comparison,
  facets: readonly ComparedFacet<T>[],
  { site, ...types }: Pair<T> & { readonly site: Site },
): void {
  for (const facet of facets) {
    const before = facet.value(types.old);
    const after = facet.value(types.new);
    if (before === after) continue;
    const isSame = facet.key === 'format' && normalizeFormat(before) === normalizeFormat(after);
    const same = {
      message: `the format ${formatTransition(before, after)}`,
      effect: 'explains',
      reason: 'both names mean the same format',
    } as const;
    changes.add(facet.kind, createChildSite(site, [facet.key]), isSame ? same : describeFacetChange(facet, before, after));
  }
}

/** `date-time` and `google-datetime` name the same format. */
const normalizeFormat = (format: string | number | undefined): unknown => (format === 'date-time' ? 'google-datetime' : format);

function describeFacetChange<T>(
  { name, wider, changesTypes }: ComparedFacet<T>,
  before: string | number | undefined,
  after: string | number | undefined,
): ChangeText {
  const message = `the ${name} ${formatTransition(before, after)}`;
  if (before === undefined) return { message, effect: changesTypes === true ? 'tightens' : 'narrows' };
  if (after === undefined) return { message, effect: changesTypes === true ? 'loosens' : 'widens' };
  if (wider === undefined || typeof before !== 'number' || typeof after !== 'number') return { message, effect: 'replaces' };
  return { message, effect: after > before === (wider === 'larger') ? 'widens' : 'narrows' };
}

/** Formats a change as the end of a sentence: `changed from 3 to 5`, `was added: 5`, `was removed: 3`. */
export function formatTransition(before: string | number | boolean | undefined, after: string | number | boolean | undefined): string {
  const text = (value: string | number | boolean): string => (typeof value === 'string' ? quote(value) : String(value));
  if (before === undefined) return `was added: ${text(after ?? '')}`;
  if (after === undefined) return `was removed: ${text(before)}`;
  return `changed from ${text(before)} to ${text(after)}`;
}

function compareExcludedValues({ changes }: Comparison, types: Pair<StringType | NumericType>, site: Site): void {
  const [before, after] = [listExcludedValues(types.old), listExcludedValues(types.new)];
  const report = (values: readonly string[], effect: ChangeEffect): void => {
    const verb = values.length === 1 ? 'is' : 'are';
    const outcome = effect === 'narrows' ? 'now excluded' : 'no longer excluded';
    if (values.length > 0)
      changes.add('excluded-values-changed', createChildSite(site, ['x-notIn']), {
        message: `${values.map((value) => quote(value)).join(', ')} ${verb} ${outcome}`,
        effect,
      });
  };
  report(listMissing(after, before), 'narrows');
  report(listMissing(before, after), 'widens');
}

function listExcludedValues({ not: excludedValues = [] }: StringType | NumericType): readonly string[] {
  return excludedValues.map(String);
}

/** Lists the values of `from` that aren't in `others`. */
function listMissing(from: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return from.filter((value) => !known.has(value));
}

/** Reports that an enum was added or removed. */
function compareEnumPresence({ changes }: Comparison, { old, new: next }: Pair<StringType>, site: Site): void {
  if (old.enum === undefined && next.enum === undefined) return;
  const listed = next.enum !== undefined;
  const open = (next.enum === undefined ? old : next).open;
  const message = listed ? 'the list of values was added' : 'the list of values was removed';
  const effect = open ? 'explains' : listed ? 'tightens' : 'loosens';
  changes.add('enum-changed', createChildSite(site, ['enum']), { message, effect });
}

type EnumType = StringType & { readonly enum: readonly EnumValue[] };

function compareEnums(comparison: Comparison, types: Pair<EnumType>, site: Site): void {
  const { changes } = comparison;
  const { old, new: next } = types;
  if (old.open !== next.open)
    changes.add('enum-changed', createChildSite(site, ['enum']), {
      message: next.open ? 'values other than those listed are now possible' : 'only the listed values are now possible',
      effect: next.open ? 'loosens' : 'tightens',
    });
  const before = new Map(old.enum.map((entry, index) => [entry.value, { ...entry, index }]));
  const after = new Map(next.enum.map((entry, index) => [entry.value, { ...entry, index }]));
  const createValueSite = (oldIndex: number | undefined, newIndex: number | undefined): Site => ({
    ...site,
    old: [...site.old, 'enum', ...(oldIndex === undefined ? [] : [oldIndex])],
    new: [...site.new, 'enum', ...(newIndex === undefined ? [] : [newIndex])],
  });
  for (const { value, index } of before.values())
    if (!after.has(value))
      changes.add('enum-value-removed', createValueSite(index, undefined), {
        message: `the value ${quote(value)} was removed`,
        effect: next.open && old.open ? 'explains' : 'tightens',
      });
  for (const { value, index } of after.values())
    if (!before.has(value))
      changes.add('enum-value-added', createValueSite(undefined, index), {
        message: `the value ${quote(value)} was added`,
        ...describeNewValue(old, comparison),
      });
  for (const [value, oldEntry] of before) {
    const newEntry = after.get(value);
    if (newEntry !== undefined)
      compareEnumEntries(comparison, { old: oldEntry, new: newEntry }, createValueSite(oldEntry.index, newEntry.index));
  }
}

function describeNewValue({ open }: EnumType, { enums }: Comparison): Pick<ChangeText, 'effect' | 'reason'> {
  if (open) return { effect: 'adds', reason: 'other values were already possible' };
  return enums === 'open' ? { effect: 'adds', reason: 'the types accept other values' } : { effect: 'loosens' };
}

function compareEnumEntries({ changes }: Comparison, { old, new: next }: Pair<EnumValue>, site: Site): void {
  const value = quote(old.value);
  if (old.deprecated !== next.deprecated)
    changes.add(next.deprecated ? 'deprecated' : 'not-deprecated', site, {
      message: `the value ${value} is ${next.deprecated ? 'now' : 'no longer'} deprecated`,
      effect: next.deprecated ? 'adds' : 'explains',
    });
  if (old.description !== next.description)
    changes.add('documentation-changed', site, { message: `the description of the value ${value} changed`, effect: 'explains' });
}
