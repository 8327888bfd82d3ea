/** Caches the schema lookup of each model. */
import { createLookup, type Lookup } from '../model/schema-lookup.js';
import type { Api } from '../model/model.js';

const lookups = new WeakMap<Api, Lookup>();

/** Returns the lookup of a model, created once because emitters need it for every method. */
export function getLookup(api: Api): Lookup {
  const lookup = lookups.get(api) ?? createLookup(api);
  lookups.set(api, lookup);
  return lookup;
}
