/** Reads the path and query parameters of a call. */
import { isSpecialNumber, normalizeNumber, toWholeDigits } from '../../proto-number.js';
import { HttpError, type ErrorDetail } from '../lib/http-error.js';
import { findCommonParameterErrors, isCommonParameter, type ParsedRequest } from '../lib/http-request.js';
import { isList, getMember, setMember, type Json, type JsonObject } from '../lib/json.js';
import { readPathParameters, type Method } from '../world/method.js';

/** Returns the path and query parameters, converted to their types, with defaults. Throws 400 with all errors. */
export function readParameters(method: Method, segments: readonly string[], incoming: ParsedRequest): JsonObject {
  const { behavior } = method;
  const { query } = incoming;
  const parameters: Record<string, Json> = { ...(behavior.defaults as JsonObject | undefined) };
  const seen = new Set<string>();
  const errors: ErrorDetail[] = query.length === 0 ? [] : [...findCommonParameterErrors(incoming)];
  const convert = (name: string, text: string): Json => {
    const value = convertParameter(behavior.parameterTypes, name, text);
    if (value !== undefined) return value;
    const message = `Invalid value for parameter '${name}': must be ${describeParameterType(behavior.parameterTypes, name)} (received '${text}')`;
    errors.push({ reason: 'invalid', message, location: name, locationType: 'parameter' });
    return text;
  };
  for (const [name, text] of readPathParameters(method, segments)) setMember(parameters, name, convert(name, text));
  for (const [name, text] of query) {
    const isDeclared = Object.hasOwn(behavior.method.query ?? {}, name);
    if (!isDeclared && isCommonParameter(name)) continue;
    if (behavior.method.query?.[name] === 1) {
      const earlier = seen.has(name) ? getMember(parameters, name) : undefined;
      setMember(parameters, name, [...(isList(earlier) ? earlier : []), convert(name, text)]);
    } else if (seen.has(name))
      errors.push({
        reason: 'invalid',
        message: `Parameter '${name}' is repeated; expected one value.`,
        location: name,
        locationType: 'parameter',
      });
    else setMember(parameters, name, convert(name, text));
    seen.add(name);
  }
  for (const name of behavior.method.required ?? []) {
    if (!Object.hasOwn(parameters, name))
      errors.push({ reason: 'required', message: `Required parameter '${name}' is missing.`, location: name, locationType: 'parameter' });
  }
  const [first] = errors;
  if (first) throw new HttpError(first.reason, { details: errors, rule: 'parameters' });
  return parameters;
}

type ParameterTypes = Method['behavior']['parameterTypes'];

function getParameterType(types: ParameterTypes, name: string): 'integer' | 'int64' | 'number' | 'boolean' | undefined {
  return types && Object.hasOwn(types, name) ? types[name] : undefined;
}

function convertParameter(types: ParameterTypes, name: string, text: string): Json | undefined {
  switch (getParameterType(types, name)) {
    case undefined:
      return text;
    case 'boolean':
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
    case 'int64':
      return toWholeDigits(text) ?? text;
    case 'integer': {
      const number = normalizeNumber({ type: 'integer' }, text);
      return Number.isSafeInteger(number) ? (number as number) : undefined;
    }
    case 'number': {
      const number = normalizeNumber({ type: 'number' }, text);
      return typeof number === 'number' || isSpecialNumber(text) ? (number as Json) : undefined;
    }
  }
}

function describeParameterType(types: ParameterTypes, name: string): string {
  const type = getParameterType(types, name);
  return type === 'boolean' ? 'true or false' : type === 'integer' ? 'an integer' : 'a number';
}
