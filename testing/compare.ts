/** Compares values with partial ones, as `toMatchObject` does, and formats the differences. */
import type { Scalar } from '../runtime/body-types.js';
import { isObject } from '../runtime/values/json.js';

/** A regular expression for a text, or an asymmetric matcher such as `expect.any(String)`. */
type Matcher = RegExp | Readonly<Record<string, unknown>>;

/**
 * A value to compare with: objects need only the fields to compare, at any depth. A regular expression, or an asymmetric matcher such as
 * `expect.any(String)`, can replace a scalar or a list. A field that is `undefined` must be absent.
 */
export type Expected<T> = unknown extends T
  ? unknown
  : T extends undefined
    ? T
    : T extends Scalar
      ? T | Matcher
      : T extends readonly (infer Item)[]
        ? readonly Expected<Item>[] | Matcher
        : { readonly [Key in keyof T]?: Expected<T[Key]> | undefined };

export interface JsonDifference {
  /** `body.labels.env` */
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
}

interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
  toAsymmetricMatcher?(): string;
}

/** The maximum number of characters of a formatted value. */
const maxLength = 300;

/** Compares values of any depth, without recursion. */
export function listDifferences(expected: unknown, received: unknown, path: string): readonly JsonDifference[] {
  const differences: JsonDifference[] = [];
  const pending: JsonDifference[] = [{ path, expected, received }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const parts = listParts(next);
    if (parts === 'different') differences.push(next);
    else pending.push(...parts.toReversed());
  }
  return differences;
}

/** Returns the pairs of values in two values, or that they differ. */
function listParts({ path, expected, received }: JsonDifference): readonly JsonDifference[] | 'different' {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(received) ? [] : 'different';
  if (expected instanceof RegExp) return typeof received === 'string' && received.search(expected) >= 0 ? [] : 'different';
  if (Array.isArray(expected)) {
    if (!Array.isArray(received) || received.length !== expected.length) return 'different';
    return expected.map((item: unknown, index) => ({ path: `${path}[${index}]`, expected: item, received: received[index] as unknown }));
  }
  if (!isObject(expected)) return Object.is(expected, received) ? [] : 'different';
  if (!isObject(received)) return 'different';
  return Object.entries(expected).map(([name, value]) => ({
    path: path === '' ? name : `${path}.${name}`,
    expected: value,
    received: Object.hasOwn(received, name) ? received[name] : undefined,
  }));
}

/** Formats differences as two lines each, the expected value with `-` and the received one with `+`. */
export function formatDifferences(differences: readonly JsonDifference[]): string {
  const shown = differences
    .slice(0, 20)
    .flatMap(({ path, expected, received }) => [`- ${path}: ${formatValue(expected)}`, `+ ${path}: ${formatValue(received)}`]);
  return [...shown, ...(differences.length > 20 ? [`and ${differences.length - 20} more differences`] : [])].join('\n');
}

/** Formats a value as JSON text of limited length. */
export function formatValue(value: unknown): string {
  const text = formatMatcher(value) ?? toJsonText(value) ?? 'absent';
  return text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;
}

/** `JSON.stringify` throws for values that are nested too deeply, or contain themselves. */
function toJsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, member: unknown) => formatMatcher(member) ?? member);
  } catch (error) {
    return `a value that is not JSON: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`;
  }
}

function formatMatcher(value: unknown): string | undefined {
  if (value instanceof RegExp) return String(value);
  return isAsymmetric(value) ? (value.toAsymmetricMatcher?.() ?? String(value)) : undefined;
}

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof value === 'object' && value !== null && typeof (value as Partial<AsymmetricMatcher>).asymmetricMatch === 'function';
}
