/** Contact groups: those of the system, which every account has, and those of the account. */
import { formatTimestamp, getTextMember, hashHex, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { listContacts } from './contacts.js';
import { listGroups } from './fields.js';

const root = '/v1/contactGroups';
const getGroupPath = (resourceName: string): string => `/v1/${resourceName}`;

const systemGroups: Readonly<Record<string, string>> = {
  myContacts: 'My Contacts',
  chatBuddies: 'Chat contacts',
  friends: 'Friends',
  family: 'Family',
  coworkers: 'Coworkers',
  blocked: 'Blocked',
  starred: 'Starred',
};

export const isSystemGroup = (resourceName: string): boolean => resourceName.replace('contactGroups/', '') in systemGroups;

const getOwnerKey = (resourceName: string): string => `owner/${resourceName}`;

/** Returns all groups, with the number of their members. Those in a seed belong to every account. */
export function listContactGroups(call: HandlerCall): readonly JsonObject[] {
  const stored = call.state
    .list(root)
    .filter(({ resourceName }) => (call.rows().get<string>(getOwnerKey(String(resourceName))) ?? call.account) === call.account);
  const names = new Set(stored.map(({ resourceName }) => resourceName));
  const system = Object.entries(systemGroups).map(([name, formattedName]): JsonObject => ({
    resourceName: `contactGroups/${name}`,
    groupType: 'SYSTEM_CONTACT_GROUP',
    name,
    formattedName,
  }));
  const groups = [...system.filter(({ resourceName }) => resourceName !== undefined && !names.has(resourceName)), ...stored];
  const members = countMembers(call);
  return groups.map((group) => {
    const count = members.get(String(group['resourceName']))?.length ?? 0;
    return {
      groupType: 'USER_CONTACT_GROUP',
      ...(group['name'] !== undefined && { formattedName: group['name'] }),
      ...group,
      ...(count > 0 && { memberCount: count }),
    };
  });
}

/** Returns the names of the members of each group. */
function countMembers(call: HandlerCall): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  for (const person of listContacts(call))
    for (const group of listGroups(person)) members.set(group, [...(members.get(group) ?? []), String(person['resourceName'])]);
  return members;
}

export const listMembers = (call: HandlerCall, resourceName: string): readonly string[] => countMembers(call).get(resourceName) ?? [];

/** Throws 404. */
export function requireGroup(call: HandlerCall, resourceName: string): JsonObject {
  const group = listContactGroups(call).find((each) => each['resourceName'] === resourceName);
  return group ?? call.reject('notFound', 'Requested entity was not found.');
}

/** Throws 400 for an absent name, and 409 for one that another group has. */
export function requireGroupName(call: HandlerCall, name: string | undefined, resourceName?: string): string {
  if (name === undefined || name.trim() === '') return call.reject('invalid', 'Contact group name is required.');
  const isTaken = listContactGroups(call).some((group) => group['resourceName'] !== resourceName && getTextMember(group, 'name') === name);
  return isTaken ? call.reject('alreadyExists', 'Contact group name already exists.') : name;
}

export function storeGroup(call: HandlerCall, resourceName: string, group: JsonObject): JsonObject {
  const { memberCount: _, memberResourceNames: __, ...fields } = group;
  call.rows().put(getOwnerKey(resourceName), call.account);
  const stored = {
    ...fields,
    resourceName,
    etag: hashHex(JSON.stringify([resourceName, fields['name'] ?? '', call.now])),
    metadata: { updateTime: formatTimestamp(call.now) },
    groupType: 'USER_CONTACT_GROUP',
    formattedName: fields['name'] ?? '',
  };
  call.state.delete(getGroupPath(resourceName));
  call.state.put(getGroupPath(resourceName), stored);
  return stored as JsonObject;
}

export function deleteGroup(call: HandlerCall, resourceName: string): void {
  call.state.delete(getGroupPath(resourceName));
  call.rows().delete(getOwnerKey(resourceName));
}
