/** Normalizes numbers in the forms that the JSON mapping of protobuf allows: integers as numbers or text, other numbers as text, `1e2` and `1.0` as integers. */

/** The type of a number. `int64` and `uint64` are text, all others are numbers. */
export interface NumberType {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Limits the work for text with a large exponent. */
const maxDigits = 400;

/** Returns the digits of decimal text if it is an integer, otherwise `undefined`. */
export function toWholeDigits(text: string): string | undefined {
  const found = decimal.exec(text);
  if (!found) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  const all = `${whole}${fraction}`;
  const significant = all.replace(/0+$/, '');
  if (significant === '') return '0';
  const zeros = Number(exponent) - fraction.length + all.length - significant.length;
  const digits = significant.replace(/^0+/, '');
  return zeros < 0 || zeros + digits.length > maxDigits ? undefined : `${sign}${digits}${'0'.repeat(zeros)}`;
}

/** Whether a value is the text for a floating-point value that JSON numbers can't express. */
export function isSpecialNumber(value: unknown): boolean {
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity';
}

/** Whether a format is that of an integer as text. */
export const isInt64Format = (format: string | undefined): boolean => format === 'int64' || format === 'uint64';

/** Whether values of the type have several JSON forms. */
export function isNumberType({ type, format }: NumberType): boolean {
  return type === 'integer' || type === 'number' || ((type === undefined || type === 'string') && isInt64Format(format));
}

/**
 * Converts a number to the documented form. Returns any other value unchanged, so that a validator rejects it.
 *
 * @param exact The digits in the request, if the number is too large to be represented exactly.
 */
export function normalizeNumber({ type, format }: NumberType, value: unknown, exact?: string): unknown {
  if (type === 'integer') return typeof value === 'string' ? parseDecimal(toWholeDigits(value), value) : value;
  if (type === 'number') {
    const number = typeof value === 'string' ? parseDecimal(value, value) : value;
    // A number beyond the range of single precision is invalid.
    return format === 'float' && typeof number === 'number' ? overflowToInfinity(number) : number;
  }
  if (!isInt64Format(format)) return value;
  if (typeof value === 'string') return toWholeDigits(value) ?? value;
  return typeof value === 'number' && Number.isInteger(value) ? (exact ?? String(BigInt(value))) : value;
}

function overflowToInfinity(number: number): number {
  const rounded = Math.fround(number);
  return Number.isFinite(rounded) ? number : rounded;
}

function parseDecimal(text: string | undefined, otherwise: string): unknown {
  const number = text !== undefined && decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : otherwise;
}
