/** Numbers as specifications write them: as numbers, or as texts of digits. */
import type { Json, JsonObject } from '../../read/specification.js';
import { getText } from '../lint-context.js';

const numeral = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function toNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && numeral.test(value) ? Number(value) : undefined;
}

/** Numbers, and 64-bit ones that travel as strings. */
export function isNumeric(element: JsonObject): boolean {
  const type = getText(element, 'type');
  return type === 'integer' || type === 'number' || (type === 'string' && is64Bit(element));
}

export function is64Bit(element: JsonObject): boolean {
  return /^u?int64$/.test(getText(element, 'format') ?? '');
}

/** Bounds that a format sets. */
export function rangeOfFormat(format: string | undefined): readonly [number, number] | undefined {
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
