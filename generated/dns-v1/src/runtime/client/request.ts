/** From a descriptor and a flat object of parameters to a request, or to a `ParameterError` before anything is sent. */
import type { ApiDescriptor, MethodDescriptor } from '../descriptor.js';
import { ParameterError, shown } from '../errors.js';
import { encodeParameter, expandPath, parameterText, variableNames } from '../path.js';
import type { Draft, PreparedRequest } from './types.js';

type Values = Readonly<Record<string, unknown>>;

/** Query parameters of every service, each also with a `$` before it. */
const common = /^(\$.*|access_token|alt|fields|key|oauth_token|prettyPrint|quotaUser|userIp)$/;

export function prepare(api: ApiDescriptor, { method, values, secrets, safe }: Draft): PreparedRequest {
  const { id, httpMethod, path: route } = method;
  requireAll(method, values);
  const path = expandPath(route, values, id);
  const query = queryText(api, method, values);
  const body = bodyText(values['requestBody'], id);
  return {
    id,
    httpMethod,
    route,
    secrets,
    path: query ? `${path}?${query}` : path,
    safe: safe || /^(GET|HEAD|PUT|DELETE|OPTIONS)$/.test(httpMethod),
    ...(body !== undefined && { body }),
  };
}

function requireAll({ id, required = [], body }: MethodDescriptor, values: Values): void {
  for (const parameter of body === 2 ? [...required, 'requestBody'] : required) {
    if (values[parameter] === undefined) throw new ParameterError({ parameter, expected: 'given', received: shown(undefined), where: id });
  }
}

/** Everything that is neither body nor part of the path; what the method does not take is refused. */
function queryText(api: ApiDescriptor, { id, path, body, query }: MethodDescriptor, values: Values): string {
  const taken: Values = { ...api.parameters, ...query };
  const elsewhere = variableNames(path);
  if (body) elsewhere.push('requestBody');
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || elsewhere.includes(name)) continue;
    if (!Object.hasOwn(taken, name) && !common.test(name)) {
      const expected = `one of ${[...elsewhere, ...Object.keys(taken)].join(', ')}`;
      throw new ParameterError({ parameter: name, expected, received: 'an unknown name', where: id });
    }
    for (const single of Array.isArray(value) && taken[name] === 1 ? value : [value]) {
      pairs.push(`${encodeParameter(name, name, id)}=${encodeParameter(name, parameterText(name, single, id), id)}`);
    }
  }
  return pairs.join('&');
}

function bodyText(body: unknown, where: string): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ParameterError({ parameter: 'requestBody', expected: 'JSON', received: 'a cycle or a bigint', where }, { cause });
  }
}
