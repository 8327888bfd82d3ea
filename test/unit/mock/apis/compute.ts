/** A compute-like API for tests of the mock. */
import type { ApiBehavior, FieldBehavior } from '../../../../runtime/behavior.js';
import type { MethodRule } from '../../../../runtime/rule.js';
import { computeServices } from '../../../../services/compute/index.js';
import { re2 } from '../../../../runtime/re2.js';
import { method } from './method.js';

const project = 'compute/v1/projects/{project}';
const check = `${project}/global/httpHealthChecks/{httpHealthCheck}`;
const subnetwork = `${project}/regions/{region}/subnetworks/{subnetwork}`;
const policy = `${project}/global/sslPolicies/{sslPolicy}`;
const instantSnapshot = `${project}/zones/{zone}/instantSnapshots/{resource}`;
const disk = `${project}/zones/{zone}/disks/{disk}`;
const operations = {
  global: `${project}/global/operations/{operation}`,
  region: `${project}/regions/{region}/operations/{operation}`,
  zone: `${project}/zones/{zone}/operations/{operation}`,
} as const;
const snapshot = `${project}/global/snapshots/{snapshot}`;

const readOnly = { readOnly: true } as const;
const commonFields: Readonly<Record<string, FieldBehavior>> = {
  id: { type: 'string', format: 'uint64', ...readOnly, serverValue: 'id' },
  creationTimestamp: { type: 'string', ...readOnly, serverValue: 'createTime' },
  name: { type: 'string' },
  description: { type: 'string' },
  selfLink: { type: 'string', link: 'self', ...readOnly },
};
const kindField = (name: string): { kind: FieldBehavior } => ({ kind: { type: 'string', const: `compute#${name}`, ...readOnly } });
const encryptionKey: FieldBehavior = { encryptionKey: true, type: 'object', objectType: 'CustomerEncryptionKey' };

const operationType = { idParameters: ['operation'], idFields: ['name'], numericId: true, operation: 'status' } as const;
const mutationRules: readonly MethodRule[] = [{ kind: 'requestId', parameter: 'requestId', echo: 'clientOperationId' }];
const listRules: readonly MethodRule[] = [
  {
    kind: 'pagination',
    items: 'items',
    pageSize: { parameter: 'maxResults', minimum: 0, maximum: 500, default: 500 },
    pageToken: 'pageToken',
    nextPageToken: 'nextPageToken',
    emptyWarning: 'NO_RESULTS_ON_PAGE',
    partialSuccess: 'returnPartialSuccess',
  },
  { kind: 'filter', parameter: 'filter', styles: ['aip160', 'regex'] },
  { kind: 'orderBy', parameter: 'orderBy', orders: ['name', 'creationTimestamp desc'], default: 'name' },
];

