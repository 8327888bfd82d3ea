/**
 * Converts values of the formats `int64` and `uint64`, which are decimal text in JSON because a JavaScript number can't hold all of them, and
 * of the format `byte`, which are base64.
 */
import { describeType, describeValue } from '../error-text.js';
import { ParameterError } from '../errors.js';
import { countBase64Bytes } from '../validate/text.js';

interface IntegerRange {
  readonly name: string;
  readonly least: bigint;
  readonly most: bigint;
}

const int64: IntegerRange = { name: 'int64', least: -(2n ** 63n), most: 2n ** 63n - 1n };
const uint64: IntegerRange = { name: 'uint64', least: 0n, most: 2n ** 64n - 1n };

/**
 * Parses an `int64`.
 *
 * ```ts
 * fromInt64('9007199254740993'); // 9007199254740993n
 * ```
 *
 * @throws ParameterError If the text isn't an integer in the range of 64 bits with sign.
 */
export function fromInt64(text: string): bigint {
  return parseInteger(text, int64);
}

/**
 * Parses a `uint64`.
 *
 * @throws ParameterError If the text isn't an integer in the range of 64 bits without sign.
 */
export function fromUint64(text: string): bigint {
  return parseInteger(text, uint64);
}

/**
 * Formats an `int64`.
 *
 * @throws ParameterError If the number isn't a safe integer, or is outside the range of 64 bits with sign.
 */
export function toInt64(value: bigint | number): string {
  return formatInteger(value, int64);
}

/**
 * Formats a `uint64`.
 *
 * @throws ParameterError If the number isn't a safe integer, or is outside the range of 64 bits without sign.
 */
export function toUint64(value: bigint | number): string {
  return formatInteger(value, uint64);
}

function parseInteger(text: string, range: IntegerRange): bigint {
  if (typeof text !== 'string' || !/^-?\d{1,20}$/.test(text)) throw createIntegerError(text, range);
  return checkRange(BigInt(text), range);
}

function formatInteger(value: bigint | number, range: IntegerRange): string {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw createIntegerError(value, range);
  return String(checkRange(BigInt(value), range));
}

function checkRange(value: bigint, range: IntegerRange): bigint {
  if (value < range.least || value > range.most) throw createIntegerError(String(value), range);
  return value;
}

function createIntegerError(value: unknown, { name, least, most }: IntegerRange): ParameterError {
  return new ParameterError(name, `an integer from ${least} to ${most}`, describeValue(value));
}

/**
 * Decodes base64 text, in the standard or the URL-safe alphabet, with or without padding.
 *
 * @throws ParameterError If the text isn't base64.
 */
export function fromBase64(text: string): Uint8Array {
  if (typeof text !== 'string' || countBase64Bytes(text) === undefined) throw new ParameterError('byte', 'base64 text', describeType(text));
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(decoded.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = decoded.charCodeAt(index);
  return bytes;
}

/** Encodes bytes as base64, in the standard alphabet with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // A function takes a limited number of arguments. The length of a chunk is a multiple of three, so that none but the last one has padding.
  for (let start = 0; start < bytes.length; start += 24_576)
    text += btoa(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + 24_576)));
  return text;
}
