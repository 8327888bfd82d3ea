/**
 * Lists the assumptions of a specification: elements whose source is an assumption, schemas inferred to be operations, and deletions that
 * require an empty resource.
 */
import { compareLocation, type Location } from '../lib/diagnostics.js';
import { isEmptinessRequired } from '../model/infer/deletions.js';
import { inferOperationStyle } from '../model/infer/operation.js';
import { listMethods } from '../lib/document-methods.js';
import { getList, getMember, getObject, getText, isObject, type Json, type JsonObject, type Pointer } from '../lib/json.js';
import type { Specification } from '../lib/specification.js';

export interface Assumption extends Location {
  /** The assumed element: `ManagedZone (ownedResources)`, `Subnetwork.role`, `disks.createSnapshot (behavior)`, `Operation`. */
  readonly owner: string;
  /** The reason, as the specification states it. */
  readonly because: string;
}

/** Lists the assumptions in the order of the document. */
export function listAssumptions(specification: Specification): readonly Assumption[] {
  const assumptions: Assumption[] = [];
  const visit = (value: Json, pointer: Pointer): void => {
    if (Array.isArray(value)) value.forEach((item: Json, i) => visit(item, [...pointer, i]));
    if (!isObject(value)) return;
    for (const key of ['x-source', 'source'] as const) {
      const because = getText(getMember(value, key), 'assumption');
      const owner = formatOwner(specification.value, pointer, value);
      if (because !== undefined) assumptions.push({ ...specification.at([...pointer, key], 'key'), owner, because });
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, [...pointer, key]);
  };
  visit(specification.value, []);
  assumptions.push(...listOperationAssumptions(specification), ...listEmptinessAssumptions(specification));
  return assumptions.sort(compareLocation);
}

const operationReasons = {
  longrunning: 'inferred to be a long-running operation (AIP-151)',
  status: 'inferred to be an operation that reports its progress in its status',
} as const;

/** Schemas of responses inferred to be operations by their fields. For a stated rule, only the form of the operation is assumed. */
function listOperationAssumptions(specification: Specification): readonly Assumption[] {
  const styles = new Map<string, keyof typeof operationReasons>();
  for (const { value } of listMethods(specification.value)) {
    const schema = getText(getMember(value, 'response'), '$ref');
    if (schema === undefined || getText(value, 'httpMethod') === 'GET') continue;
    const fields = getObject(getObject(getObject(specification.value, 'schemas'), schema), 'properties');
    const style = inferOperationStyle((name, kind) => {
      const field = getMember(fields, name);
      return field !== undefined && (kind === undefined || getText(field, 'type') === kind);
    });
    const isStated = getList(value, 'x-rules').some(
      (rule) => getText(rule, 'kind') === 'operation' && getText(rule, 'scope') !== undefined,
    );
    if (style === 'longrunning' || (style === 'status' && !isStated)) styles.set(schema, style);
  }
  return [...styles].map(([schema, style]) => ({
    ...specification.at(['schemas', schema], 'key'),
    owner: schema,
    because: operationReasons[style],
  }));
}

/** Deletions whose description requires an empty resource, if requests can create something below it. Which of it counts is assumed. */
function listEmptinessAssumptions(specification: Specification): readonly Assumption[] {
  const methods = listMethods(specification.value);
  return methods.flatMap(({ name, value, pointer, collections }) => {
    const collection = collections.at(-1) ?? '';
    if (getText(value, 'httpMethod') !== 'DELETE' || getMember(value, 'x-action') !== undefined) return [];
    if (!isEmptinessRequired(getText(value, 'description'), collection)) return [];
    const path = `${getFlatPath(value)}/`;
    if (!methods.some((other) => getText(other.value, 'httpMethod') === 'POST' && getFlatPath(other.value).startsWith(path))) return [];
    const owner = `${collection}.${name} (behavior)`;
    return [{ ...specification.at(pointer, 'key'), owner, because: 'inferred to require that all child collections are empty' }];
  });
}

const getFlatPath = (method: JsonObject): string => getText(method, 'flatPath') ?? getText(method, 'path') ?? '';

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
function formatOwner(root: Json, pointer: Pointer, value: Json): string {
  const names = pointer.filter((part, i) => typeof part === 'string' && !(containerKeys.has(part) && isContainerKey(pointer, i)));
  const action = names.at(-1) === 'x-action';
  const owner = (action ? names.slice(0, -1) : names).join('.');
  const kind = getText(value, 'kind');
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
