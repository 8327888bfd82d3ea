/** The options of a mock: an option that is missing here doesn't compile, and one that isn't known is rejected. */
import { ParameterError, shown, unknownName } from '../errors.js';
import { isObject } from './json.js';
import type { MockOptions } from './types.js';

/** Whether a value is one of an option, and what is expected in words. */
type OptionCheck = readonly [isValid: (value: unknown) => boolean, expected: string];

const milliseconds: OptionCheck = [(value) => Number.isFinite(value) && Number(value) >= 0, 'a number of milliseconds, 0 or more'];
const limit = (least: number): OptionCheck => [(value) => typeof value === 'number' && value >= least, `a number, ${least} or more`];

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

const checks = {
  seed: [() => true, 'a seed document or an array of them'],
  auth: [(value) => value === 'off' || value === 'on', '"off" or "on"'],
  operationDelay: milliseconds,
  operationRetention: milliseconds,
  now: [(value) => typeof value === 'function', 'a function that returns milliseconds since 1970'],
  randomSeed: [Number.isSafeInteger, 'an integer'],
  maxBody: limit(0),
  maxDepth: limit(1),
  strict: [(value) => typeof value === 'boolean', 'true or false'],
  warn: [(value) => typeof value === 'function', 'a function that takes a message'],
  maxSessions: limit(1),
  journal: limit(0),
  parseYaml: [(value) => typeof value === 'function', 'a function that takes the text of a body'],
  allowedHosts: [isTexts, 'an array of host names'],
  allowedOrigins: [isTexts, 'an array of origins'],
  trustProxy: [(value) => typeof value === 'boolean', 'true or false'],
  handlers: [isObject, 'an object of functions by method id'],
} as const satisfies Readonly<Record<keyof MockOptions, OptionCheck>>;

/** Throws `ParameterError` for an option that isn't known or has a value that it can't have. What a seed holds is checked where it is applied. `more`: names of options that the caller has besides. */
export function checkMockOptions(options: MockOptions, more: readonly string[] = []): void {
  const where = 'createMock';
  if (!isObject(options)) throw new ParameterError('options', 'an object', shown(options), where);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || more.includes(name)) continue;
    if (!Object.hasOwn(checks, name)) throw unknownName(where, { kind: 'option', name, known: [...Object.keys(checks), ...more] });
    const [isValid, expected]: OptionCheck = checks[name as keyof typeof checks];
    if (!isValid(value)) throw new ParameterError(name, expected, shown(value), where);
  }
}
