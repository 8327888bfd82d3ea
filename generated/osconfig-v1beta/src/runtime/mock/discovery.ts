/**
 * Discovery documents, at the paths where services of this kind publish theirs: a client library that is made of them needs nothing but the
 * address of the mock. Addresses in them are those of the mock as the request knows it.
 */
import type { ApiBehaviour } from '../descriptor.js';
import { Refusal } from './errors.js';
import { isList, isObject, textMember, type Json, type JsonObject } from './json.js';
import { applyMask, parseMask } from './mask.js';
import { commonParameter, type Incoming } from './request.js';

/** A request to the Discovery service. */
export interface DiscoveryCall {
  /** As the public service names it. */
  readonly methodId: string;
  /** Rejects with a refusal. */
  respond(): Promise<JsonObject>;
}

const list = '/discovery/v1/apis';
const ofApi = /^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/;
const ofService = /^\/(?:\$|%24)discovery\/rest$/;

/** The request to the Discovery service that this one is, if it is one. */
export function findDiscovery(all: readonly ApiBehaviour[], incoming: Incoming): DiscoveryCall | undefined {
  const { path } = incoming;
  const apis = all.filter(({ discovery }) => discovery !== undefined);
  if (path === list) return { methodId: 'discovery.apis.list', respond: () => answer(incoming, () => listApis(apis, incoming)) };
  if (!ofApi.test(path) && !ofService.test(path)) return undefined;
  const find = (): ApiBehaviour => (ofService.test(path) ? apiOfService(apis, incoming) : apiNamed(apis, path));
  return { methodId: 'discovery.apis.getRest', respond: () => answer(incoming, () => documentOf(find(), incoming.origin)) };
}

async function answer(incoming: Incoming, respond: () => Promise<JsonObject>): Promise<JsonObject> {
  if (incoming.fault) throw incoming.fault;
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    throw new Refusal('methodNotAllowed', { message: `${incoming.path} takes GET.`, rule: 'route', headers: { allow: 'GET, HEAD' } });
  }
  const text = commonParameter(incoming, 'fields');
  const body = await respond();
  return text === undefined || text === '' ? body : applyMask(body, parseMask(text), { text, known: undefined, shapes: undefined });
}

/** The Discovery document of an API, as its package holds it. */
const documents = new WeakMap<ApiBehaviour, Promise<JsonObject>>();

function read(api: ApiBehaviour): Promise<JsonObject> {
  let document = documents.get(api);
  if (!document) {
    document = Promise.resolve(api.discovery?.()).then((text) => JSON.parse(text ?? '{}') as JsonObject);
    documents.set(api, document);
  }
  return document;
}

/** With the addresses of the mock. */
async function documentOf(api: ApiBehaviour, origin: string): Promise<JsonObject> {
  const document = await read(api);
  const rootUrl = `${origin}/`;
  const servicePath = textMember(document, 'servicePath') ?? '';
  const endpoints: JsonObject = isList(document['endpoints'])
    ? { endpoints: document['endpoints'].map((each): Json => (isObject(each) ? { ...each, endpointUrl: rootUrl } : each)) }
    : {};
  return {
    ...document,
    rootUrl,
    ...(document['mtlsRootUrl'] !== undefined && { mtlsRootUrl: rootUrl }),
    servicePath,
    baseUrl: `${rootUrl}${servicePath}`,
    batchPath: textMember(document, 'batchPath') ?? 'batch',
    ...endpoints,
  };
}

async function listApis(apis: readonly ApiBehaviour[], { origin, query }: Incoming): Promise<JsonObject> {
  const name = parameter(query, 'name');
  const preferredOnly = /^true$/i.test(parameter(query, 'preferred') ?? '');
  const wanted = apis.filter((api) => (name === undefined || api.name === name) && (!preferredOnly || preferred(apis, api.name) === api));
  const items = await Promise.all(
    wanted.map(async (api) => directoryItem(api, await read(api), { origin, preferred: preferred(apis, api.name) === api })),
  );
  return { kind: 'discovery#directoryList', discoveryVersion: 'v1', ...(items.length > 0 && { items }) };
}

function directoryItem(
  { name, version, title }: ApiBehaviour,
  document: JsonObject,
  { origin, preferred }: { readonly origin: string; readonly preferred: boolean },
): JsonObject {
  const taken = ['description', 'icons', 'documentationLink'].flatMap((key) =>
    document[key] === undefined ? [] : [[key, document[key]] as const],
  );
  return {
    kind: 'discovery#directoryItem',
    id: `${name}:${version}`,
    name,
    version,
    title,
    ...Object.fromEntries(taken),
    discoveryRestUrl: `${origin}${list}/${encodeURIComponent(name)}/${encodeURIComponent(version)}/rest`,
    preferred,
  };
}

function apiNamed(apis: readonly ApiBehaviour[], path: string): ApiBehaviour {
  const [name, version] = (ofApi.exec(path) ?? []).slice(1).map(decode);
  const found = apis.find((api) => api.name === name && api.version === version);
  if (found) return found;
  throw notFound(`There is no API ${name} ${version}`, apis);
}

/**
 * The API of `/$discovery/rest`, which each public service answers at a host of its own: the only one of this version, else the one
 * that the first label of the host names (`dns.localhost`).
 */
function apiOfService(apis: readonly ApiBehaviour[], { origin, query }: Incoming): ApiBehaviour {
  const version = parameter(query, 'version');
  const name = /^[^:]+:\/\/([^.:/]+)/.exec(origin)?.[1]?.toLowerCase();
  const ofVersion = version === undefined ? apis : apis.filter((api) => api.version === version);
  const [only, ...others] = ofVersion;
  if (!only) throw notFound(version === undefined ? 'There is no API' : `There is no API of the version ${version}`, apis);
  if (others.length === 0) return only;
  const ofName = ofVersion.filter((api) => api.name === name);
  const found = version === undefined ? preferred(ofName, name) : ofName[0];
  if (found) return found;
  const choices = ofVersion.map((api) => `${list}/${api.name}/${api.version}/rest`).join(', ');
  throw new Refusal('invalid', {
    message: `Several APIs are served here: ask for one of ${choices}, or for a host whose first label names the API, such as ${only.name}.localhost.`,
    location: 'version',
    locationType: 'parameter',
    rule: 'discovery',
  });
}

/** The version of an API to take where none is asked for: the latest that is stable, else the latest. */
function preferred(apis: readonly ApiBehaviour[], name: string | undefined): ApiBehaviour | undefined {
  const isStable = ({ version }: ApiBehaviour): boolean => !/alpha|beta/i.test(version);
  const order = new Intl.Collator('en', { numeric: true });
  return apis
    .filter((api) => api.name === name)
    .sort((one, other) => Number(isStable(other)) - Number(isStable(one)) || order.compare(other.version, one.version))[0];
}

function notFound(what: string, apis: readonly ApiBehaviour[]): Refusal {
  const names = apis.map(({ name, version }) => `${name} ${version}`).join(', ');
  return new Refusal('notFound', { message: `${what}; there are ${names || 'none'}.`, rule: 'discovery' });
}

function parameter(query: Incoming['query'], name: string): string | undefined {
  return query.find(([given]) => given === name)?.[1];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
