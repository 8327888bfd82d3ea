/** The grants of the token endpoints: what each exchanges for an access token. */
import {
  describeUnknownUser,
  findTokenGrant,
  findUserGrant,
  getDefaultUser,
  intersectScopes,
  isKnownUser,
} from '../../engine/identities.js';
import { isExpiredToken, issueAccessToken, issueIdToken, tokenLifetime } from '../../engine/issue-tokens.js';
import { accessTokenType, findTokenProblem, getTokenUser, refreshAudience, subjectAudience } from '../../engine/token-claims.js';
import { decodeText, readBody, type ParsedRequest } from '../../lib/http-request.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { isExpired, parseJwt } from '../../lib/jwt.js';
import type { Claims } from '../../api/authenticate.js';
import type { Session } from '../../state/session.js';

type OAuthErrorCode = 'invalid_request' | 'invalid_token' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';

/** An error of a token endpoint (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}

interface TokenRequest {
  readonly session: Session;
  readonly incoming: ParsedRequest;
  readonly parameters: URLSearchParams;
}

type GrantHandler = (request: TokenRequest) => Promise<JsonObject>;

/** The addresses of token endpoints, which clients write into an assertion, in addition to that of the mock. Some ignore `token_uri`. */
const publicAudiences: readonly string[] = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://www.googleapis.com/oauth2/v3/token',
  'https://accounts.google.com/o/oauth2/token',
];

const accessGrants: Readonly<Record<string, GrantHandler>> = {
  'urn:ietf:params:oauth:grant-type:jwt-bearer': exchangeAssertion,
  refresh_token: exchangeRefreshToken,
};

/** The path of the endpoint of workload identity federation. */
export const federationPath = '/v1/token';

/** The grants by the path of their endpoint: those of all generations, and that of workload identity federation. */
export const tokenEndpoints: Readonly<Record<string, Readonly<Record<string, GrantHandler>>>> = {
  ...Object.fromEntries(publicAudiences.map((address) => [new URL(address).pathname, accessGrants])),
  [federationPath]: { 'urn:ietf:params:oauth:grant-type:token-exchange': exchangeSubjectToken },
};

/** The prefix of the types of tokens (RFC 8693, section 3). */
const tokenTypePrefix = 'urn:ietf:params:oauth:token-type:';

