/**
 * An ordered map as a persistent B+ tree: a change copies the nodes on one path, so earlier roots stay valid and share all other nodes.
 * Nodes of the same `owner` are changed in place. Get, put, and delete take O(log n) time, a range takes O(log n + its length).
 */
import type { Json } from '../lib/json.js';
import type { Write } from '../types/store.js';
import type { Entry, Range } from './store.js';

export type Owner = object;

export interface Leaf {
  readonly owner: Owner;
  keys: string[];
  sharesKeys: boolean;
  readonly values: Json[];
  readonly children?: undefined;
}
interface Branch {
  readonly owner: Owner;
  /** `keys[i]` is a lower bound of the keys under `children[i]`. The first one is not used. */
  keys: string[];
  /** Whether the node has the keys of the one that it is a copy of. Then they must not be changed in place. */
  sharesKeys: boolean;
  readonly children: Node[];
}
export type Node = Leaf | Branch;

/** Each version keeps copies of the nodes that it changed, so small nodes save memory and time. */
const maxKeys = 32;

export const allKeys: Pick<Range, 'from' | 'to'> = { from: '', to: '\uffff' };

export function createEmptyTree(): Node {
  return { owner: {}, keys: [], sharesKeys: false, values: [] };
}

/** Returns the index of the first key that is not less than `key`. */
export function findLowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the child that contains `key`. */
export function findChildIndex(branch: Branch, key: string): number {
  const index = findLowerBound(branch.keys, key);
  return index < branch.keys.length && branch.keys[index] === key ? index : Math.max(0, index - 1);
}

export function get(root: Node, key: string): Json | undefined {
  let node = root;
  while (node.children) node = node.children[findChildIndex(node, key)] as Node;
  const index = findLowerBound(node.keys, key);
  return node.keys[index] === key ? node.values[index] : undefined;
}

function toOwned(node: Leaf, owner: Owner): Leaf;
function toOwned(node: Branch, owner: Owner): Branch;
function toOwned(node: Node, owner: Owner): Node {
  if (node.owner === owner) return node;
  if (node.children) return { owner, keys: node.keys, sharesKeys: true, children: node.children.slice() };
  return { owner, keys: node.keys, sharesKeys: true, values: node.values.slice() };
}

/** Splits an overfull node and returns its right part. */
function split(node: Node): Node {
  // Keys usually arrive in order, so a fuller left part keeps nodes well filled.
  const position = Math.floor(maxKeys * 0.75);
  const keys = node.keys.slice(position);
  node.keys = node.keys.slice(0, position);
  node.sharesKeys = false;
  if (node.children) return { owner: node.owner, keys, sharesKeys: false, children: node.children.splice(position) };
  return { owner: node.owner, keys, sharesKeys: false, values: node.values.splice(position) };
}

export interface Insertion {
  readonly owner: Owner;
  readonly key: string;
  readonly value: Json;
  /** The value that was replaced, if any. `put` sets it, so that the caller doesn't look up the key again. */
  replaced?: Json | undefined;
}

function insertAt<T>(list: readonly T[], index: number, item: T): T[] {
  const copy = list.slice(0, index);
  copy.push(item);
  for (let next = index; next < list.length; next += 1) copy.push(list[next] as T);
  return copy;
}

function insertKey(node: Node, index: number, key: string): void {
  if (node.sharesKeys) node.keys = insertAt(node.keys, index, key);
  else node.keys.splice(index, 0, key);
  node.sharesKeys = false;
}

function removeKey(node: Node, index: number): void {
  if (node.sharesKeys) node.keys = node.keys.slice();
  node.keys.splice(index, 1);
  node.sharesKeys = false;
}

/** Returns the leaf with the change. A copy has the added value from the start: inserting it afterwards would copy the values again. */
function insertIntoLeaf(leaf: Leaf, change: Insertion): Leaf {
  const { owner, key, value } = change;
  const index = findLowerBound(leaf.keys, key);
  const isNew = leaf.keys[index] !== key;
  if (isNew && leaf.owner !== owner) {
    return { owner, keys: insertAt(leaf.keys, index, key), sharesKeys: false, values: insertAt(leaf.values, index, value) };
  }
  const owned = toOwned(leaf, owner);
  if (isNew) {
    insertKey(owned, index, key);
    owned.values.splice(index, 0, value);
  } else {
    change.replaced = owned.values[index];
    owned.values[index] = value;
  }
  return owned;
}

/** Returns the changed node, and its new right neighbor after a split. */
function insert(node: Node, change: Insertion): readonly [Node, Node?] {
  if (!node.children) {
    const leaf = insertIntoLeaf(node, change);
    return leaf.keys.length > maxKeys ? [leaf, split(leaf)] : [leaf];
  }
  const owned = toOwned(node, change.owner);
  const index = findChildIndex(owned, change.key);
  const [child, neighbor] = insert(owned.children[index] as Node, change);
  owned.children[index] = child;
  if (neighbor) {
    owned.children.splice(index + 1, 0, neighbor);
    insertKey(owned, index + 1, neighbor.keys[0] as string);
  }
  return owned.keys.length > maxKeys ? [owned, split(owned)] : [owned];
}

export function put(root: Node, change: Insertion): Node {
  const [left, right] = insert(root, change);
  return right ? { owner: change.owner, keys: ['', right.keys[0] as string], sharesKeys: false, children: [left, right] } : left;
}

/** Returns the node without the key, or `undefined` if it becomes empty. Underfull nodes are not merged. */
function removeFrom(node: Node, owner: Owner, key: string): Node | undefined {
  if (node.children) {
    const index = findChildIndex(node, key);
    const child = node.children[index] as Node;
    const changedChild = removeFrom(child, owner, key);
    if (changedChild === child) return node;
    const owned = toOwned(node, owner);
    if (changedChild) owned.children[index] = changedChild;
    else {
      owned.children.splice(index, 1);
      removeKey(owned, index);
    }
    return owned.children.length > 0 ? owned : undefined;
  }
  const index = findLowerBound(node.keys, key);
  if (node.keys[index] !== key) return node;
  const owned = toOwned(node, owner);
  removeKey(owned, index);
  owned.values.splice(index, 1);
  return owned.keys.length > 0 ? owned : undefined;
}

export function remove(root: Node, owner: Owner, key: string): Node {
  let node = removeFrom(root, owner, key) ?? createEmptyTree();
  while (node.children?.length === 1) node = node.children[0] as Node;
  return node;
}

export function applyWrites(root: Node, writes: readonly Write[]): Node {
  const owner: Owner = {};
  return writes.reduce<Node>(
    (node, [key, value]) => (value === undefined ? remove(node, owner, key) : put(node, { owner, key, value })),
    root,
  );
}

function collectEntries(node: Node, range: Range, entries: Entry[]): void {
  const limit = range.limit ?? Infinity;
  if (node.children) {
    for (let index = findChildIndex(node, range.from); index < node.children.length && entries.length < limit; index++) {
      if (index > 0 && (node.keys[index] as string) >= range.to) return;
      collectEntries(node.children[index] as Node, range, entries);
    }
    return;
  }
  for (let index = findLowerBound(node.keys, range.from); index < node.keys.length && entries.length < limit; index++) {
    const key = node.keys[index] as string;
    if (key >= range.to) return;
    entries.push([key, node.values[index] as Json]);
  }
}

export function listEntries(root: Node, range: Range): readonly Entry[] {
  const entries: Entry[] = [];
  collectEntries(root, range, entries);
  return entries;
}
