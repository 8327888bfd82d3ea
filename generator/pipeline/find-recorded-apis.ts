/** Finds the APIs that recordings call, without building the models of all others. */
import { loadApi, isLoaded, type LoadedApi } from './load-api.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { getList, getText, isObject, type Json, parseJson } from '../lib/json.js';
import type { Config, Source } from '../config/generate-options.js';
import { readNamedFile } from '../config/named-files.js';
import { type ApiAddress, isAtAddress } from '../traffic/match-exchange.js';

export interface RecordedApis {
  readonly apis: readonly LoadedApi[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads the APIs of a config that have one of the URLs. If several have the same name and version, the first one counts. */
export function findRecordedApis(config: Config, urls: readonly string[], effects: Pick<Effects, 'files' | 'cwd'>): RecordedApis {
  const loaded = new Map<string, LoadedApi>();
  const diagnostics: Diagnostic[] = [];
  for (const source of config.sources) {
    const document = readDocument(source, effects);
    if (document !== undefined && (loaded.has(document.key) || !urls.some((url) => isAtAddress(document.address, url)))) continue;
    const result = loadApi(source, config, effects);
    diagnostics.push(...result.diagnostics);
    if (!isLoaded(result)) continue;
    const { api } = result.resolved;
    const key = `${api.name} ${api.version}`;
    if (!loaded.has(key) && urls.some((url) => isAtAddress(api, url))) loaded.set(key, result);
  }
  return { apis: [...loaded.values()], diagnostics };
}

interface DocumentAddress {
  readonly key: string;
  readonly address: ApiAddress;
}

/** Reads name and address of a Discovery document in JSON, if no overlay can change them. */
function readDocument({ file, overlays }: Source, effects: Pick<Effects, 'files' | 'cwd'>): DocumentAddress | undefined {
  if (overlays.length > 0) return undefined;
  const read = readNamedFile(file, effects);
  const document = 'problem' in read || !read.text.trimStart().startsWith('{') ? undefined : parseJson(read.text);
  const rootUrl = getText(document, 'rootUrl');
  if (!isObject(document) || rootUrl === undefined || rootUrl.includes('{')) return undefined;
  const endpoints = getList(document, 'endpoints').flatMap((endpoint) => toEndpoint(endpoint) ?? []);
  return {
    key: `${getText(document, 'name') ?? ''} ${getText(document, 'version') ?? ''}`,
    address: { rootUrl, endpoints, servicePath: (getText(document, 'servicePath') ?? '').replace(/^\//, '') },
  };
}

function toEndpoint(endpoint: Json): ApiAddress['endpoints'][number] | undefined {
  const url = getText(endpoint, 'endpointUrl');
  return url === undefined ? undefined : { location: getText(endpoint, 'location') ?? '', url, deprecated: false };
}
