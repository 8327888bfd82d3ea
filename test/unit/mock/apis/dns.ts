/** A DNS-like API for tests of the mock. */
import type { ApiBehavior } from '../../../../runtime/behavior.js';
import { method } from './method.js';

const zone = 'dns/v1/projects/{project}/managedZones/{managedZone}';
const record = `${zone}/rrsets/{name}/{type}`;
const change = `${zone}/changes/{changeId}`;
const operation = `${zone}/operations/{operation}`;
const changeRecord = { resource: operation, context: 'zoneContext' };

/** The methods of the DNS document, without field definitions. */
export const dns: ApiBehavior = {
  name: 'dns',
  version: 'v1',
  title: 'DNS',
  variables: {},
  nameStart: 2,
  projectCollection: 'projects',
  methods: [
    method('dns.projects.get', 'GET dns/v1/projects/{project}', { action: { kind: 'get', resource: 'dns/v1/projects/{project}' } }),
    method('dns.managedZones.create', 'POST dns/v1/projects/{project}/managedZones', {
      action: { kind: 'create', resource: zone },
      changeRecord,
      more: { body: 'required' },
    }),
    method('dns.managedZones.get', `GET ${zone}`, { action: { kind: 'get', resource: zone } }),
    method('dns.managedZones.list', 'GET dns/v1/projects/{project}/managedZones', {
      action: { kind: 'list', resource: zone },
      pageSize: 'maxResults',
      more: { parameters: { maxResults: { type: 'integer' }, pageToken: {} }, list: { items: 'managedZones' } },
    }),
    method('dns.managedZones.patch', `PATCH ${zone}`, {
      action: { kind: 'patch', resource: zone },
      changeRecord,
      more: { body: 'required' },
    }),
    method('dns.managedZones.update', `PUT ${zone}`, {
      action: { kind: 'update', resource: zone },
      changeRecord,
      more: { body: 'required' },
    }),
    method('dns.managedZones.delete', `DELETE ${zone}`, { action: { kind: 'delete', resource: zone } }),
    ...(['getIamPolicy', 'setIamPolicy', 'testIamPermissions'] as const).map((verb) =>
      method(`dns.managedZones.${verb}`, `POST dns/v1/{resource=projects/*/managedZones/*}:${verb}`, {
        action: { kind: verb, resource: zone },
        more: { body: 'optional' },
      }),
    ),
    method('dns.resourceRecordSets.create', `POST ${zone}/rrsets`, {
      action: { kind: 'create', resource: record },
      more: { body: 'required' },
    }),
    method('dns.resourceRecordSets.get', `GET ${record}`, { action: { kind: 'get', resource: record } }),
    method('dns.resourceRecordSets.list', `GET ${zone}/rrsets`, {
      action: { kind: 'list', resource: record },
      more: { list: { items: 'rrsets' } },
    }),
    method('dns.resourceRecordSets.patch', `PATCH ${record}`, { action: { kind: 'patch', resource: record }, more: { body: 'required' } }),
    method('dns.resourceRecordSets.delete', `DELETE ${record}`, { action: { kind: 'delete', resource: record } }),
    method('dns.changes.create', `POST ${zone}/changes`, {
      action: { kind: 'batch', resource: change, members: record, additions: 'additions', deletions: 'deletions' },
      more: { body: 'required' },
    }),
    method('dns.changes.get', `GET ${change}`, { action: { kind: 'get', resource: change } }),
    method('dns.changes.list', `GET ${zone}/changes`, { action: { kind: 'list', resource: change }, more: { list: { items: 'changes' } } }),
    method('dns.managedZoneOperations.list', `GET ${zone}/operations`, {
      action: { kind: 'list', resource: operation },
      more: { list: { items: 'operations' } },
    }),
    method('dns.managedZoneOperations.get', `GET ${operation}`, { action: { kind: 'get', resource: operation } }),
  ],
  objectTypes: { Operation: { id: { readOnly: true }, zoneContext: { readOnly: true } } },
  resources: [
    { path: 'dns/v1/projects/{project}', idParameters: ['project'], idFields: ['id'], implicit: true },
    { path: zone, idParameters: ['managedZone'], idFields: ['name'], parent: 'dns/v1/projects/{project}' },
    { path: record, idParameters: ['name', 'type'], idFields: ['name', 'type'], parent: zone },
    {
      path: operation,
      recordStates: ['pending', 'done'],
      idParameters: ['operation'],
      idFields: ['id'],
      parent: zone,
      schema: 'Operation',
    },
    { path: change, idParameters: ['changeId'], idFields: ['id'], parent: zone, recordStates: ['pending', 'done'] },
  ],
};
