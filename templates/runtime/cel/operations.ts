/**
 * The operations of compiled CEL expressions (https://github.com/cel-expr/cel-spec), on JSON values.
 *
 * A value is a JSON value, except that an `int` is a `number` while it is exact and a `bigint` beyond, and that a timestamp or a duration
 * is a `bigint` of nanoseconds. `undefined` is the result of an evaluation that fails, such as for an absent field.
 */
import { getOwnMember, isObject, isRemovedMember, type Members } from '../validate/objects.js';
import { countCodePoints } from '../validate/text.js';

type Int = number | bigint;
type Result<T> = T | undefined;

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;

const isInt = (value: unknown): value is Int => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
const isNumber = (value: unknown): value is Int => typeof value === 'number' || typeof value === 'bigint';

function toExactInt(value: bigint): Result<Int> {
  return value < minInt || value > maxInt ? undefined : toWideInt(value);
}

interface Absence {
  /** The default of the field, which applies if the member is `null` or known to be unset. */
  readonly fallback: unknown;
  /** Whether an absent member is known to be unset: false for the body of a partial update, which may remove it. */
  readonly whole: boolean;
}

/** Reads a member. */
export function getField(object: unknown, name: string, absence?: Absence): unknown {
  if (!isObject(object)) return undefined;
  const member = getOwnMember(object, name);
  if (member === undefined && absence?.whole === false && !isRemovedMember(object, name)) return undefined;
  return member ?? absence?.fallback;
}

/** Whether an object has a member that isn't `null`. Returns `undefined` for a partial update that doesn't mention the member. */
export function hasField(object: unknown, name: string, whole: boolean): Result<boolean> {
  if (!isObject(object)) return undefined;
  const member = getOwnMember(object, name);
  if (member !== undefined) return member !== null;
  return whole || isRemovedMember(object, name) ? false : undefined;
}

export function toText(value: unknown): Result<string> {
  return typeof value === 'string' ? value : undefined;
}
export function toBool(value: unknown): Result<boolean> {
  return typeof value === 'boolean' ? value : undefined;
}
export function toList(value: unknown): Result<readonly unknown[]> {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}
export function toMembers(value: unknown): Result<Members> {
  return isObject(value) ? value : undefined;
}
/** Reads an `int32` or `uint32`, or a 64-bit integer in decimal text. */
export function toInt(value: unknown): Result<Int> {
  if (isInt(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return undefined;
  return value.length < 16 ? Number(value) + 0 : toWideInt(BigInt(value));
}
/** Converts a 64-bit integer. A `uint64` can exceed the range of `int`, but still compares exactly. */
function toWideInt(value: bigint): Int {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}
export function toDouble(value: unknown): Result<number> {
  return typeof value === 'number' ? value : undefined;
}
/** Reads a value of unknown type, such as a member of an open object. */
export function toDynamic(value: unknown): unknown {
  return value;
}
export function toIntList(value: unknown): Result<readonly unknown[]> {
  return Array.isArray(value) ? value.map(toInt) : undefined;
}
export function toIntMap(value: unknown): Result<Members> {
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toInt(member)])) : undefined;
}

