/** An API for tests of the mock. */
import type { ApiBehavior } from '../../../../runtime/behavior.js';
import { errorreportingServices } from '../../../../services/errorreporting/index.js';
import { osconfigServices } from '../../../../services/osconfig/index.js';
import { method } from './method.js';

const group = 'v1beta1/projects/{project}/groups/{group}';
const instance = 'v1beta/projects/{project}/zones/{zone}/instances/{instance}';
const policy = 'v1beta/projects/{project}/guestPolicies/{guestPolicy}';

/** An API with custom verbs, names with slashes, error events, and an unimplemented method. */
export const verbs: ApiBehavior = {
  name: 'verbs',
  version: 'v1beta1',
  batchPath: 'calls/together',
  title: 'Verbs',
  services: [errorreportingServices, osconfigServices],
  variables: {},
  nameStart: 1,
  projectCollection: 'projects',
  methods: [
    method('verbs.groups.get', 'GET v1beta1/{groupName=projects/*/groups/*}', { action: { kind: 'get', resource: group } }),
    method('verbs.groups.update', 'PUT v1beta1/{group.name=projects/*/groups/*}', {
      action: { kind: 'update', resource: group },
      more: { body: 'required' },
    }),
    method('verbs.groups.create', 'POST v1beta1/{parent=projects/*}/groups', {
      action: { kind: 'create', resource: group },
      idParameters: [['groupId']],
      more: { body: 'optional', parameters: { groupId: {} } },
    }),
    method('verbs.groups.list', 'GET v1beta1/{parent=projects/*}/groups', {
      action: { kind: 'list', resource: group },
      pageSize: 'pageSize',
      more: { parameters: { pageSize: { type: 'integer' }, pageToken: {} }, list: { items: 'groups' } },
    }),
    method('verbs.groups.cancel', 'POST v1beta1/{name=projects/*/groups/*}:cancel', {
      action: { kind: 'notImplemented' },
      more: { body: 'optional' },
    }),
    method('verbs.events.report', 'POST v1beta1/{projectName=projects/*}/events:report', {
      action: { kind: 'service', module: 'errorreporting/report-event', resource: 'v1beta1/projects/{project}' },
      more: { body: 'required' },
    }),
    method('verbs.events.list', 'GET v1beta1/{projectName=projects/*}/events', {
      action: { kind: 'service', module: 'errorreporting/list-events', resource: 'v1beta1/projects/{project}' },
      pageSize: 'pageSize',
      more: { parameters: { groupId: {}, pageSize: { type: 'integer' }, pageToken: {} } },
    }),
    method('verbs.groupStats.list', 'GET v1beta1/{projectName=projects/*}/groupStats', {
      action: { kind: 'service', module: 'errorreporting/list-group-stats', resource: 'v1beta1/projects/{project}' },
      pageSize: 'pageSize',
      more: { parameters: { groupId: { repeated: true }, pageSize: { type: 'integer' }, pageToken: {} } },
    }),
    method('verbs.deleteEvents', 'DELETE v1beta1/{projectName=projects/*}/events', {
      action: { kind: 'service', module: 'errorreporting/delete-events', resource: 'v1beta1/projects/{project}' },
    }),
    method('verbs.instances.lookup', 'POST v1beta/{instance=projects/*/zones/*/instances/*}:lookup', {
      action: {
        kind: 'service',
        module: 'osconfig/effective-policy',
        resource: instance,
        options: { policies: [policy], lists: { packages: { from: 'packages', as: 'package' } } },
      },
      more: { body: 'optional' },
    }),
  ],
  resources: [
    { path: 'v1beta1/projects/{project}', idParameters: ['project'], idFields: ['name'], implicit: true },
    { path: group, fullNameFrom: 1, idParameters: ['group'], idFields: ['name'], parent: 'v1beta1/projects/{project}' },
    { path: policy, idParameters: ['guestPolicy'], idFields: ['name'] },
    { path: instance, idParameters: ['instance'], idFields: ['name'], implicit: true },
  ],
};
