/** Whether a value has the form that its type states. Comparisons accept any time, ID, or etag of a service, whatever its form is. */
import type { Json } from '../../generator/lib/json.js';
import {
  hasByteLength,
  isBcp47,
  isByte,
  isCidrIpv4,
  isFieldMask,
  isInt32,
  isInt64,
  isUint32,
  isUint64,
  isUrl,
  isUuid,
} from '../../runtime/validate/formats.js';
import { countCodePoints, countUtf8Bytes } from '../../runtime/validate/text.js';
import { isDate, isDateTime, isDuration, isTimestamp } from '../../runtime/validate/time-formats.js';
import { isPatternMatch } from '../../generator/lib/pattern.js';
import type { NumericType, StringType, Type } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';

/** The tests of the validators. */
const stringForms: Readonly<Record<string, (text: string) => boolean>> = {
  int64: isInt64,
  uint64: isUint64,
  byte: isByte,
  'date-time': isDateTime,
  'google-datetime': isTimestamp,
  date: isDate,
  'google-duration': isDuration,
  'google-fieldmask': isFieldMask,
  uuid: isUuid,
  url: isUrl,
  'cidr-ipv4': isCidrIpv4,
  bcp47: isBcp47,
};

const numericForms: Readonly<Record<string, (value: number) => boolean>> = { int32: isInt32, uint32: isUint32 };

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

function hasStringForm(text: string, { format = '', pattern, maxBytes = Infinity, byteLength, ...limits }: StringType): boolean {
  const { minLength = 0, maxLength = Infinity } = limits;
  const length = countCodePoints(text);
  return (
    hasFormat(stringForms, format, text) &&
    length >= minLength &&
    length <= maxLength &&
    countUtf8Bytes(text) <= maxBytes &&
    (byteLength === undefined || hasByteLength(text, byteLength)) &&
    (pattern === undefined || isPatternMatch(pattern, text))
  );
}

function hasNumericForm(value: number, { kind, format = '', minimum = -Infinity, maximum = Infinity }: NumericType): boolean {
  const isWhole = kind !== 'integer' || Number.isInteger(value);
  return isWhole && hasFormat(numericForms, format, value) && value >= minimum && value <= maximum;
}

const hasFormat = <T>(forms: Readonly<Record<string, (value: T) => boolean>>, format: string, value: T): boolean =>
  !Object.hasOwn(forms, format) || forms[format]?.(value) === true;
