/**
 * The operations of compiled CEL expressions (https://github.com/cel-expr/cel-spec), on JSON values.
 *
 * A value is a JSON value, except that an `int` is a `number` while it is exact and a `bigint` beyond, and that a timestamp or a duration
 * is a `bigint` of nanoseconds. An evaluation that fails results in a symbol (`failure.ts`). `undefined` is a value that isn't known: a field
 * that the body of a partial update omits, or a value of a wrong type, which type checks report.
 */
import { getOwnMember, isObject, isRemovedMember, type Members } from '../validate/objects.js';
import { countCodePoints } from '../validate/text.js';
import { spend, spendOnText } from './cost.js';
import { fail, isFailure, isKnown, propagate, type Result } from './failure.js';

type Int = number | bigint;
const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
/** The maximum number of characters of an integer in text. */
const maxDigits = String(minInt).length;

const isInt = (value: unknown): value is Int => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
const isNumber = (value: unknown): value is Int => typeof value === 'number' || typeof value === 'bigint';

function toExactInt(value: bigint): Result<Int> {
  return value < minInt || value > maxInt ? fail('integer overflow') : toWideInt(value);
}

interface Absence {
  /** The default of the field, which applies if the member is `null` or known to be unset. */
  readonly fallback?: unknown;
  /** Whether an absent member is known to be unset: false for the body of a partial update, which may remove it. */
  readonly whole: boolean;
}

/** Reads a member. Returns `undefined` for an absent member without a default. */
export function getField(object: unknown, name: string, absence?: Absence): unknown {
  if (!isObject(object)) return undefined;
  const member = getOwnMember(object, name);
  if (member === undefined && absence?.whole === false && !isRemovedMember(object, name)) return undefined;
  return member ?? absence?.fallback;
}

/** Reads a member. The evaluation fails if it is known to be unset and has no default. */
export function requireField(object: unknown, name: string, absence: Absence): unknown {
  if (!isObject(object)) return propagate(object);
  const value = getField(object, name, absence) ?? undefined;
  const isKnown = absence.whole || getOwnMember(object, name) === null || isRemovedMember(object, name);
  return value ?? (isKnown ? fail(`no such key: ${name}`) : undefined);
}

/** Reads the stored value of a rule with `optionalOldSelf`. */
export function requireStored(value: unknown): unknown {
  return value === undefined ? fail('optional.none() dereference') : value;
}

/** Whether an object has a member that isn't `null`. Returns `undefined` for a partial update that doesn't mention the member. */
export function hasField(object: unknown, name: string, whole: boolean): Result<boolean> {
  if (!isObject(object)) return propagate(object);
  const member = getOwnMember(object, name);
  if (member !== undefined) return member !== null;
  return whole || isRemovedMember(object, name) ? false : undefined;
}

