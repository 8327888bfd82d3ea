/** Finds out whether the default of an element is usable. Lint reports one that isn't, and the model ignores it. */
import { isByte, isFieldMask, isInt64, isUint64 } from '../../runtime/validate/formats.js';
import { isDate, isDateTime, isDuration, isTimestamp } from '../../runtime/validate/time-formats.js';
import { getList, getMember, getText, type Json, type JsonObject } from '../lib/json.js';
import { formatRanges, isNumericElement, toNumber } from './number-ranges.js';
import { compilePattern } from '../lib/pattern.js';

/** Why a constant or a default doesn't fit the type, the enum, or the bounds of an element, references resolved. */
export function findConstantProblem(value: Json, target: JsonObject): string | undefined {
  return findTypeProblem(value, target) ?? findEnumProblem(value, target) ?? findRangeProblem(value, target);
}

/** Why a default that fits the type, the enum, and the bounds is unusable nevertheless. */
export function findFormProblem(value: Json, target: JsonObject): string | undefined {
  const type = getText(target, 'type');
  if (type === 'array') return Array.isArray(value) ? undefined : 'is not a list';
  if (type === 'object') return 'is not an object';
  if (type !== 'string') return undefined;
  const text = String(value);
  const format = getText(target, 'x-format') ?? getText(target, 'format') ?? '';
  if (textFormats.get(format)?.(text) === false) return `does not fit ${format}`;
  const pattern = getText(target, 'pattern');
  const result = pattern === undefined ? undefined : compilePattern(pattern);
  return result?.ok !== true || result.pattern.matches(text) ? undefined : 'does not match the pattern';
}

const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['int64', isInt64],
  ['uint64', isUint64],
  ['byte', isByte],
  ['date', isDate],
  ['date-time', isDateTime],
  ['google-datetime', isTimestamp],
  ['google-duration', isDuration],
  ['google-fieldmask', isFieldMask],
]);

/** Discovery encodes every default as a string. */
function findTypeProblem(value: Json, target: JsonObject): string | undefined {
  const type = getText(target, 'type');
  if (isNumericElement(target)) {
    const number = toNumber(value);
    if (number === undefined) return 'is not a number';
    return type !== 'number' && !Number.isInteger(number) ? 'is not an integer' : undefined;
  }
  if (type === 'boolean') return String(value) === 'true' || String(value) === 'false' ? undefined : 'is neither true nor false';
  return type === 'string' && typeof value !== 'string' ? 'is not a string' : undefined;
}

function findEnumProblem(value: Json, target: JsonObject): string | undefined {
  const values = getList(target, 'enum');
  const isOpen = getList(target, 'x-undocumented').includes('values');
  return values.length === 0 || values.includes(value) || isOpen ? undefined : 'is not in the enum';
}

function findRangeProblem(value: Json, target: JsonObject): string | undefined {
  const number = isNumericElement(target) ? toNumber(value) : undefined;
  if (number === undefined) return undefined;
  const format = getText(target, 'format') ?? '';
  const [low, high] = formatRanges.get(format) ?? [-Infinity, Infinity];
  if (number < low || number > high) return `does not fit ${format}`;
  const minimum = toNumber(getMember(target, 'minimum')) ?? -Infinity;
  const maximum = toNumber(getMember(target, 'maximum')) ?? Infinity;
  if (number < minimum) return `is less than the minimum ${minimum}`;
  return number > maximum ? `is greater than the maximum ${maximum}` : undefined;
}

/** Returns the enum value that a default names. Published documents may use the server's name: `SORT_BY_RATING` for `rating`. */
export function findNamedEnumValue(value: Json, target: JsonObject): string | undefined {
  const values = getList(target, 'enum').map(String);
  const text = String(value);
  return (
    values.find((enumValue) => enumValue === text) ??
    values.find((enumValue) => toConstantCase(enumValue) === text || text.endsWith(`_${toConstantCase(enumValue)}`))
  );
}

const toConstantCase = (text: string): string => text.replace(/([a-z0-9])(?=[A-Z])/g, '$1_').toUpperCase();
