/** The contacts of an account, and its own profile. */
import { formatTimestamp, getTextMember, hashNumber, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import { completeFields } from './fields.js';

const root = '/v1/people';
export const getPersonPath = (resourceName: string): string => `/v1/${resourceName}`;

/** Returns the ID of the profile of a user. It has 21 digits. */
export const getProfileId = (user: string): string => `1${hashNumber(user).padStart(20, '0').slice(0, 20)}`;

const getOwnerKey = (resourceName: string): string => `owner/${resourceName}`;
const getNumberKey = (account: string): string => `changes/${account}`;
const getChangeKey = (account: string, resourceName = ''): string => `change/${account}/${resourceName}`;

/** What has happened to a contact. */
export interface ContactChange {
  /** Changes of an account are numbered. */
  readonly number: number;
  readonly isDeleted?: boolean;
}

export const getLastChange = (call: HandlerCall): number => call.rows().get<number>(getNumberKey(call.account)) ?? 0;

/** Returns the latest change of each contact that was changed or deleted, by resource name. */
export function listChanges(call: HandlerCall): ReadonlyMap<string, ContactChange> {
  const prefix = getChangeKey(call.account);
  return new Map(
    call
      .rows()
      .list<ContactChange>(prefix)
      .map(([key, change]) => [key.slice(prefix.length), change]),
  );
}

function recordChange(call: HandlerCall, resourceName: string, isDeleted: boolean): number {
  const number = getLastChange(call) + 1;
  call.rows().put(getNumberKey(call.account), number);
  call.rows().put(getChangeKey(call.account, resourceName), { number, isDeleted });
  return number;
}

const isProfile = (resourceName: string): boolean => !resourceName.startsWith('people/c');

/** Returns the contacts of the account. Those in a seed belong to every account. */
export function listContacts(call: HandlerCall): readonly JsonObject[] {
  return call.state
    .list(root)
    .filter(({ resourceName }) => !isProfile(String(resourceName)) && isOwn(call, String(resourceName)))
    .map((person) => completeContact(person));
}

const isOwn = (call: HandlerCall, resourceName: string): boolean =>
  (call.rows().get<string>(getOwnerKey(resourceName)) ?? call.account) === call.account;

/** Returns the person with a name, such as `people/c123`, or the profile of the account. Throws 404. */
export function requirePerson(call: HandlerCall, resourceName: string): JsonObject {
  const profile = `people/${getProfileId(call.account)}`;
  const name = resourceName === 'people/me' ? profile : resourceName;
  const stored = call.state.get(getPersonPath(name));
  if (name === profile) return createProfile(call, stored);
  return stored && isOwn(call, name) ? completeContact(stored) : call.reject('notFound', 'Requested entity was not found.');
}

/** Throws 404, also for a profile. */
export function requireContact(call: HandlerCall, resourceName: string): JsonObject {
  const person = requirePerson(call, resourceName);
  return isProfile(String(person['resourceName'])) ? call.reject('notFound', 'Requested entity was not found.') : person;
}

function createProfile(call: HandlerCall, stored: JsonObject | undefined): JsonObject {
  const id = getProfileId(call.account);
  const source = { type: 'PROFILE', id };
  const profileMetadata = { objectType: 'PERSON', userTypes: ['GOOGLE_USER'] };
  const etag = createEtag([id]);
  const email = { metadata: { primary: true, verified: true, source: { type: 'ACCOUNT', id }, sourcePrimary: true }, value: call.account };
  const profile = {
    resourceName: `people/${id}`,
    etag,
    metadata: { sources: [{ ...source, etag: `#${etag}`, profileMetadata }], objectType: 'PERSON' },
    emailAddresses: [email],
  };
  return { ...profile, ...(stored && completeFields(stored, source)), resourceName: profile.resourceName } as JsonObject;
}

const createEtag = (parts: readonly unknown[]): string => `%${toBase64Url(new TextEncoder().encode(JSON.stringify(parts)))}`;

/** Adds what a seeded contact lacks. */
function completeContact(person: JsonObject): JsonObject {
  const resourceName = getTextMember(person, 'resourceName') ?? '';
  const source = createSource(resourceName);
  const metadata = { sources: [source], objectType: 'PERSON' };
  return { metadata, ...completeFields(person, source), etag: person['etag'] ?? createEtag([resourceName]) } as JsonObject;
}

/** The source of a contact has the same ID in hexadecimal digits. */
function createSource(resourceName: string): JsonObject {
  const digits = /^people\/c(\d+)$/.exec(resourceName)?.[1];
  return { type: 'CONTACT', id: digits === undefined ? resourceName.replace(/^people\/c?/, '') : BigInt(digits).toString(16) };
}

export const createContactName = (call: HandlerCall): string => `people/c${call.newId()}`;

/** Stores a new or changed contact, and returns it. */
export function storeContact(call: HandlerCall, resourceName: string, fields: JsonObject): JsonObject {
  const number = recordChange(call, resourceName, false);
  call.rows().put(getOwnerKey(resourceName), call.account);
  const source = createSource(resourceName);
  const etag = createEtag([resourceName, number]);
  const { metadata: _, ...rest } = fields;
  const person = {
    ...completeFields(rest, source),
    resourceName,
    etag,
    metadata: { sources: [{ ...source, etag: `#${etag.slice(1)}`, updateTime: formatTimestamp(call.now) }], objectType: 'PERSON' },
  };
  // The stored contact is replaced as a whole.
  call.state.delete(getPersonPath(resourceName));
  call.state.put(getPersonPath(resourceName), person);
  return person as JsonObject;
}

export function deleteContact(call: HandlerCall, resourceName: string): void {
  recordChange(call, resourceName, true);
  call.state.delete(getPersonPath(resourceName));
  call.rows().delete(getOwnerKey(resourceName));
}
