/** Infers resources that are created and listed under a parent but read at a shorter path of their own. */
import { findLastLiteral, parseShape, toCollectionParts, toShapeKey } from '../../lib/route-shape.js';
import { getItemType, type Lookup } from '../schema-lookup.js';
import type { Method, Type } from '../model.js';

/** Rewrites actions of `applications/{application}/things` to the `things/{thing}` that the reads of the same collection return. */
export function inferMovedResources(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const reads = groupReadsByCollection(methods);
  const readable = new Set(methods.flatMap((method) => (method.action.kind === 'get' ? [toShapeKey(method.action.resource)] : [])));
  return methods.map((method) => {
    const { action } = method;
    if ((action.kind !== 'create' && action.kind !== 'list') || readable.has(toShapeKey(action.resource))) return method;
    const schemaType = action.kind === 'create' ? method.request : getItemType(method, lookup);
    const read = reads.get(method.collections.join('.'))?.find((each) => readsSameResource(each, method, schemaType));
    return read?.action.kind === 'get' ? { ...method, action: { ...action, resource: read.action.resource } } : method;
  });
}

function groupReadsByCollection(methods: readonly Method[]): ReadonlyMap<string, readonly Method[]> {
  const reads = new Map<string, Method[]>();
  for (const method of methods) {
    if (method.action.kind !== 'get') continue;
    const key = method.collections.join('.');
    const found = reads.get(key);
    if (found) found.push(method);
    else reads.set(key, [method]);
  }
  return reads;
}

/** Whether a method reads the same schema and collection at a path that the request determines. */
function readsSameResource(read: Method, { route }: Method, schemaType: Type | undefined): boolean {
  if (
    read.action.kind !== 'get' ||
    schemaType?.kind !== 'ref' ||
    read.response?.kind !== 'ref' ||
    read.response.schema !== schemaType.schema
  )
    return false;
  const [readCollection, collection] = [
    toCollectionParts(parseShape(read.action.resource).parts),
    toCollectionParts(parseShape(route).parts),
  ];
  return (
    readCollection.length < collection.length &&
    readCollection.every(({ kind }) => kind === 'literal') &&
    findLastLiteral(readCollection) === findLastLiteral(collection)
  );
}
