/** Which collections of an API have IDs that the server generates, and which fields hold these IDs. */
import { isInt64Format } from '../../generator/language/number-ranges.js';
import { findLastLiteral } from '../../generator/language/path-steps.js';
import { parseTemplate } from '../../runtime/paths/template.js';
import type { Api, ObjectType, Resource } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';
import type { ValueRole } from './value-role.js';

/**
 * `operations`: IDs of operations, of any form. `names`: IDs of any form, because the description states none. `ids`: the IDs of the service and of
 * the mock are both numbers, or both are not. `numbers`: an ID is generated if it is a number, as that of a project.
 */
export type GeneratedIds = 'operations' | 'names' | 'ids' | 'numbers';

/** The fields of an object that hold the generated ID of a resource, by their paths in it, such as `id` or `jobReference.jobId`. */
export type IdFields = ReadonlyMap<string, ValueRole>;

/** Returns the collections whose members the server can name, such as `operations`. */
export function findGeneratedIds({
  resources,
  operationResources,
  projectCollection,
}: Pick<Api, 'resources' | 'operationResources' | 'projectCollection'>): ReadonlyMap<string, GeneratedIds> {
  const generated = [...resources, ...operationResources].flatMap((resource): readonly (readonly [string, GeneratedIds])[] => {
    const { path, operation, generatedIds, nameForm, projectNumbers, recordStates } = resource;
    const collection = findLastLiteral(parseTemplate(path).steps);
    const isGenerated = generatedIds.length > 0 || nameForm !== undefined || projectNumbers !== undefined || recordStates !== undefined;
    if (collection === undefined || !(isGenerated || operation !== undefined)) return [];
    if (operation !== undefined) return [[collection, 'operations']];
    return [[collection, generatedIds.length > 0 && !isOfStatedForm(resource) ? 'names' : 'ids']];
  });
  return new Map([...(projectCollection === undefined ? [] : ([[projectCollection, 'numbers']] as const)), ...generated]);
}

/** Returns the fields with generated IDs of the objects that represent resources. A field with a whole resource name isn't one of them. */
export function findIdFields({ resources }: Pick<Api, 'resources'>, lookup: Lookup): ReadonlyMap<ObjectType, IdFields> {
  const found = new Map<ObjectType, Map<string, ValueRole>>();
  for (const resource of resources) {
    const type = lookup.object(resource.schema);
    if (type === undefined || resource.fullNameFrom !== undefined || resource.operation !== undefined) continue;
    const fields = found.get(type) ?? new Map<string, ValueRole>();
    for (const path of resource.generatedIds)
      fields.set(path, isOfStatedForm(resource) || isNumber(path, type, lookup) ? 'id' : 'resourceId');
    found.set(type, fields);
  }
  return found;
}

/** Whether the description states the form of the IDs that the server generates. Their prefix is that of the mock. */
const isOfStatedForm = ({ nameForm }: Resource): boolean => nameForm?.kind === 'uuid';

function isNumber(path: string, type: ObjectType, lookup: Lookup): boolean {
  const [first = '', ...others] = path.split('.');
  const field = others.reduce((found, name) => lookup.field(found?.type, name), lookup.field(type, first));
  return field?.type.kind === 'string' && isInt64Format(field.type.format);
}
