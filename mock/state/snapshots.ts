/** The snapshots of a session: named versions of its state. */
import { HttpError } from '../lib/http-error.js';
import type { Store } from '../store/store.js';
import type { MockSnapshot } from '../types/versions.js';

const maxSnapshots = 100;

/** Throws 400 unless the name of a snapshot or of a forked session is valid. */
export function requireSnapshotName(name: string): string {
  if (typeof name === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(name)) return name;
  const message = `name must have 1 to 100 letters, digits, dots, underscores, and hyphens (received ${JSON.stringify(name)})`;
  throw new HttpError('invalid', { message, location: 'name', rule: 'control' });
}

export class Snapshots {
  readonly #store: Store;
  readonly #onChange: () => void;
  #changes = 0;

  /** `onChange`: called when this process has taken or deleted a snapshot. */
  constructor(store: Store, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** The number of changes by this process. */
  get changes(): number {
    return this.#changes;
  }

  #reportChange(): void {
    this.#changes += 1;
    this.#onChange();
  }

  /** Returns false if the store doesn't keep the version any more. Rejects with 409 for an existing name, and with 400 for too many snapshots. */
  async add(snapshot: MockSnapshot): Promise<boolean> {
    const outcome = await this.#store.createSnapshot(snapshot, maxSnapshots);
    if (outcome === 'exists') {
      const message = `The snapshot '${snapshot.name}' already exists. Delete it first, or choose another name.`;
      throw new HttpError('alreadyExists', { message, location: 'name', rule: 'snapshot' });
    }
    if (outcome === 'full') {
      const message = `The session already has the maximum of ${maxSnapshots} snapshots. Delete one first.`;
      throw new HttpError('invalid', { message, rule: 'snapshot' });
    }
    if (outcome === 'created') this.#reportChange();
    return outcome === 'created';
  }

  /** Returns all snapshots, oldest first. */
  async list(): Promise<readonly MockSnapshot[]> {
    return (await this.#store.listSnapshots()).map((snapshot) => ({ ...snapshot }));
  }

  /** Rejects with 404. */
  async get(name: string): Promise<MockSnapshot> {
    const snapshots = await this.list();
    const found = snapshots.find((snapshot) => snapshot.name === name);
    if (found) return found;
    const known =
      snapshots.length === 0 ? 'the session has no snapshots' : `expected one of ${snapshots.map((each) => each.name).join(', ')}`;
    throw new HttpError('notFound', { message: `The snapshot '${name}' was not found; ${known}.`, rule: 'snapshot' });
  }

  /** Rejects with 404. */
  async delete(name: string): Promise<void> {
    if (await this.#store.deleteSnapshot(name)) this.#reportChange();
    else await this.get(name);
  }

  async clear(): Promise<void> {
    for (const { name } of await this.#store.listSnapshots()) await this.#store.deleteSnapshot(name);
  }
}
