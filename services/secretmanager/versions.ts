/** The methods of secret versions, which have numbers from 1, and the aliases of a secret. */
import {
  decodeBase64,
  formatInstant,
  getMember,
  getMemberAt,
  getTextMember,
  isList,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { formatCrc32c } from '../checksums.js';
import { readSeconds } from '../durations.js';
import { getField } from '../requests.js';
import { requireEtag } from './etags.js';
import { computeChecksum, deletePayload, readPayload, storePayload } from './payloads.js';

/** In bytes. */
const maxPayload = 65_536;

const getId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const getSecretPath = (path: string): string => path.slice(0, path.lastIndexOf('/versions/'));

/** Throws 404. */
function requireSecret(call: HandlerCall, path: string): JsonObject {
  return call.state.get(path) ?? call.reject('notFound', `Secret [${path.replace('/v1/', '')}] not found.`);
}

function listNumbers(call: HandlerCall, secret: string): readonly number[] {
  return call.state.list(`${secret}/versions`).map((version) => Number(getId(getTextMember(version, 'name') ?? '')));
}

/** Returns the URL path of the version that a call names by its number, as `latest`, or by an alias of the secret. Throws 404. */
function resolveVersion(call: HandlerCall): string {
  const path = call.path ?? '';
  const id = getId(path);
  if (/^\d+$/.test(id)) return path;
  const secretPath = getSecretPath(path);
  const secret = call.state.get(secretPath);
  const name = getTextMember(secret, 'name') ?? secretPath.replace('/v1/', '');
  const latest = Math.max(0, ...(secret === undefined ? [] : listNumbers(call, secretPath)));
  if (id === 'latest' && latest > 0) return `${secretPath}/versions/${latest}`;
  if (secret === undefined || id === 'latest') return call.reject('notFound', `Secret [${name}] not found or has no versions.`);
  const number = getMember(secret['versionAliases'], id);
  if (number === undefined) return call.reject('notFound', `Secret Version [${name}/versions/${id}] not found.`);
  return `${secretPath}/versions/${String(number)}`;
}

/** Throws 404. */
function requireVersion(call: HandlerCall, path: string): JsonObject {
  const version = call.state.get(path);
  if (version !== undefined) return version;
  const name = getTextMember(call.state.get(getSecretPath(path)), 'name') ?? getSecretPath(path).replace('/v1/', '');
  return call.reject('notFound', `Secret Version [${name}/versions/${getId(path)}] not found.`);
}

/** Returns the status of each replica that the policy of the secret states. Regional secrets have no policy. */
function createReplicationStatus(secret: JsonObject): JsonObject {
  const replication = secret['replication'];
  if (getMember(replication, 'automatic') !== undefined) return { replicationStatus: { automatic: {} } };
  const replicas = getMemberAt(replication, 'userManaged.replicas');
  if (!isList(replicas)) return {};
  return {
    replicationStatus: { userManaged: { replicas: replicas.map((replica) => ({ location: getMember(replica, 'location') ?? '' })) } },
  };
}

function addVersion(call: HandlerCall): JsonObject {
  const secretPath = call.path ?? '';
  const secret = requireSecret(call, secretPath);
  const payload = getField(call, 'payload');
  const bytes = decodeBase64(getTextMember(payload, 'data') ?? '') ?? new Uint8Array();
  if (bytes.length === 0) call.reject('invalid', 'Secret Payload cannot be empty.');
  if (bytes.length > maxPayload) call.reject('invalid', `The payload must have at most ${maxPayload} bytes (received ${bytes.length}).`);
  const checksum = getMember(payload, 'dataCrc32c');
  if (checksum !== undefined && String(checksum) !== formatCrc32c(bytes))
    call.reject(
      'invalid',
      `payload.dataCrc32c doesn't match payload.data (received ${String(checksum)}, computed ${formatCrc32c(bytes)}).`,
    );
  const path = `${secretPath}/versions/${Math.max(0, ...listNumbers(call, secretPath)) + 1}`;
  storePayload(call, path, bytes);
  return call.state.put(path, {
    state: 'ENABLED',
    ...createReplicationStatus(secret),
    ...(checksum !== undefined && { clientSpecifiedPayloadChecksum: true }),
  });
}

function getVersion(call: HandlerCall, next: () => Promise<unknown>): unknown {
  return /^\d+$/.test(getId(call.path ?? '')) ? next() : requireVersion(call, resolveVersion(call));
}

function accessVersion(call: HandlerCall): JsonObject {
  const path = resolveVersion(call);
  const version = requireVersion(call, path);
  const name = getTextMember(version, 'name') ?? '';
  const state = getTextMember(version, 'state') ?? '';
  if (state !== 'ENABLED') call.reject('failedPrecondition', `Secret Version [${name}] is in ${state} state.`);
  const payload = readPayload(call, path);
  if (payload === undefined)
    return call.reject('notImplemented', `The seed has no payload of ${name}: add the row 'payload${path}' of secretmanager.`);
  return { name, payload: { data: payload.data, dataCrc32c: computeChecksum(payload) } };
}

/** Returns the version that a call changes. Throws 404, and 400 for an etag of another state or a destroyed version. */
function requireChangeable(call: HandlerCall): JsonObject {
  const version = requireVersion(call, call.path ?? '');
  requireEtag(call, version, getField(call, 'etag'));
  if (version['state'] === 'DESTROYED')
    call.reject('failedPrecondition', `Secret Version [${getTextMember(version, 'name') ?? ''}] is in DESTROYED state.`);
  return version;
}

const setState =
  (state: 'ENABLED' | 'DISABLED') =>
  (call: HandlerCall): JsonObject => {
    const { scheduledDestroyTime, ...version } = requireChangeable(call);
    const path = call.path ?? '';
    if (state === 'DISABLED')
      return call.state.put(path, { ...version, ...(scheduledDestroyTime !== undefined && { scheduledDestroyTime }), state });
    // Enabling a version cancels its destruction. A replacement would keep the output-only field.
    call.state.delete(path);
    return call.state.put(path, { ...version, state });
  };

function destroyVersion(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const { scheduledDestroyTime: _, ...version } = requireChangeable(call);
  const delay = readSeconds(getTextMember(call.state.get(getSecretPath(path)), 'versionDestroyTtl')) ?? 0;
  if (delay === 0) {
    deletePayload(call, path);
    return call.state.put(path, { ...version, state: 'DESTROYED', destroyTime: formatInstant(call.now) });
  }
  const at = call.now + delay * 1000;
  const time = formatInstant(at);
  const scheduled = call.state.put(path, { ...version, state: 'DISABLED', scheduledDestroyTime: time });
  const when = { field: 'scheduledDestroyTime', value: getTextMember(scheduled, 'scheduledDestroyTime') ?? time };
  call.state.schedule(path, { at, fields: { state: 'DESTROYED', destroyTime: time }, when });
  return scheduled;
}

/** The mock has no databases whose passwords it could rotate. */
const rejectRotation: Handlers[string] = ({ methodId, reject }) => reject('notImplemented', `The mock doesn't implement ${methodId}.`);

export const versionHandlers: Handlers = {
  addVersion,
  enableManagedRotation: rejectRotation,
  rotateSecret: rejectRotation,
  'versions.get': getVersion,
  'versions.access': accessVersion,
  'versions.enable': setState('ENABLED'),
  'versions.disable': setState('DISABLED'),
  'versions.destroy': destroyVersion,
};
