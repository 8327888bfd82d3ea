/** Keys with their primary version, and the rotation of keys. */
import { getMember, getTextMember, isObject, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { getTextField } from '../requests.js';
import { findAlgorithm, getPurpose } from './algorithms.js';
import { getId, getName, getVersionPath, requireResource, requireText } from './call.js';
import { createVersion, rotateKey } from './rotation.js';

type Next = () => Promise<unknown>;

/** Returns the key with a copy of its primary version as it is now. */
export function renderKey(call: HandlerCall, key: JsonObject): JsonObject {
  const name = getTextMember(key['primary'], 'name');
  const primary = name === undefined ? undefined : call.state.get(`/v1/${name}`);
  return primary === undefined ? key : { ...key, primary };
}

/** Purposes by their numbers, which clients send, and which the document doesn't state. */
const purposes: Readonly<Record<string, string>> = {
  1: 'ENCRYPT_DECRYPT',
  5: 'ASYMMETRIC_SIGN',
  6: 'ASYMMETRIC_DECRYPT',
  7: 'RAW_ENCRYPT_DECRYPT',
  9: 'MAC',
};

export function readPurpose({ purpose }: JsonObject): string | undefined {
  return typeof purpose === 'number' ? purposes[purpose] : typeof purpose === 'string' ? purpose : undefined;
}

/** Throws 400 for a template that doesn't fit the purpose, and 501 for keys that the mock can't generate. */
function readTemplate(call: HandlerCall, key: JsonObject): JsonObject {
  const { versionTemplate } = key;
  const purpose = readPurpose(key);
  const protectionLevel = getTextMember(versionTemplate, 'protectionLevel') ?? 'SOFTWARE';
  const algorithm =
    getTextMember(versionTemplate, 'algorithm') ?? (purpose === 'ENCRYPT_DECRYPT' ? 'GOOGLE_SYMMETRIC_ENCRYPTION' : undefined);
  if (protectionLevel !== 'SOFTWARE' && protectionLevel !== 'HSM')
    call.reject('notImplemented', `The mock doesn't implement keys with the protection level ${protectionLevel}.`);
  if (algorithm === undefined) return call.reject('invalid', 'version_template.algorithm is required.');
  const known = findAlgorithm(algorithm);
  if (!known) return call.reject('notImplemented', `The mock doesn't implement the algorithm ${algorithm}.`);
  if (getPurpose(known) !== purpose)
    call.reject('invalid', `The algorithm ${algorithm} can't be used with the purpose ${String(purpose)}.`);
  return { ...(isObject(versionTemplate) && versionTemplate), algorithm, protectionLevel };
}

async function createKey(call: HandlerCall, next: Next): Promise<JsonObject> {
  const body = (call.requestBody ?? {}) as JsonObject;
  if (readPurpose(body) === undefined) call.reject('invalid', 'purpose is required.');
  if (body['rotationPeriod'] !== undefined && body['nextRotationTime'] === undefined)
    call.reject('invalid', 'next_rotation_time must be set if rotation_period is set.');
  const versionTemplate = readTemplate(call, body);
  const created = (await next()) as JsonObject;
  const path = `/v1/${requireText(created, 'name')}`;
  const { primary: _, ...key } = created;
  call.state.delete(path);
  const stored = call.state.put(path, {
    ...key,
    destroyScheduledDuration: created['destroyScheduledDuration'] ?? '2592000s',
    versionTemplate,
  });
  if (call.parameters['skipInitialVersionCreation'] === true || body['importOnly'] === true) return stored;
  const { name = '' } = createVersion(call, path, { at: call.now });
  return renderKey(call, readPurpose(body) === 'ENCRYPT_DECRYPT' ? call.state.put(path, { ...stored, primary: { name } }) : stored);
}

async function readKey(call: HandlerCall, next: Next): Promise<JsonObject> {
  const path = call.path ?? '';
  if (call.state.get(path) !== undefined) rotateKey(call, path);
  return renderKey(call, (await next()) as JsonObject);
}

async function patchKey(call: HandlerCall, next: Next): Promise<JsonObject> {
  const path = call.path ?? '';
  const before = call.state.get(path);
  const changed = (await next()) as JsonObject;
  const versionTemplate = readTemplate(call, changed);
  // Protection levels can't be changed.
  if (before && getMember(before['versionTemplate'], 'protectionLevel') !== versionTemplate['protectionLevel'])
    call.reject('invalid', 'version_template.protection_level cannot be changed.');
  return renderKey(call, changed);
}

async function listKeys(call: HandlerCall, next: Next): Promise<JsonObject> {
  const collection = `/v1/${String(call.parameters['parent'])}/cryptoKeys`;
  for (const key of call.state.list(collection)) rotateKey(call, `/v1/${requireText(key, 'name')}`);
  const { cryptoKeys, ...rest } = (await next()) as { readonly cryptoKeys?: readonly JsonObject[] };
  return { ...(cryptoKeys && { cryptoKeys: cryptoKeys.map((key) => renderKey(call, key)) }), ...rest };
}

function updatePrimaryVersion(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const key = rotateKey(call, path);
  if (readPurpose(key) !== 'ENCRYPT_DECRYPT')
    call.reject('invalid', `${getName(path)} has the purpose ${String(readPurpose(key))}, so it has no primary version.`);
  const versionPath = getVersionPath(path, getId(getTextField(call, 'cryptoKeyVersionId') ?? ''));
  const version = requireResource(call, versionPath);
  requireEnabled(call, version);
  return renderKey(call, call.state.put(path, { ...key, primary: { name: requireText(version, 'name') } }));
}

/** Throws 400 unless a version is enabled. */
export function requireEnabled(call: HandlerCall, version: JsonObject): void {
  const state = requireText(version, 'state');
  if (state !== 'ENABLED') call.reject('failedPrecondition', `${requireText(version, 'name')} is not enabled, current state is: ${state}.`);
}

export const keyHandlers: Handlers = {
  create: createKey,
  get: readKey,
  list: listKeys,
  patch: patchKey,
  updatePrimaryVersion,
};
