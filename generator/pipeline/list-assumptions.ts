/**
 * Lists the assumptions of a specification: elements whose source is an assumption, schemas inferred to be operations, and deletions that
 * require an empty resource.
 */
import { compareLocation, type Location } from '../lib/diagnostics.js';
import { visitParts } from '../lib/element-roles.js';
import { getAt, getMember, getText, isObject, type JsonObject, type Pointer } from '../lib/json.js';
import type { Specification } from '../lib/specification.js';
import { buildModel } from '../model/build.js';
import type { Api } from '../model/model.js';
import { getSchemaId } from '../model/schema-lookup.js';

export interface Assumption extends Location {
  /** The assumed element: `ManagedZone (ownedResources)`, `Subnetwork.role`, `disks.createSnapshot (behavior)`, `Operation`. */
  readonly owner: string;
  /** The reason, as the specification states it. */
  readonly because: string;
}

/** Lists the assumptions in the order of the document. What is inferred of an overlay depends on its specification. */
export function listAssumptions(specification: Specification): readonly Assumption[] {
  const { value: root, at } = specification;
  const assumptions: Assumption[] = [];
  visitParts(root, ({ key, value, pointer }) => {
    const because = key === 'x-source' || key === 'source' ? getText(value, 'assumption') : undefined;
    if (because !== undefined) assumptions.push({ ...at([...pointer], 'key'), owner: formatOwner(root, pointer.slice(0, -1)), because });
  });
  if (isObject(getMember(root, 'x-source'))) return assumptions.sort(compareLocation);
  const api = buildModel(root, { variables: {} });
  const inferred = [...listOperationAssumptions(api), ...listEmptinessAssumptions(api)];
  return [...assumptions, ...inferred.map(({ pointer, ...text }) => ({ ...at(pointer, 'key'), ...text }))].sort(compareLocation);
}

type InferredAssumption = Pick<Assumption, 'owner' | 'because'> & { readonly pointer: Pointer };

const operationReasons = {
  longrunning: 'inferred to be a long-running operation (AIP-151)',
  status: 'inferred to be an operation that reports its progress in its status',
} as const;

/** Schemas of responses inferred to be operations by their fields. For a stated rule, only the form of the operation is assumed. */
function listOperationAssumptions({ methods, schemas }: Api): readonly InferredAssumption[] {
  const styles = new Map<string | undefined, keyof typeof operationReasons>();
  for (const { operation, response, rules } of methods) {
    const isStated = rules.some(({ rule }) => rule.kind === 'operation' && rule.scope !== undefined);
    if (operation === 'longrunning' || (operation === 'status' && !isStated)) styles.set(getSchemaId(response), operation);
  }
  return schemas.flatMap(({ id, pointer }) => {
    const style = styles.get(id);
    return style === undefined ? [] : [{ pointer, owner: id, because: operationReasons[style] }];
  });
}

/** Deletions that require an empty resource. Which of the resources below it count is assumed. */
function listEmptinessAssumptions({ methods, resources }: Api): readonly InferredAssumption[] {
  const limited = new Set(
    resources.flatMap(({ path, inferredRules = [] }) => (inferredRules.some(({ kind }) => kind === 'deleteRequiresEmpty') ? [path] : [])),
  );
  return methods.flatMap(({ action, actionSource, collections, name, pointer }) => {
    if (action.kind !== 'delete' || actionSource !== undefined || !limited.has(action.resource)) return [];
    const owner = `${collections.at(-1) ?? ''}.${name} (behavior)`;
    return [{ pointer, owner, because: 'inferred to require that all child collections are empty' }];
  });
}

/** Keys that contain elements and aren't part of an element's name. */
const containerKeys: ReadonlySet<string> = new Set([
  'schemas',
  'properties',
  'methods',
  'resources',
  'parameters',
  'items',
  'x-rules',
  'x-validations',
]);

/** Formats the pointer `schemas`, `Subnetwork`, `properties`, `role` as `Subnetwork.role`. */
function formatOwner(root: JsonObject, pointer: Pointer): string {
  const names = pointer.filter((part, i) => typeof part === 'string' && !(containerKeys.has(part) && isContainerKey(pointer, i)));
  const action = names.at(-1) === 'x-action';
  const owner = (action ? names.slice(0, -1) : names).join('.');
  const kind = getText(getAt(root, pointer), 'kind');
  const name = owner === '' ? (getText(root, 'name') ?? '') : owner;
  if (action) return `${name} (behavior)`;
  if (pointer.includes('x-validations')) return `${name} (validation)`;
  return pointer.includes('x-rules') && kind !== undefined ? `${name} (${kind})` : name;
}

/** Returns false for a name, such as a schema named `items`: the key below a map of elements is a name. */
function isContainerKey(pointer: Pointer, at: number): boolean {
  const previous = pointer[at - 1];
  return !(typeof previous === 'string' && containerKeys.has(previous) && previous !== 'items' && isContainerKey(pointer, at - 1));
}
