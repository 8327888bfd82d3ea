/** Authentication and authorization. */
import type { Grant } from '../engine/call.js';
import { HttpError } from '../lib/http-error.js';
import { isEmpty, getMemberAt, type JsonObject } from '../lib/json.js';
import { toRelativePath } from '../catalog/links.js';
import type { Session } from '../state/session.js';
import type { State } from '../state/state.js';
import type { CompiledMethod } from '../catalog/method.js';
import type { ApiRequest } from './api-request.js';
import { identify, readToken } from './authenticate.js';

const realm = 'Bearer realm="mock"';

interface AccessedResource {
  readonly segments: readonly string[];
  /** The part of the request body that could be parsed, because some permissions depend on it. */
  readonly body: JsonObject | undefined;
}

/**
 * Returns the grant of the request's token, if it is known. If the mock checks authorization, throws 401 without a known token, and 403
 * without a required scope or permission.
 */
export function authorize(
  state: State,
  { session, method, incoming, claims }: ApiRequest,
  { segments, body }: AccessedResource,
): Grant | undefined {
  const isRequired = session.settings.auth === 'on';
  const grant = findGrant(session, state, { incoming, claims, isRequired });
  if (!isRequired || !grant) return grant;
  const scopes = method.behavior.method.scopes ?? [];
  if (scopes.length > 0 && !scopes.some((scope) => grant.scopes.has(scope))) {
    throw new HttpError('insufficientPermissions', {
      message: `The token has none of the scopes that ${method.id} accepts: ${scopes.join(', ')}`,
      location: 'Authorization',
      locationType: 'header',
      rule: 'scope',
      headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scopes.join(' ')}"` },
    });
  }
  for (const requirement of method.behavior.permissions ?? []) {
    const permission = typeof requirement === 'string' ? requirement : requirement.permission;
    const applies = typeof requirement === 'string' || !isEmpty(getMemberAt(body, requirement.when));
    if (applies && !grant.permissions.has(permission)) {
      const resource = toRelativePath(method.api, getTargetSegments(method, segments));
      throw new HttpError('forbidden', {
        message: `Required '${permission}' permission for '${resource}'`,
        rule: 'permission',
        metadata: { permission, resource },
      });
    }
  }
  return grant;
}

/** Returns the grant of the request's token, if it is known. Throws 401 if a known token is required and absent. */
export function findGrant(
  session: Session,
  state: State,
  { incoming, claims, isRequired }: Pick<ApiRequest, 'incoming' | 'claims'> & { readonly isRequired: boolean },
): Grant | undefined {
  const token = readToken(incoming);
  const caller = token === undefined ? undefined : identify(session, state, { token, claims, origin: incoming.origin });
  const grant = caller?.grant;
  if (grant || !isRequired) return grant;
  throw new HttpError('authError', {
    message: caller?.problem ?? 'The request has no bearer token. Send the header Authorization: Bearer TOKEN.',
    location: 'Authorization',
    locationType: 'header',
    rule: 'credential',
    headers: { 'www-authenticate': caller ? `${realm}, error="invalid_token"` : realm },
  });
}

/** Returns the path of the method's resource without a custom verb: `.../disks/d` of `.../disks/d/createSnapshot`. */
function getTargetSegments({ resource }: CompiledMethod, segments: readonly string[]): readonly string[] {
  return resource ? segments.slice(0, resource.behavior.path.split('/').length) : segments;
}
