/** Converts what a handler returns to JSON. */
import { describeType, describeValue } from '../../runtime/error-text.js';
import type { Json } from '../lib/json.js';

/**
 * Returns a copy of a value as JSON, as `JSON.stringify` converts it. Members that are `undefined` are absent.
 *
 * @param description What the value is, such as `the result of the handler of …`.
 * @returns `undefined` if the value is `undefined`.
 * @throws TypeError If JSON can't represent a part of the value: `NaN`, a function, a `Response`, a `Map`.
 */
export function toHandlerJson(value: unknown, description: string): Json | undefined {
  const text = JSON.stringify(value, (name, part: unknown) => {
    if (isRepresentable(part)) return part;
    const where = name === '' ? '' : ` in "${name}"`;
    throw new TypeError(`${description} must be JSON (received ${describePart(part)}${where})`);
  }) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}

function isRepresentable(part: unknown): boolean {
  if (typeof part === 'number') return Number.isFinite(part);
  if (typeof part === 'object' && part !== null) return Array.isArray(part) || getTag(part) === 'Object';
  return typeof part !== 'function' && typeof part !== 'symbol' && typeof part !== 'bigint';
}

const getTag = (value: object): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

function describePart(part: unknown): string {
  if (typeof part === 'object' && part !== null) return `an object of the class ${getTag(part)}`;
  return typeof part === 'number' || typeof part === 'bigint' ? describeValue(part) : describeType(part);
}
