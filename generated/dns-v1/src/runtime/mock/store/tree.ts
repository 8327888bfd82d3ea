/**
 * An ordered map as a B+ tree whose versions share what they have in common: a change copies the nodes on one path, so an earlier root
 * stays what it was. Nodes made under the same `owner` are changed in place. Get, put and delete cost O(log n), a range O(log n + its length).
 */
import type { Json } from '../mock-types.js';
import type { Entry, Range } from './store.js';

export type Owner = object;

interface Leaf {
  readonly owner: Owner;
  readonly keys: string[];
  readonly values: Json[];
  readonly children?: undefined;
}
interface Branch {
  readonly owner: Owner;
  /** `keys[i]` is at most every key under `children[i]`; that of the first child is not looked at. */
  readonly keys: string[];
  readonly children: Node[];
}
export type Node = Leaf | Branch;

const width = 64;

export function emptyTree(): Node {
  return { owner: {}, keys: [], values: [] };
}

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the child under which `key` belongs. */
function childIndex(branch: Branch, key: string): number {
  const index = lowerBound(branch.keys, key);
  return index < branch.keys.length && branch.keys[index] === key ? index : Math.max(0, index - 1);
}

export function get(root: Node, key: string): Json | undefined {
  let node = root;
  while (node.children) node = node.children[childIndex(node, key)] as Node;
  const index = lowerBound(node.keys, key);
  return node.keys[index] === key ? node.values[index] : undefined;
}

function toOwned(node: Leaf, owner: Owner): Leaf;
function toOwned(node: Branch, owner: Owner): Branch;
function toOwned(node: Node, owner: Owner): Node {
  if (node.owner === owner) return node;
  if (node.children) return { owner, keys: [...node.keys], children: [...node.children] };
  return { owner, keys: [...node.keys], values: [...node.values] };
}

/** The right half of an overfull node, cut off from it. */
function split(node: Node): Node {
  // Keys mostly arrive in order: a fuller left half keeps nodes well filled.
  const at = Math.floor(width * 0.75);
  const keys = node.keys.splice(at);
  if (node.children) return { owner: node.owner, keys, children: node.children.splice(at) };
  return { owner: node.owner, keys, values: node.values.splice(at) };
}

interface Change {
  readonly owner: Owner;
  readonly key: string;
  readonly value: Json;
}

/** The changed node, and its new right neighbour where it was split. */
function insert(node: Node, change: Change): readonly [Node, Node?] {
  if (node.children) {
    const mine = toOwned(node, change.owner);
    const index = childIndex(mine, change.key);
    const [child, neighbour] = insert(mine.children[index] as Node, change);
    mine.children[index] = child;
    if (neighbour) {
      mine.children.splice(index + 1, 0, neighbour);
      mine.keys.splice(index + 1, 0, neighbour.keys[0] as string);
    }
    return mine.keys.length > width ? [mine, split(mine)] : [mine];
  }
  const mine = toOwned(node, change.owner);
  const index = lowerBound(mine.keys, change.key);
  if (mine.keys[index] === change.key) mine.values[index] = change.value;
  else {
    mine.keys.splice(index, 0, change.key);
    mine.values.splice(index, 0, change.value);
  }
  return mine.keys.length > width ? [mine, split(mine)] : [mine];
}

export function put(root: Node, change: Change): Node {
  const [left, right] = insert(root, change);
  return right ? { owner: change.owner, keys: ['', right.keys[0] as string], children: [left, right] } : left;
}

/** Without the key; `undefined` where nothing is left. Nodes are dropped when they are empty, not merged while they are thin. */
function removeFrom(node: Node, owner: Owner, key: string): Node | undefined {
  if (node.children) {
    const index = childIndex(node, key);
    const before = node.children[index] as Node;
    const after = removeFrom(before, owner, key);
    if (after === before) return node;
    const mine = toOwned(node, owner);
    if (after) mine.children[index] = after;
    else {
      mine.children.splice(index, 1);
      mine.keys.splice(index, 1);
    }
    return mine.children.length > 0 ? mine : undefined;
  }
  const index = lowerBound(node.keys, key);
  if (node.keys[index] !== key) return node;
  const mine = toOwned(node, owner);
  mine.keys.splice(index, 1);
  mine.values.splice(index, 1);
  return mine.keys.length > 0 ? mine : undefined;
}

export function remove(root: Node, owner: Owner, key: string): Node {
  let node = removeFrom(root, owner, key) ?? emptyTree();
  while (node.children?.length === 1) node = node.children[0] as Node;
  return node;
}

function collectForward(node: Node, range: Range, found: Entry[]): void {
  const limit = range.limit ?? Infinity;
  if (node.children) {
    for (let index = childIndex(node, range.from); index < node.children.length && found.length < limit; index++) {
      if (index > 0 && (node.keys[index] as string) >= range.to) return;
      collectForward(node.children[index] as Node, range, found);
    }
    return;
  }
  for (let index = lowerBound(node.keys, range.from); index < node.keys.length && found.length < limit; index++) {
    const key = node.keys[index] as string;
    if (key >= range.to) return;
    found.push([key, node.values[index] as Json]);
  }
}

function collectBackward(node: Node, range: Range, found: Entry[]): void {
  const limit = range.limit ?? Infinity;
  if (node.children) {
    for (let index = childIndex(node, range.to); index >= 0 && found.length < limit; index--) {
      collectBackward(node.children[index] as Node, range, found);
      if ((node.keys[index] as string) < range.from) return;
    }
    return;
  }
  for (let index = lowerBound(node.keys, range.to) - 1; index >= 0 && found.length < limit; index--) {
    const key = node.keys[index] as string;
    if (key < range.from) return;
    found.push([key, node.values[index] as Json]);
  }
}

export function listEntries(root: Node, range: Range): readonly Entry[] {
  const found: Entry[] = [];
  if (range.limit !== undefined && range.limit <= 0) return found;
  if (range.reverse) collectBackward(root, range, found);
  else collectForward(root, range, found);
  return found;
}
