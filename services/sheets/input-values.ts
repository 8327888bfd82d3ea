/** Converts input to cells, as it is (`RAW`), or as if a user had typed it (`USER_ENTERED`). */
import { isObject, type Json, type JsonObject } from '../../mock/service.js';
import { toDayFraction, toSerialDate } from './serial-dates.js';

/** What was typed: a value, and the number format that it implies. */
export interface EnteredValue {
  readonly value: JsonObject;
  readonly numberFormat?: { readonly type: string; readonly pattern: string };
}

/** Returns the value of an input. `undefined` for an input that isn't a value, and `null` for one whose meaning depends on a locale that isn't known. */
export function parseInput(
  input: Json,
  { isTyped, locale, isText }: { readonly isTyped: boolean; readonly locale: string; readonly isText: boolean },
): EnteredValue | null | undefined {
  if (typeof input === 'number') return { value: { numberValue: input } };
  if (typeof input === 'boolean') return { value: { boolValue: input } };
  if (typeof input !== 'string') return undefined;
  if (!isTyped || (isText && !input.startsWith('='))) return { value: { stringValue: input } };
  return parseTyped(input, locale);
}

function parseTyped(text: string, locale: string): EnteredValue | null {
  if (text.startsWith('=') && text.length > 1) return { value: { formulaValue: text } };
  if (text.startsWith("'")) return { value: { stringValue: text.slice(1) } };
  const trimmed = text.trim();
  if (/^(?:true|false)$/i.test(trimmed)) return { value: { boolValue: trimmed.toLowerCase() === 'true' } };
  if (/^[+-]?\d{1,15}$/.test(trimmed)) return { value: { numberValue: Number(trimmed) } };
  const isKnownLocale = /^en(?:_US)?$/.test(locale);
  const parsed = parseNumber(trimmed) ?? parseDateTime(trimmed);
  if (parsed) return isKnownLocale ? parsed : null;
  // Other locales have other separators, and names of months.
  if (!isKnownLocale && /\d/.test(trimmed) && /^[\d\s.,'/:%€£$+-]+$/.test(trimmed)) return null;
  return { value: { stringValue: text } };
}

const numberPattern = /^([+-])?(\$)?([+-])?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?(e[+-]?\d+)?(%)?$/i;

function parseNumber(text: string): EnteredValue | undefined {
  const isNegated = /^\((.*)\)$/.exec(text);
  const found = numberPattern.exec(isNegated?.[1] ?? text);
  if (!found) return undefined;
  const [, sign, currency, innerSign, integer, fraction = '', exponent = '', percent] = found;
  if ((integer === undefined && fraction.length < 2) || (sign !== undefined && innerSign !== undefined)) return undefined;
  const digits = `${integer?.replaceAll(',', '') ?? '0'}${fraction === '.' ? '' : fraction}`;
  const isNegative = (sign ?? innerSign) === '-' || isNegated !== null;
  const shift = percent === undefined ? 0 : -2;
  const number = Number(`${digits}e${Number(exponent.slice(1) || 0) + shift}`) * (isNegative ? -1 : 1);
  if (!Number.isFinite(number)) return undefined;
  const decimals = fraction.length > 1 ? '.00' : '';
  const create = (type: string, pattern: string): EnteredValue => ({ value: { numberValue: number }, numberFormat: { type, pattern } });
  if (currency !== undefined) return create('CURRENCY', `"$"#,##0${decimals}`);
  if (percent !== undefined) return create('PERCENT', `0${decimals}%`);
  if (exponent !== '') return create('SCIENTIFIC', '0.00E+00');
  if (integer?.includes(',') === true) return create('NUMBER', `#,##0${decimals}`);
  return { value: { numberValue: number } };
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const time = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:\s*([ap])\.?m\.?)?`;

interface DateForm {
  readonly pattern: RegExp;
  readonly parts: readonly ('year' | 'month' | 'day')[];
  readonly format: string;
}

const dateForms: readonly DateForm[] = [
  { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})/, parts: ['year', 'month', 'day'], format: 'yyyy-mm-dd' },
  { pattern: /^(\d{4})\/(\d{1,2})\/(\d{1,2})/, parts: ['year', 'month', 'day'], format: 'yyyy/mm/dd' },
  { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/, parts: ['month', 'day', 'year'], format: 'M/d/yyyy' },
  { pattern: /^(\d{1,2})-(\d{1,2})-(\d{4})/, parts: ['month', 'day', 'year'], format: 'm-d-yyyy' },
  { pattern: /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})/i, parts: ['month', 'day', 'year'], format: 'mmm d, yyyy' },
  { pattern: /^(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4})/i, parts: ['day', 'month', 'year'], format: 'd-mmm-yyyy' },
];

function parseDateTime(text: string): EnteredValue | undefined {
  const clock = parseTime(text);
  if (clock) return { value: { numberValue: clock.fraction }, numberFormat: { type: 'TIME', pattern: clock.format } };
  for (const { pattern, parts, format } of dateForms) {
    const found = pattern.exec(text);
    if (!found) continue;
    const named = Object.fromEntries(parts.map((part, index) => [part, found[index + 1] ?? '']));
    const serial = toSerialDate({
      year: parseYear(named['year'] ?? ''),
      month: parseMonth(named['month'] ?? ''),
      day: Number(named['day']),
    });
    const rest = text.slice(found[0].length);
    if (serial === undefined) return undefined;
    if (rest === '') return { value: { numberValue: serial }, numberFormat: { type: 'DATE', pattern: format } };
    const ofDay = /^[ T,]+/.test(rest) ? parseTime(rest.replace(/^[ T,]+/, '')) : undefined;
    if (!ofDay) return undefined;
    return { value: { numberValue: serial + ofDay.fraction }, numberFormat: { type: 'DATE_TIME', pattern: `${format} ${ofDay.format}` } };
  }
  return undefined;
}

const parseYear = (text: string): number => (text.length === 2 ? Number(text) + (Number(text) < 30 ? 2000 : 1900) : Number(text));
const parseMonth = (text: string): number => (/^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1);

function parseTime(text: string): { readonly fraction: number; readonly format: string } | undefined {
  const found = new RegExp(`^${time}$`, 'i').exec(text);
  if (!found) return undefined;
  const [, hours = '', minutes = '', seconds, half] = found;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) >= 60) return undefined;
  const clock = half === undefined ? 'H' : 'h';
  const format = `${clock}:mm${seconds === undefined ? '' : ':ss'}${half === undefined ? '' : ' AM/PM'}`;
  return { fraction: toDayFraction(hour, Number(minutes), Number(seconds ?? 0)), format: format.replace('H', 'h') };
}

/** Whether cells with this format keep what is typed as text. */
export const isTextFormat = (format: Json | undefined): boolean =>
  isObject(format) && isObject(format['numberFormat']) && format['numberFormat']['type'] === 'TEXT';
