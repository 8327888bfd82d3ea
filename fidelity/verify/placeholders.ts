/**
 * The texts of normalized recordings: placeholders such as `${projectId}`, and values such as `abcdef0123A=` that replace generated ones. Both
 * stand for any value of their form.
 */
import type { Json } from '../../generator/lib/json.js';

/** A text that contains placeholders: `texts[0]`, the value of `names[0]`, `texts[1]`, … */
export interface PlaceholderText {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

const placeholder = /\$\{([A-Za-z]\w*)\}/;

export const hasPlaceholder = (text: string): boolean => placeholder.test(text);

export function splitPlaceholders(text: string): PlaceholderText {
  const parts = text.split(new RegExp(placeholder, 'g'));
  return { texts: parts.filter((_, index) => index % 2 === 0), names: parts.filter((_, index) => index % 2 === 1) };
}

export const replacePlaceholders = (text: string, replace: (name: string) => string | undefined): string =>
  text.replace(new RegExp(placeholder, 'g'), (whole, name: string) => replace(name) ?? whole);

/** Whether a placeholder is the whole text. */
export const isPlaceholder = ({ texts, names }: PlaceholderText): boolean => names.length === 1 && texts.every((text) => text === '');

/**
 * Matches a text with a recorded one that contains placeholders. `find` returns the only possible value of a placeholder. The others stand for
 * any text, without slashes unless the placeholder is the whole text. Returns their values, or `undefined` if the texts don't match.
 */
export function matchPlaceholders(
  { texts, names }: PlaceholderText,
  actual: string,
  find: (name: string) => string | undefined,
): ReadonlyMap<string, string> | undefined {
  const [first = '', ...rest] = texts;
  if (!actual.startsWith(first)) return undefined;
  const values = new Map<string, string>();
  const isWhole = isPlaceholder({ texts, names });
  let at = first.length;
  for (const [index, name] of names.entries()) {
    const literal = rest[index] ?? '';
    const known = find(name);
    const end = known === undefined ? findEnd(actual, { from: at, literal, isLast: index === names.length - 1 }) : at + known.length;
    const value = actual.slice(at, end);
    if (known === undefined ? !isPossible(name, value, isWhole) : value !== known) return undefined;
    if (!actual.startsWith(literal, end)) return undefined;
    if (known === undefined) values.set(name, value);
    at = end + literal.length;
  }
  return at === actual.length ? values : undefined;
}

/** Whether a placeholder can stand for a value. */
function isPossible(name: string, value: string, isWhole: boolean): boolean {
  if (isNumberName(name)) return /^\d+$/.test(value);
  return value !== '' && (isWhole || !value.includes('/'));
}

/** Whether a placeholder stands for a number, such as that of the project. */
export const isNumberName = (name: string): boolean => /number$/i.test(name);

interface NextText {
  readonly from: number;
  readonly literal: string;
  readonly isLast: boolean;
}

/** Returns the end of a value that precedes a literal text. */
function findEnd(actual: string, { from, literal, isLast }: NextText): number {
  if (isLast) return actual.length - literal.length;
  const end = literal === '' ? from + 1 : actual.indexOf(literal, from + 1);
  return end < 0 ? actual.length : end;
}

/** The form of values that a normalized value stands for. */
export type NormalizedForm = 'opaque' | 'number' | 'time' | 'email';

const times = /T12:34:56(?:\.123456)?Z$/;

/** Returns what a normalized value stands for, or `undefined` for any other value. */
export function findNormalizedForm(value: Json): NormalizedForm | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  if (/^abcdef0123A=*$/.test(text)) return 'opaque';
  if (times.test(text)) return 'time';
  if (text === 'user@example.com') return 'email';
  return /^(?:0{5,}|1{6,}|8{6,}|12345\d{1,20}|1711974\d{1,12})$/.test(text) ? 'number' : undefined;
}

/**
 * Returns a value for a placeholder in a request that no earlier response contains, or `undefined` if no form fits. Services restrict the forms of
 * these values.
 */
export function chooseValue(name: string): string | undefined {
  for (const [pattern, value] of chosenValues) if (pattern.test(name)) return value;
  const [, stem] = /^(.*?)_?(?:ID|Id|Name)$/.exec(name) ?? [];
  return stem === undefined ? undefined : `${stem.toLowerCase().replace(/[^a-z0-9]/g, '')}-1`;
}

const chosenValues: readonly (readonly [RegExp, string])[] = [
  [/^projectId$/, 'project-1'],
  [/number$/i, '123456789012'],
  [/billingAccount/i, '01ABCD-234567-89EFAB'],
  [/^(?:organization|org)|_ORG_/i, '123450000001'],
  [/^folder/i, '123450000002'],
  [/^location$/i, 'us-central1'],
  [/IPV4$|^ipAddress$/i, '203.0.113.10'],
  [/^user$/i, 'user@example.com'],
  [/^uniqueId$/, 'abcdefg1'],
  [/^dataset/i, 'dataset_1'],
  [/version$/i, '1.0.0'],
];
