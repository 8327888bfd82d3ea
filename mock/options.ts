/** Checks the options of a mock and of `listen`. An option without a check doesn't compile, and an unknown option is rejected. */
import { ParameterError, createUnknownNameError } from '../runtime/errors.js';
import { describeType, describeValue } from '../runtime/error-text.js';
import { credentialsTypes } from './engine/token-claims.js';
import { adminTokenForm, isAdminToken } from './lib/admin-token.js';
import { parseHost } from './lib/host.js';
import { isObject } from './lib/json.js';
import { describeOptionValues, isOptionValue, optionTable } from './lib/option-table.js';
import type { CredentialsOptions } from './types/credentials.js';
import type { MockStore } from './types/store.js';
import type { ListenOptions, MockOptions, MockSettingName } from './types/mock.js';

/** The check of an option's value, and descriptions of the expected and the received value. Default of the latter: `describeValue`. */
type OptionCheck = readonly [isValid: (value: unknown) => boolean, expected: string, describe?: (value: unknown) => string];
type OptionChecks<Options, Names extends keyof Options = keyof Options> = { readonly [Name in Names]-?: OptionCheck };

const isStringArray = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

const isDeliveryHost = (host: string): boolean => parseHost(host) !== undefined;

const isCertificate = (value: unknown): boolean => isObject(value) && typeof value['cert'] === 'string' && typeof value['key'] === 'string';

const isStore = (value: unknown): boolean => isObject(value) && typeof (value as Partial<MockStore>).openLog === 'function';

/** Options of `listen`, which a mock can set for all its listeners. */
const networkChecks = {
  allowedHosts: [isStringArray, 'an array of host names'],
  allowedOrigins: [isStringArray, 'an array of origins'],
  trustProxy: [(value) => typeof value === 'boolean' || isStringArray(value), 'true, false, or an array of addresses'],
} as const satisfies OptionChecks<ListenOptions & MockOptions, 'allowedHosts' | 'allowedOrigins' | 'trustProxy'>;

const listenChecks: OptionChecks<ListenOptions> = {
  port: [(value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535, 'an integer from 0 to 65535'],
  host: [(value) => typeof value === 'string' && value !== '', 'the name or the address of a host'],
  ...networkChecks,
  tls: [isCertificate, 'an object with cert and key as PEM text', describeType],
};

const settingChecks = Object.fromEntries(
  Object.entries(optionTable).map(([name, option]): [string, OptionCheck] => [
    name,
    [(value) => isOptionValue(option, value), describeOptionValues(option)],
  ]),
) as OptionChecks<MockOptions, MockSettingName>;

const mockChecks: OptionChecks<MockOptions> = {
  seed: [() => true, 'a seed document or an array of them'],
  ...settingChecks,
  now: [(value) => typeof value === 'function', 'a function that returns milliseconds since 1970'],
  warn: [(value) => typeof value === 'function', 'a function that takes a message'],
  reportError: [(value) => typeof value === 'function', 'a function that takes a message'],
  parseYaml: [(value) => typeof value === 'function', 'a function that takes the text of a body'],
  ...networkChecks,
  deliver: [(value) => isStringArray(value) && (value as string[]).every(isDeliveryHost), 'an array of hosts such as "localhost:3000"'],
  adminToken: [isAdminToken, adminTokenForm, describeType],
  store: [isStore, 'a store, such as the one that openStore of discogen/store returns'],
  handlers: [isObject, 'an object of functions by method ID'],
};

/**
 * Throws `ParameterError` for an unknown option or an invalid value. Seeds are validated when they are applied. `more` lists additional
 * option names of the caller.
 */
export function checkMockOptions(options: MockOptions, more: readonly string[] = []): void {
  checkOptions('createMock', options, { checks: mockChecks, more });
}

/** Throws `ParameterError` for an unknown option or an invalid value. */
export function checkListenOptions(options: ListenOptions): void {
  checkOptions('listen', options, { checks: listenChecks });
}

const credentialsChecks: OptionChecks<CredentialsOptions> = {
  user: [(value) => typeof value === 'string' && value !== '', 'the user of a token in the seed'],
  type: [(value) => credentialsTypes.some((type) => type === value), credentialsTypes.map((type) => `"${type}"`).join(' or ')],
  rootUrl: [(value) => typeof value === 'string' && URL.canParse(value), 'a URL'],
};

/** Throws `ParameterError` for an unknown option or an invalid value. */
export function checkCredentialsOptions(options: CredentialsOptions): void {
  checkOptions('credentials', options, { checks: credentialsChecks });
}

interface KnownOptions {
  readonly checks: Readonly<Record<string, OptionCheck>>;
  readonly more?: readonly string[];
}

function checkOptions(functionName: string, options: object, { checks, more = [] }: KnownOptions): void {
  if (!isObject(options)) throw new ParameterError('options', 'an object', describeValue(options), functionName);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || more.includes(name)) continue;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) throw createUnknownNameError(functionName, { kind: 'option', name, known: [...Object.keys(checks), ...more] });
    const [isValid, expected, describe = describeValue] = check;
    if (!isValid(value)) throw new ParameterError(name, expected, describe(value), functionName);
  }
}