/** Reads a value as a type. A failure remains. */
export function readAs(value: unknown, read: (value: unknown) => unknown): unknown {
  return isFailure(value) ? value : read(value);
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
export function toBool(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
export function toList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}
export function toMembers(value: unknown): Members | undefined {
  return isObject(value) ? value : undefined;
}
/** Reads an `int32` or `uint32`, or a 64-bit integer in decimal text. */
export function toInt(value: unknown): Int | undefined {
  if (isInt(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return undefined;
  return value.length < 16 ? Number(value) + 0 : toWideInt(BigInt(value));
}
/** Converts a 64-bit integer. A `uint64` can exceed the range of `int`, but still compares exactly. */
function toWideInt(value: bigint): Int {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}
export function toDouble(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
/** Reads a value of unknown type, such as a member of an open object. */
export function toDynamic(value: unknown): unknown {
  return value;
}
export function toIntList(value: unknown): Result<readonly unknown[]> {
  if (!Array.isArray(value)) return propagate(value);
  spend(value.length);
  return value.map(toInt);
}
export function toIntMap(value: unknown): Result<Members> {
  if (!isObject(value)) return propagate(value);
  const members = Object.entries(value);
  spend(members.length);
  return Object.fromEntries(members.map(([key, member]) => [key, toInt(member)]));
}

function isComparable(a: unknown, b: unknown): a is number {
  return isNumber(a) ? isNumber(b) : (typeof a === 'string' || typeof a === 'boolean') && typeof b === typeof a;
}
function spendOnComparison(a: unknown, b: unknown): void {
  if (typeof a === 'string' && typeof b === 'string') spendOnText(Math.min(a.length, b.length));
}
export function isLess(a: unknown, b: unknown): Result<boolean> {
  spendOnComparison(a, b);
  return isComparable(a, b) ? a < (b as number) : propagate(a, b);
}
export function isLessOrEqual(a: unknown, b: unknown): Result<boolean> {
  spendOnComparison(a, b);
  return isComparable(a, b) ? a <= (b as number) : propagate(a, b);
}
/** Whether two values are deeply equal. Numbers are equal by value, whatever their type. */
export function isEqual(a: unknown, b: unknown): Result<boolean> {
  return isKnown(a) && isKnown(b) ? isSame(a, b) : propagate(a, b);
}
function isSame(a: unknown, b: unknown): boolean {
  if (isNumber(a) || isNumber(b)) return isNumber(a) && isNumber(b) && isSameNumber(a, b);
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    spend(a.length);
    return a.every((element, index) => isSame(element, b[index]));
  }
  if (!isObject(a)) {
    spendOnComparison(a, b);
    return a === b;
  }
  if (!isObject(b)) return false;
  const keys = Object.keys(a);
  spend(keys.length);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
/** A number and a bigint are compared exactly. */
function isSameNumber(a: Int, b: Int): boolean {
  return typeof a === typeof b ? a === b : isLessOrEqual(a, b) === true && isLessOrEqual(b, a) === true;
}
/** Whether a list has an element, or a map a key. */
export function isIn(element: unknown, container: unknown): Result<boolean> {
  if (!isKnown(element)) return propagate(element, container);
  if (Array.isArray(container)) {
    spend(container.length);
    return container.some((other) => isSame(element, other));
  }
  return isObject(container) ? typeof element === 'string' && Object.hasOwn(container, element) : propagate(container);
}

interface Calculation {
  readonly small: (a: number, b: number) => number;
  readonly large: (a: bigint, b: bigint) => bigint;
}

function calculate(a: unknown, b: unknown, { small, large }: Calculation): Result<Int> {
  if (!isInt(a) || !isInt(b)) return propagate(a, b);
  if (typeof a === 'number' && typeof b === 'number') {
    const result = small(a, b);
    // The sum turns a negative zero into zero.
    if (Number.isSafeInteger(result)) return result + 0;
  }
  return toExactInt(large(BigInt(a), BigInt(b)));
}
export function addInts(a: unknown, b: unknown): Result<Int> {
  return calculate(a, b, { small: (x, y) => x + y, large: (x, y) => x + y });
}
export function subtractInts(a: unknown, b: unknown): Result<Int> {
  return calculate(a, b, { small: (x, y) => x - y, large: (x, y) => x - y });
}
export function multiplyInts(a: unknown, b: unknown): Result<Int> {
  return calculate(a, b, { small: (x, y) => x * y, large: (x, y) => x * y });
}
const isZero = (value: unknown): boolean => value === 0 || value === 0n;

export function divideInts(a: unknown, b: unknown): Result<Int> {
  if (isInt(a) && isZero(b)) return fail('division by zero');
  return calculate(a, b, { small: (x, y) => Math.trunc(x / y), large: (x, y) => x / y });
}
export function modulo(a: unknown, b: unknown): Result<Int> {
  if (isInt(a) && isZero(b)) return fail('modulus by zero');
  return calculate(a, b, { small: (x, y) => x % y, large: (x, y) => x % y });
}
export function negateInt(a: unknown): Result<Int> {
  return subtractInts(0, a);
}
export function addDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a + b : propagate(a, b);
}
export function subtractDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a - b : propagate(a, b);
}
export function multiplyDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a * b : propagate(a, b);
}
export function divideDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a / b : propagate(a, b);
}
export function negateDouble(a: unknown): Result<number> {
  return typeof a === 'number' ? -a : propagate(a);
}
/** Adds timestamps and durations. */
export function addTimes(a: unknown, b: unknown): Result<bigint> {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : propagate(a, b);
}
export function subtractTimes(a: unknown, b: unknown): Result<bigint> {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a - b : propagate(a, b);
}
/** Concatenates strings or lists. */
export function concatenate(a: unknown, b: unknown): Result<unknown> {
  if (typeof a === 'string' && typeof b === 'string') {
    spendOnText(a.length + b.length);
    return a + b;
  }
  if (!Array.isArray(a) || !Array.isArray(b)) return propagate(a, b);
  spend(a.length + b.length);
  return [...a, ...b] as unknown[];
}
export function negate(value: unknown): Result<boolean> {
  return typeof value === 'boolean' ? !value : propagate(value);
}
/** Evaluates `&&` and `||` if neither operand decides. The result isn't known if an operand isn't. */
export function combineUndecided(a: unknown, b: unknown): Result<boolean> {
  return typeof a === 'boolean' && typeof b === 'boolean' ? b : propagate(a, b);
}
/** Requires the result of a rule to be a `bool`, if its type isn't known before. */
export function requireBool(value: unknown): Result<boolean> {
  return typeof value === 'boolean' ? value : propagate(value);
}

