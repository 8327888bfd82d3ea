/** Reads the path and query parameters of a call. */
import type { ParameterDescriptor, ParameterDescriptors } from '../../runtime/descriptor.js';
import { findNearest } from '../../runtime/error-text.js';
import { toJsonName } from '../../runtime/proto-names.js';
import { isSpecialNumber, normalizeNumber, toWholeDigits } from '../../runtime/proto-number.js';
import { HttpError, type ErrorDetail } from '../lib/http-error.js';
import { findCommonParameterErrors, isCommonParameter, type ParsedRequest } from '../lib/http-request.js';
import { formatMissing } from '../lib/request-validation.js';
import { isList, getMember, setMember, type Json, type JsonObject } from '../lib/json.js';
import { readPathParameters, type CompiledMethod } from './method.js';

/** Converts the names of the method's query parameters to those of the description, if the API also accepts their other names. */
export function normalizeParameterNames({ api, behavior }: CompiledMethod, incoming: ParsedRequest): ParsedRequest {
  const { parameters } = behavior.method;
  if (!api.protoJson || incoming.query.every(([name]) => !name.includes('_'))) return incoming;
  const isParameter = (name: string): boolean => getDescriptor(parameters, name) !== undefined;
  return { ...incoming, query: incoming.query.map(([name, text]) => [toJsonName(name, isParameter), text]) };
}

/** The maximum number of unknown parameters that are compared with a missing one, because comparing is slow. */
const maxCompared = 20;

/** Returns the path and query parameters, converted to their types, with defaults. Throws 400 with all errors. */
export function readParameters(method: CompiledMethod, segments: readonly string[], incoming: ParsedRequest): JsonObject {
  const { query } = incoming;
  const descriptors = method.behavior.method.parameters ?? {};
  const parameters: Record<string, Json> = {};
  for (const [name, descriptor] of Object.entries(descriptors))
    if (descriptor.default !== undefined) setMember(parameters, name, descriptor.default as Json);
  const seen = new Set<string>();
  const errors: ErrorDetail[] = query.length === 0 ? [] : [...findCommonParameterErrors(incoming)];
  const addError = (reason: ErrorDetail['reason'], name: string, message: string): void => {
    errors.push({ reason, message, location: name, locationType: 'parameter' });
  };
  const convert = (name: string, text: string, descriptor: ParameterDescriptor | undefined): Json => {
    const value = parseParameter(text, descriptor);
    if (value !== undefined) return value;
    const expected = typeNames[descriptor?.type ?? 'number'];
    addError('invalid', name, `Invalid value for parameter '${name}': must be ${expected} (received '${text}')`);
    return text;
  };
  for (const [name, text] of readPathParameters(method, segments))
    setMember(parameters, name, convert(name, text, getDescriptor(descriptors, name)));
  for (const [name, text] of query) {
    const ownDescriptor = getDescriptor(descriptors, name);
    if (!ownDescriptor && isCommonParameter(name)) continue;
    const descriptor = ownDescriptor ?? getDescriptor(method.api.parameters, name);
    if (descriptor?.repeated) {
      const earlier = seen.has(name) ? getMember(parameters, name) : undefined;
      setMember(parameters, name, [...(isList(earlier) ? earlier : []), convert(name, text, descriptor)]);
    } else if (seen.has(name)) addError('invalid', name, `Parameter '${name}' is repeated; expected one value.`);
    else setMember(parameters, name, convert(name, text, descriptor));
    seen.add(name);
  }
  for (const [name, { required }] of Object.entries(descriptors)) {
    if (!required || Object.hasOwn(parameters, name)) continue;
    const unknown = [...seen].filter((each) => !getDescriptor(descriptors, each) && !getDescriptor(method.api.parameters, each));
    addError('required', name, formatMissing(`parameter '${name}'`, findNearest(name, unknown.slice(0, maxCompared))));
  }
  const [first] = errors;
  if (first) throw new HttpError(first.reason, { details: errors, rule: 'parameters' });
  return parameters;
}

function getDescriptor(descriptors: ParameterDescriptors | undefined, name: string): ParameterDescriptor | undefined {
  return descriptors && Object.hasOwn(descriptors, name) ? descriptors[name] : undefined;
}

const typeNames = { boolean: 'true or false', integer: 'an integer', int64: 'a number', number: 'a number' };

/** Parses the text of a parameter. Returns `undefined` if it doesn't have the type. */
export function parseParameter(text: string, descriptor: ParameterDescriptor | undefined): Json | undefined {
  switch (descriptor?.type) {
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
