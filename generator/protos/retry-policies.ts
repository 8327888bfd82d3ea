/** Reads how clients of the publisher retry methods, from the gRPC configs and client configs beside protobuf definitions. */
import {
  getList,
  getMember,
  getNumber,
  getObjects,
  getStrings,
  getText,
  isObject,
  type Json,
  omitUndefined,
  parseJson,
} from '../lib/json.js';
import type { ProtoLibrary } from './proto-library.js';

export interface RetryPolicy {
  readonly codes: readonly string[];
  /** In milliseconds. */
  readonly delay?: number;
  readonly maxDelay?: number;
  /** The file and the line of the config. */
  readonly source: string;
}

/** The codes that a status of HTTP identifies. 409 is also that of `ALREADY_EXISTS`, which no client repeats. */
const knownCodes: ReadonlySet<string> = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'INTERNAL', 'UNKNOWN']);

/**
 * Reads the policies of methods by their full names, and of all methods of a service by its name.
 *
 * @param services The full names of the services to read.
 */
export function readRetryPolicies(library: ProtoLibrary, services: ReadonlySet<string>): ReadonlyMap<string, RetryPolicy> {
  const found = new Map<string, RetryPolicy>();
  for (const path of library.configs.filter((name) => /(?:grpc_service_config|client_config)\.json$/.test(name))) {
    const text = library.readText(path) ?? '';
    const value = parseJson(text);
    const entries = path.endsWith('client_config.json') ? listClientPolicies(value) : listServicePolicies(value);
    for (const [service, method, policy] of entries) {
      const codes = policy.codes.filter((code) => knownCodes.has(code));
      const name = method === undefined ? service : `${service}.${method}`;
      if (services.has(service) && codes.length > 0 && !found.has(name))
        found.set(name, { ...policy, codes, source: `${path}:${findLine(text, method ?? service)}` });
    }
  }
  return found;
}

/** Returns the line that first mentions a name. */
const findLine = (text: string, name: string): number => text.slice(0, Math.max(0, text.indexOf(`"${name}"`))).split('\n').length;

type PolicyEntry = readonly [service: string, method: string | undefined, policy: Omit<RetryPolicy, 'source'>];

/** Lists the policies of a gRPC service config. */
function listServicePolicies(value: Json | undefined): readonly PolicyEntry[] {
  return getList(value, 'methodConfig').flatMap((config) => {
    const policy = getMember(config, 'retryPolicy');
    if (!isObject(policy)) return [];
    const delays = { delay: parseSeconds(getText(policy, 'initialBackoff')), maxDelay: parseSeconds(getText(policy, 'maxBackoff')) };
    const stated = { codes: getStrings(policy, 'retryableStatusCodes'), ...omitUndefined(delays) };
    return getList(config, 'name').flatMap((name): readonly PolicyEntry[] => {
      const service = getText(name, 'service');
      return service === undefined ? [] : [[service, getText(name, 'method'), stated]];
    });
  });
}

/** Lists the policies of a client config, which the npm packages of the vendor's clients contain. */
function listClientPolicies(value: Json | undefined): readonly PolicyEntry[] {
  return getObjects(value, 'interfaces').flatMap(([service, config]) =>
    getObjects(config, 'methods').flatMap(([method, settings]): readonly PolicyEntry[] => {
      const codes = getStrings(getMember(config, 'retry_codes'), getText(settings, 'retry_codes_name') ?? '');
      const params = getMember(getMember(config, 'retry_params'), getText(settings, 'retry_params_name') ?? '');
      const delays = { delay: getNumber(params, 'initial_retry_delay_millis'), maxDelay: getNumber(params, 'max_retry_delay_millis') };
      return codes.length === 0 ? [] : [[service, method, { codes, ...omitUndefined(delays) }]];
    }),
  );
}

/** Parses `0.100s` to milliseconds. */
function parseSeconds(text: string | undefined): number | undefined {
  const [, seconds] = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(text ?? '') ?? [];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}
