/** Finds the reads of a published document whose results no method of the API can produce. */
import { findLastLiteral } from '../../lib/path-steps.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Method, Resource } from '../model.js';
import type { Lookup } from '../schema-lookup.js';
import { getOperationStyle } from './operation.js';
import { listTemplates } from './resources.js';

const seededOnlyNote =
  'No method that the mock implements creates or changes this data, so the mock responds with 501 until a seed provides it.';

const writingActions: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'setFields', 'transition', 'createFrom', 'batch']);

/**
 * Marks the inferred lists, and reads of singletons and media, whose resources no method creates or changes, unless a rule of the schema
 * states where they come from. Reads of other resources aren't marked: without a seed, the mock responds with 404, or with a parent that it
 * assumes to exist.
 */
export function inferSeededOnly(methods: readonly Method[], resources: readonly Resource[], lookup: Lookup): readonly Method[] {
  const written = new Set(methods.flatMap(({ action }) => (writingActions.has(action.kind) ? listTemplates(action) : [])));
  const unknown = new Map(
    resources
      .filter((resource) => !written.has(resource.path) && !isServerCreated(resource, lookup))
      .map((resource) => [resource.path, resource]),
  );
  const isSeededOnly = ({ action, support, httpBody }: Method): boolean => {
    if (support !== 'convention') return false;
    if (action.kind === 'list') return (action.of ?? [action.resource]).every((path) => unknown.has(path));
    const resource = action.kind === 'get' ? unknown.get(action.resource) : undefined;
    return resource?.implicit === true && (resource.idParameters.length === 0 || httpBody === 'response');
  };
  return methods.map((method) => (isSeededOnly(method) ? { ...method, seededOnly: true, supportNote: seededOnlyNote } : method));
}

/** Whether the mock makes the resource: an operation, or what a rule states. */
function isServerCreated({ path, schema }: Resource, lookup: Lookup): boolean {
  if (findLastLiteral(parseTemplate(path).steps) === 'operations') return true;
  return getOperationStyle(schema, lookup) !== undefined || (lookup.object(schema)?.rules.length ?? 0) > 0;
}
