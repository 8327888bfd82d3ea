/** The Discovery documents of the APIs, with the addresses of the mock. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { isLoopbackHost } from '../lib/host.js';
import { getTextMember, isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { getHost, matchHost } from './api-hosts.js';
import { getAddressPath } from './root-paths.js';

/** Parsed Discovery documents of the packages. */
const documents = new WeakMap<ApiBehavior, Promise<JsonObject>>();

/** Returns the document of a package: an empty object if it has none. */
export function readDiscoveryDocument(api: ApiBehavior): Promise<JsonObject> {
  let document = documents.get(api);
  if (!document) {
    document = Promise.resolve(api.discovery?.()).then((text) => JSON.parse(text ?? '{}') as JsonObject);
    documents.set(api, document);
  }
  return document;
}

/** Returns the Discovery document with the addresses of the mock. At a public host of the API, it has its own addresses. */
export async function createDiscoveryDocument(api: ApiBehavior, origin: string): Promise<JsonObject> {
  const document = await readDiscoveryDocument(api);
  const host = getHost(origin);
  const isPublic = matchHost(api, host) !== undefined && !isLoopbackHost(host.replace(/:\d+$/, ''));
  // An address keeps its path, below which the mock serves the API.
  const toMockAddress = (address: Json | undefined): string => {
    if (typeof address !== 'string') return `${origin}/`;
    return isPublic && URL.canParse(address) ? address : `${origin}${getAddressPath(address)}/`;
  };
  const rootUrl = toMockAddress(document['rootUrl']);
  const servicePath = getTextMember(document, 'servicePath') ?? '';
  const endpoints: JsonObject = isList(document['endpoints'])
    ? {
        endpoints: document['endpoints'].map((endpoint): Json =>
          isObject(endpoint) ? { ...endpoint, endpointUrl: toMockAddress(endpoint['endpointUrl']) } : endpoint,
        ),
      }
    : {};
  return {
    ...document,
    rootUrl,
    ...(document['mtlsRootUrl'] !== undefined && { mtlsRootUrl: toMockAddress(document['mtlsRootUrl']) }),
    servicePath,
    baseUrl: `${rootUrl}${servicePath}`,
    batchPath: getTextMember(document, 'batchPath') ?? 'batch',
    ...endpoints,
  };
}
