/** The methods of buckets, their policies, and their notification configurations. */
import { getMember, getTextMember, type HandlerCall, type Handlers, type JsonObject, type ServiceDefinition } from '../../mock/service.js';
import { createPredefinedEntries, getOwner, isUniform, renderBucket } from './access-controls.js';
import { getBucketName, getBucketPath, getText, requireBucket } from './call.js';
import { requireConditions } from './conditions.js';
import { listNoncurrentResources } from './objects.js';
import { requireLockedPolicy } from './retention.js';

type Next = () => Promise<unknown>;

const isFull = (call: HandlerCall): boolean => call.parameters['projection'] === 'full';

/** The row with the ID of the project that owns a bucket. Seeded buckets have none. */
const getProjectKey = (bucket: string): string => `project/${bucket}`;

/** Returns the lists that predefined names state, and the entity that owns them. */
function createLists(call: HandlerCall, bucket: JsonObject): JsonObject {
  const { predefinedAcl, predefinedDefaultObjectAcl } = call.parameters;
  if (isUniform(bucket)) return {};
  return {
    ...(typeof predefinedAcl === 'string' && { acl: createPredefinedEntries(predefinedAcl, bucket, getOwner(bucket)) as never }),
    ...(typeof predefinedDefaultObjectAcl === 'string' && {
      defaultObjectAcl: createPredefinedEntries(predefinedDefaultObjectAcl, bucket, undefined) as never,
    }),
  };
}

async function insertBucket(call: HandlerCall, next: Next): Promise<JsonObject> {
  const body = (call.requestBody ?? {}) as JsonObject;
  const created = (await next()) as JsonObject;
  const name = getTextMember(created, 'name') ?? '';
  call.rows().put(getProjectKey(name), getText(call, 'project') ?? null);
  const lists = createLists(call, created);
  const hasRetention = call.parameters['enableObjectRetention'] === true;
  const changes = { ...lists, ...(hasRetention && { objectRetention: { mode: 'Enabled' } }) };
  const path = getBucketPath(name);
  if (Object.keys(changes).length > 0) {
    call.state.delete(path);
    call.state.put(path, { ...created, ...changes });
  }
  return renderBucket(requireBucket(call, name), isFull(call) || body['acl'] !== undefined || body['defaultObjectAcl'] !== undefined);
}

async function getBucket(call: HandlerCall, next: Next): Promise<JsonObject> {
  return renderBucket((await next()) as JsonObject, isFull(call));
}

async function changeBucket(call: HandlerCall, next: Next): Promise<JsonObject> {
  const name = getBucketName(call);
  const before = requireBucket(call, name);
  const changed = (await next()) as JsonObject;
  requireLockedPolicy(call, before, changed);
  const lists = createLists(call, changed);
  const result = Object.keys(lists).length > 0 ? call.state.put(getBucketPath(name), { ...changed, ...lists }) : changed;
  return renderBucket(result, isFull(call));
}

async function listBuckets(call: HandlerCall, next: Next): Promise<JsonObject> {
  const { items, ...rest } = (await next()) as { readonly items?: readonly JsonObject[] };
  return { ...rest, ...(items && { items: items.map((bucket) => renderBucket(bucket, isFull(call))) }) };
}

/** An empty bucket can have notification configurations, which are deleted with it. */
async function deleteBucket(call: HandlerCall, next: Next): Promise<unknown> {
  const name = getBucketName(call);
  const path = getBucketPath(name);
  if (call.state.get(path) !== undefined) {
    if (call.state.list(`${path}/o`).length > 0 || listNoncurrentResources(call, name).length > 0)
      call.reject('containerNotEmpty', 'The bucket you tried to delete is not empty.', { code: 409 });
    for (const { id } of call.state.list(`${path}/notificationConfigs`)) call.state.delete(`${path}/notificationConfigs/${String(id)}`);
  }
  const result = await next();
  call.rows().delete(getProjectKey(name));
  return result;
}

function lockRetentionPolicy(call: HandlerCall): JsonObject {
  const name = getBucketName(call);
  const bucket = requireBucket(call, name);
  requireConditions(call, bucket);
  const policy = getMember(bucket, 'retentionPolicy');
  if (policy === undefined) return call.reject('invalid', `Bucket '${name}' has no retention policy to lock.`);
  return renderBucket(
    call.state.put(getBucketPath(name), { ...bucket, retentionPolicy: { ...(policy as JsonObject), isLocked: true } }),
    false,
  );
}

function getStorageLayout(call: HandlerCall): JsonObject {
  const bucket = requireBucket(call, getBucketName(call));
  const { name, location, locationType, customPlacementConfig, hierarchicalNamespace } = bucket;
  return {
    kind: 'storage#storageLayout',
    bucket: name,
    location,
    locationType,
    hierarchicalNamespace: { enabled: getMember(hierarchicalNamespace, 'enabled') === true },
    ...(customPlacementConfig !== undefined && { customPlacementConfig }),
  } as JsonObject;
}

