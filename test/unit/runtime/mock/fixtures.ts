/** Small APIs written by hand: zones with record sets, a compute-like service, a service of colon verbs. */
import type { ApiBehaviour, FieldBehaviour, MethodBehaviour } from '../../../../templates/runtime/descriptor.js';
import type { MethodRule } from '../../../../templates/runtime/rule.js';
import { createMockServer, type JsonObject, type Mock, type MockOptions } from '../../../../templates/runtime/mock/index.js';

type Verb = MethodBehaviour['method']['httpMethod'];

function method(id: string, route: `${Verb} ${string}`, rest: Omit<MethodBehaviour, 'method'> & { more?: Partial<MethodBehaviour['method']> }): MethodBehaviour {
  const [httpMethod, path] = route.split(' ') as [Verb, string];
  const { more, ...behaviour } = rest;
  return { ...behaviour, method: { id, httpMethod, path, ...more } };
}

const zone = 'dns/v1/projects/{project}/managedZones/{managedZone}';
const record = `${zone}/rrsets/{name}/{type}`;
const change = `${zone}/changes/{changeId}`;

/** As the DNS document has it: no fields are shown. */
export const dns: ApiBehaviour = {
  name: 'dns',
  version: 'v1',
  title: 'DNS',
  variables: {},
  methods: [
    method('dns.projects.get', 'GET dns/v1/projects/{project}', { action: { kind: 'get', resource: 'dns/v1/projects/{project}' } }),
    method('dns.managedZones.create', 'POST dns/v1/projects/{project}/managedZones', { action: { kind: 'create', resource: zone }, more: { body: 2 } }),
    method('dns.managedZones.get', `GET ${zone}`, { action: { kind: 'get', resource: zone } }),
    method('dns.managedZones.list', 'GET dns/v1/projects/{project}/managedZones', {
      action: { kind: 'list', resource: zone },
      more: { query: { maxResults: 0, pageToken: 0 }, list: { items: 'managedZones' } },
      parameterTypes: { maxResults: 'integer' },
    }),
    method('dns.managedZones.patch', `PATCH ${zone}`, { action: { kind: 'patch', resource: zone }, more: { body: 2 } }),
    method('dns.managedZones.update', `PUT ${zone}`, { action: { kind: 'update', resource: zone }, more: { body: 2 } }),
    method('dns.managedZones.delete', `DELETE ${zone}`, { action: { kind: 'delete', resource: zone } }),
    ...(['getIamPolicy', 'setIamPolicy', 'testIamPermissions'] as const).map((verb) =>
      method(`dns.managedZones.${verb}`, `POST dns/v1/{resource=projects/*/managedZones/*}:${verb}`, {
        action: { kind: verb, resource: zone },
        more: { body: 1 },
      }),
    ),
    method('dns.resourceRecordSets.create', `POST ${zone}/rrsets`, { action: { kind: 'create', resource: record }, more: { body: 2 } }),
    method('dns.resourceRecordSets.get', `GET ${record}`, { action: { kind: 'get', resource: record } }),
    method('dns.resourceRecordSets.list', `GET ${zone}/rrsets`, { action: { kind: 'list', resource: record }, more: { list: { items: 'rrsets' } } }),
    method('dns.resourceRecordSets.patch', `PATCH ${record}`, { action: { kind: 'patch', resource: record }, more: { body: 2 } }),
    method('dns.resourceRecordSets.delete', `DELETE ${record}`, { action: { kind: 'delete', resource: record } }),
    method('dns.changes.create', `POST ${zone}/changes`, {
      action: { kind: 'batch', resource: change, members: record, additions: 'additions', deletions: 'deletions' },
      more: { body: 2 },
    }),
    method('dns.changes.get', `GET ${change}`, { action: { kind: 'get', resource: change } }),
    method('dns.changes.list', `GET ${zone}/changes`, { action: { kind: 'list', resource: change }, more: { list: { items: 'changes' } } }),
  ],
  resources: [
    { path: 'dns/v1/projects/{project}', idParameters: ['project'], idFields: ['id'], implicit: true },
    { path: zone, idParameters: ['managedZone'], idFields: ['name'], parent: 'dns/v1/projects/{project}' },
    { path: record, idParameters: ['name', 'type'], idFields: ['name', 'type'], parent: zone },
    { path: change, idParameters: ['changeId'], idFields: ['id'], parent: zone },
  ],
};

