/** The methods of an API as the tree of its collections, as the client shows them. */
import type { Api, Method } from '../model/model.js';

export interface MethodTree {
  readonly methods: ReadonlyMap<string, Method>;
  readonly collections: ReadonlyMap<string, MethodTree>;
}

interface Growing {
  readonly methods: Map<string, Method>;
  readonly collections: Map<string, Growing>;
}

const empty = (): Growing => ({ methods: new Map(), collections: new Map() });

function collection(tree: Growing, name: string): Growing {
  const found = tree.collections.get(name) ?? empty();
  tree.collections.set(name, found);
  return found;
}

/** The tree, with collections in the order of the methods' ids. */
export function buildMethodTree(api: Api): MethodTree {
  const root = empty();
  for (const method of api.methods) method.collections.reduce(collection, root).methods.set(method.name, method);
  return root;
}

/** The client's own method, where the API has operations. */
export const waitForOperationName = 'waitForOperation';
export const clientMembers: ReadonlySet<string> = new Set([waitForOperationName]);

export function hasOperations(api: Api): boolean {
  return api.methods.some(({ operation }) => operation !== undefined);
}

/** The names that lead to a method in the client. */
export function getMethodPath({ collections, name }: Method, tree: MethodTree): readonly string[] {
  let inner = tree;
  const names = collections.map((each) => {
    const shown = toCollectionPropertyName(each, inner, inner === tree ? clientMembers : undefined);
    inner = inner.collections.get(each) ?? inner;
    return shown;
  });
  return [...names, toMethodPropertyName(name)];
}

/** The name under which a method stands: with `$` where it would make a promise of what holds it, which `await` then called. */
export function toMethodPropertyName(name: string): string {
  return name === 'then' ? `${name}$` : name;
}

/** The name under which a collection stands: with `$` where a method (or `taken`) has it already. */
export function toCollectionPropertyName(name: string, { methods }: MethodTree, taken: ReadonlySet<string> = new Set()): string {
  return methods.has(name) || taken.has(name) ? `${name}$` : name;
}

/** The name of the call of a method that answers media: `getMedia`, with `$` where something else has it already. */
export function toMediaPropertyName(name: string, { methods, collections }: MethodTree): string {
  const media = `${name}Media`;
  return methods.has(media) || collections.has(media) ? `${media}$` : media;
}
