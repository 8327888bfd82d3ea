/** Builds a request from a method descriptor and a flat object of parameters. */
import type { ApiDescriptor, MethodDescriptor, ParameterDescriptors } from '../descriptor.js';
import { ParameterError, createUnknownNameError } from '../errors.js';
import { percentEncode, encodeParameter, expandPath, getVariableNames } from '../path-template.js';
import { describeType } from '../describe-type.js';
import type { RequestBuilder, PreparedRequest } from './client-types.js';

type Values = Readonly<Record<string, unknown>>;

/** Query parameters that every service accepts, also with the prefix `$`. */
const commonParameter = /^(\$.*|access_token|alt|fields|key|oauth_token|prettyPrint|quotaUser|userIp)$/;

/**
 * Builds the request of a call.
 *
 * @throws ParameterError If a required parameter is missing, or a parameter is unknown or malformed.
 */
export function prepareRequest(api: ApiDescriptor, { method, values, secrets, replacer, safe }: RequestBuilder): PreparedRequest {
  const { id, httpMethod, path: route, parameters = {} } = method;
  const requireParameter = (parameter: string): void => {
    if (values[parameter] === undefined) throw new ParameterError(parameter, 'set', 'nothing', id);
  };
  // A misspelled parameter is reported before the one that is missing for it.
  const query = formatQuery(api, method, values);
  for (const name in parameters) if (parameters[name]?.required) requireParameter(name);
  if (method.body === 2) requireParameter('requestBody');
  let body: string | undefined;
  try {
    body = JSON.stringify(values['requestBody'], replacer);
  } catch (cause) {
    throw new ParameterError('requestBody', 'valid JSON', describeType(values['requestBody']), id, { cause });
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

/** Formats the query with its leading `?` from all values except the body and path parameters. Throws `ParameterError` for unknown parameters. */
function formatQuery(api: ApiDescriptor, { id, path, body, parameters }: MethodDescriptor, values: Values): string {
  const otherNames = getVariableNames(path);
  if (body) otherNames.push('requestBody');
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || otherNames.includes(name)) continue;
    const accepted: ParameterDescriptors = { ...api.parameters, ...parameters };
    if (!Object.hasOwn(accepted, name) && !commonParameter.test(name)) {
      throw createUnknownNameError(id, {
        kind: 'parameter',
        name,
        received: describeType(value),
        known: [...otherNames, ...Object.keys(accepted)],
      });
    }
    for (const element of Array.isArray(value) && accepted[name]?.repeated ? value : [value]) {
      text += `${text ? '&' : '?'}${percentEncode(name)}=${encodeParameter(name, element, id)}`;
    }
  }
  return text;
}
