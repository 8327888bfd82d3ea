/** The control routes for versions of the state: snapshots, forks, and rewinding. */
import type { Json } from '../../lib/json.js';
import { AdminResponse, readMembers, type AdminRoute } from './admin-call.js';

const isString = (value: Json | undefined): boolean => typeof value === 'string';
const isVersion = (value: Json | undefined): boolean => isString(value) || Number.isSafeInteger(value);
const isOptional =
  (isValid: typeof isString): typeof isString =>
  (value) =>
    value === undefined || isValid(value);

const name = [isString, 'a string'] as const;
const version = 'the name of a snapshot, or a sequence number as an integer';

export const createSnapshot: AdminRoute = async (call) => {
  const body = await readMembers(call, { name });
  return new AdminResponse({ ...(await call.session.createSnapshot(body['name'] as string)) }, { status: 201 });
};

export const listSnapshots: AdminRoute = async ({ session }) => ({
  snapshots: (await session.snapshots.list()).map((snapshot) => ({ ...snapshot })),
  sequence: session.version.sequence,
});

export const getSnapshot: AdminRoute = async ({ session }, snapshotName) => ({ ...(await session.snapshots.get(snapshotName)) });

export const deleteSnapshot: AdminRoute = async ({ session }, snapshotName) => {
  await session.snapshots.delete(snapshotName);
  return {};
};

export const forkSession: AdminRoute = async (call) => {
  const body = await readMembers(call, { name, from: [isOptional(isString), 'a string'], at: [isOptional(isVersion), version] });
  const { name: newName, from, at } = body as { readonly name: string; readonly from?: string; readonly at?: string | number };
  const origin = from === undefined ? call.session : await call.sessions.require(from);
  const session = await call.sessions.fork(newName, origin, at);
  return new AdminResponse({ name: newName, sequence: session.version.sequence }, { status: 201 });
};

export const rewindSession: AdminRoute = async (call) => {
  const body = await readMembers(call, { to: [isVersion, version] });
  const { session } = call;
  return { ...(await session.restoreVersion(await session.findVersion(body['to'] as string | number))) };
};
