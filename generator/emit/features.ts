/** Detects the optional features of an API, so that packages exclude the code of other features. */
import type { Api } from '../model/model.js';
import { batchTypes, downloadTypes, eventTypes, regionalTypes, uploadTypes } from './symbols.js';

export interface Features {
  readonly uploads: boolean;
  readonly downloads: boolean;
  readonly batches: boolean;
  readonly events: boolean;
  readonly regional: boolean;
}

export function detectFeatures({ methods, batchPath, endpoints }: Api): Features {
  return {
    uploads: methods.some((method) => method.acceptsMedia),
    downloads: methods.some((method) => method.returnsMedia),
    batches: batchPath !== undefined,
    events: methods.some((method) => method.returnsEvents),
    regional: endpoints.length > 0,
  };
}

/** Lists the feature-specific types that the entry point exports. */
export function listFeatureTypes(api: Api): readonly string[] {
  const { uploads, downloads, batches, events, regional } = detectFeatures(api);
  return [
    ...(batches ? batchTypes : []),
    ...(downloads ? downloadTypes : []),
    ...(events ? eventTypes : []),
    ...(regional ? regionalTypes : []),
    ...(api.rootUrl === undefined ? ['RootUrlOption'] : []),
    ...(uploads ? uploadTypes : []),
  ].sort();
}

/** Lists the feature-specific functions that the entry point exports. */
export function listFeatureHelpers(api: Api): readonly string[] {
  return detectFeatures(api).batches ? ['batch'] : [];
}

/** Formats the type of the client options. */
export function formatOptionsType(api: Api, location: string): string {
  const options = detectFeatures(api).regional ? `RegionalOptions<${location}>` : 'ClientOptions';
  return api.rootUrl === undefined ? `${options} & RootUrlOption` : options;
}

/** Lists the types of the runtime in the type of the client options. */
export function listOptionTypes(api: Api): readonly string[] {
  return [detectFeatures(api).regional ? 'RegionalOptions' : 'ClientOptions', ...(api.rootUrl === undefined ? ['RootUrlOption'] : [])];
}

/** Formats the call that creates the transport of a client. */
export function formatTransport(api: Api, prefix = ''): string {
  return `createTransport(${prefix}api, ${detectFeatures(api).regional ? `selectEndpoint(${prefix}endpoints, options)` : 'options'})`;
}