const project = 'compute/v1/projects/{project}';
const check = `${project}/global/httpHealthChecks/{httpHealthCheck}`;
const subnetwork = `${project}/regions/{region}/subnetworks/{subnetwork}`;
const policy = `${project}/global/sslPolicies/{sslPolicy}`;
const instant = `${project}/zones/{zone}/instantSnapshots/{resource}`;
const disk = `${project}/zones/{zone}/disks/{disk}`;
const snapshot = `${project}/global/snapshots/{snapshot}`;

const readOnly = { readOnly: true } as const;
const common: Readonly<Record<string, FieldBehaviour>> = {
  id: { type: 'string', format: 'uint64', ...readOnly },
  creationTimestamp: { type: 'string', ...readOnly },
  name: { type: 'string' },
  description: { type: 'string' },
  selfLink: { type: 'string', ...readOnly },
};
const kind = (name: string): { kind: FieldBehaviour } => ({ kind: { type: 'string', const: `compute#${name}`, ...readOnly } });
const encryptionKey: FieldBehaviour = {
  type: 'object',
  fields: { rawKey: { type: 'string' }, rsaEncryptedKey: { type: 'string' }, kmsKeyName: { type: 'string' }, sha256: { type: 'string', ...readOnly } },
};

const changing: readonly MethodRule[] = [{ kind: 'requestId', parameter: 'requestId', echo: 'clientOperationId' }];
const listing: readonly MethodRule[] = [
  {
    kind: 'paging',
    items: 'items',
    pageSize: { parameter: 'maxResults', minimum: 0, maximum: 500, default: 500 },
    pageToken: 'pageToken',
    nextPageToken: 'nextPageToken',
    emptyWarning: 'NO_RESULTS_ON_PAGE',
  },
  { kind: 'filter', parameter: 'filter', styles: ['aip160', 'regex'] },
  { kind: 'orderBy', parameter: 'orderBy', orders: ['name', 'creationTimestamp desc'], default: 'name' },
  { kind: 'partialSuccess', parameter: 'returnPartialSuccess' },
  { kind: 'emptyBody' },
];

const scopes = ['{scope_base}/compute', '{scope_base}/cloud-platform'];