/**
 * Reads an element of a list or a map.
 *
 * @param whole False if an absent key of a map may be set.
 */
export function getElement(container: unknown, key: unknown, whole = true): unknown {
  if (Array.isArray(container) && isInt(key)) {
    const list = container as readonly unknown[];
    return key >= 0 && key < list.length ? list[Number(key)] : fail(`index out of bounds: ${key}`);
  }
  if (!isObject(container) || typeof key !== 'string') return propagate(container, key);
  if (Object.hasOwn(container, key)) return container[key] ?? fail(`no such key: ${key}`);
  return whole ? fail(`no such key: ${key}`) : undefined;
}
/** Counts the characters (code points) of a string, bytes, elements of a list, or entries of a map. */
export function size(value: unknown): Result<number> {
  if (typeof value === 'string') {
    spendOnText(value.length);
    return countCodePoints(value);
  }
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.length;
  if (!isObject(value)) return propagate(value);
  const { length } = Object.keys(value);
  spend(length);
  return length;
}

/** The maximum number of elements that are compared in pairs. */
const maxPairwiseElements = 12;

/** Whether the elements of a short list are all different. */
function isDistinct(list: readonly unknown[]): boolean {
  for (let at = 1; at < list.length; at += 1) {
    for (let before = 0; before < at; before += 1) if (isSame(list[before], list[at])) return false;
  }
  return true;
}

/** Removes repeated elements of a list, in linear time. */
export function distinct(list: unknown): Result<readonly unknown[]> {
  if (!Array.isArray(list)) return propagate(list);
  spend(list.length);
  if (list.length <= maxPairwiseElements && isDistinct(list)) return list as readonly unknown[];
  const first = new Map<string, unknown>();
  for (const element of list as readonly unknown[]) {
    const key = toEqualityKey(element);
    if (!first.has(key)) first.set(key, element);
  }
  return [...first.values()];
}
/** Returns a key that is the same for equal values. */
function toEqualityKey(value: unknown): string {
  if (typeof value === 'string') {
    spendOnText(value.length);
    return `"${value}`;
  }
  if (isNumber(value)) return String(value);
  spendOnMembers(value);
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return Number(inner);
    return isObject(inner) ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)) : inner;
  });
}

/** Counts the cost of reading a value at any depth. A computed list can contain a list many times. */
function spendOnMembers(value: unknown): void {
  if (typeof value === 'string') spendOnText(value.length);
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value);
  spend(members.length);
  for (const member of members) spendOnMembers(member);
}

/** Evaluates `int(x)`: truncates a double, or parses a string. */
export function convertToInt(value: unknown): Result<Int> {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string') return parseInteger(value);
  if (typeof value !== 'number') return propagate(value);
  return Math.abs(value) < 2 ** 63 ? toExactInt(BigInt(Math.trunc(value))) : fail('integer overflow');
}
function parseInteger(text: string): Result<Int> {
  spendOnText(text.length);
  if (!/^-?\d+$/.test(text)) return fail(`${JSON.stringify(text)} is not an int`);
  const digits = text.replace(/^(-?)0+(?=\d)/, '$1');
  return digits.length > maxDigits ? fail('integer overflow') : toExactInt(BigInt(digits));
}
export function convertToDouble(value: unknown): Result<number> {
  if (isNumber(value)) return Number(value);
  if (typeof value !== 'string') return propagate(value);
  spendOnText(value.length);
  const number = value.trim() === value && value !== '' ? Number(value) : NaN;
  return Number.isNaN(number) && value !== 'NaN' ? fail(`${JSON.stringify(value)} is not a double`) : number;
}
/** Encodes a string as UTF-8. */
export function convertToBytes(value: unknown): Result<Uint8Array> {
  if (typeof value !== 'string') return propagate(value);
  spendOnText(value.length);
  return new TextEncoder().encode(value);
}
export function convertToText(value: unknown): Result<string> {
  return typeof value === 'string' || typeof value === 'boolean' || isInt(value) ? String(value) : propagate(value);
}