/** The methods of the compute document, plus a create method. */
export const compute: ApiBehavior = {
  name: 'compute',
  version: 'v1',
  title: 'Compute',
  services: [computeServices],
  variables: {},
  nameStart: 2,
  projectCollection: 'projects',
  re2: async () => re2,
  methods: [
    method('compute.projects.get', `GET ${project}`, {
      action: { kind: 'get', resource: project },
      rules: [],
      more: { parameters: { fields: {} } },
    }),
    method('compute.httpHealthChecks.patch', `PATCH ${check}`, {
      operationPath: operations.global,
      action: { kind: 'patch', resource: check },
      rules: [...mutationRules, { kind: 'operation', scope: 'global' }, { kind: 'update', merge: true }],
      more: { body: 'required', parameters: { requestId: {} } },
    }),
    method('compute.httpHealthChecks.get', `GET ${check}`, { action: { kind: 'get', resource: check } }),
    method('compute.subnetworks.get', `GET ${subnetwork}`, { action: { kind: 'get', resource: subnetwork } }),
    method('compute.subnetworks.patch', `PATCH ${subnetwork}`, {
      operationPath: operations.region,
      action: { kind: 'patch', resource: subnetwork },
      rules: [
        ...mutationRules,
        { kind: 'operation', scope: 'region' },
        { kind: 'update', fields: ['secondaryIpRanges', 'role', 'privateIpv6ProviderAccess', 'stackType', 'ipv6AccessType'] },
      ],
      more: { body: 'required', parameters: { requestId: {}, drainTimeoutSeconds: { type: 'integer' } } },
    }),
    method('compute.sslPolicies.insert', `POST ${project}/global/sslPolicies`, {
      operationPath: operations.global,
      action: { kind: 'create', resource: policy },
      rules: [...mutationRules, { kind: 'operation', scope: 'global' }],
      more: { body: 'required', parameters: { requestId: {} } },
    }),
    method('compute.sslPolicies.list', `GET ${project}/global/sslPolicies`, {
      action: { kind: 'list', resource: policy },
      rules: listRules,
      listFields: { id: 'path', selfLink: 'link' },
      pageSize: 'maxResults',
      responseType: 'SslPoliciesList',
      responseConstants: { kind: 'compute#sslPoliciesList' },
      more: {
        parameters: { maxResults: { type: 'integer' }, pageToken: {}, filter: {}, orderBy: {}, returnPartialSuccess: { type: 'boolean' } },
      },
    }),
    method('compute.instantSnapshots.setLabels', `POST ${instantSnapshot}/setLabels`, {
      operationPath: operations.zone,
      action: { kind: 'setFields', resource: instantSnapshot, fields: ['labels'], fingerprint: 'labelFingerprint' },
      rules: [...mutationRules, { kind: 'operation', scope: 'zone' }],
      more: { body: 'required', parameters: { requestId: {} } },
    }),
    method('compute.disks.createSnapshot', `POST ${disk}/createSnapshot`, {
      operationPath: operations.zone,
      action: {
        kind: 'createFrom',
        resource: disk,
        creates: snapshot,
        copies: { sourceDisk: 'selfLink', sourceDiskId: 'id', diskSizeGb: 'sizeGb' },
        passes: { field: 'status', values: ['CREATING', 'UPLOADING', 'READY'] },
      },
      rules: [
        ...mutationRules,
        { kind: 'operation', scope: 'zone' },
        { kind: 'requiredIfResourceHas', field: 'sourceDiskEncryptionKey', has: 'diskEncryptionKey' },
      ],
      more: { body: 'required', parameters: { requestId: {} } },
    }),
    method('compute.snapshots.get', `GET ${snapshot}`, { action: { kind: 'get', resource: snapshot } }),
  ],
  objectTypes: {
    SslPoliciesList: { kind: {}, id: {}, items: { type: 'array', objectType: 'SslPolicy' }, nextPageToken: {}, selfLink: {}, warning: {} },
    Project: {
      ...kindField('project'),
      ...commonFields,
      quotas: { type: 'array', ...readOnly },
      defaultNetworkTier: { type: 'string', default: 'PREMIUM' },
    },
    HttpHealthCheck: {
      ...kindField('httpHealthCheck'),
      ...commonFields,
      port: { type: 'integer', default: 80 },
      requestPath: { type: 'string', default: '/' },
      checkIntervalSec: { type: 'integer', default: 5 },
      timeoutSec: { type: 'integer', default: 5 },
    },
    Subnetwork: {
      ...kindField('subnetwork'),
      ...commonFields,
      network: { type: 'string', immutable: true },
      ipCidrRange: { type: 'string' },
      gatewayAddress: { type: 'string', ...readOnly, serverValue: 'gatewayAddress' },
      secondaryIpRanges: { type: 'array', objectType: 'SecondaryRange' },
      fingerprint: { type: 'string', format: 'byte', etag: { of: 'object' } },
      purpose: { type: 'string', default: 'PRIVATE' },
      role: { type: 'string' },
      state: { type: 'string', ...readOnly },
      stackType: { type: 'string', default: 'IPV4_ONLY' },
      ipv6AccessType: { type: 'string' },
      region: { type: 'string', link: 'regions', immutable: true },
    },
    SslPolicy: {
      ...kindField('sslPolicy'),
      ...commonFields,
      profile: { type: 'string' },
      fingerprint: { type: 'string', format: 'byte', etag: { of: 'object' } },
      region: { type: 'string', link: 'regions', ...readOnly },
    },
    InstantSnapshot: {
      ...commonFields,
      labels: { type: 'map' },
      labelFingerprint: { type: 'string', format: 'byte', etag: { of: 'resource', covers: ['labels'] } },
    },
    Disk: { ...commonFields, sizeGb: { type: 'string' }, diskEncryptionKey: encryptionKey },
    Snapshot: {
      ...kindField('snapshot'),
      ...commonFields,
      status: { type: 'string', ...readOnly },
      sourceDisk: { type: 'string' },
      sourceDiskId: { type: 'string', ...readOnly },
      diskSizeGb: { type: 'string', ...readOnly },
      labels: { type: 'map' },
      labelFingerprint: { type: 'string', format: 'byte', etag: { of: 'resource', covers: ['labels'] } },
      chainName: { type: 'string', omitEmpty: true },
      sourceDiskEncryptionKey: encryptionKey,
      snapshotEncryptionKey: encryptionKey,
    },
    Operation: {
      kind: { const: 'compute#operation', readOnly: true },
      ...Object.fromEntries(
        [
          'id',
          'name',
          'clientOperationId',
          'operationType',
          'targetLink',
          'targetId',
          'status',
          'user',
          'insertTime',
          'startTime',
          'endTime',
        ].map((name): [string, FieldBehavior] => [name, readOnly]),
      ),
      zone: { ...readOnly, link: 'zones' },
      region: { ...readOnly, link: 'regions' },
      selfLink: { ...readOnly, link: 'self' },
      progress: { ...readOnly, type: 'integer' },
      error: { ...readOnly, type: 'object' },
      httpErrorStatusCode: { ...readOnly, type: 'integer' },
      httpErrorMessage: readOnly,
    },
    CustomerEncryptionKey: {
      rawKey: { type: 'string' },
      rsaEncryptedKey: { type: 'string' },
      kmsKeyName: { type: 'string' },
      sha256: { type: 'string', ...readOnly },
    },
    SecondaryRange: { rangeName: {}, ipCidrRange: {} },
  },
  operationResources: Object.values(operations).map((path) => ({ path, ...operationType })),
  resources: [
    {
      path: project,
      idParameters: ['project'],
      idFields: ['name'],
      numericId: true,
      implicit: true,
      schema: 'Project',
    },
    {
      path: check,
      idParameters: ['httpHealthCheck'],
      idFields: ['name'],
      numericId: true,
      parent: project,
      schema: 'HttpHealthCheck',
    },
    {
      path: subnetwork,
      idParameters: ['subnetwork'],
      idFields: ['name'],
      numericId: true,
      parent: project,
      schema: 'Subnetwork',
      rules: [
        { kind: 'etag', field: 'fingerprint', match: 'required' },
        { kind: 'nonOverlapping', fields: ['ipCidrRange', 'secondaryIpRanges.ipCidrRange'], within: 'network' },
        {
          kind: 'service',
          module: 'compute/active-standby',
          options: {
            field: 'role',
            active: 'ACTIVE',
            standby: 'BACKUP',
            group: ['network', 'purpose'],
            when: { purpose: ['INTERNAL_HTTPS_LOAD_BALANCER', 'REGIONAL_MANAGED_PROXY', 'GLOBAL_MANAGED_PROXY'] },
            drain: {
              field: 'state',
              during: 'DRAINING',
              after: 'READY',
              parameter: 'drainTimeoutSeconds',
              when: { purpose: ['INTERNAL_HTTPS_LOAD_BALANCER'] },
            },
          },
        },
        { kind: 'states', field: 'state', values: ['READY', 'DRAINING'], immutable: ['DRAINING'] },
      ],
    },
    {
      path: policy,
      idParameters: ['sslPolicy'],
      idFields: ['name'],
      numericId: true,
      parent: project,
      schema: 'SslPolicy',
    },
    {
      path: instantSnapshot,
      idParameters: ['resource'],
      idFields: ['name'],
      numericId: true,
      parent: project,
      schema: 'InstantSnapshot',
    },
    {
      path: disk,
      idParameters: ['disk'],
      idFields: ['name'],
      numericId: true,
      parent: project,
      schema: 'Disk',
    },
    {
      path: snapshot,
      idParameters: ['snapshot'],
      idFields: ['name'],
      numericId: true,
      parent: project,
      schema: 'Snapshot',
      rules: [
        {
          kind: 'states',
          field: 'status',
          values: ['CREATING', 'UPLOADING', 'READY'],
          transitions: [
            { from: 'CREATING', to: 'UPLOADING', trigger: 'the data is copied' },
            { from: 'UPLOADING', to: 'READY', trigger: 'the data is stored' },
          ],
        },
      ],
    },
  ],
  operationType: 'Operation',
};
