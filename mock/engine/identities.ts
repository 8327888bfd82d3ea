/** The identities of callers: the users of the seed's tokens. */
import { isObject, getTextMember, listStrings, type JsonObject } from '../lib/json.js';
import { hashNumber } from '../lib/hashes.js';
import { getKeyRange, parseRecordPath } from '../state/keys.js';
import type { Session } from '../state/session.js';
import type { State } from '../state/state.js';
import type { Grant } from './call.js';

export const anonymous = 'anonymous@example.com';
const defaultProject = 'mock-project';

export function findTokenGrant(state: State, token: string): Grant | undefined {
  const row = state.getRow('token', token);
  return isObject(row) ? toGrant(row) : undefined;
}

/** Returns the scopes and permissions of all tokens of a user, or `undefined` for an unknown user. */
export function findUserGrant(state: State, user: string): Grant | undefined {
  const grants = listGrants(state).filter((grant) => grant.user === user);
  if (grants.length === 0) return undefined;
  return {
    user,
    scopes: new Set(grants.flatMap(({ scopes }) => [...scopes])),
    permissions: new Set(grants.flatMap(({ permissions }) => [...permissions])),
  };
}

/** Returns the user of credentials that name none. */
export function getDefaultUser(state: State): string {
  return listGrants(state)[0]?.user ?? `mock@${defaultProject}.iam.gserviceaccount.com`;
}

/** Returns the user whose account a request concerns: its user, or that of credentials that name none. */
export const getAccount = (state: State, user: string): string => (user === anonymous ? getDefaultUser(state) : user);

function listGrants(state: State): readonly Grant[] {
  return state.listRows('token').map(([, row]) => toGrant(row as JsonObject));
}

function toGrant(row: JsonObject): Grant {
  return {
    user: getTextMember(row, 'user') ?? anonymous,
    scopes: new Set(listStrings(row['scopes'])),
    permissions: new Set(listStrings(row['permissions'])),
  };
}

/** Whether the mock accepts credentials of a user: any, unless it enforces credentials. */
export function isKnownUser({ settings }: Session, state: State, user: string): boolean {
  return settings.auth === 'off' || findUserGrant(state, user) !== undefined;
}

/** Says how to make a user known. */
export function describeUnknownUser(state: State, user: string): string {
  const users = [...new Set(listGrants(state).map((grant) => grant.user))];
  return `no token of the seed has the user '${user}'; expected ${users.join(', ') || 'one in `tokens` of the seed, which has none'}`;
}

/**
 * Returns the scopes of an identity that a client requests, in the spelling of the identity's. Only the names after the last slash are
 * compared, because a specification can leave the prefix open. The scope `cloud-platform` includes all others.
 */
export function intersectScopes(owned: ReadonlySet<string>, requested: readonly string[]): readonly string[] {
  const names = new Set(requested.map(getScopeName));
  if (names.has(broadScope)) return [...owned];
  const broad = [...owned].find((scope) => getScopeName(scope) === broadScope);
  if (broad !== undefined) return [...names].map((name) => (/[:/]/.test(name) ? name : broad.replace(/[^/]*$/, name)));
  return [...owned].filter((scope) => names.has(getScopeName(scope)));
}

const broadScope = 'cloud-platform';

function getScopeName(scope: string): string {
  return /[^/]+$/.exec(scope)?.[0] ?? scope;
}

/** Returns the project of an identity: the one in the name of a service account, or else the first in the state. */
export function getProject(state: State, user: string): string {
  const named = /@([^.]+)\.iam\.gserviceaccount\.com$/.exec(user)?.[1];
  if (named !== undefined) return named;
  const [first] = state.transaction.range({ ...getKeyRange('record'), limit: 1 });
  const found = first && /(?:^|\/)projects\/([^/]+)/.exec(parseRecordPath(first[0]))?.[1];
  return found ?? defaultProject;
}

/** Returns the number that a name, such as that of a project or a user, always has. */
export function getNumericId(name: string): string {
  return hashNumber(name).slice(0, 12);
}
