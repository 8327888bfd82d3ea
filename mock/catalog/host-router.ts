/** Tells APIs with the same routes apart by the host of a request. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { toPathKey } from '../../runtime/paths/shape.js';
import { HttpError } from '../lib/http-error.js';
import { getHost, matchHost } from './api-hosts.js';
import type { CompiledMethod } from './method.js';
import type { FoundRoute, Router } from './router.js';

/** The APIs at one host, such as the versions of an API. */
export interface HostGroup {
  readonly host: string;
  readonly apis: readonly ApiBehavior[];
}

/** Returns an address that names an API: its own, or `http://NAME.localhost`. */
export const getApiAddress = ({ name, rootUrls: [address = `http://${name}.localhost`] = [] }: ApiBehavior): string => address;

/** Returns the APIs by host if two of different hosts have the same route. Returns `undefined` if paths tell them apart. */
export function separateByHost(apis: readonly ApiBehavior[]): readonly HostGroup[] | undefined {
  const groups = new Map<string, ApiBehavior[]>();
  for (const api of apis) {
    const host = getHost(getApiAddress(api));
    groups.set(host, [...(groups.get(host) ?? []), api]);
  }
  if (groups.size < 2) return undefined;
  const hosts = new Map<string, string>();
  const isShared = [...groups].some(([host, members]) =>
    members.some((api) => listRouteKeys(api).some((key) => (hosts.get(key) ?? hosts.set(key, host).get(key)) !== host)),
  );
  return isShared ? [...groups].map(([host, members]) => ({ host, apis: members })) : undefined;
}

function listRouteKeys({ methods }: ApiBehavior): readonly string[] {
  return methods.map(({ method: { httpMethod, path } }) => `${httpMethod} ${toPathKey(path)}`);
}

/** The routes of each group. */
export class HostRouter {
  constructor(private readonly groups: readonly (HostGroup & { readonly router: Router<CompiledMethod> })[]) {}

  /** Finds the route of a path. Throws `HttpError` if several APIs have it, and the host of the origin names none or several of them. */
  find(path: string, method: string, origin = ''): FoundRoute<CompiledMethod> {
    const results = this.groups.map(({ apis, host, router }) => ({ apis, host, route: router.find(path, method) }));
    const matches = results.filter(({ route }) => route.kind === 'match');
    const candidates = matches.length === 0 ? results : matches;
    const host = getHost(origin);
    const named = candidates.filter(({ apis }) => apis.some((api) => matchHost(api, host) === 'own'));
    const [only, ...others] = named.length > 0 ? named : candidates;
    if (only && others.length === 0) return only.route;
    if (matches.length === 0) return mergeFailures(results.map(({ route }) => route));
    const port = /:\d+$/.exec(host)?.[0] ?? '';
    const names = matches.map(({ apis }) => apis.map(({ name, version }) => `${name} ${version}`).join(', '));
    const hosts = matches.map((match) => `${match.apis[0]?.name}.localhost${port} or ${match.host}`);
    throw new HttpError('invalid', {
      message: `Several APIs have ${method} ${path}: ${names.join(', ')}. Send the request to the host of one of them: ${hosts.join(', ')}.`,
      location: 'Host',
      locationType: 'header',
      rule: 'route',
    });
  }
}

function mergeFailures(routes: readonly FoundRoute<CompiledMethod>[]): FoundRoute<CompiledMethod> {
  const allowed = routes.flatMap((route) => (route.kind === 'wrongMethod' ? route.allowed : []));
  if (allowed.length > 0) return { kind: 'wrongMethod', allowed: [...new Set(allowed)].sort() };
  return routes.find((route) => route.kind === 'none' && route.unknownVerb !== undefined) ?? { kind: 'none' };
}
