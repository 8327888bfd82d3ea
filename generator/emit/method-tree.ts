/** The methods of an API as a tree of collections, which gives the client its structure. */
import type { Api, Method } from '../model/model.js';

export interface MethodTree {
  readonly methods: Map<string, Method>;
  readonly collections: Map<string, MethodTree>;
}

const createEmptyTree = (): MethodTree => ({ methods: new Map(), collections: new Map() });

function getOrAddCollection(tree: MethodTree, name: string): MethodTree {
  const found = tree.collections.get(name) ?? createEmptyTree();
  tree.collections.set(name, found);
  return found;
}

/** Builds the tree. Collections have the order of the method IDs. */
export function buildMethodTree(api: Api): MethodTree {
  const root = createEmptyTree();
  for (const method of api.methods) method.collections.reduce(getOrAddCollection, root).methods.set(method.name, method);
  return root;
}

/** The client's own method, if the API has operations. */
export const waitForOperationName = 'waitForOperation';
export const clientMembers: ReadonlySet<string> = new Set([waitForOperationName]);

export function hasOperations(api: Api): boolean {
  return api.methods.some(({ operation }) => operation !== undefined);
}

/** Returns the property names that lead to a method in the client. */
export function getMethodPath({ collections, name }: Method, tree: MethodTree): readonly string[] {
  let inner = tree;
  const names = collections.map((each) => {
    const propertyName = toCollectionPropertyName(each, inner, inner === tree ? clientMembers : undefined);
    inner = inner.collections.get(each) ?? inner;
    return propertyName;
  });
  return [...names, toMethodPropertyName(name)];
}

/** Returns the property name of a method. A method named `then` gets a `$`: otherwise `await` would treat its owner as a promise. */
export function toMethodPropertyName(name: string): string {
  return name === 'then' ? `${name}$` : name;
}

/** Returns the property name of a collection. It gets a `$` if a method or `otherNames` has the same name. */
export function toCollectionPropertyName(name: string, { methods }: MethodTree, otherNames: ReadonlySet<string> = new Set()): string {
  return methods.has(name) || otherNames.has(name) ? `${name}$` : name;
}

/** Returns the name of the `Media` variant of a method. It gets a `$` if another member has the same name. */
export function toMediaPropertyName(name: string, { methods, collections }: MethodTree): string {
  const media = `${name}Media`;
  return methods.has(media) || collections.has(media) ? `${media}$` : media;
}
