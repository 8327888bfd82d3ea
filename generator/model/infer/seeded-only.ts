/** Finds the reads of a published document whose results no method of the API can produce. */
import { findLastLiteral, parseShape } from '../../lib/route-shape.js';
import type { Action } from '../../../templates/runtime/rule.js';
import type { Method, Resource } from '../model.js';
import type { Lookup } from '../schema-lookup.js';
import { getOperationStyle } from './operation.js';

const NOTE = 'No method of the API creates or changes this data, so the mock responds with 501 until a seed provides it.';

/**
 * Marks the inferred lists and reads of singletons whose resources no method creates or changes, unless a rule of the schema states where
 * they come from. A named resource that no seed provides is either not found, or a parent that exists because of its children.
 */
export function markSeededOnly(methods: readonly Method[], resources: readonly Resource[], lookup: Lookup): readonly Method[] {
  const written = new Set(methods.flatMap(({ action }) => listWrittenPaths(action)));
  const unknown = resources.filter((resource) => !written.has(resource.path) && !isMade(resource, lookup));
  const lists = new Set(unknown.map(({ path }) => path));
  const singletons = new Set(unknown.filter(({ implicit, idParameters }) => implicit && idParameters.length === 0).map(({ path }) => path));
  const isSeededOnly = ({ action, actionSource, source, rules }: Method): boolean => {
    if (actionSource !== undefined || source.kind !== 'published' || rules.length > 0) return false;
    if (action.kind === 'get') return singletons.has(action.resource);
    return action.kind === 'list' && (action.of ?? [action.resource]).every((path) => lists.has(path));
  };
  return methods.map((method) => (isSeededOnly(method) ? { ...method, seededOnly: true, supportNote: NOTE } : method));
}

function listWrittenPaths(action: Action): readonly string[] {
  switch (action.kind) {
    case 'create':
    case 'update':
    case 'patch':
    case 'setFields':
    case 'transition':
      return [action.resource];
    case 'createFrom':
      return [action.resource, action.creates];
    case 'batch':
      return [action.resource, action.members];
    default:
      return [];
  }
}

/** Whether the mock makes the resource: an operation, or what a rule states. */
function isMade({ path, schema }: Resource, lookup: Lookup): boolean {
  if (findLastLiteral(parseShape(path).parts) === 'operations') return true;
  if (schema === undefined) return false;
  const type = { kind: 'ref', schema } as const;
  return getOperationStyle(type, lookup) !== undefined || (lookup.object(type)?.rules.length ?? 0) > 0;
}
