/** Infers where the changes of resources are recorded. */
import { findLastLiteral, parseShape, toShapeKey } from '../../lib/route-shape.js';
import type { Lookup } from '../schema-lookup.js';
import type { Api, Method, Resource, Type } from '../model.js';

const RECORDED_ACTIONS: ReadonlySet<string> = new Set(['create', 'patch', 'update', 'setFields']);

/** The record that a rule or the response of the method names, else one in the `operations` of the changed resource. */
export function inferChangeRecord(
  { action, rules, recordedAs, parameters }: Method,
  { methods, resources }: Pick<Api, 'methods' | 'resources'>,
  lookup: Lookup,
): Method['changeRecord'] {
  if (!RECORDED_ACTIONS.has(action.kind) || !('resource' in action)) return undefined;
  const [rule] = rules.flatMap((stated) => (stated.rule.kind === 'changeRecord' ? stated.rule : []));
  const key = toShapeKey(rule?.as ?? recordedAs ?? '');
  const record =
    resources.find(({ path }) => toShapeKey(path) === key) ??
    resources.find(
      (resource) => toShapeKey(resource.path) === `${toShapeKey(action.resource)}/operations/*` && isRecord(resource, methods, lookup),
    );
  if (!record) return undefined;
  const context = findContextField(record, action.resource, lookup);
  const ids = methods.flatMap((method) =>
    method.rules.flatMap((stated) =>
      stated.rule.kind === 'changeRecord' && toShapeKey(stated.rule.as) === toShapeKey(record.path) ? (stated.rule.id ?? []) : [],
    ),
  );
  const idParameter = rule?.id ?? ids.find((id) => parameters.some(({ name, location }) => name === id && location === 'query'));
  return { resource: record.path, ...(context !== undefined && { context }), ...(idParameter !== undefined && { idParameter }) };
}

/** Adds the states of the resources that record changes: those that methods create in a batch, and the records of other changes. */
export function inferRecordStates(resource: Resource, methods: readonly Method[], lookup: Lookup): Resource {
  const isRecord = methods.some(
    ({ action, changeRecord }) =>
      changeRecord?.resource === resource.path || (action.kind === 'batch' && action.resource === resource.path),
  );
  if (!isRecord) return resource;
  const status = lookup.field(getType(resource), 'status')?.type;
  const values = status?.kind === 'string' ? (status.enum ?? []).map(({ value }) => value) : [];
  return { ...resource, recordStates: [values[0] ?? 'pending', values.at(-1) ?? 'done'] };
}

const getType = ({ schema }: Resource): Type | undefined => (schema === undefined ? undefined : { kind: 'ref', schema });

/** A resource with `done` (AIP-151) is an operation, and methods don't create records. */
function isRecord(resource: Resource, methods: readonly Method[], lookup: Lookup): boolean {
  const isCreated = methods.some(
    ({ action }) =>
      ((action.kind === 'create' || action.kind === 'batch') && action.resource === resource.path) ||
      (action.kind === 'createFrom' && action.creates === resource.path),
  );
  return !isCreated && !lookup.field(getType(resource), 'done');
}

/** Finds the field that holds the old and new values, such as `zoneContext` for a change of `managedZones`. */
function findContextField(record: Resource, changedPath: string, lookup: Lookup): string | undefined {
  const collection = findLastLiteral(parseShape(changedPath).parts)?.toLowerCase() ?? '';
  const names = lookup.object(getType(record))?.fields.map(({ name }) => name) ?? [];
  return names.find((name) => {
    const subject = /^(.+)Context$/.exec(name)?.[1];
    return subject !== undefined && collection.includes(subject.toLowerCase());
  });
}