function isComparable(a: unknown, b: unknown): a is number {
  return isNumber(a) ? isNumber(b) : (typeof a === 'string' || typeof a === 'boolean') && typeof b === typeof a;
}
export function isLess(a: unknown, b: unknown): Result<boolean> {
  return isComparable(a, b) ? a < (b as number) : undefined;
}
export function isLessOrEqual(a: unknown, b: unknown): Result<boolean> {
  return isComparable(a, b) ? a <= (b as number) : undefined;
}
/** Whether two values are deeply equal. Numbers are equal by value, whatever their type. */
export function isEqual(a: unknown, b: unknown): Result<boolean> {
  if (a === undefined || b === undefined) return undefined;
  return isSame(a, b);
}
function isSame(a: unknown, b: unknown): boolean {
  if (isNumber(a) || isNumber(b)) return isNumber(a) && isNumber(b) && isSameNumber(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  if (!isObject(a)) return a === b;
  if (!isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
/** A number and a bigint are compared exactly. */
function isSameNumber(a: Int, b: Int): boolean {
  return typeof a === typeof b ? a === b : isLessOrEqual(a, b) === true && isLessOrEqual(b, a) === true;
}
/** Whether a list has an element, or a map a key. */
export function isIn(element: unknown, container: unknown): Result<boolean> {
  if (element === undefined) return undefined;
  if (Array.isArray(container)) return container.some((other) => isSame(element, other));
  return isObject(container) ? typeof element === 'string' && Object.hasOwn(container, element) : undefined;
}

interface Calculation {
  readonly small: (a: number, b: number) => number;
  readonly large: (a: bigint, b: bigint) => bigint;
}

function calculate(a: unknown, b: unknown, { small, large }: Calculation): Result<Int> {
  if (!isInt(a) || !isInt(b)) return undefined;
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
const isZero = (value: Int): boolean => value === 0 || value === 0n;

export function divideInts(a: unknown, b: unknown): Result<Int> {
  return isInt(b) && !isZero(b) ? calculate(a, b, { small: (x, y) => Math.trunc(x / y), large: (x, y) => x / y }) : undefined;
}
export function modulo(a: unknown, b: unknown): Result<Int> {
  return isInt(b) && !isZero(b) ? calculate(a, b, { small: (x, y) => x % y, large: (x, y) => x % y }) : undefined;
}
export function negateInt(a: unknown): Result<Int> {
  return subtractInts(0, a);
}
export function addDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a + b : undefined;
}
export function subtractDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a - b : undefined;
}
export function multiplyDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a * b : undefined;
}
export function divideDoubles(a: unknown, b: unknown): Result<number> {
  return typeof a === 'number' && typeof b === 'number' ? a / b : undefined;
}
export function negateDouble(a: unknown): Result<number> {
  return typeof a === 'number' ? -a : undefined;
}
/** Adds timestamps and durations. */
export function addTimes(a: unknown, b: unknown): Result<bigint> {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : undefined;
}
export function subtractTimes(a: unknown, b: unknown): Result<bigint> {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a - b : undefined;
}
/** Concatenates strings or lists. */
export function concatenate(a: unknown, b: unknown): Result<unknown> {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  return Array.isArray(a) && Array.isArray(b) ? ([...a, ...b] as unknown[]) : undefined;
}
export function negate(value: unknown): Result<boolean> {
  return typeof value === 'boolean' ? !value : undefined;
}

export function getElement(container: unknown, key: unknown): unknown {
  if (Array.isArray(container)) return isInt(key) ? (container as readonly unknown[])[Number(key)] : undefined;
  return isObject(container) && typeof key === 'string' && Object.hasOwn(container, key) ? container[key] : undefined;
}
/** Counts the characters (code points) of a string, bytes, elements of a list, or entries of a map. */
export function size(value: unknown): Result<number> {
  if (typeof value === 'string') return countCodePoints(value);
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

type Visit = (element: unknown) => unknown;
const listElements = (value: unknown): Result<readonly unknown[]> =>
  Array.isArray(value) ? (value as readonly unknown[]) : isObject(value) ? Object.keys(value) : undefined;

/** Evaluates `all` and `exists`. A failed evaluation matters only if no element decides. */
function quantify(value: unknown, decidingValue: boolean, predicate: Visit): Result<boolean> {
  const elements = listElements(value);
  if (elements === undefined) return undefined;
  let result: Result<boolean> = !decidingValue;
  for (const element of elements) {
    const outcome = predicate(element);
    if (outcome === decidingValue) return decidingValue;
    if (outcome === undefined) result = undefined;
  }
  return result;
}
export function all(value: unknown, predicate: Visit): Result<boolean> {
  return quantify(value, false, predicate);
}
export function exists(value: unknown, predicate: Visit): Result<boolean> {
  return quantify(value, true, predicate);
}
export function existsOne(value: unknown, predicate: Visit): Result<boolean> {
  const results = mapElements(value, predicate);
  return results && results.filter(Boolean).length === 1;
}
export function filterElements(value: unknown, predicate: Visit): Result<readonly unknown[]> {
  const elements = listElements(value);
  const results = mapElements(value, predicate);
  return results && elements?.filter((_, index) => results[index] === true);
}
export function mapElements(value: unknown, transform: Visit): Result<readonly unknown[]> {
  const elements = listElements(value);
  if (elements === undefined) return undefined;
  const results: unknown[] = [];
  for (const element of elements) {
    const result = transform(element);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results;
}

/** Evaluates a list literal, which fails if one of its elements fails. */
export function createList(elements: readonly unknown[]): Result<readonly unknown[]> {
  return elements.includes(undefined) ? undefined : elements;
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
  if (!Array.isArray(list)) return undefined;
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
  if (typeof value === 'string') return `"${value}`;
  if (isNumber(value)) return String(value);
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return Number(inner);
    return isObject(inner) ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)) : inner;
  });
}

/** Evaluates `int(x)`: truncates a double, or parses a string. */
export function convertToInt(value: unknown): Result<Int> {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? toExactInt(BigInt(value)) : undefined;
  return typeof value === 'number' && Math.abs(value) < 2 ** 63 ? toExactInt(BigInt(Math.trunc(value))) : undefined;
}
export function convertToDouble(value: unknown): Result<number> {
  if (isNumber(value)) return Number(value);
  if (typeof value !== 'string' || value.trim() !== value || value === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) && value !== 'NaN' ? undefined : number;
}
/** Encodes a string as UTF-8. */
export function convertToBytes(value: unknown): Result<Uint8Array> {
  return typeof value === 'string' ? new TextEncoder().encode(value) : undefined;
}
export function convertToText(value: unknown): Result<string> {
  return typeof value === 'string' || typeof value === 'boolean' || isInt(value) ? String(value) : undefined;
}
