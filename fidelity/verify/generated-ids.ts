/** Which collections of an API have IDs that the server generates. */
import { findLastLiteral } from '../../generator/language/path-steps.js';
import { parseTemplate } from '../../runtime/paths/template.js';
import type { Api } from '../../generator/model/model.js';

/**
 * `operations`: IDs of any form. `ids`: the IDs of the service and of the mock are both numbers, or both are not. `numbers`: an ID is generated
 * if it is a number, as that of a project.
 */
export type GeneratedIds = 'operations' | 'ids' | 'numbers';

/** Returns the collections whose members the server can name, such as `operations`. */
export function findGeneratedIds({
  resources,
  operationResources,
  projectCollection,
}: Pick<Api, 'resources' | 'operationResources' | 'projectCollection'>): ReadonlyMap<string, GeneratedIds> {
  const generated = [...resources, ...operationResources].flatMap(
    ({ path, operation, generatedIds, nameForm, projectNumbers, recordStates }): readonly (readonly [string, GeneratedIds])[] => {
      const collection = findLastLiteral(parseTemplate(path).steps);
      const isGenerated = generatedIds.length > 0 || nameForm !== undefined || projectNumbers !== undefined || recordStates !== undefined;
      if (collection === undefined || !(isGenerated || operation !== undefined)) return [];
      return [[collection, operation === undefined ? 'ids' : 'operations']];
    },
  );
  return new Map([...(projectCollection === undefined ? [] : ([[projectCollection, 'numbers']] as const)), ...generated]);
}
