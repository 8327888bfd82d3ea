/** The methods of contact groups and their members. */
import { getTextMember, isObject, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { selectPage } from '../pages.js';
import { getField } from '../requests.js';
import { deleteContact, listContacts, storeContact } from './contacts.js';
import { createMemberships, listGroups, listTexts } from './fields.js';
import { deleteGroup, isSystemGroup, listContactGroups, listMembers, requireGroup, requireGroupName, storeGroup } from './groups.js';

const getName = (call: HandlerCall): string => String(call.parameters['resourceName']);

/** The request can contain the group beside a mask. */
function getGroup(call: HandlerCall): JsonObject {
  const group = getField(call, 'contactGroup');
  return isObject(group) ? group : ((call.requestBody ?? {}) as JsonObject);
}

const groupFields = ['clientData', 'groupType', 'memberCount', 'metadata', 'name'];

/** Returns a group with the fields of a mask. Throws 400 for an unknown field. */
function selectGroupFields(call: HandlerCall, group: JsonObject, mask: unknown): JsonObject {
  const fields =
    typeof mask === 'string' && mask !== ''
      ? mask.split(',').map((field) => field.trim())
      : ['metadata', 'groupType', 'memberCount', 'name'];
  const unknown = fields.find((field) => !groupFields.includes(field));
  if (unknown !== undefined) call.reject('invalid', `Invalid groupFields mask path: "${unknown}".`);
  const names = new Set(['resourceName', 'etag', 'memberResourceNames', ...fields, ...(fields.includes('name') ? ['formattedName'] : [])]);
  return Object.fromEntries(Object.entries(group).filter(([name]) => names.has(name)));
}

function create(call: HandlerCall): JsonObject {
  const group = getGroup(call);
  const name = requireGroupName(call, getTextMember(group, 'name'));
  const resourceName = `contactGroups/${BigInt(call.newId()).toString(16)}`;
  const { clientData } = group;
  const stored = storeGroup(call, resourceName, { name, ...(clientData !== undefined && { clientData }) });
  return selectGroupFields(call, stored, getField(call, 'readGroupFields'));
}

function requireUserGroup(call: HandlerCall): JsonObject {
  const group = requireGroup(call, getName(call));
  return isSystemGroup(getName(call)) ? call.reject('invalid', 'System contact groups can not be changed.') : group;
}

function update(call: HandlerCall): JsonObject {
  const before = requireUserGroup(call);
  const sent = getGroup(call);
  const etag = getTextMember(sent, 'etag');
  if (etag !== undefined && etag !== before['etag'])
    call.reject('failedPrecondition', 'Request contactGroup.etag is different than the current etag.');
  const mask = String(getField(call, 'updateGroupFields') ?? 'name').split(',');
  const name = mask.includes('name') ? requireGroupName(call, getTextMember(sent, 'name'), getName(call)) : String(before['name']);
  const clientData = mask.includes('clientData') ? sent['clientData'] : before['clientData'];
  const stored = storeGroup(call, getName(call), { ...before, name, ...(clientData !== undefined && { clientData }) });
  return selectGroupFields(call, { ...stored, ...memberCount(before) }, getField(call, 'readGroupFields'));
}

const memberCount = ({ memberCount: count }: JsonObject): JsonObject => (count === undefined ? {} : { memberCount: count });

/** Members leave the group, or are deleted with it. */
function remove(call: HandlerCall): JsonObject {
  requireUserGroup(call);
  const name = getName(call);
  for (const person of listContacts(call)) {
    const groups = listGroups(person);
    if (!groups.includes(name)) continue;
    if (call.parameters['deleteContacts'] === true) deleteContact(call, String(person['resourceName']));
    else
      storeMemberships(
        call,
        person,
        groups.filter((group) => group !== name),
      );
  }
  deleteGroup(call, name);
  return {};
}

function storeMemberships(call: HandlerCall, person: JsonObject, groups: readonly string[]): void {
  storeContact(call, String(person['resourceName']), { ...person, memberships: createMemberships(groups) });
}

function get(call: HandlerCall, resourceName: string): JsonObject {
  const group = requireGroup(call, resourceName);
  const members = listMembers(call, resourceName).slice(0, Number(call.parameters['maxMembers'] ?? 0));
  return selectGroupFields(call, { ...group, ...(members.length > 0 && { memberResourceNames: members }) }, call.parameters['groupFields']);
}

function list(call: HandlerCall): JsonObject {
  const groups = listContactGroups(call);
  const size = Math.min(Number(call.parameters['pageSize'] ?? 0) || 30, 1000);
  const { items, nextPageToken } = selectPage(call, groups, { size, getKey: ({ resourceName }) => String(resourceName) });
  return {
    contactGroups: items.map((group) => selectGroupFields(call, group, call.parameters['groupFields'])),
    totalItems: groups.length,
    ...(nextPageToken !== undefined && { nextPageToken }),
  };
}

/** Every contact remains in a group. */
function modifyMembers(call: HandlerCall): JsonObject {
  const name = getName(call);
  requireGroup(call, name);
  const [add, drop] = ['resourceNamesToAdd', 'resourceNamesToRemove'].map((field) => listTexts(getField(call, field)));
  if (isSystemGroup(name) && !['contactGroups/myContacts', 'contactGroups/starred'].includes(name) && add && add.length > 0)
    call.reject('invalid', 'Contacts can not be added to a deprecated system contact group.');
  const contacts = new Map(listContacts(call).map((person) => [String(person['resourceName']), person]));
  const notFound: string[] = [];
  const last: string[] = [];
  const change = (resourceName: string, apply: (groups: readonly string[]) => readonly string[]): void => {
    const person = contacts.get(resourceName);
    if (!person) return void notFound.push(resourceName);
    const groups = apply(listGroups(person));
    if (groups.length === 0) last.push(resourceName);
    else storeMemberships(call, person, groups);
  };
  for (const each of add ?? []) change(each, (groups) => [...new Set([...groups, name])]);
  for (const each of drop ?? []) change(each, (groups) => groups.filter((group) => group !== name));
  return {
    ...(notFound.length > 0 && { notFoundResourceNames: notFound }),
    ...(last.length > 0 && { canNotRemoveLastContactGroupResourceNames: last }),
  };
}

export const groupHandlers: Handlers = {
  'people.contactGroups.create': create,
  'people.contactGroups.get': (call) => get(call, getName(call)),
  'people.contactGroups.list': list,
  'people.contactGroups.update': update,
  'people.contactGroups.delete': remove,
  'people.contactGroups.batchGet': (call) => ({
    responses: listTexts(call.parameters['resourceNames']).map((name) => ({
      requestedResourceName: name,
      contactGroup: get(call, name),
      status: {},
    })),
  }),
  'people.contactGroups.members.modify': modifyMembers,
};
