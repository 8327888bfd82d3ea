/** The requests that the mock handles for all APIs, or that service modules handle. It is loaded when no method of an API matches a request. */
import type { BuiltInCall } from '../api/built-in-call.js';
import { findDiscovery } from '../api/serve-discovery.js';
import { findServiceRoute } from '../api/service-routes.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { Session } from '../state/session.js';
import { findOAuth } from './oauth/find-oauth.js';

export function findBuiltInCall(session: Session, incoming: ParsedRequest): BuiltInCall | undefined {
  return findDiscovery(session.catalog.apis, incoming) ?? findOAuth(session, incoming) ?? findServiceRoute(session, incoming);
}
