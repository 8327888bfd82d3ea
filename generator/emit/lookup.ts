/** Looking through references, with one table per model. */
import { lookupIn, type Lookup } from '../model/lookup.js';
import type { Api } from '../model/model.js';

const lookups = new WeakMap<Api, Lookup>();

/** `lookupIn`, made once per model: emitters ask for it method by method. */
export function lookupOf(api: Api): Lookup {
  const lookup = lookups.get(api) ?? lookupIn(api);
  lookups.set(api, lookup);
  return lookup;
}
