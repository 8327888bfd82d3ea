/** From a descriptor and a flat object of parameters to a request, or to a `ParameterError` before anything is sent. */
import type { ApiDescriptor, MethodDescriptor } from '../descriptor.js';
import { ParameterError, createUnknownNameError } from '../errors.js';
import { percentEncode, encodeParameter, expandPath, getVariableNames } from '../path-template.js';
import { describeType } from '../type-text.js';
import type { RequestBuilder, PreparedRequest } from './client-types.js';

type Values = Readonly<Record<string, unknown>>;

/** Query parameters of every service, each also with a `$` before it. */
const common = /^(\$.*|access_token|alt|fields|key|oauth_token|prettyPrint|quotaUser|userIp)$/;

export function prepareRequest(api: ApiDescriptor, { method, values, secrets, replacer, safe }: RequestBuilder): PreparedRequest {
  const { id, httpMethod, path: route } = method;
  const needed = (parameter: string): void => {
    if (values[parameter] === undefined) throw new ParameterError(parameter, 'given', 'nothing', id);
  };
  // A misspelled parameter is reported before the one that is missing for it.
  const query = queryText(api, method, values);
  method.required?.forEach(needed);
  if (method.body === 2) needed('requestBody');
  let body: string | undefined;
  try {
    body = JSON.stringify(values['requestBody'], replacer);
  } catch (cause) {
    throw new ParameterError('requestBody', 'JSON', describeType(values['requestBody']), id, { cause });
  }
  return {
    id,
    httpMethod,
    route,
    secrets,
    path: expandPath(route, values, id) + query,
    safe: safe || !/^P[OA]/.test(httpMethod),
    body: body as string,
  };
}

/** Everything that is neither body nor part of the path, with its question mark; what the method does not take is refused. */
function queryText(api: ApiDescriptor, { id, path, body, query }: MethodDescriptor, values: Values): string {
  const elsewhere = getVariableNames(path);
  if (body) elsewhere.push('requestBody');
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || elsewhere.includes(name)) continue;
    const taken: Values = { ...api.parameters, ...query };
    if (!Object.hasOwn(taken, name) && !common.test(name)) {
      throw createUnknownNameError(id, {
        kind: 'parameter',
        name,
        received: describeType(value),
        known: [...elsewhere, ...Object.keys(taken)],
      });
    }
    for (const single of Array.isArray(value) && taken[name] ? value : [value]) {
      text += `${text ? '&' : '?'}${percentEncode(name)}=${encodeParameter(name, single, id)}`;
    }
  }
  return text;
}
