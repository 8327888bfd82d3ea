/** Infers where the changes of resources are recorded. */
import { findLastLiteral } from '../../lib/path-steps.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import { findQueryParameter } from './parameters.js';
import type { MethodRule } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Method, Resource } from '../model.js';

type ChangeRecordRule = Extract<MethodRule, { readonly kind: 'changeRecord' }>;

const recordedActions: ReadonlySet<string> = new Set(['create', 'patch', 'update', 'setFields']);

/** The record that a rule or the response of the method names, else one in the `operations` of the changed resource. */
export function inferChangeRecord(method: Method, methods: readonly Method[], lookup: Lookup): Method['changeRecord'] {
  const { action, recordedAs } = method;
  if (!recordedActions.has(action.kind) || !('resource' in action)) return undefined;
  const [rule] = listRecordRules(method);
  const operation = lookup.resourceByShape(`${action.resource}/operations/{operation}`);
  const record =
    lookup.resourceByShape(rule?.as ?? recordedAs ?? '') ?? (operation && isRecord(operation, methods, lookup) ? operation : undefined);
  if (!record) return undefined;
  const context = findContextField(record, action.resource, lookup);
  const ids = methods
    .flatMap(listRecordRules)
    .flatMap((other) => (lookup.resourceByShape(other.as) === record ? (other.idParameter ?? []) : []));
  const idParameter = rule?.idParameter ?? ids.find((id) => findQueryParameter(method, id));
  return { resource: record.path, ...(context !== undefined && { context }), ...(idParameter !== undefined && { idParameter }) };
}

/** Adds the states of the resources that record changes: those that methods create in a batch, and the records of other changes. */
export function inferRecordStates(resource: Resource, methods: readonly Method[], lookup: Lookup): Resource {
  const isRecord = methods.some(
    ({ action, changeRecord }) =>
      changeRecord?.resource === resource.path || (action.kind === 'batch' && action.resource === resource.path),
  );
  if (!isRecord) return resource;
  const status = lookup.field(resource.schema, 'status')?.type;
  const values = status?.kind === 'string' ? (status.enum ?? []).map(({ value }) => value) : [];
  return { ...resource, recordStates: [values[0] ?? 'pending', values.at(-1) ?? 'done'] };
}

function listRecordRules({ rules }: Method): readonly ChangeRecordRule[] {
  return rules.flatMap(({ rule }) => (rule.kind === 'changeRecord' ? rule : []));
}

/** A resource with `done` (AIP-151) is an operation, and methods don't create records. */
function isRecord(resource: Resource, methods: readonly Method[], lookup: Lookup): boolean {
  const isCreated = methods.some(
    ({ action }) =>
      ((action.kind === 'create' || action.kind === 'batch') && action.resource === resource.path) ||
      (action.kind === 'createFrom' && action.creates === resource.path),
  );
  return !isCreated && !lookup.field(resource.schema, 'done');
}

/** Finds the field that holds the old and new values, such as `zoneContext` for a change of `managedZones`. */
function findContextField(record: Resource, changedPath: string, lookup: Lookup): string | undefined {
  const collection = findLastLiteral(parseTemplate(changedPath).steps)?.toLowerCase() ?? '';
  const names = lookup.object(record.schema)?.fields.map(({ name }) => name) ?? [];
  return names.find((name) => {
    const subject = /^(.+)Context$/.exec(name)?.[1];
    return subject !== undefined && collection.includes(subject.toLowerCase());
  });
}
