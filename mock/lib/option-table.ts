/** The options of a mock that are numbers or words: their defaults, their limits, and their descriptions in the help of commands. */
import { describeValue } from '../../runtime/error-text.js';
import type { MockSettingName, MockSettingValues } from '../types/mock.js';

/** A number. A duration is in milliseconds. */
export interface NumberOption {
  readonly type: 'bytes' | 'duration' | 'integer';
  readonly default: number;
  readonly least: number;
  readonly most?: number;
  readonly text: string;
}

/** One of several words. */
export interface ChoiceOption<Value extends string = string> {
  readonly type: 'choice';
  readonly values: readonly Value[];
  readonly default: Value;
  readonly text: string;
}

type OptionTable = {
  readonly [Name in MockSettingName]: MockSettingValues[Name] extends string ? ChoiceOption<MockSettingValues[Name]> : NumberOption;
};

const day = 86_400_000;
const mebibyte = 1024 * 1024;

/** A new option without a row doesn't compile. */
export const optionTable: OptionTable = {
  auth: { type: 'choice', values: ['off', 'on'], default: 'off', text: 'whether the mock checks credentials, scopes, and permissions' },
  operationDelay: { type: 'duration', default: 0, least: 0, text: 'time from the acceptance of a change to its completion' },
  operationRetention: { type: 'duration', default: 14 * day, least: 0, text: 'how long the mock keeps a completed operation' },
  handlerTimeout: {
    type: 'duration',
    default: 30_000,
    least: 1,
    text: 'how long the handlers of a call may take before the mock responds with 500',
  },
  randomSeed: {
    type: 'integer',
    default: 1,
    least: 0,
    text: 'seed of generated IDs and random faults; the same seed and requests produce the same ones',
  },
  maxBody: { type: 'bytes', default: 10 * mebibyte, least: 0, text: 'maximum size of a request body' },
  maxBodies: {
    type: 'bytes',
    default: 100 * mebibyte,
    least: 0,
    text: 'maximum total size of the bodies of all requests in progress, and maximum size of the body of a control request, which is at most 268435456',
  },
  maxUploads: {
    type: 'bytes',
    default: 16 * mebibyte,
    least: 0,
    text: 'maximum total size of all unfinished resumable uploads, in base64',
  },
  maxDepth: { type: 'integer', default: 100, least: 1, most: 10_000, text: 'maximum nesting depth of a JSON body' },
  ignored: {
    type: 'choice',
    values: ['select', 'warn', 'all'],
    default: 'select',
    text: 'which of the parameters, fields, and headers that the mock does not implement lead to 501; select: those that select what the response contains or the request changes; warn: none; all: all of them',
  },
  maxSessions: {
    type: 'integer',
    default: 1000,
    least: 1,
    most: 1_000_000,
    text: 'maximum number of sessions; a new one replaces the least recently used one',
  },
  journal: {
    type: 'integer',
    default: 10_000,
    least: 0,
    most: 1_000_000,
    text: 'maximum number of journal entries per session; the oldest are dropped',
  },
  maxJournalBytes: { type: 'bytes', default: 4 * mebibyte, least: 0, text: 'maximum total size of the journals of all sessions' },
  history: {
    type: 'integer',
    default: 1000,
    least: 1,
    most: 1_000_000,
    text: 'number of recent states that a session can be rewound to; the oldest are dropped',
  },
  maxHistoryBytes: {
    type: 'bytes',
    default: 8 * mebibyte,
    least: 0,
    text: 'maximum total size of the replaced and deleted resources that the recent states of all sessions keep',
  },
};

/** Returns whether an option can have a value. A limit in bytes can be infinite. */
export function isOptionValue<Value extends string>(option: ChoiceOption<Value>, value: unknown): value is Value;
export function isOptionValue(option: NumberOption | ChoiceOption, value: unknown): boolean;
export function isOptionValue(option: NumberOption | ChoiceOption, value: unknown): boolean {
  if (option.type === 'choice') return option.values.some((each) => each === value);
  if (typeof value !== 'number' || !(value >= option.least && value <= (option.most ?? Infinity))) return false;
  return option.type === 'integer' ? Number.isSafeInteger(value) : option.type === 'bytes' || Number.isFinite(value);
}

const units = { bytes: 'a number of bytes', duration: 'a number of milliseconds', integer: 'an integer' } as const;

/** Describes the values that an option can have, for error messages. */
export function describeOptionValues(option: NumberOption | ChoiceOption): string {
  if (option.type !== 'choice') {
    const { least, most } = option;
    return most === undefined ? `${units[option.type]}, ${least} or more` : `${units[option.type]} from ${least} to ${most}`;
  }
  const words = option.values.map((value) => `"${value}"`);
  const last = words.pop();
  return `${words.join(', ')}${words.length > 1 ? ',' : ''} or ${last}`;
}

/** Returns the values of all options. An absent option has its default. */
export function resolveOptions(options: { readonly [Name in MockSettingName]?: MockSettingValues[Name] | undefined }): MockSettingValues {
  const names = Object.keys(optionTable) as MockSettingName[];
  return Object.fromEntries(names.map((name) => [name, options[name] ?? optionTable[name].default])) as unknown as MockSettingValues;
}

/** Throws a `TypeError` for a setting that is unknown or has the wrong type. */
export function checkSettings(settings: object): void {
  for (const [name, value] of Object.entries(settings)) {
    if (name !== 'ignored') throw new TypeError(`unknown setting "${name}"; expected "ignored"`);
    if (value !== undefined && !isOptionValue(optionTable.ignored, value))
      throw new TypeError(`ignored must be ${describeOptionValues(optionTable.ignored)} (received ${describeValue(value)})`);
  }
}
