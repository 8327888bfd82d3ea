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
const common = /^(\$.*|access_token|alt|callback|fields|key|oauth_token|prettyPrint|quotaUser|uploadType|upload_protocol|userIp)$/;

export function prepare({ api, method, params = {}, requestId }: Invocation): PreparedRequest {
  const values = identify(method, { ...params }, requestId);
  const { id, httpMethod, requestIdIn } = method;
  requireAll(method, values);
  const path = expandPath(method.path, values, id);
  const query = queryText(api, method, values);
  const body = bodyText(values['requestBody'], id);
  const identified = requestIdIn ? (values['requestBody'] as Values | undefined) : values;
  return {
    id,
    httpMethod,
    path: query === '' ? path : `${path}?${query}`,
    safe:
      /^(GET|HEAD|PUT|DELETE|OPTIONS)$/.test(httpMethod) ||
      (method.requestId !== undefined && identified?.[method.requestId] !== undefined),
    ...(body !== undefined && { body }),
  };
}

/** Puts a request id in where the method takes one and none was given. */
function identify({ requestId: name, requestIdIn }: MethodDescriptor, values: Values, make: false | (() => string)): Values {
  if (name === undefined || make === false) return values;
  const holder = (requestIdIn ? (values['requestBody'] ?? {}) : values) as Values;
  if (holder[name] !== undefined) return values;
  const added = { ...holder, [name]: make() };
  return requestIdIn ? { ...values, requestBody: added } : added;
}

function requireAll({ id, required = [], body }: MethodDescriptor, values: Values): void {
  for (const parameter of body === 2 ? [...required, 'requestBody'] : required) {
    if (values[parameter] === undefined) throw new ParameterError({ parameter, expected: 'given', received: shown(undefined), where: id });
  }
}

/** Everything that is neither body nor part of the path; what the method does not take is refused. */
function queryText(api: ApiDescriptor, method: MethodDescriptor, values: Values): string {
  const taken: Values = {
    ...api.parameters,
    ...method.query,
    ...(method.requestId !== undefined && !method.requestIdIn && { [method.requestId]: 0 }),
  };
  const elsewhere = parseTemplate(method.path).variables.map(({ name }) => name);
  if (method.body) elsewhere.push('requestBody');
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || elsewhere.includes(name)) continue;
    if (!Object.hasOwn(taken, name) && !common.test(name)) {
      const expected = `one of ${[...elsewhere, ...Object.keys(taken)].join(', ')}`;
      throw new ParameterError({ parameter: name, expected, received: 'an unknown name', where: method.id });
    }
    for (const single of Array.isArray(value) && taken[name] === 1 ? value : [value]) pairs.push(pair(name, single, method.id));
  }
  return pairs.join('&');
}

function pair(name: string, value: unknown, where: string): string {
  return `${encodeParameter(name, name, where)}=${encodeParameter(name, parameterText(name, value, where), where)}`;
}

function bodyText(body: unknown, where: string): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ParameterError({ parameter: 'requestBody', expected: 'JSON', received: 'a cycle or a bigint', where }, { cause });
  }
}
