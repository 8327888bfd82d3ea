/** The service module of the People API. */
import { defineBuiltIn, type ServiceDefinition } from '../../mock/service.js';
import { contactHandlers } from './contact-handlers.js';
import { getProfileId } from './contacts.js';
import { groupHandlers } from './group-handlers.js';

const masks = { personFields: true, 'requestMask.includeField': true } as const;

const parameters: NonNullable<ServiceDefinition['parameters']> = {
  'people.people.get': masks,
  'people.people.getBatchGet': { ...masks, resourceNames: true },
  'people.people.createContact': { personFields: true },
  'people.people.updateContact': { personFields: true, updatePersonFields: true },
  'people.people.searchContacts': { query: true, readMask: true, pageSize: true },
  'people.people.connections.list': {
    ...masks,
    pageSize: true,
    pageToken: true,
    requestSyncToken: true,
    sortOrder: true,
    sources: true,
    syncToken: true,
  },
  'people.contactGroups.list': { groupFields: true, pageSize: true, pageToken: true },
  'people.contactGroups.get': { groupFields: true, maxMembers: true },
  'people.contactGroups.batchGet': { groupFields: true, maxMembers: true, resourceNames: true },
  'people.contactGroups.delete': { deleteContacts: true },
};

export const peopleServices: object = defineBuiltIn({
  api: 'people',
  aliases: { '/v1/people/{person}': (name, { user }) => (name === 'me' ? getProfileId(user) : name) },
  handlers: { ...contactHandlers, ...groupHandlers },
  parameters,
});
