/** Which collections of an API have IDs that the server generates. */
import { parseShape } from '../../lib/route-shape.js';
import type { Api } from '../../model/model.js';

/** Returns the names of the collections whose members the server can name, such as `operations`. */
export function listGeneratedCollections({
  resources,
  operationResources,
}: Pick<Api, 'resources' | 'operationResources'>): ReadonlySet<string> {
  const generated = [...resources, ...operationResources].filter(
    ({ operation, generatedIds, nameForm, projectNumbers, recordStates }) =>
      operation !== undefined ||
      generatedIds.length > 0 ||
      nameForm !== undefined ||
      projectNumbers !== undefined ||
      recordStates !== undefined,
  );
  return new Set(generated.flatMap(({ path }) => findCollection(path) ?? []));
}

function findCollection(path: string): string | undefined {
  const literal = parseShape(path).parts.findLast((part) => part.kind === 'literal');
  return literal?.kind === 'literal' ? literal.text : undefined;
}