/** The roles that a bucket grants to the project until its policy is set. */
function createDefaultBindings(call: HandlerCall, name: string): JsonObject {
  const project = call.rows().get<string | null>(getProjectKey(name)) ?? null;
  if (project === null) return {};
  const members = [`projectEditor:${project}`, `projectOwner:${project}`];
  const viewers = [`projectViewer:${project}`];
  const objectBindings = [
    { role: 'roles/storage.legacyObjectOwner', members },
    { role: 'roles/storage.legacyObjectReader', members: viewers },
  ];
  return {
    bindings: [
      { role: 'roles/storage.legacyBucketOwner', members },
      { role: 'roles/storage.legacyBucketReader', members: viewers },
      ...(isUniform(requireBucket(call, name)) ? objectBindings : []),
    ],
  };
}

async function readPolicy(call: HandlerCall, next: Next): Promise<JsonObject> {
  const policy = (await next()) as JsonObject;
  const name = getBucketName(call);
  const isUnset = policy['version'] === undefined;
  const resourceId = `projects/_/buckets/${name}`;
  return { kind: 'storage#policy', resourceId, version: 1, ...(isUnset && createDefaultBindings(call, name)), ...policy };
}

async function testPermissions(_: HandlerCall, next: Next): Promise<JsonObject> {
  return { kind: 'storage#testIamPermissionsResponse', ...((await next()) as JsonObject) };
}

function insertNotification(call: HandlerCall): JsonObject {
  const name = getBucketName(call);
  requireBucket(call, name);
  const { topic, payload_format, ...rest } = (call.requestBody ?? {}) as JsonObject;
  if (typeof topic !== 'string' || !/^\/\/pubsub\.googleapis\.com\/projects\/[^/]+\/topics\/[^/]+$/.test(topic))
    return call.reject('invalid', 'Invalid Google Cloud Pub/Sub topic.');
  const key = `notification/${name}`;
  const id = String((call.rows().get<number>(key) ?? 0) + 1);
  call.rows().put(key, Number(id));
  return call.state.put(`${getBucketPath(name)}/notificationConfigs/${id}`, {
    ...rest,
    topic,
    payload_format: payload_format ?? 'JSON_API_V1',
    id,
    etag: id,
  });
}

/** The number of the project is known from its buckets. */
async function getServiceAccount(call: HandlerCall, next: Next): Promise<unknown> {
  const project = getText(call, 'projectId');
  const [key] =
    call
      .rows()
      .list('project/')
      .find(([, owner]) => owner === project) ?? [];
  const number =
    key === undefined ? undefined : getTextMember(call.state.get(getBucketPath(key.slice('project/'.length))), 'projectNumber');
  if (number === undefined) return next();
  return { kind: 'storage#serviceAccount', email_address: `service-${number}@gs-project-accounts.iam.gserviceaccount.com` };
}

/** A key without a secret would be useless, and the mock couldn't verify signatures with it. */
const createHmacKey: Handlers[string] = ({ reject }) => reject('notImplemented', "The mock doesn't implement HMAC keys.");

export const bucketHandlers: Handlers = {
  'storage.buckets.insert': insertBucket,
  'storage.buckets.get': getBucket,
  'storage.buckets.list': listBuckets,
  'storage.buckets.patch': changeBucket,
  'storage.buckets.update': changeBucket,
  'storage.buckets.delete': deleteBucket,
  'storage.buckets.lockRetentionPolicy': lockRetentionPolicy,
  'storage.buckets.getStorageLayout': getStorageLayout,
  'storage.buckets.getIamPolicy': readPolicy,
  'storage.buckets.setIamPolicy': readPolicy,
  'storage.buckets.testIamPermissions': testPermissions,
  'storage.objects.testIamPermissions': testPermissions,
  'storage.notifications.insert': insertNotification,
  'storage.projects.serviceAccount.get': getServiceAccount,
  'storage.projects.hmacKeys.create': createHmacKey,
};

const listParameters = { predefinedAcl: true, predefinedDefaultObjectAcl: true, projection: true } as const;

export const bucketParameters: NonNullable<ServiceDefinition['parameters']> = {
  'storage.buckets.insert': { ...listParameters, project: true, enableObjectRetention: true },
  'storage.buckets.get': { projection: true },
  'storage.buckets.patch': listParameters,
  'storage.buckets.update': listParameters,
  'storage.buckets.list': {
    projection: true,
    // A seeded bucket belongs to every project.
    project: (project: string, call) => {
      const owners = new Map(call.rows().list<string | null>('project/'));
      return {
        filter: (bucket) => {
          const owner = owners.get(getProjectKey(getTextMember(bucket, 'name') ?? '')) ?? project;
          return owner === project || bucket['projectNumber'] === project;
        },
      };
    },
  },
  'storage.buckets.lockRetentionPolicy': { ifMetagenerationMatch: true },
};
