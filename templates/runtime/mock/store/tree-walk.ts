/** Counts and compares the entries of trees by their nodes, without reading each entry. */
import type { Range } from './store.js';
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