export async function exchangeToken(session: Session, incoming: ParsedRequest): Promise<JsonObject> {
  const parameters = readTokenParameters(incoming, session.settings);
  const grants = tokenEndpoints[incoming.path] ?? {};
  const type = parameters.get('grant_type') ?? '';
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant) return grant({ session, incoming, parameters });
  throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${type}; expected ${Object.keys(grants).join(' or ')}`);
}

/** Reads the parameters of a form, of the query, or of a JSON object, whose names can be those of ProtoJSON: `grantType`. */
export function readTokenParameters({ headers, body, query }: ParsedRequest, settings: Session['settings']): URLSearchParams {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return new URLSearchParams([
      ...new URLSearchParams(decodeText(body, settings.maxBody)),
      ...query.map(([name, value]) => [name, value]),
    ]);
  const members = Object.entries(readBody(body, settings) ?? {}).filter(([, value]) => typeof value === 'string');
  return new URLSearchParams(
    members.map(([name, value]) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), String(value)]),
  );
}

/** A service account signs an assertion with its key, and exchanges it for an access token or an ID token. */
async function exchangeAssertion({ session, incoming, parameters }: TokenRequest): Promise<JsonObject> {
  const assertion = parameters.get('assertion') ?? '';
  if (!parseJwt(assertion)) throw new OAuthError('invalid_grant', 'Invalid JWT: the assertion must be a signed JSON Web Token.');
  const claims = await session.settings.signingKey.verify(assertion);
  if (!claims) throw new OAuthError('invalid_grant', 'Invalid JWT Signature.');
  checkAssertion(claims, incoming);
  const issuer = getTextMember(claims, 'iss') ?? '';
  requireUser(session, issuer);
  const user = requireUser(session, getTextMember(claims, 'sub') ?? issuer);
  const targetAudience = getTextMember(claims, 'target_audience');
  if (targetAudience !== undefined) return { id_token: await issueIdToken(session, user, targetAudience) };
  const scopes = splitScopes(getTextMember(claims, 'scope') ?? parameters.get('scope'));
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  return createTokenResponse(session, user, scopes);
}

/** Checks real time, which clients sign, and not the clock of the mock, which tests can set to any time. */
function checkAssertion(claims: JsonObject, { origin, path }: ParsedRequest): void {
  const now = Date.now();
  const expectedAudience = `${origin}${path}`;
  const isAudience = (audience: string): boolean => audience === expectedAudience || publicAudiences.includes(audience);
  const problem = findTokenProblem('assertion', claims, { now, isAudience, expectedAudience });
  if (problem !== undefined && !/^(?:iat|exp)\b/.test(problem)) throw new OAuthError('invalid_grant', `Invalid JWT: ${problem}.`);
  if (problem === undefined && !isExpired(claims, now)) return;
  throw new OAuthError(
    'invalid_grant',
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
  );
}

/** Returns the user if the mock accepts its credentials. */
function requireUser(session: Session, user: string): string {
  const state = session.readVersion();
  if (isKnownUser(session, state, user)) return user;
  throw new OAuthError('invalid_grant', `Invalid grant: account not found: ${describeUnknownUser(state, user)}.`);
}

function requireParameter(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name) ?? '';
  if (value === '') throw new OAuthError('invalid_request', `Missing required parameter: ${name}`);
  return value;
}

async function exchangeRefreshToken({ session, parameters }: TokenRequest): Promise<JsonObject> {
  const token = requireParameter(parameters, 'refresh_token');
  const user = await findUser(session, token, (claims) =>
    findTokenProblem('refresh token', claims, { now: Date.now(), isAudience: (audience) => audience === refreshAudience }),
  );
  return createTokenResponse(session, user, splitScopes(parameters.get('scope')));
}

/** Workload identity federation: an ID token of the mock, or a token of the seed, stands for that of another identity provider. */
async function exchangeSubjectToken({ session, parameters }: TokenRequest): Promise<JsonObject> {
  const token = requireParameter(parameters, 'subject_token');
  const subjectType = requireParameter(parameters, 'subject_token_type');
  const provider = parameters.get('audience') ?? '';
  const audiences = [subjectAudience, ...(provider === '' ? [] : [provider, `https:${provider}`])];
  const expectedAudience = audiences.join(' or ');
  const isAudience = (audience: string): boolean => audiences.includes(audience);
  const user = await findUser(session, token, (claims) => {
    const isAccessToken = claims['typ'] === accessTokenType;
    const expectedTypes = isAccessToken ? ['access_token'] : ['jwt', 'id_token'];
    if (!expectedTypes.some((type) => subjectType === `${tokenTypePrefix}${type}`))
      return `subject_token_type must be ${tokenTypePrefix}${expectedTypes.join(' or ')} (received ${subjectType})`;
    // Only access tokens expire on the clock of the mock.
    return isAccessToken
      ? findTokenProblem('access token', claims, { now: session.now() })
      : findTokenProblem('ID token', claims, { now: Date.now(), isAudience, expectedAudience });
  });
  const response = await createTokenResponse(session, user, splitScopes(parameters.get('scope')));
  return { ...response, issued_token_type: `${tokenTypePrefix}access_token` };
}

/** Returns the user of a token of the seed, or of one that the mock has issued. `findProblem` returns what is wrong with its claims. */
async function findUser(
  session: Session,
  token: string,
  findProblem: (claims: NonNullable<Claims>) => string | undefined,
): Promise<string> {
  const state = session.readVersion();
  const seeded = findTokenGrant(state, token);
  if (seeded) return seeded.user;
  const claims = await session.settings.signingKey.verify(token);
  if (!claims) {
    // It may be that of another issuer.
    if (session.settings.auth === 'off') return getDefaultUser(state);
    throw new OAuthError('invalid_grant', `The token is unknown; ${expectedToken}`);
  }
  const problem = findProblem(claims);
  if (problem !== undefined) throw new OAuthError('invalid_grant', `The token can't be exchanged: ${problem}.`);
  if (claims['exp'] !== undefined && isExpiredToken(claims, session.now()))
    throw new OAuthError('invalid_grant', `The token is expired; ${expectedToken}`);
  return requireUser(session, getTokenUser(claims) ?? '');
}

const expectedToken = 'expected one that this mock has issued, or a token of the seed.';

/** Issues an access token with the requested scopes that the user has. Without requested scopes, it has all. */
async function createTokenResponse(session: Session, user: string, requested: readonly string[]): Promise<JsonObject> {
  const scopes = selectScopes(session, user, requested);
  return {
    access_token: await issueAccessToken(session, { user, scopes }),
    expires_in: tokenLifetime,
    token_type: 'Bearer',
    scope: scopes.join(' '),
  };
}

/** Returns the requested scopes that the user has, or else all scopes of the user. Throws `OAuthError` if the user has none of them. */
export function selectScopes(session: Session, user: string, requested: readonly string[]): readonly string[] {
  const owned = findUserGrant(session.readVersion(), user)?.scopes ?? new Set<string>();
  if (requested.length === 0) return [...owned];
  if (session.settings.auth === 'off') return requested;
  const scopes = intersectScopes(owned, requested);
  if (scopes.length > 0 || owned.size === 0) return scopes;
  throw new OAuthError('invalid_scope', `The user '${user}' has none of the requested scopes; expected some of ${[...owned].join(' ')}`);
}

export function splitScopes(text: string | null | undefined): readonly string[] {
  return (text ?? '').split(/[ ,]+/).filter(Boolean);
}
