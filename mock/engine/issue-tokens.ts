/** Issues signed tokens, and files of credentials that clients exchange for them. Nothing of them is in the state. */
import type { JsonObject } from '../lib/json.js';
import { HttpError } from '../lib/http-error.js';
import { isExpired } from '../lib/jwt.js';
import type { Session } from '../state/session.js';
import type { CredentialsFile, CredentialsOptions, CredentialsType } from '../types/credentials.js';
import { describeUnknownUser, getDefaultUser, getNumericId, getProject, isKnownUser } from './identities.js';
import { accessTokenType, refreshAudience, refreshTokenType, subjectAudience, tokenIssuer } from './token-claims.js';

/** The lifetime of access tokens and ID tokens in seconds. */
export const tokenLifetime = 3599;

const universe = 'googleapis.com';

/**
 * Issues an access token with these scopes. It expires on the clock of the mock, which checks it. Any session accepts it, with the scopes
 * and permissions that the user has there.
 */
export async function issueAccessToken(
  session: Session,
  { user, scopes, lifetime = tokenLifetime }: { readonly user: string; readonly scopes: readonly string[]; readonly lifetime?: number },
): Promise<string> {
  const seconds = Math.floor(session.now() / 1000);
  const claims = { sub: user, scope: scopes.join(' '), iat: seconds, exp: seconds + lifetime };
  return session.settings.signingKey.sign(claims, accessTokenType);
}

/** Issues an ID token. It expires in real time, because clients and other services check it. */
export async function issueIdToken({ settings }: Session, user: string, audience: string): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const id = getNumericId(user);
  const identity = { azp: id, sub: id, email: user, email_verified: true };
  return settings.signingKey.sign({
    iss: tokenIssuer,
    aud: audience,
    ...identity,
    iat: seconds,
    exp: seconds + tokenLifetime,
  });
}

/** Returns whether a token that the mock's key has signed has expired. Only access tokens expire on the clock of the mock. */
export function isExpiredToken(claims: JsonObject, mockTime: number): boolean {
  return isExpired(claims, claims['typ'] === accessTokenType ? mockTime : Date.now());
}

/** Creates a file of credentials. Rejects with 404 for an unknown user if the mock enforces credentials. */
export async function createCredentials<Type extends CredentialsType = 'service_account'>(
  session: Session,
  { user: requestedUser, type, rootUrl = 'http://localhost' }: CredentialsOptions & { readonly type?: Type | undefined } = {},
): Promise<CredentialsFile<Type>> {
  const state = session.readVersion();
  const user = requestedUser ?? getDefaultUser(state);
  if (!isKnownUser(session, state, user))
    throw new HttpError('notFound', {
      message: `The identity is unknown: ${describeUnknownUser(state, user)}.`,
      location: 'user',
      rule: 'credentials',
    });
  const file = { user, project: getProject(state, user), origin: rootUrl.replace(/\/+$/, '') };
  return (await creators[type ?? 'service_account'](session, file)) as CredentialsFile<Type>;
}

interface FileParts {
  readonly user: string;
  readonly project: string;
  readonly origin: string;
}

type Creators = { readonly [Type in CredentialsType]: (session: Session, parts: FileParts) => Promise<CredentialsFile<Type>> };

const creators: Creators = {
  service_account: async ({ settings: { signingKey } }, { user, project, origin }) => ({
    type: 'service_account',
    project_id: project,
    private_key_id: (await signingKey.export()).id,
    private_key: (await signingKey.export()).pem,
    client_email: user,
    client_id: getNumericId(user),
    token_uri: `${origin}/token`,
    universe_domain: universe,
  }),
  authorized_user: async ({ settings: { signingKey } }, { user, project, origin }) => ({
    type: 'authorized_user',
    client_id: `${getNumericId(user)}.apps.googleusercontent.com`,
    client_secret: 'mock-secret',
    refresh_token: await signingKey.sign({ iss: tokenIssuer, aud: refreshAudience, sub: user }, refreshTokenType),
    token_uri: `${origin}/token`,
    account: user,
    quota_project_id: project,
    universe_domain: universe,
  }),
  external_account: async (_, { user, project, origin }) => ({
    type: 'external_account',
    // Clients look up the project of an audience that contains one.
    audience: '//iam.googleapis.com/locations/global/workforcePools/mock/providers/mock',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${origin}/v1/token`,
    credential_source: {
      url: `${origin}/computeMetadata/v1/instance/service-accounts/${encodeURIComponent(user)}/identity?audience=${subjectAudience}`,
      headers: { 'Metadata-Flavor': 'Google' },
      format: { type: 'text' },
    },
    quota_project_id: project,
    universe_domain: universe,
  }),
};
