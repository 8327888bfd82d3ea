/** Whether a value has the form that its type states. Comparisons accept any time, ID, or etag of a service, whatever its form is. */
import type { Json } from '../../lib/json.js';
import { isPatternMatch } from '../../lib/pattern.js';
import type { NumericType, StringType, Type } from '../../model/model.js';
import type { Lookup } from '../../model/schema-lookup.js';

const decimal = /^-?\d+$/;
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const stringForms: Readonly<Record<string, (text: string) => boolean>> = {
  int64: (text) => decimal.test(text) && isBetween(BigInt(text), -(2n ** 63n), 2n ** 63n - 1n),
  uint64: (text) => decimal.test(text) && isBetween(BigInt(text), 0n, 2n ** 64n - 1n),
  byte: (text) => base64.test(text),
  'date-time': (text) => dateTime.test(text),
  'google-datetime': (text) => dateTime.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  'google-duration': (text) => /^-?\d+(?:\.\d+)?s$/.test(text),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  url: (text) => /^[\w+.-]+:\/\/\S+$|^[\w.~-]+\/\S*$/.test(text),
};

/** The ranges of integer formats. */
const ranges: Readonly<Record<string, readonly [number, number]>> = { int32: [-(2 ** 31), 2 ** 31 - 1], uint32: [0, 2 ** 32 - 1] };

/** The length of a text above which its form isn't checked. */
const maxChecked = 100_000;

export function hasForm(value: Json, type: Type | undefined, lookup: Lookup): boolean {
  const resolved = lookup.resolve(type);
  switch (resolved?.kind) {
    case 'string':
      return typeof value === 'string' && (value.length > maxChecked || hasStringForm(value, resolved));
    case 'integer':
    case 'number':
      return typeof value === 'number' ? hasNumericForm(value, resolved) : /^(?:NaN|-?Infinity)$/.test(String(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
    case 'map':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

function hasStringForm(text: string, { format = '', pattern, minLength = 0, maxLength = Infinity }: StringType): boolean {
  const length = [...text].length;
  const isFormatted = !Object.hasOwn(stringForms, format) || stringForms[format]?.(text) === true;
  return isFormatted && length >= minLength && length <= maxLength && (pattern === undefined || isPatternMatch(pattern, text));
}

function hasNumericForm(value: number, { kind, format = '', minimum = -Infinity, maximum = Infinity }: NumericType): boolean {
  const [least, most] = (Object.hasOwn(ranges, format) ? ranges[format] : undefined) ?? [-Infinity, Infinity];
  return (kind !== 'integer' || Number.isInteger(value)) && isBetween(value, Math.max(least, minimum), Math.min(most, maximum));
}

const isBetween = <T extends number | bigint>(value: T, least: T, most: T): boolean => value >= least && value <= most;
