/** What the model says about the values that the service generates. */
import { isInt64Format } from '../../generator/language/number-ranges.js';
import type { Field, Method, ObjectType, Type } from '../../generator/model/model.js';
import { findNormalizedForm } from './placeholders.js';

/**
 * `id`: an ID that the server assigns. `resourceId`: an ID by which paths name a resource, of any form. `time`: a time on the clock of the service.
 * `version`: a number that grows with each change. `etag`: the version of content. `pageToken`: the position in a list. `caller`: the identity that
 * sent a request, which its credential states. `address`: an IP address that the server assigns.
 */
export type ValueRole = 'id' | 'resourceId' | 'time' | 'version' | 'etag' | 'pageToken' | 'caller' | 'address';

/** Returns the role of a field, or `undefined` if the request and the rules of the API determine its value. */
export function findRole(field: Field | undefined, type: Type | undefined): ValueRole | undefined {
  if (field?.etag !== undefined) return 'etag';
  switch (field?.serverValue) {
    case 'id':
    case 'uuid':
      return 'id';
    case 'createTime':
    case 'updateTime':
      return 'time';
    case 'generation':
      return 'version';
    default:
      if (isTime(type) || isDescribedTime(field, type)) return 'time';
      return isNumericId(field, type) ? 'id' : findDescribedRole(field, type);
  }
}

/** Returns the role that the description of a field states. */
function findDescribedRole(field: Field | undefined, type: Type | undefined): ValueRole | undefined {
  if (field === undefined || type?.kind !== 'string') return undefined;
  const { description = '', readOnly } = field;
  if (isInt64Format(type.format))
    return counterDescription.test(description) ? 'version' : numberDescription.test(description) ? 'id' : undefined;
  if (!readOnly || type.enum !== undefined) return undefined;
  return callerDescription.test(description) ? 'caller' : addressDescription.test(description) ? 'address' : undefined;
}

/** `A monotonically increasing version number`, `The ID of the last history record that modified this message`. */
const counterDescription = /\bmonotonically increas|\bID of the last \w+ record that modified\b/i;
/** `The project number of the project the bucket belongs to`. */
const numberDescription = /\bproject number of\b|\btenant project number\b/i;
/** `Email address of the authenticated creator`, `Email address of the user who ran the job`. */
const callerDescription = /\bemail address of\b[^.]*\b(?:creator|modifier|who|that sent)\b/i;
/** `The internal IP address of the endpoint`, but no range of addresses. */
const addressDescription = /\bIP(?:v[46])? address\b(?!es| range| block)/i;

const generated = /^\{generated\.[^{}]+\}$/;

/** Returns the role of a field that a rule `serverDefault` of its object generates. */
export function findStatedRole(rules: ObjectType['rules'], field: string): ValueRole | undefined {
  for (const { rule } of rules) {
    if (rule.kind !== 'serverDefault' || rule.field !== field || typeof rule.value !== 'string') continue;
    if (rule.value === '{now}') return 'time';
    if (generated.test(rule.value)) return rule.on?.includes('update') === true ? 'etag' : 'id';
  }
  return undefined;
}

const isTime = (type: Type | undefined): boolean =>
  type?.kind === 'string' && (type.format === 'google-datetime' || type.format === 'date-time');

/** Whether the description of an output-only text says that it is a time. Compute states no formats. */
const isDescribedTime = (field: Field | undefined, type: Type | undefined): boolean =>
  field?.readOnly === true && type?.kind === 'string' && type.format === undefined && /\bRFC ?3339\b/.test(field.description ?? '');

/** Whether an output-only field holds the ID of a resource as a number, such as `targetId`. */
const isNumericId = (field: Field | undefined, type: Type | undefined): boolean =>
  field?.readOnly === true && type?.kind === 'string' && isInt64Format(type.format) && field.name.endsWith('Id');

/** Returns the response field that holds the token of the next page. */
export const getPageTokenField = ({ list }: Pick<Method, 'list'>): string | undefined => list?.nextPageToken;

/** Whether a value of the mock has the form of the recorded one, so that both can be what a server generated. */
export function hasSameForm(role: ValueRole, recorded: string, actual: string): boolean {
  if (actual === '' || recorded === '') return false;
  switch (role) {
    case 'time':
      return findTimeForm(recorded) === findTimeForm(actual) && findTimeForm(actual) !== undefined;
    case 'version':
      return isDigits(recorded) === isDigits(actual);
    case 'id':
      return isDigits(recorded) === isDigits(actual) && isUuid(recorded) === isUuid(actual);
    case 'address':
      return isAddress(recorded) && isAddress(actual) && recorded.includes(':') === actual.includes(':');
    case 'caller':
      return recorded.includes('@') === actual.includes('@');
    case 'resourceId':
    case 'etag':
    case 'pageToken':
      return true;
  }
}

const isAddress = (text: string): boolean => /^(?:\d{1,3}\.){3}\d{1,3}$|^[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}$/i.test(text);
export const isDigits = (text: string): boolean => /^\d+$/.test(text);
const isUuid = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** RFC 3339, with an offset or in UTC, or a number of seconds, milliseconds, or microseconds. */
function findTimeForm(text: string): string | undefined {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i.test(text)) return text.endsWith('Z') ? 'utc' : 'offset';
  return /^\d{9,16}$/.test(text) ? 'number' : /^\d{4}-\d\d-\d\d$/.test(text) ? 'date' : undefined;
}

/** Whether a value of the mock is one of those that a normalized value stands for. */
export function isNormalizedForm(recorded: string | number, actual: string | number): boolean {
  const text = String(actual);
  switch (findNormalizedForm(recorded)) {
    case 'opaque':
      return text !== '';
    case 'number':
      return isDigits(text);
    case 'email':
      return text.includes('@');
    case 'time':
      return findTimeForm(text) === 'utc' || findTimeForm(text) === 'offset';
    case undefined:
      return false;
  }
}
