/** What only the packages of some APIs offer, so that the others hold nothing of it. */
import type { Api } from '../model/model.js';
import { answersMedia, takesMedia } from './media.js';
import { batchTypes, downloadTypes, regionalTypes, uploadTypes } from './symbols.js';

export interface Features {
  readonly uploads: boolean;
  readonly downloads: boolean;
  readonly batches: boolean;
  readonly regional: boolean;
  readonly wrapped: boolean;
}

const found = new WeakMap<Api, Features>();

export function featuresOf(api: Api): Features {
  let features = found.get(api);
  if (!features) {
    features = {
      uploads: api.methods.some((method) => takesMedia(method, api)),
      downloads: api.methods.some((method) => answersMedia(method, api)),
      batches: api.batchPath !== undefined,
      regional: api.endpoints.length > 0,
      wrapped: api.features.includes('dataWrapper'),
    };
    found.set(api, features);
  }
  return features;
}

/** Types that the entry point exports beside those of every package. */
export function featureTypes(api: Api): readonly string[] {
  const { uploads, downloads, batches, regional } = featuresOf(api);
  return [
    ...(batches ? batchTypes : []),
    ...(downloads ? downloadTypes : []),
    ...(regional ? regionalTypes : []),
    ...(uploads ? uploadTypes : []),
  ].sort();
}

/** Functions that users call beside the methods. */
export function featureHelpers(api: Api): readonly string[] {
  return featuresOf(api).batches ? ['batch'] : [];
}

/** The type of what a client is made with. */
export function optionsText(api: Api, location: string): string {
  const options = featuresOf(api).regional ? `RegionalOptions<${location}>` : 'ClientOptions';
  return api.rootUrl === undefined ? `${options} & { readonly rootUrl: string }` : options;
}

/** The transport of a client that is made with `options`. */
export function transportText(api: Api): string {
  return `createTransport(api, ${featuresOf(api).regional ? 'atLocation(endpoints, options)' : 'options'})`;
}
