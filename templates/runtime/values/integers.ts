/** `int64` and `uint64`: decimal text in JSON, since a number of JavaScript does not hold them all. */
import { ParameterError, describeValue } from '../errors.js';

interface Range {
  readonly name: string;
  readonly least: bigint;
  readonly most: bigint;
}

const int64: Range = { name: 'int64', least: -(2n ** 63n), most: 2n ** 63n - 1n };
const uint64: Range = { name: 'uint64', least: 0n, most: 2n ** 64n - 1n };

/** The integer of an `int64` text. Throws `ParameterError` for what is none. */
export function fromInt64(text: string): bigint {
  return parseInteger(text, int64);
}

/** The integer of a `uint64` text. Throws `ParameterError` for what is none. */
export function fromUint64(text: string): bigint {
  return parseInteger(text, uint64);
}

/** The text of an integer. Throws `ParameterError` for numbers that are not exact, and beyond 64 bits with sign. */
export function toInt64(value: bigint | number): string {
  return formatInteger(value, int64);
}

/** The text of an integer from 0. Throws `ParameterError` for numbers that are not exact, and beyond 64 bits. */
export function toUint64(value: bigint | number): string {
  return formatInteger(value, uint64);
}

function parseInteger(text: string, range: Range): bigint {
  if (typeof text !== 'string' || !/^-?\d{1,20}$/.test(text)) throw createIntegerError(text, range);
  return checkRange(BigInt(text), range);
}

function formatInteger(value: bigint | number, range: Range): string {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw createIntegerError(value, range);
  return String(checkRange(BigInt(value), range));
}

function checkRange(value: bigint, range: Range): bigint {
  if (value < range.least || value > range.most) throw createIntegerError(String(value), range);
  return value;
}

function createIntegerError(value: unknown, { name, least, most }: Range): ParameterError {
  return new ParameterError(name, `an exact integer from ${least} to ${most}`, describeValue(value));
}
