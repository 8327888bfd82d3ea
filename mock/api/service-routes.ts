/** Further routes of service modules: paths of the host of an API that no method of its description has. */
import type { Grant } from '../engine/call.js';
import { HandlerAccess } from '../engine/handler-access.js';
import { createStateAccess, limitTime } from '../engine/handlers.js';
import { readResponse } from '../engine/raw-response.js';
import { getHost, matchHost } from '../catalog/api-hosts.js';
import type { Catalog } from '../catalog/catalog.js';
import { Router } from '../catalog/router.js';
import { listServices } from '../catalog/services.js';
import { matchPath } from '../../runtime/paths/match.js';
import { toErrorResult, type HttpResult } from '../lib/http-result.js';
import { HttpError } from '../lib/http-error.js';
import { emptyObject } from '../lib/json.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { Session } from '../state/session.js';
import type { ServiceRoute } from '../types/services.js';
import { verifyToken } from './authenticate.js';
import { findGrant } from './authorize.js';
import type { BuiltInCall } from './built-in-call.js';
import { getUser } from './parse-call.js';
import type { ApiBehavior } from '../../runtime/behavior.js';

interface CompiledRoute {
  readonly api: ApiBehavior;
  readonly route: ServiceRoute;
}

const routers = new WeakMap<Catalog, Router<CompiledRoute> | null>();

function getRouter(catalog: Catalog): Router<CompiledRoute> | null {
  let router = routers.get(catalog);
  if (router === undefined) routers.set(catalog, (router = createRouter(catalog)));
  return router;
}

function createRouter({ apis }: Catalog): Router<CompiledRoute> | null {
  const routes = apis.flatMap((api) => listServices(api).flatMap(({ routes = [] }) => routes.map((route) => ({ api, route }))));
  if (routes.length === 0) return null;
  const router = new Router<CompiledRoute>();
  for (const compiled of routes)
    router.add({ template: compiled.route.path.slice(1), method: compiled.route.method.toUpperCase() }, compiled);
  return router;
}

/** Finds the route of a service module for a request. */
export function findServiceRoute(session: Session, incoming: ParsedRequest): BuiltInCall | undefined {
  const found = findCompiledRoute(session.catalog, incoming);
  if (!found) return undefined;
  return { methodId: undefined, respond: () => respondToRoute(session, incoming, found) };
}

function findCompiledRoute(catalog: Catalog, { path, method, origin }: ParsedRequest): CompiledRoute | undefined {
  const router = getRouter(catalog);
  if (!router) return undefined;
  try {
    const found = router.find(path, method);
    const result = found.kind === 'match' || method !== 'HEAD' ? found : router.find(path, 'GET');
    return result.kind === 'match' && isServedAt(catalog, result.value, getHost(origin)) ? result.value : undefined;
  } catch {
    // The path is malformed, which the routes of methods report.
    return undefined;
  }
}

/** A route belongs to the hosts of its API, and to those that no API of the mock has, such as the address of the mock. */
function isServedAt({ apis }: Catalog, { api }: CompiledRoute, host: string): boolean {
  return matchHost(api, host) !== undefined || apis.every((each) => matchHost(each, host) === undefined);
}

async function respondToRoute(session: Session, incoming: ParsedRequest, { api, route }: CompiledRoute): Promise<HttpResult | undefined> {
  const name = `${route.method} ${route.path}`;
  const claims = await verifyToken(session, incoming);
  const parameters = matchPath(route.path.slice(1), incoming.path.slice(1)) ?? {};
  try {
    return await session.run(
      async (state) => {
        const isEnforced = session.settings.auth === 'on';
        const identifyCaller = (isRequired: boolean): Grant | undefined => findGrant(session, state, { incoming, claims, isRequired });
        const user = getUser(identifyCaller(isEnforced && route.access !== 'public'));
        const access = new HandlerAccess(name);
        const { origin, headers } = incoming;
        const call = { session, state, origin, at: state.controls.now(), parameters: emptyObject, user };
        const request = toRequest(incoming);
        try {
          const response = await limitTime(session, name, async () =>
            route.respond({
              ...createStateAccess(call, access, api),
              headers: { ...headers },
              request,
              parameters,
              requireCredential: access.guard('requireCredential', () => void identifyCaller(isEnforced)),
              verifySignature: (bytes, signature) => session.settings.signingKey.verifyBytes(bytes, signature),
            }),
          );
          return response && { ...(await readResponse(response)), body: null };
        } finally {
          access.end();
        }
      },
      { isCurrent: true },
    );
  } catch (error) {
    if (error instanceof Response) return { ...(await readResponse(error)), body: null };
    // The error has the form of the API.
    if (error instanceof HttpError) return toErrorResult(error, api.errors);
    throw error;
  }
}

function toRequest({ method, origin, rootPath = '', target, headers, body }: ParsedRequest): Request {
  const init: RequestInit = { method, headers };
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return new Request(`${origin}${rootPath}${target}`, hasBody ? { ...init, body: body as BodyInit } : init);
}
