/** From a descriptor and a flat object of parameters to a request, or to a `ParameterError` before anything is sent. */
import type { ApiDescriptor, MethodDescriptor } from '../descriptor.js';
import { ParameterError, unknownName } from '../errors.js';
import { encode, encodeParameter, expandPath, variableNames } from '../path.js';
import { typeText } from '../type-text.js';
import type { Draft, PreparedRequest } from './types.js';

type Values = Readonly<Record<string, unknown>>;

/** Query parameters of every service, each also with a `$` before it. */
const common = /^(\$.*|access_token|alt|fields|key|oauth_token|prettyPrint|quotaUser|userIp)$/;

export function prepare(api: ApiDescriptor, { method, values, secrets, replacer, safe }: Draft): PreparedRequest {
  const { id, httpMethod, path: route } = method;
  const needed = (parameter: string): void => {
    if (values[parameter] === undefined) throw new ParameterError(parameter, 'given', 'nothing', id);
  };
  method.required?.forEach(needed);
  if (method.body === 2) needed('requestBody');
  let body: string | undefined;
  try {
    body = JSON.stringify(values['requestBody'], replacer);
  } catch (cause) {
    throw new ParameterError('requestBody', 'JSON', typeText(values['requestBody']), id, { cause });
  }
  return {
    id,
    httpMethod,
    route,
    secrets,
    path: expandPath(route, values, id) + queryText(api, method, values),
    safe: safe || !/^P[OA]/.test(httpMethod),
    body: body as string,
  };
}

/** Everything that is neither body nor part of the path, with its question mark; what the method does not take is refused. */
function queryText(api: ApiDescriptor, { id, path, body, query }: MethodDescriptor, values: Values): string {
  const elsewhere = variableNames(path);
  if (body) elsewhere.push('requestBody');
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || elsewhere.includes(name)) continue;
    const taken: Values = { ...api.parameters, ...query };
    if (!Object.hasOwn(taken, name) && !common.test(name)) {
      throw unknownName(id, { kind: 'parameter', name, received: typeText(value), known: [...elsewhere, ...Object.keys(taken)] });
    }
    for (const single of Array.isArray(value) && taken[name] ? value : [value]) {
      text += `${text ? '&' : '?'}${encode(name)}=${encodeParameter(name, single, id)}`;
    }
  }
  return text;
}
