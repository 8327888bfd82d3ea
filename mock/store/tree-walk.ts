/** Counts and compares the entries of trees by their nodes, without reading each entry. */
import type { Json } from '../lib/json.js';
import type { EntryChange, Range } from './store.js';
import { findChildIndex, findLowerBound, type Leaf, type Node } from './tree.js';

type KeyRange = Pick<Range, 'from' | 'to'>;

/** A leaf with the positions of its first key in a range, and of the first one after it. */
interface LeafRange {
  readonly leaf: Leaf;
  readonly start: number;
  readonly end: number;
}

function* listLeaves(node: Node, range: KeyRange): Generator<LeafRange> {
  if (!node.children) {
    yield { leaf: node, start: findLowerBound(node.keys, range.from), end: findLowerBound(node.keys, range.to) };
    return;
  }
  for (let index = findChildIndex(node, range.from); index < node.children.length; index++) {
    if (index > 0 && (node.keys[index] as string) >= range.to) return;
    yield* listLeaves(node.children[index] as Node, range);
  }
}

/** Returns the number of entries in a range. Takes time in proportion to the number of leaves. */
export function countEntries(root: Node, range: KeyRange): number {
  let count = 0;
  for (const { start, end } of listLeaves(root, range)) count += end - start;
  return count;
}

/** Returns the key at an offset from the beginning of a range. Takes time in proportion to the number of leaves before it. */
export function findKeyAt(root: Node, range: KeyRange, offset: number): string | undefined {
  let remaining = offset;
  for (const { leaf, start, end } of listLeaves(root, range)) {
    if (remaining < end - start) return leaf.keys[start + remaining];
    remaining -= end - start;
  }
  return undefined;
}

/** Reads a tree in the order of its keys, by subtrees as large as possible. */
class Cursor {
  /** The subtrees to read, the next one last. */
  readonly #nodes: { readonly node: Node; readonly height: number }[] = [];
  readonly #range: KeyRange;
  /** The position in the next subtree, if it is a leaf. */
  index = 0;

  constructor(root: Node, range: KeyRange) {
    this.#range = range;
    let height = 0;
    for (let node = root; node.children; node = node.children[0] as Node) height += 1;
    if (root.keys.length > 0) this.#nodes.push({ node: root, height });
  }

  get node(): Node | undefined {
    return this.#nodes.at(-1)?.node;
  }

  /** 0 for a leaf, and -1 at the end. */
  get height(): number {
    return this.#nodes.at(-1)?.height ?? -1;
  }

  get key(): string | undefined {
    return this.node?.keys[this.index];
  }

  /** Reads the next value, if the next subtree is a leaf. */
  readValue(): Json | undefined {
    const value = (this.node as Leaf | undefined)?.values[this.index];
    this.index += 1;
    if (this.index === this.node?.keys.length) this.skip();
    return value;
  }

  /** Skips the rest of the next subtree. */
  skip(): void {
    this.#nodes.pop();
    this.index = 0;
  }

  /** Replaces the next subtree by its children that overlap the range. */
  descend(): void {
    const { node, height } = this.#nodes.pop() as { readonly node: Node; readonly height: number };
    const { children = [], keys } = node;
    for (let index = children.length - 1; index >= 0; index--) {
      const isAfter = index > 0 && (keys[index] as string) >= this.#range.to;
      const isBefore = index + 1 < children.length && (keys[index + 1] as string) <= this.#range.from;
      if (!isAfter && !isBefore) this.#nodes.push({ node: children[index] as Node, height: height - 1 });
    }
  }
}

/** Returns the entries that differ between two trees. Skips the subtrees that they share. */
export function* compareTrees(before: Node, after: Node, range: KeyRange): Generator<EntryChange> {
  const [one, other] = [new Cursor(before, range), new Cursor(after, range)];
  while (one.node ?? other.node) {
    const [height, otherHeight] = [one.height, other.height];
    if (one.node === other.node && one.index === other.index) {
      one.skip();
      other.skip();
    } else if (height > 0 || otherHeight > 0) {
      if (height >= otherHeight) one.descend();
      if (otherHeight >= height) other.descend();
    } else {
      const [key, otherKey] = [one.key, other.key];
      const isFirst = otherKey === undefined || (key !== undefined && key <= otherKey);
      const isOtherFirst = key === undefined || (otherKey !== undefined && otherKey <= key);
      const changedKey = (isFirst ? key : otherKey) as string;
      const [value, otherValue] = [isFirst ? one.readValue() : undefined, isOtherFirst ? other.readValue() : undefined];
      if (value !== otherValue && changedKey >= range.from && changedKey < range.to) yield [changedKey, value, otherValue];
    }
  }
}
