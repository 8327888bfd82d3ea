/** Parses numbers, which specifications write as numbers or as strings of digits. */
import { type Json, type JsonObject, getText } from '../lib/json.js';

const numberPattern = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function toNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && numberPattern.test(value) ? Number(value) : undefined;
}

/** Whether a format is that of a 64-bit integer, encoded as a string. */
export const isInt64Format = (format: string | undefined): boolean => format === 'int64' || format === 'uint64';

/** Whether the element is a number, or a 64-bit number encoded as a string. */
export function isNumericElement(element: JsonObject): boolean {
  const type = getText(element, 'type');
  return type === 'integer' || type === 'number' || (type === 'string' && isInt64Format(getText(element, 'format')));
}

/** The ranges of number formats. */
export const formatRanges: ReadonlyMap<string, readonly [minimum: number, maximum: number]> = new Map([
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
  ['uint32', [0, 2 ** 32 - 1]],
  ['uint64', [0, 2 ** 64]],
  ['int64', [-(2 ** 63), 2 ** 63]],
]);
