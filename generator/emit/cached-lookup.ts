/** Looking through references, with one table per model. */
import { createLookup, type Lookup } from '../model/schema-lookup.js';
import type { Api } from '../model/model.js';

const lookups = new WeakMap<Api, Lookup>();

/** `createLookup`, made once per model: emitters ask for it method by method. */
export function getLookup(api: Api): Lookup {
  const lookup = lookups.get(api) ?? createLookup(api);
  lookups.set(api, lookup);
  return lookup;
}
