/** The snapshots of a session: named versions of its state. */
import { HttpError } from '../lib/http-error.js';
import type { Version } from '../store/store.js';
import type { MockSnapshot } from '../types/versions.js';

const maxSnapshots = 100;

/** Throws 400 unless the name of a snapshot or of a forked session is valid. */
export function requireValidName(name: string): string {
  if (typeof name === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(name)) return name;
  const message = `name must have 1 to 100 letters, digits, dots, underscores, and hyphens (received ${JSON.stringify(name)})`;
  throw new HttpError('invalid', { message, location: 'name', rule: 'control' });
}

export class Snapshots {
  readonly #snapshots = new Map<string, { readonly snapshot: MockSnapshot; readonly version: Version }>();

  /** Throws 400 for an invalid name or too many snapshots, and 409 for an existing name. `time` is RFC 3339. */
  create(name: string, version: Version, time: string): MockSnapshot {
    requireValidName(name);
    if (this.#snapshots.has(name)) {
      const message = `The snapshot '${name}' already exists. Delete it first, or choose another name.`;
      throw new HttpError('alreadyExists', { message, location: 'name', rule: 'snapshot' });
    }
    if (this.#snapshots.size >= maxSnapshots) {
      const message = `The session already has the maximum of ${maxSnapshots} snapshots. Delete one first.`;
      throw new HttpError('invalid', { message, rule: 'snapshot' });
    }
    const snapshot: MockSnapshot = { name, sequence: version.sequence, time };
    this.#snapshots.set(name, { snapshot, version });
    return { ...snapshot };
  }

  /** Returns all snapshots, oldest first. */
  list(): readonly MockSnapshot[] {
    return [...this.#snapshots.values()].map(({ snapshot }) => ({ ...snapshot }));
  }

  /** Throws 404. */
  get(name: string): { readonly snapshot: MockSnapshot; readonly version: Version } {
    const found = this.#snapshots.get(name);
    if (found) return found;
    const known = this.#snapshots.size === 0 ? 'the session has no snapshots' : `expected one of ${[...this.#snapshots.keys()].join(', ')}`;
    throw new HttpError('notFound', { message: `The snapshot '${name}' was not found; ${known}.`, rule: 'snapshot' });
  }

  /** Throws 404. */
  delete(name: string): void {
    this.get(name);
    this.#snapshots.delete(name);
  }
}
