/** From a descriptor and a flat object of parameters to a request, or to a `ParameterError` before anything is sent. */
import type { ApiDescriptor, MethodDescriptor } from '../descriptor.js';
import { ParameterError, shown } from '../errors.js';
import { encodeParameter, expandPath, parameterText, parseTemplate } from '../path.js';
import type { PreparedRequest } from './types.js';

type Values = Readonly<Record<string, unknown>>;

/** A method, what it is called with, and whose it is. */
export interface Invocation {
  readonly api: ApiDescriptor;
  readonly method: MethodDescriptor;
  readonly params: object | undefined;
  /** Makes a request id; false: none is made. */
  readonly requestId: false | (() => string);
}

/** Query parameters of every service, each also with a `$` before it. */
const common = 'access_token alt callback fields key oauth_token prettyPrint quotaUser uploadType upload_protocol userIp'.split(' ');
const idempotent = 'GET HEAD PUT DELETE OPTIONS'.split(' ');

export function prepare({ api, method, params = {}, requestId }: Invocation): PreparedRequest {
  const given = known(api, method, params as Values);
  const { values, identified } = identify(method, given, requestId);
  const path = expandPath(method.path, values, method.id);
  const query = queryText(api, method, values);
  const body = bodyText(method, values['requestBody']);
  return {
    id: method.id,
    httpMethod: method.httpMethod,
    path: query === '' ? path : `${path}?${query}`,
    safe: identified || idempotent.includes(method.httpMethod),
    ...(body !== undefined && { body }),
  };
}

/** The parameters that have a value; each must be one of the method's. */
function known(api: ApiDescriptor, method: MethodDescriptor, params: Values): Values {
  const names = new Set(parseTemplate(method.path).variables.map(({ name }) => name));
  for (const name of Object.keys({ ...method.query, ...api.parameters })) names.add(name);
  if (method.body) names.add('requestBody');
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  for (const [name] of entries) {
    if (names.has(name) || common.includes(name) || name.startsWith('$')) continue;
    throw new ParameterError({
      parameter: name,
      expected: `one of ${[...names].join(', ') || 'none'}`,
      received: 'an unknown name',
      where: method.id,
    });
  }
  for (const name of method.required ?? []) {
    if (params[name] === undefined) throw missing(name, method);
  }
  if (method.body === 2 && params['requestBody'] === undefined) throw missing('requestBody', method);
  return Object.fromEntries(entries);
}

function missing(parameter: string, method: MethodDescriptor): ParameterError {
  return new ParameterError({ parameter, expected: 'given', received: shown(undefined), where: method.id });
}

/** Puts a request id in where the method takes one; tells whether there is one then. */
function identify(method: MethodDescriptor, values: Values, make: false | (() => string)): { values: Values; identified: boolean } {
  const name = method.requestId;
  if (name === undefined) return { values, identified: false };
  const body = values['requestBody'];
  const holder = method.requestIdIn === 'body' ? ((body ?? {}) as Values) : values;
  if (holder[name] !== undefined) return { values, identified: true };
  if (make === false || (method.requestIdIn === 'body' && typeof holder !== 'object')) return { values, identified: false };
  const added = { ...holder, [name]: make() };
  return { values: method.requestIdIn === 'body' ? { ...values, requestBody: added } : added, identified: true };
}

function queryText(api: ApiDescriptor, method: MethodDescriptor, values: Values): string {
  const inPath = parseTemplate(method.path).variables.map(({ name }) => name);
  const repeated: Values = { ...api.parameters, ...method.query };
  return Object.entries(values)
    .filter(([name]) => name !== 'requestBody' && !inPath.includes(name))
    .flatMap(([name, value]) =>
      (Array.isArray(value) && repeated[name] === 1 ? value : [value]).map((single) => pair(name, single, method.id)),
    )
    .join('&');
}

function pair(name: string, value: unknown, where: string): string {
  return `${encodeParameter(name, name, where)}=${encodeParameter(name, parameterText(name, value, where), where)}`;
}

function bodyText(method: MethodDescriptor, body: unknown): string | undefined {
  try {
    return body === undefined ? undefined : JSON.stringify(body);
  } catch (cause) {
    const received = 'a value that JSON cannot hold (a cycle or a bigint)';
    throw new ParameterError({ parameter: 'requestBody', expected: 'JSON', received, where: method.id }, { cause });
  }
}
