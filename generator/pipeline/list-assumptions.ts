/**
 * Lists the assumptions of a specification: elements whose source is an assumption, schemas inferred to be operations, and deletions that
 * require an empty resource.
 */
import { compareLocation, type Location } from '../lib/diagnostics.js';
import { getMember, getObject, getText, isObject, type Json, type Pointer } from '../lib/json.js';
import type { Specification } from '../language/specification.js';
import { buildModel } from '../model/build.js';
import type { Api } from '../model/model.js';
import { getSchemaId } from '../model/schema-lookup.js';
import { buildStatements, listAllElements, listEntries, type Statement, type Statements } from '../model/statements.js';

export interface Assumption extends Location {
  /** The assumed element: `ManagedZone (ownedResources)`, `Subnetwork.role`, `disks.createSnapshot (behavior)`, `Operation`. */
  readonly owner: string;
  /** The reason, as the specification states it. */
  readonly because: string;
}

interface LocatedAssumption extends Pick<Assumption, 'owner' | 'because'> {
  readonly pointer: Pointer;
}

/** Lists the assumptions in the order of the document. What is inferred of an overlay depends on its specification. */
export function listAssumptions({ value, at }: Specification): readonly Assumption[] {
  const stated = listStatedAssumptions(buildStatements(value));
  const isOverlay = isObject(getMember(value, 'x-source'));
  const api = isOverlay ? undefined : buildModel(value, { variables: {} });
  const inferred = api ? [...listOperationAssumptions(api), ...listEmptinessAssumptions(api)] : [];
  return [...stated, ...inferred].map(({ pointer, ...text }) => ({ ...at(pointer, 'key'), ...text })).sort(compareLocation);
}

/** The lists whose entries state their sources, with the kind of an entry that isn't a rule. */
const entryKinds: Readonly<Record<string, string>> = {
  'x-rules': 'rule',
  'x-validations': 'validation',
  'x-permissions': 'permission',
  'x-notes': 'statement',
  'x-undocumented': 'undocumented',
};

/** The parts of a statement that state their sources. */
const partKinds: Readonly<Record<string, string>> = { 'x-action': 'behavior', 'x-errors': 'errors', auth: 'scope' };

function listStatedAssumptions(statements: Statements): readonly LocatedAssumption[] {
  const { owner: api, collections, methods } = statements;
  const find = ({ value, pointer, owner }: Statement<Json>, kind?: string): readonly LocatedAssumption[] =>
    ['x-source', 'source'].flatMap((key) => {
      const because = getText(getMember(value, key), 'assumption');
      if (because === undefined) return [];
      const name = owner.startsWith(`${api}.`) ? owner.slice(api.length + 1) : owner;
      return [{ pointer: [...pointer, key], owner: kind === undefined ? name : `${name} (${kind})`, because }];
    });
  return [statements, ...collections, ...methods, ...listAllElements(statements)].flatMap((statement) => [
    ...find(statement),
    ...Object.entries(partKinds).flatMap(([key, kind]) => listPart(statement, key).flatMap((part) => find(part, kind))),
    ...Object.entries(entryKinds).flatMap(([key, kind]) =>
      listEntries(statement, key).flatMap((entry) => find(entry, getText(entry.value, 'kind') ?? kind)),
    ),
  ]);
}

/** Lists a part of a statement and the objects in it. */
function listPart({ value, pointer, ...statement }: Statement, key: string): readonly Statement[] {
  const part = getObject(value, key);
  if (part === undefined) return [];
  const own = { ...statement, value: part, pointer: [...pointer, key] };
  return [own, ...Object.keys(part).flatMap((inner) => listPart(own, inner))];
}

const operationReasons = {
  longrunning: 'inferred to be a long-running operation (AIP-151)',
  status: 'inferred to be an operation that reports its progress in its status',
} as const;

/** Schemas of responses inferred to be operations by their fields. For a stated rule, only the form of the operation is assumed. */
function listOperationAssumptions({ methods, schemas }: Api): readonly LocatedAssumption[] {
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

const emptinessRules: ReadonlySet<string> = new Set(['deleteRequiresEmpty', 'deleteBlockedByReference']);

/** Deletions that require an empty resource. Which of the resources below it count is assumed. */
function listEmptinessAssumptions({ methods, resources }: Api): readonly LocatedAssumption[] {
  const limited = new Set(
    resources.flatMap(({ path, inferredRules = [] }) => (inferredRules.some(({ kind }) => emptinessRules.has(kind)) ? [path] : [])),
  );
  return methods.flatMap(({ action, actionSource, collections, name, pointer }) => {
    if (action.kind !== 'delete' || actionSource !== undefined || !limited.has(action.resource)) return [];
    const owner = `${collections.at(-1) ?? ''}.${name} (behavior)`;
    return [{ pointer, owner, because: 'inferred to require that all child collections are empty' }];
  });
}