/** As the compute document has it, with a creation besides. */
export const compute: ApiBehaviour = {
  name: 'compute',
  version: 'v1',
  title: 'Compute',
  variables: {},
  methods: [
    method('compute.projects.get', `GET ${project}`, {
      action: { kind: 'get', resource: project },
      rules: [{ kind: 'emptyBody' }],
      permissions: ['compute.projects.get'],
      more: { query: { fields: 0 }, scopes },
    }),
    method('compute.httpHealthChecks.patch', `PATCH ${check}`, {
      action: { kind: 'patch', resource: check },
      rules: [...changing, { kind: 'operation', scope: 'global' }, { kind: 'mergePatch' }],
      more: { body: 2, query: { requestId: 0 } },
    }),
    method('compute.httpHealthChecks.get', `GET ${check}`, { action: { kind: 'get', resource: check } }),
    method('compute.subnetworks.get', `GET ${subnetwork}`, { action: { kind: 'get', resource: subnetwork } }),
    method('compute.subnetworks.patch', `PATCH ${subnetwork}`, {
      action: { kind: 'patch', resource: subnetwork },
      rules: [
        ...changing,
        { kind: 'operation', scope: 'region' },
        { kind: 'patchable', fields: ['secondaryIpRanges', 'role', 'privateIpv6ProviderAccess', 'stackType'] },
      ],
      parameterTypes: { drainTimeoutSeconds: 'integer' },
      more: { body: 2, query: { requestId: 0, drainTimeoutSeconds: 0 } },
    }),
    method('compute.sslPolicies.insert', `POST ${project}/global/sslPolicies`, {
      action: { kind: 'create', resource: policy },
      rules: [...changing, { kind: 'operation', scope: 'global' }],
      more: { body: 2, query: { requestId: 0 } },
    }),
    method('compute.sslPolicies.list', `GET ${project}/global/sslPolicies`, {
      action: { kind: 'list', resource: policy },
      rules: listing,
      permissions: ['compute.sslPolicies.list'],
      parameterTypes: { maxResults: 'integer', returnPartialSuccess: 'boolean' },
      responseFields: ['kind', 'id', 'items', 'nextPageToken', 'selfLink', 'warning'],
      responseConstants: { kind: 'compute#sslPoliciesList' },
      more: { query: { maxResults: 0, pageToken: 0, filter: 0, orderBy: 0, returnPartialSuccess: 0 }, scopes },
    }),
    method('compute.instantSnapshots.setLabels', `POST ${instant}/setLabels`, {
      action: { kind: 'setFields', resource: instant, fields: ['labels'], fingerprint: 'labelFingerprint' },
      rules: [...changing, { kind: 'operation', scope: 'zone' }],
      more: { body: 2, query: { requestId: 0 } },
    }),
    method('compute.disks.createSnapshot', `POST ${disk}/createSnapshot`, {
      action: { kind: 'createFrom', resource: disk, creates: snapshot, copies: { sourceDisk: 'selfLink', sourceDiskId: 'id', diskSizeGb: 'sizeGb' } },
      rules: [
        ...changing,
        { kind: 'operation', scope: 'zone' },
        { kind: 'requiredIfTarget', field: 'sourceDiskEncryptionKey', has: 'diskEncryptionKey' },
      ],
      permissions: ['compute.disks.createSnapshot', 'compute.snapshots.create', { permission: 'compute.snapshots.setLabels', when: 'labels' }],
      more: { body: 2, query: { requestId: 0 }, scopes },
    }),
    method('compute.snapshots.get', `GET ${snapshot}`, { action: { kind: 'get', resource: snapshot } }),
  ],
  resources: [
    {
      path: project,
      idParameters: ['project'],
      idFields: ['name'],
      implicit: true,
      fields: { ...kind('project'), ...common, quotas: { type: 'array', ...readOnly }, defaultNetworkTier: { type: 'string', default: 'PREMIUM' } },
    },
    {
      path: check,
      idParameters: ['httpHealthCheck'],
      idFields: ['name'],
      parent: project,
      fields: {
        ...kind('httpHealthCheck'),
        ...common,
        port: { type: 'integer', default: 80 },
        requestPath: { type: 'string', default: '/' },
        checkIntervalSec: { type: 'integer', default: 5 },
        timeoutSec: { type: 'integer', default: 5 },
      },
      rules: [{ kind: 'lessOrEqual', field: 'timeoutSec', limit: 'checkIntervalSec' }],
    },
    {
      path: subnetwork,
      idParameters: ['subnetwork'],
      idFields: ['name'],
      parent: project,
      fields: {
        ...kind('subnetwork'),
        ...common,
        network: { type: 'string', immutable: true },
        ipCidrRange: { type: 'string' },
        gatewayAddress: { type: 'string', ...readOnly },
        secondaryIpRanges: { type: 'array', fields: { rangeName: {}, ipCidrRange: {} } },
        fingerprint: { type: 'string', format: 'byte' },
        purpose: { type: 'string', default: 'PRIVATE' },
        role: { type: 'string' },
        state: { type: 'string', ...readOnly },
        stackType: { type: 'string', default: 'IPV4_ONLY' },
        ipv6AccessType: { type: 'string', immutable: true },
        region: { type: 'string', immutable: true },
      },
      rules: [
        { kind: 'fingerprint', field: 'fingerprint' },
        { kind: 'nonOverlapping', fields: ['ipCidrRange', 'secondaryIpRanges.ipCidrRange'], within: 'network' },
        {
          kind: 'exclusiveRole',
          field: 'role',
          active: 'ACTIVE',
          standby: 'BACKUP',
          group: ['network', 'purpose'],
          when: { purpose: ['INTERNAL_HTTPS_LOAD_BALANCER', 'REGIONAL_MANAGED_PROXY', 'GLOBAL_MANAGED_PROXY'] },
          drain: { field: 'state', during: 'DRAINING', after: 'READY', parameter: 'drainTimeoutSeconds', when: { purpose: ['INTERNAL_HTTPS_LOAD_BALANCER'] } },
        },
        { kind: 'lockedWhile', field: 'state', values: ['DRAINING'] },
        { kind: 'setOnce', field: 'ipv6AccessType', when: { stackType: ['IPV4_IPV6'] } },
      ],
    },
    {
      path: policy,
      idParameters: ['sslPolicy'],
      idFields: ['name'],
      parent: project,
      fields: { ...kind('sslPolicy'), ...common, profile: { type: 'string' }, fingerprint: { type: 'string', format: 'byte' }, region: { type: 'string', ...readOnly } },
    },
    {
      path: instant,
      idParameters: ['resource'],
      idFields: ['name'],
      parent: project,
      fields: { ...common, labels: { type: 'map' }, labelFingerprint: { type: 'string', format: 'byte' } },
    },
    { path: disk, idParameters: ['disk'], idFields: ['name'], parent: project, fields: { ...common, sizeGb: { type: 'string' }, diskEncryptionKey: encryptionKey } },
    {
      path: snapshot,
      idParameters: ['snapshot'],
      idFields: ['name'],
      parent: project,
      fields: {
        ...kind('snapshot'),
        ...common,
        status: { type: 'string', ...readOnly },
        sourceDisk: { type: 'string' },
        sourceDiskId: { type: 'string', ...readOnly },
        diskSizeGb: { type: 'string', ...readOnly },
        labels: { type: 'map' },
        labelFingerprint: { type: 'string', format: 'byte' },
        chainName: { type: 'string', omitEmpty: true },
        sourceDiskEncryptionKey: encryptionKey,
        snapshotEncryptionKey: encryptionKey,
      },
      rules: [
        {
          kind: 'states',
          field: 'status',
          values: ['CREATING', 'UPLOADING', 'READY'],
          moves: [
            { from: 'CREATING', to: 'UPLOADING', trigger: 'the data is copied' },
            { from: 'UPLOADING', to: 'READY', trigger: 'the data is stored' },
          ],
        },
      ],
    },
  ],
  operation: {
    kind: { const: 'compute#operation', readOnly: true },
    ...Object.fromEntries(
      ['id', 'name', 'zone', 'region', 'clientOperationId', 'operationType', 'targetLink', 'targetId', 'status', 'user', 'progress', 'insertTime', 'startTime', 'endTime', 'selfLink'].map(
        (name): [string, FieldBehaviour] => [name, readOnly],
      ),
    ),
    error: readOnly,
    httpErrorStatusCode: readOnly,
    httpErrorMessage: readOnly,
  },
};

