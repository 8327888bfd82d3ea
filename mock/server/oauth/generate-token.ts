/** Impersonation: a caller requests tokens of a service account from the IAM Service Account Credentials API. */
import { describeUnknownUser, isKnownUser } from '../../engine/identities.js';
import { issueAccessToken, issueIdToken } from '../../engine/issue-tokens.js';
import { maxTokenLifetime } from '../../engine/token-claims.js';
import { HttpError } from '../../lib/http-error.js';
import { readBody, type ParsedRequest } from '../../lib/http-request.js';
import { formatInstant } from '../../lib/instants.js';
import { getMember, getTextMember, isList, type Json, type JsonObject } from '../../lib/json.js';
import type { Session } from '../../state/session.js';
import { identify, readToken, verifyToken } from '../../api/authenticate.js';
import { selectScopes } from './exchange-token.js';

const pattern = /^\/v1\/projects\/[^/]+\/serviceAccounts\/([^/]+):(generateAccessToken|generateIdToken)$/;

/** Returns the account and the method in a path. */
export function parseGenerationPath(path: string): { readonly account: string; readonly method: string } | undefined {
  const [, account, method] = pattern.exec(path.replaceAll('%3A', ':')) ?? [];
  return account === undefined || method === undefined ? undefined : { account: account.replaceAll('%40', '@'), method };
}

export async function generateToken(session: Session, incoming: ParsedRequest): Promise<JsonObject> {
  const { account = '', method = '' } = parseGenerationPath(incoming.path) ?? {};
  await requireAccess(session, incoming, {
    account,
    permission: `iam.serviceAccounts.get${method === 'generateIdToken' ? 'OpenIdToken' : 'AccessToken'}`,
  });
  const body = readBody(incoming.body, session.settings) ?? {};
  if (method === 'generateIdToken') {
    const audience = getTextMember(body, 'audience');
    if (audience === undefined) throw createRequiredError('audience');
    return { token: await issueIdToken(session, account, audience) };
  }
  const scopes = getMember(body, 'scope');
  if (!isList(scopes) || scopes.length === 0) throw createRequiredError('scope');
  const lifetime = readLifetime(getMember(body, 'lifetime'));
  const selected = selectScopes(session, account, scopes.map(String));
  return {
    accessToken: await issueAccessToken(session, { user: account, scopes: selected, lifetime }),
    // Clients compare it with their own clock.
    expireTime: formatInstant(Date.now() + lifetime * 1000),
  };
}

/**
 * Returns the seconds of a duration, by default an hour. The service accepts up to 12 hours of accounts that a policy of their organization
 * lists. The mock knows no such policy.
 */
function readLifetime(value: Json | undefined): number {
  if (value === undefined || value === null) return maxTokenLifetime;
  const [, seconds] = (typeof value === 'string' && /^(\d{1,12})(?:\.\d{1,9})?s$/.exec(value)) || [];
  const lifetime = Number(seconds ?? 0);
  const isValid = lifetime >= 1 && Number.parseFloat(String(value)) <= maxTokenLifetime;
  if (isValid) return lifetime;
  throw new HttpError('invalid', {
    message: `lifetime must be a duration from 1s to ${maxTokenLifetime}s (received ${JSON.stringify(value)}).`,
    location: 'lifetime',
    rule: 'oauth',
  });
}

/** Throws 401 or 403 unless the caller may act as the account. */
async function requireAccess(
  session: Session,
  incoming: ParsedRequest,
  { account, permission }: { readonly account: string; readonly permission: string },
): Promise<void> {
  if (session.settings.auth === 'off') return;
  const [token, claims] = [readToken(incoming), await verifyToken(session, incoming)];
  const state = session.readVersion();
  const caller = token === undefined ? undefined : identify(session, state, { token, claims, origin: incoming.origin });
  if (!caller?.grant)
    throw new HttpError('authError', { message: caller?.problem ?? 'The request has no bearer token.', rule: 'credential' });
  if (!isKnownUser(session, state, account))
    throw new HttpError('notFound', {
      message: `The service account is unknown: ${describeUnknownUser(state, account)}.`,
      rule: 'credential',
    });
  if (caller.grant.user === account || caller.grant.permissions.has(permission)) return;
  throw new HttpError('forbidden', {
    message: `Permission '${permission}' denied on '${account}' (or it may not exist).`,
    rule: 'permission',
  });
}

function createRequiredError(location: string): HttpError {
  return new HttpError('required', { message: `Required value '${location}' is missing.`, location, rule: 'oauth' });
}
