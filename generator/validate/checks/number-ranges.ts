/** Parses numbers, which specifications write as numbers or as strings of digits. */
import { type Json, type JsonObject, getText } from '../../lib/json.js';

const numberPattern = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function toNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && numberPattern.test(value) ? Number(value) : undefined;
}

/** Whether the element is a number, or a 64-bit number encoded as a string. */
export function isNumeric(element: JsonObject): boolean {
  const type = getText(element, 'type');
  return type === 'integer' || type === 'number' || (type === 'string' && is64Bit(element));
}

export function is64Bit(element: JsonObject): boolean {
  return /^u?int64$/.test(getText(element, 'format') ?? '');
}

/** Returns the range of a number format. */
export function getFormatRange(format: string | undefined): readonly [number, number] | undefined {
  switch (format) {
    case 'int32':
      return [-(2 ** 31), 2 ** 31 - 1];
    case 'uint32':
      return [0, 2 ** 32 - 1];
    case 'uint64':
      return [0, 2 ** 64];
    case 'int64':
      return [-(2 ** 63), 2 ** 63];
    default:
      return undefined;
  }
}