const group = 'v1beta1/projects/{project}/groups/{group}';
const instance = 'v1beta/projects/{project}/zones/{zone}/instances/{instance}';

/** Names that are paths, verbs after a colon, a method nobody knows how to do. */
export const verbs: ApiBehaviour = {
  name: 'verbs',
  version: 'v1beta1',
  title: 'Verbs',
  variables: { scope_base: 'https://scopes.example' },
  methods: [
    method('verbs.groups.get', 'GET v1beta1/{groupName=projects/*/groups/*}', { action: { kind: 'get', resource: group } }),
    method('verbs.groups.update', 'PUT v1beta1/{group.name=projects/*/groups/*}', { action: { kind: 'update', resource: group }, more: { body: 2 } }),
    method('verbs.groups.create', 'POST v1beta1/{parent=projects/*}/groups', { action: { kind: 'create', resource: group }, more: { body: 1, query: { groupId: 0 } } }),
    method('verbs.groups.list', 'GET v1beta1/{parent=projects/*}/groups', {
      action: { kind: 'list', resource: group },
      more: { query: { pageSize: 0, pageToken: 0 }, list: { items: 'groups' } },
      parameterTypes: { pageSize: 'integer' },
    }),
    method('verbs.groups.cancel', 'POST v1beta1/{name=projects/*/groups/*}:cancel', { action: { kind: 'notImplemented' }, more: { body: 1 } }),
    method('verbs.events.report', 'POST v1beta1/{projectName=projects/*}/events:report', {
      action: { kind: 'reportEvent', resource: 'v1beta1/projects/{project}' },
      more: { body: 2 },
    }),
    method('verbs.events.list', 'GET v1beta1/{projectName=projects/*}/events', {
      action: { kind: 'listEvents', resource: 'v1beta1/projects/{project}' },
      more: { query: { groupId: 0, pageSize: 0, pageToken: 0 } },
    }),
    method('verbs.groupStats.list', 'GET v1beta1/{projectName=projects/*}/groupStats', {
      action: { kind: 'listGroupStats', resource: 'v1beta1/projects/{project}' },
      more: { query: { groupId: 1, pageSize: 0, pageToken: 0 } },
    }),
    method('verbs.deleteEvents', 'DELETE v1beta1/{projectName=projects/*}/events', { action: { kind: 'deleteEvents', resource: 'v1beta1/projects/{project}' } }),
    method('verbs.instances.lookup', 'POST v1beta/{instance=projects/*/zones/*/instances/*}:lookup', {
      action: {
        kind: 'effectivePolicy',
        resource: instance,
        policies: 'v1beta/projects/{project}/guestPolicies/{guestPolicy}',
        lists: { packages: { from: 'packages', as: 'package' } },
      },
      more: { body: 1 },
    }),
  ],
  resources: [
    { path: 'v1beta1/projects/{project}', idParameters: ['project'], idFields: ['name'], implicit: true },
    { path: group, idParameters: ['group'], idFields: ['name'], parent: 'v1beta1/projects/{project}' },
    { path: instance, idParameters: ['instance'], idFields: ['name'], implicit: true },
  ],
};

/** Noon of the first day of 2026. */
export const noon: number = Date.UTC(2026, 0, 1, 12);

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface Bench {
  readonly mock: Mock;
  /** `GET /path`, with a JSON body; text and bytes go as they are. */
  send(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Told>;
}

/** A mock of the three APIs whose real clock stands at noon. */
export function bench(options: MockOptions = {}, apis: readonly ApiBehaviour[] = [dns, compute, verbs]): Bench {
  const mock = createMockServer(apis, { now: () => noon, ...options });
  return {
    mock,
    async send(line, body, headers = {}) {
      const space = line.indexOf(' ');
      const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      const response = await mock.handle({ method: line.slice(0, space), url: `http://mock.test${line.slice(space + 1)}`, headers, body: raw });
      return { status: response.status, headers: response.headers, body: response.body === '' ? {} : (JSON.parse(response.body) as JsonObject) };
    },
  };
}

/** Reason of the first error. */
export function reasonIn({ body }: Told): unknown {
  const { error } = body as { error?: { errors?: readonly { reason?: unknown }[] } };
  return error?.errors?.[0]?.reason;
}

export function messageIn({ body }: Told): string {
  const { error } = body as { error?: { message?: string } };
  return error?.message ?? '';
}
