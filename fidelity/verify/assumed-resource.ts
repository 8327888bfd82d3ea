/** What a comparison assumes of the state before a scenario. */
import type { Location } from '../../generator/lib/diagnostics.js';
import { getFacts } from './api-facts.js';
import type { CompleteList, InferredResource } from './infer-state.js';
import { listFields } from './list-writes.js';

export interface AssumedResource {
  /** `resource`: it existed. `collection`: nothing existed in it but what a complete list contains. */
  readonly kind: 'resource' | 'collection';
  /** The API as `name version`. */
  readonly api: string;
  /** The recorded path: `/v1/shelves/a`, or that of the collection. */
  readonly path: string;
  /** The fields that responses show. Empty if only requests below it show that it existed. */
  readonly fields: readonly string[];
  /** The response that shows it first. */
  readonly at: Location;
}

export const toAssumedResource = ({ api, path, fields, policy, evidence }: InferredResource): AssumedResource => ({
  kind: 'resource',
  api: getFacts(api).name,
  path: `/${path}`,
  fields: [...listFields(fields, ''), ...(policy === undefined ? [] : ['iamPolicy'])].sort(),
  at: evidence.response?.at ?? evidence.at,
});

export const toAssumedList = ({ api, path, evidence }: CompleteList): AssumedResource => ({
  kind: 'collection',
  api: getFacts(api).name,
  path: `/${path}`,
  fields: [],
  at: evidence.response?.at ?? evidence.at,
});
