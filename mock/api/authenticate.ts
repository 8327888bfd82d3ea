/** Identifies the caller of a request by its bearer token: one of the seed, or a signed one. */
import type { Grant } from '../engine/call.js';
import { describeUnknownUser, findTokenGrant, findUserGrant, intersectScopes } from '../engine/identities.js';
import { accessTokenType, findTokenProblem, getTokenUser } from '../engine/token-claims.js';
import { getTextMember, type JsonObject } from '../lib/json.js';
import { isExpired } from '../lib/jwt.js';
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
  session: Session,
  state: State,
  { token, claims, origin }: { readonly token: string; readonly claims: Claims; readonly origin: string },
): Identification {
  const seeded = findTokenGrant(state, token);
  if (seeded) return { grant: seeded };
  if (!claims) return { problem: 'The bearer token is unknown. Add it to `tokens` of the seed.' };
  const isEnforced = session.settings.auth === 'on';
  const now = claims['typ'] === accessTokenType ? state.controls.now() : Date.now();
  if (isEnforced && isExpired(claims, now)) return { problem: 'The bearer token has expired.' };
  const user = getTokenUser(claims) ?? '';
  const grant = findUserGrant(state, user);
  if (isEnforced && !grant) return { problem: `The bearer token is valid, but ${describeUnknownUser(state, user)}.` };
  const problem = findBearerProblem(session, claims, { now, origin });
  if (problem !== undefined) return { problem: `The bearer token is not an access token of this mock: ${problem}.` };
  if (!isEnforced || !grant) return { grant: grant ?? { user, scopes: new Set(), permissions: new Set() } };
  // A token that a client has signed for an audience has all scopes of its user.
  const scope = getTextMember(claims, 'scope');
  return { grant: scope === undefined ? grant : { ...grant, scopes: new Set(intersectScopes(grant.scopes, scope.split(' '))) } };
}

/** A client can send an access token that the mock has issued, or one that it has signed itself for the address of the API. */
function findBearerProblem(
  { catalog }: Session,
  claims: JsonObject,
  { now, origin }: { readonly now: number; readonly origin: string },
): string | undefined {
  if (claims['typ'] === accessTokenType) return findTokenProblem('access token', claims, { now });
  const isAudience = (audience: string): boolean => {
    const host = readHost(audience);
    const addresses = [origin, ...catalog.apis.flatMap(({ rootUrls = [] }) => rootUrls)];
    const names = ['iamcredentials', ...catalog.apis.map(({ name }) => name)].map((name) => `${name}.googleapis.com`);
    return host !== undefined && [...addresses.map(readHost), ...names].includes(host);
  };
  return findTokenProblem('self-signed token', claims, { now, isAudience, expectedAudience: 'the address of the API' });
}

function readHost(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
