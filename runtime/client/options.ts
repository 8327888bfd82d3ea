/** The names of all options, and their checks. The types guarantee that the tables are complete. */
import type { Endpoint } from '../descriptor.js';
import { describeValue } from '../error-text.js';
import { ParameterError, createUnknownNameError } from '../errors.js';
import type { CallOptions, Hooks, RetryOptions, Timeout } from './call-options.js';
import type { ClientOptions, OptionNames } from './client-types.js';

const sharedOptionNames = {
  headers: 1,
  maxResponseBytes: 1,
  requestId: 1,
  retry: { attempts: 1, delay: 1, maxDelay: 1, maxRetryAfter: 1 } satisfies OptionNames<RetryOptions>,
  timeout: { attempt: 1, total: 1 } satisfies OptionNames<Exclude<Timeout, number>>,
} as const;

const hookNames: OptionNames<Hooks> = { onError: 1, onRequest: 1, onResponse: 1, onRetry: 1 };

export const callOptionNames: OptionNames<CallOptions> = { ...sharedOptionNames, signal: 1 };

export const clientOptionNames: OptionNames<ClientOptions> = {
  ...sharedOptionNames,
  auth: 1,
  clock: 1,
  fetch: 1,
  hooks: hookNames,
  ...hookNames,
  random: 1,
  rootUrl: 1,
  userAgent: 1,
  validate: 1,
};

/**
 * Throws `ParameterError` for an unknown option, or an unknown member of an option. Checks each element of an array. Skips instances of
 * classes, because they may have other fields.
 *
 * @param caller The method ID or function that the error names.
 */
export function checkOptions(caller: string, options: object, names: object): void {
  const check = (values: object, knownNames: object, prefix: string): void => {
    for (const [name, value] of Object.entries(values)) {
      const memberNames: unknown = Object.hasOwn(knownNames, name) && knownNames[name as never];
      if (memberNames === 1 || value === undefined) continue;
      if (!memberNames)
        throw createUnknownNameError(caller, {
          kind: 'option',
          name: prefix + name,
          known: Object.keys(knownNames).map((element) => prefix + element),
        });
      for (const each of [value].flat()) {
        if (memberNames === hookNames && each !== undefined && Object(each) !== each)
          throw new ParameterError(prefix + name, 'an object of hooks, or an array of them', describeValue(each), caller);
        if (isPlainObject(each)) check(each, memberNames, `${prefix}${name}.`);
      }
    }
  };
  check(options, names, '');
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || !value) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  // `Object.prototype` of another realm is a different object.
  return !prototype || !Object.getPrototypeOf(prototype);
}

/** The options of a client whose service has regional endpoints. */
export interface RegionalOptions<Location extends string> extends ClientOptions {
  /** Selects the regional endpoint. `rootUrl` overrides it. */
  readonly location?: Location | undefined;
}

/** Replaces the location in the options with its `rootUrl`. Throws `ParameterError` for an unknown location. */
export function selectEndpoint(endpoints: readonly Endpoint[], options: RegionalOptions<string>): ClientOptions {
  checkOptions('createClient', options, { ...clientOptionNames, location: 1 });
  const { location, ...clientOptions } = options;
  if (location === undefined || options.rootUrl !== undefined) return clientOptions;
  const found = endpoints.find((endpoint) => endpoint.location === location);
  if (found) return { ...clientOptions, rootUrl: found.url };
  const expected = `one of ${endpoints.map((endpoint) => endpoint.location).join(', ')}`;
  throw new ParameterError('location', expected, describeValue(location), 'createClient');
}
