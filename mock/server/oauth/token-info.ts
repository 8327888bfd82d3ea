/** The endpoints that describe a token and its user. */
import { findTokenGrant, getDefaultUser, getNumericId } from '../../engine/identities.js';
import { isExpiredToken } from '../../engine/issue-tokens.js';
import { accessTokenType, findTokenProblem } from '../../engine/token-claims.js';
import { identify, readToken } from '../../api/authenticate.js';
import type { ParsedRequest } from '../../lib/http-request.js';
import { HttpError } from '../../lib/http-error.js';
import { getMember, getTextMember, type JsonObject } from '../../lib/json.js';
import type { Session } from '../../state/session.js';
import { OAuthError, readTokenParameters } from './exchange-token.js';

/** The paths of the endpoints that describe a token. */
export const tokenInfoPaths: readonly string[] = ['/tokeninfo', '/oauth2/v3/tokeninfo'];

/** The paths of the endpoints that describe the user of a token: those of OpenID Connect, and the older ones with other names of members. */
const openIdPaths: readonly string[] = ['/oauth2/v3/userinfo', '/v1/userinfo'];
export const userInfoPaths: readonly string[] = [...openIdPaths, '/oauth2/v2/userinfo', '/oauth2/v1/userinfo', '/userinfo/v2/me'];

interface TokenDescription {
  readonly user: string;
  /** Absent for an ID token. */
  readonly scopes: readonly string[] | undefined;
  /** What a token that the mock's key has signed states. */
  readonly claims: JsonObject | undefined;
}

/** Returns what is known of the token in a form, in the query, or in the header. All values are text, as those of the service. */
export async function describeToken(session: Session, incoming: ParsedRequest): Promise<JsonObject> {
  const parameters = readTokenParameters(incoming, session.settings);
  const token = parameters.get('access_token') ?? parameters.get('id_token') ?? readToken(incoming);
  if (token === undefined) throw new OAuthError('invalid_request', 'Missing required parameter: access_token or id_token');
  const { user, scopes, claims } = (await findToken(session, token, incoming.origin)) ?? {};
  if (user === undefined) throw new OAuthError('invalid_token', 'Invalid Value');
  const id = getNumericId(user);
  const expiry = claims && getMember(claims, 'exp');
  const now = claims?.['typ'] === accessTokenType ? session.now() : Date.now();
  return {
    azp: id,
    aud: (claims && getTextMember(claims, 'aud')) ?? id,
    sub: id,
    ...(scopes && { scope: scopes.join(' ') }),
    ...(typeof expiry === 'number' && { exp: String(expiry), expires_in: String(Math.max(0, expiry - Math.floor(now / 1000))) }),
    email: user,
    email_verified: 'true',
  };
}

/** Returns the ID and the address of the user of a token. The mock knows nothing else of a user. */
export async function describeUser(session: Session, incoming: ParsedRequest): Promise<JsonObject> {
  const token = readTokenParameters(incoming, session.settings).get('access_token') ?? readToken(incoming);
  const found = token === undefined ? undefined : await findToken(session, token, incoming.origin);
  if (!found) throw new HttpError('authError', { message: 'The request has no valid access token.', rule: 'credential' });
  const id = getNumericId(found.user);
  const isOpenId = openIdPaths.includes(incoming.path);
  return isOpenId ? { sub: id, email: found.user, email_verified: true } : { id, email: found.user, verified_email: true };
}

/** Returns `undefined` for a token that is unknown or has expired. */
async function findToken(session: Session, token: string, origin: string): Promise<TokenDescription | undefined> {
  const state = session.readVersion();
  const claims = findTokenGrant(state, token) ? undefined : await session.settings.signingKey.verify(token);
  if (claims && isExpiredToken(claims, session.now())) return undefined;
  const { grant } = identify(session, state, { token, claims, origin });
  // An ID token isn't one with which a client calls an API.
  const isIdToken = claims && findTokenProblem('ID token', claims, { now: Date.now(), isAudience: () => true }) === undefined;
  const user = grant?.user ?? (isIdToken ? getTextMember(claims, 'email') : undefined);
  if (user !== undefined) {
    const scope = claims && getTextMember(claims, 'scope');
    return { user, scopes: isIdToken ? undefined : (scope?.split(' ').filter(Boolean) ?? [...(grant?.scopes ?? [])]), claims };
  }
  // It may be that of another issuer.
  return session.settings.auth === 'off' && !claims ? { user: getDefaultUser(state), scopes: [], claims: undefined } : undefined;
}
