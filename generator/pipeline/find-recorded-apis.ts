/** Finds the APIs that recordings call, without building the models of all others. */
import { getAddressPath } from '../../mock/shared.js';
import { loadApi } from './load-api.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { getList, getObjects, getText, isObject, type Json, parseJson } from '../lib/json.js';
import type { Config, SpecificationSource } from '../config/generate-options.js';
import { readNamedFile } from '../config/named-files.js';
import type { Api } from '../model/model.js';
import { type ApiAddress, createAddressTest, hasPrefix } from '../../fidelity/recordings/match-exchange.js';

/** An API that a recording calls. Specifications are large, so only the model is kept. */
export interface RecordedApi {
  readonly source: SpecificationSource;
  readonly api: Api;
}

interface RecordedSource {
  readonly source: SpecificationSource;
  /** Present if the source had to be loaded to find its address. */
  readonly api?: Api;
}

export interface RecordedSources {
  readonly sources: readonly RecordedSource[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface RecordedApis {
  readonly apis: readonly RecordedApi[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads the APIs of a config that have one of the URLs. */
export function findRecordedApis(config: Config, urls: readonly string[], effects: FileEffects): RecordedApis {
  return loadRecordedApis(findRecordedSources(config, urls, effects), config, effects);
}

/** Finds the sources of a config that have one of the URLs. If several have the same name and version, the first one counts. */
export function findRecordedSources(config: Config, urls: readonly string[], effects: FileEffects): RecordedSources {
  const found = new Map<string, RecordedSource & { readonly address: SourceAddress }>();
  const diagnostics: Diagnostic[] = [];
  const add = (key: string, own: RecordedSource & { readonly address: SourceAddress }): void => {
    if (!found.has(key) && urls.some(createAddressTest(own.address))) found.set(key, own);
  };
  for (const source of config.sources) {
    const document = readDocument(source, effects);
    const result = document === undefined ? loadApi(source, config, effects) : undefined;
    diagnostics.push(...(result?.diagnostics ?? []));
    const api = result?.resolved?.api;
    if (document !== undefined) add(document.key, { source, address: document });
    else if (api !== undefined) add(`${api.name} ${api.version}`, { source, api, address: toAddress(api) });
  }
  const called = selectCalled([...found.values()], urls);
  return { sources: called.map(({ source, api }) => ({ source, ...(api && { api }) })), diagnostics };
}

/** Loads the models of sources. */
export function loadRecordedApis({ sources, diagnostics }: RecordedSources, config: Config, effects: FileEffects): RecordedApis {
  const apis: RecordedApi[] = [];
  const all = [...diagnostics];
  for (const { source, api: known } of sources) {
    const result = known === undefined ? loadApi(source, config, effects) : undefined;
    all.push(...(result?.diagnostics ?? []));
    const api = known ?? result?.resolved?.api;
    if (api !== undefined) apis.push({ source, api });
  }
  return { apis, diagnostics: all };
}

interface SourceAddress extends ApiAddress {
  /** The beginnings of the paths of its methods: `/compute/v1/`. */
  readonly prefixes: ReadonlySet<string>;
}

/**
 * Selects the APIs at the address of a URL that have a method with the beginning of its path. If none has one, selects all at the address,
 * so that the missing method is reported.
 */
function selectCalled<T extends { readonly address: SourceAddress }>(found: readonly T[], urls: readonly string[]): readonly T[] {
  const called = new Set<T>();
  const tests = new Map(found.map((each) => [each, createAddressTest(each.address)]));
  for (const url of urls) {
    const present = found.filter((each) => tests.get(each)?.(url));
    const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '');
    const fitting = present.filter(({ address: { rootUrl = '', prefixes } }) =>
      hasPrefix(omitStart(path, getAddressPath(rootUrl)), prefixes),
    );
    for (const each of fitting.length > 0 ? fitting : present) called.add(each);
  }
  return found.filter((each) => called.has(each));
}

const omitStart = (path: string, start: string): string => (path.startsWith(`${start}/`) ? path.slice(start.length) : path);

const toAddress = ({ name, rootUrl, endpoints, servicePath, methods }: Api): SourceAddress => ({
  name,
  endpoints,
  servicePath,
  ...(rootUrl !== undefined && { rootUrl }),
  prefixes: new Set(methods.map(({ route }) => toPrefix(route))),
});

/** Returns the first segments of a path up to a variable, with slashes around them. */
function toPrefix(path: string): string {
  const segments = path.replace(/^\//, '').split('/').slice(0, maxSegments);
  const variable = segments.findIndex((segment) => /[{:]/.test(segment));
  const literal = variable < 0 ? segments : segments.slice(0, variable);
  return literal.length === 0 ? '/' : `/${literal.join('/')}${variable < 0 ? '' : '/'}`;
}

/** Paths of the same API begin with the same segments. */
const maxSegments = 3;

interface DocumentAddress extends SourceAddress {
  readonly key: string;
}

/** Reads name and address of a Discovery document in JSON, if no overlay can change them. */
function readDocument({ file, overlays }: SpecificationSource, effects: FileEffects): DocumentAddress | undefined {
  if (overlays.some((overlay) => canChangeAddress(overlay, effects))) return undefined;
  const read = readNamedFile(file, effects);
  const document = 'problem' in read || !read.text.trimStart().startsWith('{') ? undefined : parseJson(read.text);
  const rootUrl = getText(document, 'rootUrl');
  if (!isObject(document) || rootUrl === undefined || rootUrl.includes('{')) return undefined;
  const endpoints = getList(document, 'endpoints').flatMap((endpoint) => toEndpoint(endpoint) ?? []);
  const servicePath = (getText(document, 'servicePath') ?? '').replace(/^\//, '');
  const name = getText(document, 'name') ?? '';
  return {
    name,
    key: `${name} ${getText(document, 'version') ?? ''}`,
    rootUrl,
    endpoints,
    servicePath,
    prefixes: new Set(listPaths(document).map((path) => toPrefix(servicePath + path))),
  };
}

/** Whether an overlay can add a path or an address. It can't change those of the document. */
function canChangeAddress(overlay: string, effects: FileEffects): boolean {
  const read = readNamedFile(overlay, effects);
  return 'problem' in read || /(?:^|[\s{,"'])(?:path|endpoints|servicePath)["']?:/.test(read.text);
}

/** Lists the paths of the methods of a document. */
function listPaths(element: Json, depth = 0): readonly string[] {
  const own = getObjects(element, 'methods').flatMap(([, method]) => getText(method, 'path') ?? []);
  const inner = depth < maxDepth ? getObjects(element, 'resources').flatMap(([, resource]) => listPaths(resource, depth + 1)) : [];
  return [...own, ...inner];
}

const maxDepth = 50;

function toEndpoint(endpoint: Json): ApiAddress['endpoints'][number] | undefined {
  const url = getText(endpoint, 'endpointUrl');
  return url === undefined ? undefined : { location: getText(endpoint, 'location') ?? '', url, deprecated: false };
}
