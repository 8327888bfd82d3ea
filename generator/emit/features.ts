/** What only the packages of some APIs offer, so that the others hold nothing of it. */
import type { Api } from '../model/model.js';
import { returnsMedia, acceptsMedia } from './media-descriptors.js';
import { batchTypes, downloadTypes, regionalTypes, uploadTypes } from './symbols.js';

export interface Features {
  readonly uploads: boolean;
  readonly downloads: boolean;
  readonly batches: boolean;
  readonly regional: boolean;
  readonly wrapped: boolean;
}

const found = new WeakMap<Api, Features>();

export function detectFeatures(api: Api): Features {
  let features = found.get(api);
  if (!features) {
    features = {
      uploads: api.methods.some((method) => acceptsMedia(method, api)),
      downloads: api.methods.some((method) => returnsMedia(method, api)),
      batches: api.batchPath !== undefined,
      regional: api.endpoints.length > 0,
      wrapped: api.features.includes('dataWrapper'),
    };
    found.set(api, features);
  }
  return features;
}

/** Types that the entry point exports beside those of every package. */
export function listFeatureTypes(api: Api): readonly string[] {
  const { uploads, downloads, batches, regional } = detectFeatures(api);
  return [
    ...(batches ? batchTypes : []),
    ...(downloads ? downloadTypes : []),
    ...(regional ? regionalTypes : []),
    ...(uploads ? uploadTypes : []),
  ].sort();
}

/** Functions that users call beside the methods. */
export function listFeatureHelpers(api: Api): readonly string[] {
  return detectFeatures(api).batches ? ['batch'] : [];
}

/** The type of what a client is made with. */
export function optionsTypeText(api: Api, location: string): string {
  const options = detectFeatures(api).regional ? `RegionalOptions<${location}>` : 'ClientOptions';
  return api.rootUrl === undefined ? `${options} & { readonly rootUrl: string }` : options;
}

/** The transport of a client that is made with `options`. */
export function createTransportText(api: Api): string {
  return `createTransport(api, ${detectFeatures(api).regional ? 'selectEndpoint(endpoints, options)' : 'options'})`;
}
