/** Counting, skipping, and comparing the entries of trees. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTrees, countEntries, findKeyAt } from '../../../../mock/store/tree-walk.js';
import { createEmptyTree, listEntries, put, remove, type Node } from '../../../../mock/store/tree.js';

const allKeys = { from: '', to: '\uffff' };
/** A step puts or removes the key with a number. Enough keys for a tree of three levels. */
const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(9999)), { maxLength: 300 });
const toKey = (number: number): string => String(number).padStart(4, '0');

function createTree(size: number): Node {
  const owner = {};
  let root = createEmptyTree();
  for (let number = 0; number < size; number++) root = put(root, { owner, key: toKey((number * 7919) % 10_000), value: number });
  return root;
}

function applySteps(root: Node, changes: readonly (readonly [isPut: boolean, number: number])[]): Node {
  const owner = {};
  return changes.reduce(
    (node, [isPut, number], index) =>
      isPut ? put(node, { owner, key: toKey(number), value: -index }) : remove(node, owner, toKey(number)),
    root,
  );
}

const base = [0, 10, 100, 6000].map(createTree);

test('entries are counted and found by their offset', () => {
  fc.assert(
    fc.property(fc.constantFrom(...base), steps, fc.nat(9999), fc.nat(9999), fc.nat(6000), (start, changes, one, other, offset) => {
      const root = applySteps(start, changes);
      const range = { from: toKey(Math.min(one, other)), to: toKey(Math.max(one, other)) };
      const entries = listEntries(root, range);
      expect(countEntries(root, range)).toBe(entries.length);
      expect(findKeyAt(root, range, offset)).toBe(entries[offset]?.[0]);
    }),
  );
});

test('two trees are compared like their entries', () => {
  fc.assert(
    fc.property(fc.constantFrom(...base), steps, steps, fc.nat(9999), fc.boolean(), (start, changes, more, from, isWhole) => {
      const [before, after] = [applySteps(start, changes), applySteps(start, [...changes, ...more])];
      const range = isWhole ? allKeys : { from: toKey(from), to: toKey(from + 500) };
      const [old, next] = [new Map(listEntries(before, range)), new Map(listEntries(after, range))];
      const keys = [...new Set([...old.keys(), ...next.keys()])].sort().filter((key) => old.get(key) !== next.get(key));
      expect([...compareTrees(before, after, range)]).toEqual(keys.map((key) => [key, old.get(key), next.get(key)]));
    }),
  );
});

test('subtrees that two trees share are not read', () => {
  const root = createTree(6000);
  const leafKeys = new Set<string>();
  const guard = (node: Node): Node =>
    node.children
      ? { ...node, children: node.children.map(guard) }
      : new Proxy(node, {
          get(target, name) {
            if (name === 'values') leafKeys.add(target.keys[0] as string);
            return Reflect.get(target, name) as unknown;
          },
        });
  const before = guard(root);
  const after = put(before, { owner: {}, key: toKey(42), value: 'changed' });
  leafKeys.clear();
  expect([...compareTrees(before, after, allKeys)].map(([key]) => key)).toEqual([toKey(42)]);
  expect(leafKeys.size).toBe(1);
});
