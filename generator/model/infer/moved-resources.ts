/** Infers resources that are created and listed under a parent but read at a shorter path of their own. */
import { findLastLiteral, toCollectionSteps } from '../../lib/path-steps.js';
import { toShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { groupBy } from '../../lib/group-by.js';
import { getItemType, getSchemaId, type Lookup } from '../schema-lookup.js';
import type { Method } from '../model.js';

/** Rewrites actions of `applications/{application}/things` to the `things/{thing}` that the reads of the same collection return. */
export function inferMovedResources(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const gets = methods.filter(({ action }) => action.kind === 'get');
  const reads = groupBy(gets, ({ collections }) => collections.join('.'));
  const readable = new Set(gets.flatMap(({ action }) => (action.kind === 'get' ? [toShapeKey(action.resource)] : [])));
  return methods.map((method) => {
    const { action } = method;
    if ((action.kind !== 'create' && action.kind !== 'list') || readable.has(toShapeKey(action.resource))) return method;
    const schema = getSchemaId(action.kind === 'create' ? method.request : getItemType(method, lookup));
    const read = reads.get(method.collections.join('.'))?.find((each) => isReadOfSameResource(each, method, schema));
    return read?.action.kind === 'get' ? { ...method, action: { ...action, resource: read.action.resource } } : method;
  });
}

/** Whether a method reads the same schema and collection at a path that the request determines. */
function isReadOfSameResource(read: Method, { route }: Method, schema: string | undefined): boolean {
  if (read.action.kind !== 'get' || schema === undefined || getSchemaId(read.response) !== schema) return false;
  const [readCollection, collection] = [
    toCollectionSteps(parseTemplate(read.action.resource).steps),
    toCollectionSteps(parseTemplate(route).steps),
  ];
  return (
    readCollection.length < collection.length &&
    readCollection.every(({ kind }) => kind === 'literal') &&
    findLastLiteral(readCollection) === findLastLiteral(collection)
  );
}
