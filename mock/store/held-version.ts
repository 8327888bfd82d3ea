/** The versions that a store keeps in memory. */
import type { Write } from '../types/store.js';
import type { Version } from './store.js';
import { applyWrites, type Node } from './tree.js';

export interface TreeVersion extends Version {
  readonly root: Node;
}

/** One in this many versions keeps its tree, so that creating the tree of any other takes constant time. */
const versionsPerTree = 64;

/**
 * A version that discards its tree once the next version exists, and creates it again from undo writes if needed. They take less memory than
 * the nodes that the next version doesn't share.
 */
export class HeldVersion implements TreeVersion {
  readonly sequence: number;
  readonly session: string | undefined;
  /** About how many bytes it takes that the next version doesn't share. */
  size = 0;
  /** Absent if the tree can be created from that of the next version. */
  #root: Node | undefined;
  #next: HeldVersion | undefined;
  /** The writes that lead from the next version to this one. */
  #undo: readonly Write[] = [];

  constructor({ sequence, session, root }: TreeVersion) {
    this.sequence = sequence;
    this.session = session;
    this.#root = root;
  }

  get root(): Node {
    this.#root ??= applyWrites((this.#next as HeldVersion).root, this.#undo);
    return this.#root;
  }

  /** Sets the version that follows. `undo`: the writes that lead from it to this one. Absent if the two share little. */
  setNext(next: HeldVersion, undo: readonly Write[] | undefined): void {
    if (!undo || this.sequence % versionsPerTree === 0) return;
    this.#next = next;
    this.#undo = undo;
    this.#root = undefined;
  }
}
