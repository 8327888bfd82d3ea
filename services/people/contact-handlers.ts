/** The methods of contacts. */
import {
  compareText,
  fromBase64,
  getMember,
  getTextMember,
  HttpError,
  isList,
  isObject,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import { selectPage } from '../pages.js';
import { getField } from '../requests.js';
import {
  createContactName,
  deleteContact,
  getLastChange,
  listChanges,
  listContacts,
  requireContact,
  requirePerson,
  storeContact,
} from './contacts.js';
import { checkSingletons, contactFields, createMemberships, listGroups, listTexts, readMask, requireMask, selectFields } from './fields.js';
import { requireGroup } from './groups.js';

const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;
const getName = (call: HandlerCall): string => String(call.parameters['resourceName']);
const pickContactFields = (person: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(person).filter(([name]) => contactFields.includes(name)));

/** Stores a new contact. It belongs to `myContacts`, unless the request names other groups. Throws 400. */
function createContact(call: HandlerCall, person: JsonObject): JsonObject {
  checkSingletons(call, person);
  const fields = pickContactFields(person);
  const groups = listGroups(person);
  for (const group of groups) requireGroup(call, group);
  const memberships = groups.length === 0 ? createMemberships(['contactGroups/myContacts']) : (person['memberships'] ?? []);
  return storeContact(call, createContactName(call), { ...fields, memberships });
}

/** Replaces the fields of a mask. Throws 400 without an etag, or for an outdated one. */
function updateContact(
  call: HandlerCall,
  { name, person, mask }: { readonly name: string; readonly person: JsonObject; readonly mask: readonly string[] },
): JsonObject {
  const before = requireContact(call, name);
  requireEtag(call, before, person);
  checkSingletons(call, person);
  const unknown = mask.find((field) => !contactFields.includes(field));
  if (unknown !== undefined) call.reject('invalid', `Invalid updatePersonFields mask path: "${unknown}".`);
  if (mask.includes('memberships') && listGroups(person).length === 0)
    call.reject('invalid', 'person.memberships must contain at least one contact group membership.');
  const kept = Object.entries(pickContactFields(before)).filter(([field]) => !mask.includes(field));
  const changed = Object.entries(person).filter(([field]) => mask.includes(field));
  return storeContact(call, name, Object.fromEntries([...kept, ...changed]));
}

function requireEtag(call: HandlerCall, before: JsonObject, person: JsonObject): void {
  const sources = getMember(person['metadata'], 'sources');
  const contact = isList(sources) ? sources.find((source) => getMember(source, 'type') === 'CONTACT') : undefined;
  const sent = getTextMember(contact, 'etag') ?? getTextMember(person, 'etag');
  if (sent === undefined)
    call.reject('invalid', 'Request must set person.etag or person.metadata.sources.etag for the source that is being updated.');
  if (sent?.replace(/^[#%]/, '') !== String(before['etag']).replace(/^[#%]/, ''))
    call.reject(
      'failedPrecondition',
      'Request person.etag is different than the current person.etag. Clear local cache and get the latest person.',
    );
}

function update(call: HandlerCall): JsonObject {
  const mask = readMask(call, call.parameters['updatePersonFields'], 'updatePersonFields');
  if (!mask) return call.reject('invalid', 'updatePersonFields mask is required. Please specify one or more valid paths.');
  const fields = readMask(call, call.parameters['personFields'], 'personFields');
  return selectFields(updateContact(call, { name: getName(call), person: getBody(call), mask }), fields);
}

const toResult = (person: JsonObject, requestedResourceName: string): JsonObject => ({
  httpStatusCode: 200,
  person,
  requestedResourceName,
  status: {},
});

function requireCount(call: HandlerCall, count: number, limit: number): void {
  if (count === 0) call.reject('required', 'The request is empty.');
  if (count > limit) call.reject('invalid', `The request contains more than ${limit} contacts.`);
}

function batchCreate(call: HandlerCall): JsonObject {
  const sent = getField(call, 'contacts');
  const contacts = (isList(sent) ? sent : []).map((contact) => getMember(contact, 'contactPerson')).filter(isObject);
  requireCount(call, contacts.length, 200);
  const mask = readMask(call, getField(call, 'readMask'), 'readMask');
  const created = contacts.map((contact) => createContact(call, contact));
  return mask === undefined
    ? {}
    : { createdPeople: created.map((person) => toResult(selectFields(person, mask), String(person['resourceName']))) };
}

function batchUpdate(call: HandlerCall): JsonObject {
  const sent = getField(call, 'contacts');
  const contacts = Object.entries(isObject(sent) ? sent : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  requireCount(call, contacts.length, 200);
  const mask = readMask(call, getField(call, 'updateMask'), 'updateMask');
  if (!mask) return call.reject('invalid', 'updateMask is required.');
  const read = readMask(call, getField(call, 'readMask'), 'readMask');
  const updated = contacts.map(([name, person]) => [name, updateContact(call, { name, person, mask })] as const);
  return read === undefined
    ? {}
    : { updateResult: Object.fromEntries(updated.map(([name, person]) => [name, toResult(selectFields(person, read), name)])) };
}

function batchDelete(call: HandlerCall): JsonObject {
  const names = listTexts(getField(call, 'resourceNames'));
  requireCount(call, names.length, 500);
  for (const name of names) requireContact(call, name);
  for (const name of names) deleteContact(call, name);
  return {};
}

function batchGet(call: HandlerCall): JsonObject {
  const mask = requireMask(call, 'personFields');
  const names = listTexts(call.parameters['resourceNames']);
  requireCount(call, names.length, 200);
  return { responses: names.map((name) => toResult(selectFields(requirePerson(call, name), mask), name)) };
}

/** The time for which a sync token is valid. */
const tokenLifetime = 7 * 24 * 60 * 60 * 1000;

/** Returns the number of the last change that a client knows. Throws 400. */
function readSyncToken(call: HandlerCall, token: string): number {
  const [number, at] = decodeToken(token) ?? [];
  if (typeof number !== 'number' || typeof at !== 'number') return call.reject('invalid', 'Sync token is invalid.');
  if (call.now - at > tokenLifetime)
    throw new HttpError('failedPrecondition', {
      message: 'Sync token is expired. Clear local cache and retry call without the sync token.',
      rule: 'handler',
      stated: { reason: 'EXPIRED_SYNC_TOKEN', domain: 'people.googleapis.com' },
      metadata: {},
    });
  return number;
}

function decodeToken(token: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(token)));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const createSyncToken = (call: HandlerCall): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify([getLastChange(call), call.now])));

const getNameField = (person: JsonObject, field: string): string => {
  const { names } = person;
  return (isList(names) ? getTextMember(names[0], field) : undefined) ?? '';
};

function sortContacts(call: HandlerCall, contacts: readonly JsonObject[]): readonly JsonObject[] {
  const changes = listChanges(call);
  const getNumber = (person: JsonObject): number => changes.get(String(person['resourceName']))?.number ?? 0;
  const compareNames = (field: string) => (one: JsonObject, other: JsonObject) =>
    compareText(getNameField(one, field).toLowerCase(), getNameField(other, field).toLowerCase());
  const orders: Readonly<Record<string, (one: JsonObject, other: JsonObject) => number>> = {
    LAST_MODIFIED_ASCENDING: (one, other) => getNumber(one) - getNumber(other),
    LAST_MODIFIED_DESCENDING: (one, other) => getNumber(other) - getNumber(one),
    FIRST_NAME_ASCENDING: compareNames('givenName'),
    LAST_NAME_ASCENDING: compareNames('familyName'),
  };
  return [...contacts].sort(orders[String(call.parameters['sortOrder'] ?? 'LAST_MODIFIED_ASCENDING')]);
}

function listConnections(call: HandlerCall): JsonObject {
  const mask = requireMask(call, 'personFields');
  const { syncToken, requestSyncToken, pageSize, sources } = call.parameters;
  const types = listTexts(sources);
  const isSelected = types.length === 0 || types.includes('READ_SOURCE_TYPE_CONTACT');
  const known = typeof syncToken === 'string' && syncToken !== '' ? readSyncToken(call, syncToken) : undefined;
  const changes = listChanges(call);
  const isChanged = (name: string): boolean => known === undefined || (changes.get(name)?.number ?? 0) > known;
  const contacts = isSelected ? listContacts(call).filter(({ resourceName }) => isChanged(String(resourceName))) : [];
  const deleted = known === undefined ? [] : [...changes].filter(([name, { isDeleted }]) => isDeleted === true && isChanged(name));
  const removed = deleted.map(([resourceName]): JsonObject => ({ resourceName, metadata: { deleted: true } }));
  const all = [...sortContacts(call, contacts).map((person) => selectFields(person, mask)), ...removed];
  const size = Math.min(Number(pageSize ?? 0) || 100, 1000);
  const { items, nextPageToken } = selectPage(call, all, { size, getKey: ({ resourceName }) => String(resourceName) });
  return {
    ...(items.length > 0 && { connections: items }),
    ...(nextPageToken !== undefined && { nextPageToken }),
    ...(nextPageToken === undefined && (requestSyncToken === true || known !== undefined) && { nextSyncToken: createSyncToken(call) }),
    ...(all.length > 0 && { totalPeople: all.length, totalItems: all.length }),
  };
}

/** Returns the texts that a search compares. */
function listSearchTexts(person: JsonObject): readonly string[] {
  const members: readonly (readonly [field: string, names: readonly string[]])[] = [
    ['names', ['displayName', 'displayNameLastFirst']],
    ['nicknames', ['value']],
    ['emailAddresses', ['value']],
    ['phoneNumbers', ['value', 'canonicalForm']],
    ['organizations', ['name', 'title', 'department']],
  ];
  return members.flatMap(([field, names]) => {
    const values = person[field];
    return isList(values) ? values.flatMap((value) => names.map((name) => getTextMember(value, name) ?? '')) : [];
  });
}

/** A query matches the beginning of a word, and what follows it: `foo n` matches `foo name`, and `oo` doesn't. */
function searchContacts(call: HandlerCall): JsonObject {
  const mask = requireMask(call, 'readMask');
  const query = String(call.parameters['query'] ?? '')
    .trim()
    .toLowerCase();
  const matches = (text: string): boolean => {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, at + 1))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(lower.charAt(at - 1))) return true;
    return false;
  };
  const found = query === '' ? [] : listContacts(call).filter((person) => listSearchTexts(person).some(matches));
  const size = Math.min(Number(call.parameters['pageSize'] ?? 0) || 10, 30);
  const results = found.slice(0, size).map((person) => ({ person: selectFields(person, mask) }));
  return results.length === 0 ? {} : { results };
}

export const contactHandlers: Handlers = {
  'people.people.get': (call) => selectFields(requirePerson(call, getName(call)), requireMask(call, 'personFields')),
  'people.people.getBatchGet': batchGet,
  'people.people.createContact': (call) => {
    const mask = readMask(call, call.parameters['personFields'], 'personFields');
    return selectFields(createContact(call, getBody(call)), mask);
  },
  'people.people.updateContact': update,
  'people.people.deleteContact': (call) => {
    requireContact(call, getName(call));
    deleteContact(call, getName(call));
    return {};
  },
  'people.people.batchCreateContacts': batchCreate,
  'people.people.batchUpdateContacts': batchUpdate,
  'people.people.batchDeleteContacts': batchDelete,
  'people.people.searchContacts': searchContacts,
  'people.people.connections.list': listConnections,
};
