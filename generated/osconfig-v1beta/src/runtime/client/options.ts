/** The options that there are, by name: an option that is missing here doesn't compile, and one that isn't known is rejected. */
import { ParameterError, describeValue, createUnknownNameError } from '../errors.js';
import type { Hooks } from './hooks.js';
import type { CallOptions, ClientOptions, OptionNames, RetryOptions, Timeout } from './client-types.js';

const common = {
  headers: 1,
  requestId: 1,
  retry: { attempts: 1, delay: 1, maxDelay: 1, maxRetryAfter: 1 } satisfies OptionNames<RetryOptions>,
  timeout: { attempt: 1, total: 1 } satisfies OptionNames<Exclude<Timeout, number>>,
} as const;

const hooks: OptionNames<Hooks> = { onError: 1, onRequest: 1, onResponse: 1, onRetry: 1 };

/** Options of every call. */
export const callOptions: OptionNames<CallOptions> = { ...common, signal: 1 };

/** Options of a client. */
export const clientOptions: OptionNames<ClientOptions> = {
  ...common,
  auth: 1,
  clock: 1,
  fetch: 1,
  hooks,
  ...hooks,
  random: 1,
  rootUrl: 1,
  userAgent: 1,
  validate: 1,
};

/**
 * Throws `ParameterError` for an option that isn't known, or a member of one. An array is checked element by element, and an instance of a
 * class isn't checked: it may have fields of its own. `where`: what takes the options.
 */
export function checkOptions(where: string, options: object, names: object): void {
  const check = (given: object, known: object, begin: string): void => {
    for (const [name, value] of Object.entries(given)) {
      const inner: unknown = Object.hasOwn(known, name) && known[name as never];
      if (inner === 1 || value === undefined) continue;
      if (!inner)
        throw createUnknownNameError(where, { kind: 'option', name: begin + name, known: Object.keys(known).map((each) => begin + each) });
      for (const each of [value].flat()) {
        if (inner === hooks && each !== undefined && Object(each) !== each)
          throw new ParameterError(begin + name, 'an object of hooks, or an array of them', describeValue(each), where);
        if (isPlain(each)) check(each, inner, `${begin}${name}.`);
      }
    }
  };
  check(options, names, '');
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || !value) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  // That of another realm isn't the same object.
  return !prototype || !Object.getPrototypeOf(prototype);
}
