/** Lists the methods of a document in Discovery vocabulary. */
import { getObjects, type JsonObject, type Pointer } from './json.js';

export interface DocumentMethod {
  readonly name: string;
  readonly value: JsonObject;
  readonly pointer: Pointer;
  /** The names of the collections that contain it, from the outside in. */
  readonly collections: readonly string[];
}

/** Lists the methods of a document: those of a collection before those of the collections in it. */
export function listMethods(document: JsonObject): readonly DocumentMethod[] {
  return listMethodsIn(document, [], []);
}

function listMethodsIn(collection: JsonObject, pointer: Pointer, collections: readonly string[]): readonly DocumentMethod[] {
  return [
    ...getObjects(collection, 'methods').map(([name, value]) => ({ name, value, pointer: [...pointer, 'methods', name], collections })),
    ...getObjects(collection, 'resources').flatMap(([name, inner]) =>
      listMethodsIn(inner, [...pointer, 'resources', name], [...collections, name]),
    ),
  ];
}
