/** The options of a mock, and of listening: an option that is missing here doesn't compile, and one that isn't known is rejected. */
import { ParameterError, describeValue, createUnknownNameError } from '../errors.js';
import { isObject } from './json.js';
import type { ListenOptions, MockOptions } from './mock-types.js';

/** Whether a value is one of an option, and what is expected in words. */
type OptionCheck = readonly [isValid: (value: unknown) => boolean, expected: string];
type OptionChecks<Options, Names extends keyof Options = keyof Options> = { readonly [Name in Names]-?: OptionCheck };

const milliseconds: OptionCheck = [(value) => Number.isFinite(value) && Number(value) >= 0, 'a number of milliseconds, 0 or more'];
const atLeast = (least: number): OptionCheck => [(value) => typeof value === 'number' && value >= least, `a number, ${least} or more`];

const isStringArray = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Of `listen`, or of a mock for all that listen without their own. */
const networkChecks = {
  allowedHosts: [isStringArray, 'an array of host names'],
  allowedOrigins: [isStringArray, 'an array of origins'],
  trustProxy: [(value) => typeof value === 'boolean', 'true or false'],
} as const satisfies OptionChecks<ListenOptions & MockOptions, 'allowedHosts' | 'allowedOrigins' | 'trustProxy'>;

const listenChecks: OptionChecks<ListenOptions> = {
  port: [(value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535, 'an integer from 0 to 65535'],
  host: [(value) => typeof value === 'string' && value !== '', 'the name or the address of a host'],
  ...networkChecks,
};

const mockChecks: OptionChecks<MockOptions> = {
  seed: [() => true, 'a seed document or an array of them'],
  auth: [(value) => value === 'off' || value === 'on', '"off" or "on"'],
  operationDelay: milliseconds,
  operationRetention: milliseconds,
  now: [(value) => typeof value === 'function', 'a function that returns milliseconds since 1970'],
  randomSeed: [Number.isSafeInteger, 'an integer'],
  maxBody: atLeast(0),
  maxDepth: atLeast(1),
  strict: [(value) => typeof value === 'boolean', 'true or false'],
  warn: [(value) => typeof value === 'function', 'a function that takes a message'],
  maxSessions: atLeast(1),
  maxJournalEntries: atLeast(0),
  parseYaml: [(value) => typeof value === 'function', 'a function that takes the text of a body'],
  ...networkChecks,
  handlers: [isObject, 'an object of functions by method id'],
};

/** Throws `ParameterError` for an option that isn't known or has a value that it can't have. What a seed holds is checked where it is applied. `more`: names of options that the caller has besides. */
export function checkMockOptions(options: MockOptions, more: readonly string[] = []): void {
  checkOptions('createMock', options, { checks: mockChecks, more });
}

/** Throws `ParameterError`. */
export function checkListenOptions(options: ListenOptions): void {
  checkOptions('listen', options, { checks: listenChecks });
}

interface KnownOptions {
  readonly checks: Readonly<Record<string, OptionCheck>>;
  readonly more?: readonly string[];
}

function checkOptions(where: string, options: object, { checks, more = [] }: KnownOptions): void {
  if (!isObject(options)) throw new ParameterError('options', 'an object', describeValue(options), where);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || more.includes(name)) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) throw createUnknownNameError(where, { kind: 'option', name, known: [...Object.keys(checks), ...more] });
    const [isValid, expected] = check;
    if (!isValid(value)) throw new ParameterError(name, expected, describeValue(value), where);
  }
}
