/** Compares values with partial ones, as `toMatchObject` does, and formats the differences. */
import type { Scalar } from '../../templates/runtime/body-types.js';

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

export function listDifferences(expected: unknown, received: unknown, path: string): readonly JsonDifference[] {
  const differs: readonly JsonDifference[] = [{ path, expected, received }];
  if (isAsymmetric(expected)) return expected.asymmetricMatch(received) ? [] : differs;
  if (expected instanceof RegExp) return typeof received === 'string' && received.search(expected) >= 0 ? [] : differs;
  if (Array.isArray(expected)) {
    if (!Array.isArray(received) || received.length !== expected.length) return differs;
    return expected.flatMap((item, index) => listDifferences(item, received[index], `${path}[${index}]`));
  }
  if (!isRecord(expected)) return Object.is(expected, received) ? [] : differs;
  if (!isRecord(received)) return differs;
  return Object.entries(expected).flatMap(([name, value]) =>
    listDifferences(value, Object.hasOwn(received, name) ? received[name] : undefined, path === '' ? name : `${path}.${name}`),
  );
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
  const text = formatMatcher(value) ?? JSON.stringify(value, (_, member: unknown) => formatMatcher(member) ?? member) ?? 'absent';
  return text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;
}

function formatMatcher(value: unknown): string | undefined {
  if (value instanceof RegExp) return String(value);
  return isAsymmetric(value) ? (value.toAsymmetricMatcher?.() ?? String(value)) : undefined;
}

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof value === 'object' && value !== null && typeof (value as Partial<AsymmetricMatcher>).asymmetricMatch === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
