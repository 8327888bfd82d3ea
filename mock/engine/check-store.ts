import { hashHex } from '../lib/hashes.js';
import { callLog } from '../store/call-log.js';
import type { MockStore, StoreHeader } from '../types/store.js';
import type { Catalog } from '../catalog/catalog.js';

/** The version of the format of keys and values. Increment it when the format changes. */
const format = 4;

/** The store contains what this mock can't read: another format, or the state of other APIs. The store is unchanged. */
export class StoreError extends Error {
  constructor(message: string) {
    super(`${message}. Open another store, or use the version and the APIs that wrote this one.`);
    this.name = 'StoreError';
  }
}

/** Rejects with `StoreError` if the store contains the state of another mock. */
export async function checkStore(mockStore: MockStore, catalog: Catalog): Promise<void> {
  const expected = createHeader(catalog);
  const stored = await callLog(() => mockStore.initialize(expected));
  if (stored.format !== expected.format) throw new StoreError(`the store has the format ${stored.format}; expected ${expected.format}`);
  const [storedApis, apis] = [stored.apis.join(', '), expected.apis.join(', ')];
  if (storedApis !== apis) throw new StoreError(`the store contains the state of ${storedApis}; expected ${apis}`);
  if (stored.resources !== expected.resources)
    throw new StoreError(`the store contains the state of an API description with other resource types: ${apis}`);
}

function createHeader({ apis }: Catalog): StoreHeader {
  const paths = apis.map(({ name, version, resources }) => [`${name}.${version}`, ...resources.map(({ path }) => path).sort()]);
  const sorted = paths.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return { format, apis: sorted.map(([id = '']) => id), resources: hashHex(JSON.stringify(sorted)) };
}
