/** A transaction that becomes a commit of a log. */
import { isEqual, type Json } from '../lib/json.js';
import type { Commit, VersionReference, Write } from '../types/store.js';
import type { Version } from './store.js';
import type { TreeVersion } from './held-version.js';
import { allKeys } from './tree.js';
import { TreeTransaction } from './tree-store.js';
import { compareTrees } from './tree-walk.js';

/** Collects what the log needs to know. */
export class LoggedTransaction extends TreeTransaction {
  readonly base: TreeVersion;
  /** Whether the commit can refer to versions of other logs. */
  readonly #canRefer: boolean;
  readonly #writes = new Map<string, Write>();
  #origin: VersionReference | undefined;

  constructor(base: TreeVersion, canRefer: boolean) {
    super(base.root);
    this.base = base;
    this.#canRefer = canRefer;
  }

  override put(key: string, value: Json): void {
    super.put(key, value);
    this.#writes.set(key, [key, value]);
  }

  override delete(key: string): void {
    super.delete(key);
    this.#writes.set(key, [key]);
  }

  /** Refers to a version of another log. Otherwise, writes the differences, in time in proportion to what the contents don't share. */
  override restore(version: Version): void {
    const before = this.root;
    super.restore(version);
    const { session, sequence } = version;
    if (this.#canRefer && session !== undefined && session !== this.base.session) {
      this.#origin = { session, sequence };
      this.#writes.clear();
      return;
    }
    for (const [key, value, restored] of compareTrees(before, this.root, allKeys))
      if (!isEqual(value, restored)) this.#writes.set(key, restored === undefined ? [key] : [key, restored]);
  }

  override createSavepoint(): () => void {
    const undoTree = super.createSavepoint();
    const origin = this.#origin;
    const writes = [...this.#writes];
    return () => {
      undoTree();
      this.#origin = origin;
      this.#writes.clear();
      for (const [key, write] of writes) this.#writes.set(key, write);
    };
  }

  get commit(): Commit {
    const writes = [...this.#writes.values()];
    return this.#origin ? { origin: this.#origin, writes } : { writes };
  }
}
