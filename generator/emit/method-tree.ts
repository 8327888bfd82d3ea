/** The methods of an API as a tree of collections, which gives the client its structure. */
import type { Api, Method } from '../model/model.js';

export interface MethodCollection {
  readonly methods: Map<string, Method>;
  readonly collections: Map<string, MethodCollection>;
}

const createEmptyTree = (): MethodCollection => ({ methods: new Map(), collections: new Map() });

function getOrCreateCollection(tree: MethodCollection, name: string): MethodCollection {
  const found = tree.collections.get(name) ?? createEmptyTree();
  tree.collections.set(name, found);
  return found;
}

/** Builds the tree. Collections have the order of the method IDs. */
export function buildMethodTree(api: Api): MethodCollection {
  const root = createEmptyTree();
  for (const method of api.methods) method.collections.reduce(getOrCreateCollection, root).methods.set(method.name, method);
  return root;
}

/** The client's own method, if the API has operations. */
export const waitForOperationName = 'waitForOperation';

export function hasOperations(api: Api): boolean {
  return api.methods.some(({ operation }) => operation !== undefined);
}

/** The names that a member can't have: `await` would treat an object with a method `then` as a promise. */
const reservedNames: readonly string[] = ['then'];

/** The property names of the members of a client, or of a collection in it, by their names in the specification. */
export interface MemberNames {
  readonly methods: ReadonlyMap<string, string>;
  /** The `Media` variants of methods. */
  readonly media: ReadonlyMap<string, string>;
  readonly collections: ReadonlyMap<string, string>;
}

const memberNames = new WeakMap<MethodCollection, MemberNames>();

/** Returns the property names of the members of a tree: unique, and the same in all files. */
export function getMemberNames(tree: MethodCollection, root: MethodCollection): MemberNames {
  const names = memberNames.get(tree) ?? createMemberNames(tree, tree === root ? [waitForOperationName] : []);
  memberNames.set(tree, names);
  return names;
}

/**
 * Methods take precedence over collections, and collections over `Media` variants. A member whose name is taken gets a `$`, or several if
 * another member has that name. Names of the specification take precedence over changed ones.
 */
function createMemberNames({ methods, collections }: MethodCollection, ownNames: readonly string[]): MemberNames {
  const stated = new Set([...reservedNames, ...ownNames, ...methods.keys(), ...collections.keys()]);
  const taken = new Set(ownNames);
  const claim = (name: string, isReserved: boolean): string => {
    let unique = name;
    while (taken.has(unique) || (unique === name ? isReserved : stated.has(unique))) unique += '$';
    taken.add(unique);
    return unique;
  };
  const methodNames = new Map([...methods.keys()].map((name) => [name, claim(name, reservedNames.includes(name))] as const));
  const collectionNames = new Map([...collections.keys()].map((name) => [name, claim(name, false)] as const));
  const mediaMethods = [...methods.values()].filter(({ returnsMedia }) => returnsMedia);
  return {
    methods: methodNames,
    collections: collectionNames,
    media: new Map(mediaMethods.map(({ name }) => [name, claim(`${name}Media`, stated.has(`${name}Media`))] as const)),
  };
}

/** Returns the property names that lead to a method in the client. */
export function getMethodPath({ collections, name }: Method, root: MethodCollection): readonly string[] {
  let tree = root;
  const names = collections.map((each) => {
    const propertyName = getMemberNames(tree, root).collections.get(each) ?? each;
    tree = tree.collections.get(each) ?? tree;
    return propertyName;
  });
  return [...names, getMemberNames(tree, root).methods.get(name) ?? name];
}
