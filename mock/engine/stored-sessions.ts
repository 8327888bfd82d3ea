/** The sessions in a store that processes share, and those that were deleted. A store keeps the log of a deleted session. */
import { createKey } from '../state/keys.js';
import { signingKeyLog } from '../state/signing-key.js';
import { callLog } from '../store/call-log.js';
import type { Transaction, Version } from '../store/store.js';
import type { MockStore, VersionReference } from '../types/store.js';

/** The key of the sequence number at which a session in a store was deleted. It exists again after any later change. */
export const deletionKey: string = createKey('control', 'deleted');

export function isDeletedAt({ sequence }: Pick<Version, 'sequence'>, transaction: Transaction): boolean {
  return transaction.get(deletionKey) === sequence;
}

export class StoredSessions {
  readonly #store: MockStore;
  /** By session: the last version that was read, and whether the session was deleted at that version. */
  readonly #deletions = new Map<string, { readonly sequence: number; readonly isDeleted: boolean }>();

  constructor(store: MockStore) {
    this.#store = store;
  }

  /** Returns the names of the sessions, sorted. Rejects with 503 if the store is not available. */
  async list(): Promise<readonly string[]> {
    const versions = await callLog(() => this.#store.listSessions());
    const names = versions.map(async (version) =>
      version.session === signingKeyLog || (await this.#isDeleted(version)) ? [] : [version.session],
    );
    return (await Promise.all(names)).flat().sort();
  }

  async #isDeleted({ session, sequence }: VersionReference): Promise<boolean> {
    const known = this.#deletions.get(session);
    if (known?.sequence === sequence) return known.isDeleted;
    const log = this.#store.openLog(session);
    const [commit] = await callLog(() => log.read(sequence - 1, 1));
    // A deletion compacts the log, which replaces the commit with a checkpoint.
    const writes = commit?.writes ?? (await callLog(() => log.readCheckpoint(sequence)))?.entries ?? [];
    const isDeleted = writes.some(([key, value]) => key === deletionKey && value === sequence);
    this.#deletions.set(session, { sequence, isDeleted });
    return isDeleted;
  }
}
