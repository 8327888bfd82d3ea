/** Describes the APIs of a mock. */
import type { Catalog } from '../catalog/catalog.js';
import type { MockApi } from '../types/support.js';

export function describeApis({ apis }: Catalog): readonly MockApi[] {
  return apis.map(({ name, version, rootUrls = [], methods }) => ({
    name,
    version,
    rootUrls,
    methods: methods.map(({ method: { id, httpMethod, path } }) => ({ id, httpMethod, path })),
  }));
}
