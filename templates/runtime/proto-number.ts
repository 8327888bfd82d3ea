/** Numbers as the JSON mapping of protobuf admits them: whole numbers as numbers or as text, other numbers as text, `1e2` and `1.0` for whole numbers. */

/** What is known of a number: `int64` and `uint64` are documented as text, all others as numbers. */
export interface NumberType {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** No documented number has more digits. */
const maxDigits = 400;

/** The digits of decimal text that stands for a whole number; `undefined` for any other text. */
export function toWholeDigits(text: string): string | undefined {
  const found = decimal.exec(text);
  if (!found) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  // Leading zeros are no JSON.
  if (whole.length > 1 && whole.startsWith('0')) return undefined;
  const all = `${whole}${fraction}`;
  const significant = all.replace(/0+$/, '');
  if (significant === '') return '0';
  const zeros = Number(exponent) - fraction.length + all.length - significant.length;
  const digits = significant.replace(/^0+/, '');
  return zeros < 0 || zeros + digits.length > maxDigits ? undefined : `${sign}${digits}${'0'.repeat(zeros)}`;
}

/** Values of floating-point numbers that JSON has no number for. */
export function isSpecialNumber(value: unknown): boolean {
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity';
}

const isInt64Format = (format: string | undefined): boolean => format === 'int64' || format === 'uint64';

/** Whether values of a type have more forms than the documented one. */
export function isNumberType({ type, format }: NumberType): boolean {
  return type === 'integer' || type === 'number' || ((type === undefined || type === 'string') && isInt64Format(format));
}

/**
 * A number in the documented form. What stands for no number of the type stays as it is, for a validator to reject.
 *
 * @param exact The digits as sent, where the number is too large to be held exactly.
 */
export function normalizeNumber({ type, format }: NumberType, value: unknown, exact?: string): unknown {
  if (type === 'integer') return typeof value === 'string' ? parseDecimal(toWholeDigits(value), value) : value;
  if (type === 'number') {
    const number = typeof value === 'string' ? parseDecimal(value, value) : value;
    // Beyond single precision there is no number, and so no documented form.
    return format === 'float' && typeof number === 'number' ? limitToSinglePrecision(number) : number;
  }
  if (!isInt64Format(format)) return value;
  if (typeof value === 'string') return toWholeDigits(value) ?? value;
  return typeof value === 'number' && Number.isInteger(value) ? (exact ?? String(BigInt(value))) : value;
}

function limitToSinglePrecision(number: number): number {
  const rounded = Math.fround(number);
  return Number.isFinite(rounded) ? number : rounded;
}

function parseDecimal(text: string | undefined, otherwise: string): unknown {
  const number = text !== undefined && decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : otherwise;
}
