/**
 * Serves Discovery documents at the paths where public services publish theirs, so that a Discovery-based client library needs only the
 * address of the mock. Addresses in the documents are those of the mock as the request knows it, or those of the API if the request names one.
 */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { HttpError } from '../lib/http-error.js';
import type { HttpResult } from '../lib/http-result.js';
import { pick, type JsonObject } from '../lib/json.js';
import { getHost, matchHost } from '../catalog/api-hosts.js';
import { createDiscoveryDocument, readDiscoveryDocument } from '../catalog/discovery-document.js';
import { requireMethod, type BuiltInCall } from './built-in-call.js';
import { applyMask, parseMaskParameter } from './mask-rules.js';
import { decodeIfValid, getCommonParameter, getQueryParameter, type ParsedRequest } from '../lib/http-request.js';

const directoryPath = '/discovery/v1/apis';
const apiPath = /^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/;
const servicePath = /^\/(?:\$|%24)discovery\/rest$/;

/** Returns the Discovery call of a request, or `undefined` if its path is not a Discovery path. */
export function findDiscovery(allApis: readonly ApiBehavior[], incoming: ParsedRequest): BuiltInCall | undefined {
  const { path } = incoming;
  const apis = allApis.filter(({ discovery }) => discovery !== undefined);
  if (path === directoryPath)
    return { methodId: 'discovery.apis.list', respond: () => respondToGet(incoming, () => listApis(apis, incoming)) };
  if (!apiPath.test(path) && !servicePath.test(path)) return undefined;
  const find = (): ApiBehavior => (servicePath.test(path) ? findServiceApi(apis, incoming) : findApi(apis, path));
  return {
    methodId: 'discovery.apis.getRest',
    respond: () => respondToGet(incoming, () => createDiscoveryDocument(find(), incoming.origin)),
  };
}

async function respondToGet(incoming: ParsedRequest, respond: () => Promise<JsonObject>): Promise<HttpResult> {
  requireMethod(incoming, ['GET', 'HEAD']);
  const text = getCommonParameter(incoming, 'fields');
  const body = await respond();
  if (text === undefined || text === '') return { status: 200, body };
  const parameter = { name: 'fields', text };
  return { status: 200, body: applyMask(body, parseMaskParameter(parameter), { parameter, lookup: undefined, objectTypes: undefined }) };
}

async function listApis(apis: readonly ApiBehavior[], incoming: ParsedRequest): Promise<JsonObject> {
  const name = getQueryParameter(incoming, 'name');
  const preferredOnly = /^true$/i.test(getQueryParameter(incoming, 'preferred') ?? '');
  const listed = apis
    .map((api) => ({ api, preferred: findPreferredApi(apis, api.name) === api }))
    .filter(({ api, preferred }) => (name === undefined || api.name === name) && (!preferredOnly || preferred));
  const items = await Promise.all(
    listed.map(async ({ api, preferred }) =>
      createDirectoryItem(api, await readDiscoveryDocument(api), { origin: incoming.origin, preferred }),
    ),
  );
  return { kind: 'discovery#directoryList', discoveryVersion: 'v1', ...(items.length > 0 && { items }) };
}

function createDirectoryItem(
  { name, version, title }: ApiBehavior,
  document: JsonObject,
  { origin, preferred }: { readonly origin: string; readonly preferred: boolean },
): JsonObject {
  return {
    kind: 'discovery#directoryItem',
    id: `${name}:${version}`,
    name,
    version,
    title,
    ...pick(document, ['description', 'icons', 'documentationLink']),
    discoveryRestUrl: `${origin}${directoryPath}/${encodeURIComponent(name)}/${encodeURIComponent(version)}/rest`,
    preferred,
  };
}

function findApi(apis: readonly ApiBehavior[], path: string): ApiBehavior {
  const [name, version] = (apiPath.exec(path) ?? []).slice(1).map(decodeIfValid);
  const api = apis.find((api) => api.name === name && api.version === version);
  if (api) return api;
  throw createApiNotFoundError(`No API ${name} ${version} is served`, apis);
}

/**
 * Returns the API for `/$discovery/rest`, which each public service serves at its own host: the only API of the version, or else the one
 * at the host, or that the first label of the host names (`dns.localhost`).
 */
function findServiceApi(apis: readonly ApiBehavior[], incoming: ParsedRequest): ApiBehavior {
  const version = getQueryParameter(incoming, 'version');
  const name = /^[^:]+:\/\/([^.:/]+)/.exec(incoming.origin)?.[1]?.toLowerCase();
  const candidates = version === undefined ? apis : apis.filter((api) => api.version === version);
  const [only, ...others] = candidates;
  if (!only) throw createApiNotFoundError(version === undefined ? 'No API is served' : `No API of the version ${version} is served`, apis);
  if (others.length === 0) return only;
  const host = getHost(incoming.origin);
  const named = candidates.filter((api) => api.name === name || matchHost(api, host) === 'own');
  const preferred = version === undefined ? findPreferredApi(named, named[0]?.name) : named[0];
  if (preferred) return preferred;
  const choices = candidates.map((api) => `${directoryPath}/${api.name}/${api.version}/rest`).join(', ');
  throw new HttpError('invalid', {
    message: `Several APIs are served: request one of ${choices}, or a host whose first label names the API, such as ${only.name}.localhost.`,
    location: 'version',
    locationType: 'parameter',
    rule: 'discovery',
  });
}

/** Returns the preferred version of an API: the latest stable one, or else the latest. */
function findPreferredApi(apis: readonly ApiBehavior[], name: string | undefined): ApiBehavior | undefined {
  const isStable = ({ version }: ApiBehavior): boolean => !/alpha|beta/i.test(version);
  const order = new Intl.Collator('en', { numeric: true });
  return apis
    .filter((api) => api.name === name)
    .sort((one, other) => Number(isStable(other)) - Number(isStable(one)) || order.compare(other.version, one.version))[0];
}

function createApiNotFoundError(problem: string, apis: readonly ApiBehavior[]): HttpError {
  const names = apis.map(({ name, version }) => `${name} ${version}`).join(', ');
  return new HttpError('notFound', { message: `${problem}; expected ${names || 'none'}.`, rule: 'discovery' });
}
