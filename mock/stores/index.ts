/** The entry `discogen/store`: stores for the option `store` of a mock. */
import type { MockStore } from '../index.js';
import { UsageError } from '../../generator/lib/usage-error.js';
import { isStoreAddress } from './address.js';
import { openFolder } from './lmdb-store.js';
import { openPostgresStore } from './postgres-store.js';

export type { MockStore } from '../index.js';

export interface StoreOptions {
  /**
   * Separates the states of several mocks in one database: 1 to 63 lowercase letters, digits, `-`, and `_`; the first character is a letter.
   * Only for PostgreSQL. Default: `default`.
   */
  readonly namespace?: string | undefined;
}

const namespacePattern = /^[a-z][a-z0-9_-]{0,62}$/;

/**
 * Opens a store in a folder, which is created if it doesn't exist, or in a PostgreSQL database: `postgres://user@host/database`. A write is
 * durable when the mock responds.
 *
 * - Several processes of one machine can open the same folder, and serve the same state. Needs the package `lmdb`: `npm install lmdb`.
 * - Processes of several machines can open the same namespace of a database, and serve the same state. The store creates its tables in the
 *   schema `discogen`. Needs the package `pg`: `npm install pg`.
 *
 * Rejects with `UsageError` if the package isn't installed, if the store can't be opened, or if a later version of discogen has changed the
 * tables.
 */
export async function openStore(addressOrFolder: string, { namespace }: StoreOptions = {}): Promise<MockStore> {
  if (namespace !== undefined && !namespacePattern.test(namespace))
    throw new UsageError(
      `the namespace of a store must be 1 to 63 lowercase letters, digits, - and _, and begin with a letter (received ${JSON.stringify(namespace)})`,
    );
  if (/^postgres(ql)?:\/\//.test(addressOrFolder)) return openPostgresStore(addressOrFolder, namespace ?? 'default');
  if (isStoreAddress(addressOrFolder)) {
    // The rest may contain a password.
    const scheme = addressOrFolder.slice(0, addressOrFolder.indexOf('//') + 2);
    throw new UsageError(`the address of a store must begin with postgres:// or postgresql:// (received ${scheme}…)`);
  }
  if (namespace !== undefined) throw new UsageError('a namespace needs a store in PostgreSQL, but the store is a folder');
  return openFolder(addressOrFolder);
}
