/** Versions of keys, which have numbers from 1, and the schedule of their destruction. */
import { formatInstant, getTextMember, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { readSeconds } from '../durations.js';
import { getTextField } from '../requests.js';
import { getKeyPath, getName, requireResource, requireText } from './call.js';
import { deleteMaterial } from './material.js';
import { createVersion, rotateKey } from './rotation.js';

type Next = () => Promise<unknown>;

function createNextVersion(call: HandlerCall): JsonObject {
  const key = `/v1/${String(call.parameters['parent'])}`;
  if (rotateKey(call, key)['importOnly'] === true) call.reject('failedPrecondition', `${getName(key)} has only imported versions.`);
  const state = getTextField(call, 'state') ?? 'ENABLED';
  if (state !== 'ENABLED' && state !== 'DISABLED') call.reject('invalid', `The state of a new version can't be ${state}.`);
  return createVersion(call, key, { at: call.now, state });
}

async function readVersion(call: HandlerCall, next: Next): Promise<unknown> {
  const key = getKeyPath(call.path ?? '');
  if (call.state.get(key) !== undefined) rotateKey(call, key);
  return next();
}

async function listVersions(call: HandlerCall, next: Next): Promise<unknown> {
  const key = `/v1/${String(call.parameters['parent'])}`;
  if (call.state.get(key) !== undefined) rotateKey(call, key);
  return next();
}

async function patchVersion(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const before = requireResource(call, path);
  const state = getTextField(call, 'state');
  const isChange = state !== undefined && state !== before['state'];
  const states: readonly unknown[] = ['ENABLED', 'DISABLED'];
  if (isChange && !(states.includes(state) && states.includes(before['state'])))
    call.reject('failedPrecondition', `${getName(path)} can't change its state from ${requireText(before, 'state')} to ${state}.`);
  return next();
}

function destroyVersion(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const version = requireResource(call, path);
  const state = requireText(version, 'state');
  if (state !== 'ENABLED' && state !== 'DISABLED')
    call.reject('failedPrecondition', `${getName(path)} can't be destroyed, current state is: ${state}.`);
  const key = requireResource(call, getKeyPath(path));
  const at = call.now + (readSeconds(getTextMember(key, 'destroyScheduledDuration')) ?? 2_592_000) * 1000;
  const time = formatInstant(at);
  const scheduled = call.state.put(path, { ...version, state: 'DESTROY_SCHEDULED', destroyTime: time });
  const when = { field: 'destroyTime', value: getTextMember(scheduled, 'destroyTime') ?? time };
  call.state.schedule(path, { at, fields: { state: 'DESTROYED', destroyEventTime: time }, when });
  return scheduled;
}

function restoreVersion(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const { destroyTime: _, ...version } = requireResource(call, path);
  const state = requireText(version, 'state');
  if (state !== 'DESTROY_SCHEDULED') call.reject('failedPrecondition', `${getName(path)} can't be restored, current state is: ${state}.`);
  // A replacement would keep the output-only time.
  call.state.delete(path);
  return call.state.put(path, { ...version, state: 'DISABLED' });
}

/** The time of a destruction is shown only until it happens. */
export const renderVersion = ({ state }: JsonObject): JsonObject | undefined => (state === 'DESTROYED' ? { destroyTime: null } : undefined);

/** Returns a version that can be used. Throws 404, and 400 unless it is enabled. The material of a destroyed one is deleted. */
export function requireUsable(call: HandlerCall, path: string): JsonObject {
  const version = requireResource(call, path);
  const state = requireText(version, 'state');
  if (state === 'DESTROYED') deleteMaterial(call, path);
  if (state !== 'ENABLED') call.reject('failedPrecondition', `${getName(path)} is not enabled, current state is: ${state}.`);
  return version;
}

const notImplemented: Handlers[string] = ({ methodId, reject }) => reject('notImplemented', `The mock doesn't implement ${methodId}.`);

export const versionHandlers: Handlers = {
  'cryptoKeyVersions.create': createNextVersion,
  'cryptoKeyVersions.get': readVersion,
  'cryptoKeyVersions.list': listVersions,
  'cryptoKeyVersions.patch': patchVersion,
  'cryptoKeyVersions.destroy': destroyVersion,
  'cryptoKeyVersions.restore': restoreVersion,
  'cryptoKeyVersions.import': notImplemented,
  'cryptoKeyVersions.decapsulate': notImplemented,
};
