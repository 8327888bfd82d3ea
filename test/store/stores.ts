/** The stores that processes can share. Each scenario runs with each of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SharedStore {
  /** The value of `--store`. */
  readonly address: string;
  /** Interrupts the store. Its data remain. */
  halt?(): Promise<void>;
  /** Ends the interruption. */
  restart?(): Promise<void>;
  /** Ends the store and deletes its data. */
  remove(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  /** Why it can't be opened on this machine, if so. */
  readonly obstacle?: string | undefined;
  /** Whether its stores can be interrupted. */
  readonly canHalt: boolean;
  /** Opens a new store. */
  open(): Promise<SharedStore>;
}

async function openFolder(): Promise<SharedStore> {
  const address = mkdtempSync(join(tmpdir(), 'discogen-store-'));
  return { address, remove: async () => rmSync(address, { recursive: true }) };
}

export const storeKinds: readonly StoreKind[] = [{ name: 'folder', canHalt: false, open: openFolder }];
