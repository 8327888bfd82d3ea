/** Identifies the caller of a request by its bearer token: one of the seed, or a signed one. */
import type { Grant } from '../engine/call.js';
import { describeUnknownUser, findTokenGrant, findUserGrant, intersectScopes } from '../engine/identities.js';
import { getTokenUser, isExpiredToken } from '../engine/issue-tokens.js';
import { getTextMember, type JsonObject } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { Session } from '../state/session.js';
import type { State } from '../state/state.js';

/** The claims of a bearer token that the mock's key has signed, with its type. Absent for any other token. */
export type Claims = JsonObject | undefined;

export function readToken({ headers }: Pick<ParsedRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1];
}

/** Checks the signature of the bearer token if it has one. */
export function verifyToken({ settings }: Session, incoming: ParsedRequest): MaybePromise<Claims> {
  const token = readToken(incoming);
  return token?.startsWith('eyJ') ? settings.signingKey.verify(token) : undefined;
}

/** A known caller, or why the caller isn't known. */
export type Identification = { readonly grant: Grant } | { readonly grant?: undefined; readonly problem: string };

export function identify(
  { settings }: Session,
  state: State,
  { token, claims }: { readonly token: string; readonly claims: Claims },
): Identification {
  const seeded = findTokenGrant(state, token);
  if (seeded) return { grant: seeded };
  const user = claims && getTokenUser(claims);
  if (!claims || user === undefined) return { problem: 'The bearer token is unknown. Add it to `tokens` of the seed.' };
  const grant = findUserGrant(state, user);
  if (settings.auth === 'off') return { grant: grant ?? { user, scopes: new Set(), permissions: new Set() } };
  if (isExpiredToken(claims, state.controls.now())) return { problem: 'The bearer token has expired.' };
  if (!grant) return { problem: `The bearer token is valid, but ${describeUnknownUser(state, user)}.` };
  // A token that a client has signed for an audience has all scopes of its user.
  const scope = getTextMember(claims, 'scope');
  return { grant: scope === undefined ? grant : { ...grant, scopes: new Set(intersectScopes(grant.scopes, scope.split(' '))) } };
}
