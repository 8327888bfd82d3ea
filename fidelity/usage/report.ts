/** What is known of the methods, parameters, and errors that a program uses. */
import { getReasonDefaults, isCommonParameter } from '../../mock/shared.js';
import { compareText } from '../../generator/lib/diagnostics.js';
import { omitUndefined } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { ErrorUse, MethodUse, Uses } from './uses.js';

/** `implemented`: as the specification or a service module states it. `convention`: inferred. `notImplemented`: the mock responds with 501. */
export type MethodSupport = Method['support'];
/** `ignored`: it has no effect. `notImplemented`: the mock responds with 501. `unknown`: the description doesn't have it. */
export type ParameterSupport = 'supported' | 'ignored' | 'notImplemented' | 'unknown';
/** `rule`: the mock sends it. `auth`: with `--auth on`. `fault`: only if a fault or a handler causes it. */
export type ErrorSupport = 'rule' | 'auth' | 'fault';

export interface CheckedMethod {
  /** Name and version. */
  readonly api: string;
  /** The method ID. */
  readonly method: string;
  readonly calls: number;
  readonly support: MethodSupport;
  /** Why the mock responds with 501, or what the user of a convention must know. */
  readonly note?: string;
  /** What the evidence of the config says: how many recorded exchanges agreed. */
  readonly evidence?: { readonly scenarios: number; readonly compared: number; readonly agree: number };
  /** Sorted by name. */
  readonly parameters: readonly { readonly name: string; readonly support: ParameterSupport }[];
  /** Sorted by status and reason. */
  readonly errors: readonly CheckedError[];
}

export interface CheckedError extends ErrorUse {
  readonly support: ErrorSupport;
}

export interface UsesReport {
  /** Sorted by API and method. */
  readonly methods: readonly CheckedMethod[];
  /** The errors that belong to no method, sorted. */
  readonly errors: readonly CheckedError[];
  /** Calls of no method of the APIs, sorted. */
  readonly unknown: readonly { readonly call: string; readonly calls: number }[];
  /** The number of methods and parameters that are 501, of parameters and calls that no description has, and of errors that need a fault. */
  readonly missing: number;
}

export function reportUses(uses: Uses): UsesReport {
  const methods = uses.methods.map(checkMethod);
  methods.sort((one, other) => compareText(one.api, other.api) || compareText(one.method, other.method));
  const stated = new Set(uses.methods.flatMap(({ api }) => listStatedReasons(api)));
  const errors = checkErrors(uses.errors.values(), stated);
  const unknown = [...uses.unknown].map(([call, calls]) => ({ call, calls })).sort((one, other) => compareText(one.call, other.call));
  return {
    methods,
    errors,
    unknown,
    missing: methods.reduce((sum, each) => sum + countMissing(each), 0) + countFaults(errors) + unknown.length,
  };
}

function checkMethod({ api, method, calls, parameters, errors }: MethodUse): CheckedMethod {
  const evidence = api.evidence && Object.hasOwn(api.evidence.methods, method.id) ? api.evidence.methods[method.id] : undefined;
  return {
    api: `${api.name} ${api.version}`,
    method: method.id,
    calls,
    support: method.support,
    ...omitUndefined({ note: method.supportNote }),
    ...(evidence && { evidence: { scenarios: evidence.scenarios, compared: evidence.compared, agree: evidence.agree } }),
    parameters: [...parameters]
      .map(([name, values]) => ({ name, support: findSupport({ api, method }, name, values) }))
      .sort((one, other) => compareText(one.name, other.name)),
    errors: checkErrors(errors.values(), new Set(listStatedReasons(api))),
  };
}

function findSupport(
  { api, method }: Pick<MethodUse, 'api' | 'method'>,
  name: string,
  values: ReadonlySet<string> | undefined,
): ParameterSupport {
  if (Object.hasOwn(method.selectors, name)) {
    const neutral = method.selectors[name] ?? [];
    return values !== undefined && [...values].every((value) => neutral.includes(value)) ? 'supported' : 'notImplemented';
  }
  if (method.ignored.includes(name)) return 'ignored';
  return hasParameter({ api, method }, name) ? 'supported' : 'unknown';
}

const bodyPrefix = 'requestBody.';

function hasParameter({ api, method }: Pick<MethodUse, 'api' | 'method'>, name: string): boolean {
  if (name.startsWith(bodyPrefix)) {
    const object = getLookup(api).object(method.request);
    return (
      object === undefined || object.additional !== undefined || object.fields.some((field) => field.name === name.slice(bodyPrefix.length))
    );
  }
  return [...method.parameters, ...api.parameters].some((parameter) => parameter.name === name) || isCommonParameter(name);
}

/** Lists the reasons of errors that the specification states in place of those of the mock. */
function listStatedReasons({ statedErrors }: Api): readonly string[] {
  if (statedErrors === undefined) return [];
  const { messages, schemaMessages, methodMessages } = statedErrors;
  return [messages, ...Object.values(schemaMessages), ...Object.values(methodMessages)]
    .flatMap((each) => Object.values(each))
    .flatMap((error) => (typeof error === 'object' ? (error.reason ?? []) : []));
}

function checkErrors(errors: Iterable<ErrorUse>, stated: ReadonlySet<string>): readonly CheckedError[] {
  return [...errors]
    .map((error) => ({ ...error, support: findErrorSupport(error, stated) }))
    .sort((one, other) => (one.status ?? 0) - (other.status ?? 0) || compareText(one.reason ?? '', other.reason ?? ''));
}

/** The statuses of the errors of credentials. */
const authStatuses: ReadonlySet<number> = new Set([401, 403]);
/** Returns whether errors with a status depend on the load and the health of a service. */
const isTransient = (status: number): boolean => status === 429 || status >= 500;

function findErrorSupport({ status, reason }: ErrorUse, stated: ReadonlySet<string>): ErrorSupport {
  if (reason !== undefined && (reason === 'notModified' || stated.has(reason))) return 'rule';
  const known = reason === undefined ? { code: status } : getReasonDefaults(reason);
  if (known?.code === undefined || isTransient(known.code)) return 'fault';
  return authStatuses.has(known.code) ? 'auth' : 'rule';
}

const countFaults = (errors: readonly CheckedError[]): number => errors.filter(({ support }) => support === 'fault').length;

const countMissing = ({ support, parameters, errors }: CheckedMethod): number =>
  Number(support === 'notImplemented') +
  parameters.filter((parameter) => parameter.support === 'notImplemented' || parameter.support === 'unknown').length +
  countFaults(errors);
