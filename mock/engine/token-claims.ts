/**
 * Checks the claims of tokens that the mock's key has signed. The key is that of every service account, so a client can sign any claims with
 * it: the signature alone says nothing about what a token is for.
 */
import { getTextMember, type JsonObject } from '../lib/json.js';
import type { CredentialsType } from '../types/credentials.js';

/** The types of tokens that the mock issues, in their headers. An ID token has the type `JWT`, like the tokens that clients sign. */
export const accessTokenType = 'at+jwt';
export const refreshTokenType = 'rt+jwt';
const jwtType = 'JWT';

/** The issuer of ID tokens and refresh tokens. A service account issues the tokens that it signs. */
export const tokenIssuer = 'https://accounts.google.com';
/** The audience of refresh tokens. */
export const refreshAudience = 'https://oauth2.googleapis.com/token';
/** The audience of the ID tokens in files for workload identity federation. */
export const subjectAudience = 'mock';

/** The types of credentials that the mock creates. */
export const credentialsTypes: readonly CredentialsType[] = ['service_account', 'authorized_user', 'external_account'];

/** The maximum lifetime of a token in seconds. */
export const maxTokenLifetime = 3600;
/** By how many seconds the clocks of clients may differ. */
const clockSkew = 300;

type TokenKind = 'access token' | 'assertion' | 'ID token' | 'refresh token' | 'self-signed token';

interface KindRules {
  readonly type: string;
  /** Whether the issuer is the mock, and not the service account that has signed the token. Access tokens have no issuer. */
  readonly issuer?: 'mock' | 'account';
  /** Whether the account that has signed the token must also be its subject. */
  readonly isSubjectIssuer?: boolean;
  /** A refresh token doesn't expire. */
  readonly hasLifetime: boolean;
  /** Whether scopes can take the place of the audience. */
  readonly allowsScope?: boolean;
  readonly hasAudience: boolean;
}

const kinds: Readonly<Record<TokenKind, KindRules>> = {
  'access token': { type: accessTokenType, hasLifetime: true, hasAudience: false },
  assertion: { type: jwtType, issuer: 'account', hasLifetime: true, hasAudience: true },
  'ID token': { type: jwtType, issuer: 'mock', hasLifetime: true, hasAudience: true },
  'refresh token': { type: refreshTokenType, issuer: 'mock', hasLifetime: false, hasAudience: true },
  'self-signed token': { type: jwtType, issuer: 'account', isSubjectIssuer: true, hasLifetime: true, allowsScope: true, hasAudience: true },
};

interface TokenContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isAudience?: (audience: string) => boolean;
  /** Describes the audiences, for the message. */
  readonly expectedAudience?: string;
}

/** Returns what is wrong with the claims of a token of a kind, except that it has expired: `aud must be … (received …)`. */
export function findTokenProblem(
  kind: TokenKind,
  claims: JsonObject,
  { now, isAudience, expectedAudience = 'one of this mock' }: TokenContext,
): string | undefined {
  const { type, issuer, isSubjectIssuer, hasLifetime, hasAudience, allowsScope } = kinds[kind];
  const text = (name: string): string | undefined => getTextMember(claims, name);
  const describe = (name: string, expected: string): string => `${name} must be ${expected} (received ${text(name) ?? 'none'})`;
  if (text('typ') !== type) return describe('typ', type);
  if (issuer === 'mock' && text('iss') !== tokenIssuer) return describe('iss', tokenIssuer);
  if (issuer === 'account' && (text('iss') ?? tokenIssuer) === tokenIssuer) return describe('iss', 'the service account');
  if (kind !== 'assertion' && text('sub') === undefined) return describe('sub', 'the user');
  if (kind === 'ID token' && text('email') === undefined) return describe('email', 'the user');
  if (isSubjectIssuer && text('sub') !== text('iss')) return describe('sub', `the issuer ${text('iss') ?? ''}`);
  const isScoped = allowsScope && claims['aud'] === undefined && text('scope') !== undefined;
  if (hasAudience && !isScoped && !isAudience?.(text('aud') ?? '')) return describe('aud', expectedAudience);
  return hasLifetime ? findLifetimeProblem(claims, now) : undefined;
}

function findLifetimeProblem({ iat, exp }: JsonObject, now: number): string | undefined {
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'iat and exp must be numbers of seconds';
  if (iat > now / 1000 + clockSkew) return 'iat must not be in the future';
  if (exp <= iat || exp > iat + maxTokenLifetime) return `exp must be at most ${maxTokenLifetime} seconds after iat`;
  return undefined;
}

/** Returns the user of an ID token or of a token that a client has signed. */
export function getTokenUser(claims: JsonObject): string | undefined {
  return getTextMember(claims, 'email') ?? getTextMember(claims, 'sub') ?? getTextMember(claims, 'iss');
}
