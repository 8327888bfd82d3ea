/** The kinds of stores that processes can share. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresObstacle } from './postgres-server.js';
import { getSharedPostgres } from './shared-postgres.js';

/** The arguments of `openStore`. */
export interface StorePlace {
  readonly address: string;
  readonly namespace?: string;
}

export interface StoreKind {
  readonly name: string;
  /** Why the store can't be tested on this machine, if so. */
  readonly obstacle?: string | undefined;
  /** The number of runs of a property. */
  readonly numRuns: number;
  /** Returns the place of a store that doesn't exist yet. */
  createPlace(): Promise<StorePlace>;
  removePlaces(): void;
}

const folders: string[] = [];

export const storeKinds: readonly StoreKind[] = [
  {
    name: 'a folder',
    numRuns: 12,
    createPlace: async () => {
      const address = mkdtempSync(join(tmpdir(), 'discogen-store-'));
      folders.push(address);
      return { address };
    },
    removePlaces: () => {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
    },
  },
  {
    name: `PostgreSQL${postgresObstacle === undefined ? '' : ` (skipped: ${postgresObstacle})`}`,
    obstacle: postgresObstacle,
    numRuns: 4,
    createPlace: async () => ({ address: await getSharedPostgres(), namespace: `test-${randomUUID()}` }),
    removePlaces: () => undefined,
  },
];
