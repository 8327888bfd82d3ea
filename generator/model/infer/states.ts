/** Infers the states of a new resource: those that the server sets after a creation, and those that it passes through. */
import { createLookup, type Lookup } from '../schema-lookup.js';
import type { CreationStates, ResourceState } from '../../../templates/runtime/behavior.js';
import type { Api, Field, ObjectType, Schema, Type } from '../model.js';
import type { Action } from '../../../templates/runtime/rule.js';

/** The fields with the state of the whole resource. */
export const stateFields: ReadonlySet<string> = new Set([
  'state', // AIP-216: API Gateway, Filestore, NetApp
  'status', // Cloud Build, Compute, Kubernetes Engine
  'lifecycleState', // Dialogflow, Logging, Resource Manager
]);

/** The fields with the state, if the field of the resource holds an object. */
export const stateMembers: ReadonlySet<string> = new Set([
  'state', // Application Integration, Dataproc
  'code', // GKE Hub
]);

/** The states of a resource that works. */
export const readyStates: ReadonlySet<string> = new Set([
  'ACTIVE', // API Gateway, Backup and DR, Resource Manager
  'READY', // Compute, Filestore, NetApp, Spanner
  'RUNNING', // Cloud Build, Compute, Kubernetes Engine
]);

/** The states of a resource that is being created. */
export const creatingStates: ReadonlySet<string> = new Set([
  'CREATING', // API Gateway, Filestore, NetApp
  'PROVISIONING', // Bare Metal Solution, Compute, Kubernetes Engine
]);

/** The states of a resource that the server creates, changes, or deletes. Without one of them, the state shows something else. */
export const lifecycleStates: ReadonlySet<string> = new Set([
  ...creatingStates,
  'PENDING', // Bigtable, Certificate Manager, Compute
  'DELETING', // Apigee, Filestore, NetApp
  'DELETE_REQUESTED', // Logging v2, Resource Manager v1 and v3
  'DRAINING', // Compute, Datastream, Kubernetes Engine
  'STOPPING', // Bare Metal Solution, Compute, Kubernetes Engine
]);

/** The states of something that runs to its end: a job isn't running because it was created. */
export const finalStates: ReadonlySet<string> = new Set([
  'SUCCEEDED', // BigQuery, BigQuery Data Transfer, Dataproc
  'COMPLETED', // Database Migration, Dataproc, Discovery Engine
  'DONE', // Compute, Dataproc, Kubernetes Engine
  'CANCELLED', // BigQuery Data Transfer, Cloud Build, Dataproc
]);

/** Adds the states of new resources to the fields of their schemas. A rule about the field takes precedence. */
export function inferCreationStates({ schemas, methods, resources }: Pick<Api, 'schemas' | 'methods' | 'resources'>): readonly Schema[] {
  const lookup = createLookup({ schemas, resources });
  const created = new Set(
    methods.flatMap(({ action }) => (action.kind === 'create' ? (lookup.resource(action.resource)?.schema ?? []) : [])),
  );
  return schemas.map((schema) => {
    const { id, type } = schema;
    if (type.kind !== 'object' || !created.has(id)) return schema;
    return { ...schema, type: { ...type, fields: type.fields.map((field) => addCreationStates(field, type, lookup)) } };
  });
}

function addCreationStates(field: Field, { rules }: ObjectType, lookup: Lookup): Field {
  const isRuled = rules.some(({ rule }) => 'field' in rule && rule.field === field.name);
  const creationStates = isRuled || field.source.kind !== 'published' ? undefined : findFieldStates(field, lookup);
  return creationStates === undefined ? field : { ...field, creationStates };
}

/** Finds the states of an output-only field, or of an output-only object. */
function findFieldStates({ name, type, readOnly, description = '' }: Field, lookup: Lookup): CreationStates | undefined {
  if (!stateFields.has(name)) return undefined;
  const object = readOnly ? lookup.object(type) : undefined;
  if (!object) return readOnly || /\bcurrent\b[^.]*\bstate\b/i.test(description) ? findCreationStates(type) : undefined;
  const [member, ...others] = object.fields.filter((field) => stateMembers.has(field.name));
  const states = member && others.length === 0 ? findCreationStates(member.type) : undefined;
  if (!member || !states) return undefined;
  const toObject = (state: ResourceState): ResourceState => (typeof state === 'string' ? { [member.name]: state } : state);
  return { ready: toObject(states.ready), ...(states.creating !== undefined && { creating: toObject(states.creating) }) };
}

/** Finds the only working state of an enum with the states of a life cycle. */
function findCreationStates(type: Type): CreationStates | undefined {
  if (type.kind !== 'string' || type.enum === undefined) return undefined;
  const values = type.enum.map(({ value }) => value);
  const [ready, ...others] = values.filter((value) => readyStates.has(value));
  const isLifecycle = values.some((value) => lifecycleStates.has(value)) && !values.some((value) => finalStates.has(value));
  if (ready === undefined || others.length > 0 || !isLifecycle) return undefined;
  const creating = values.find((value) => creatingStates.has(value));
  return { ready, ...(creating !== undefined && { creating }) };
}

/**
 * Completes an action that creates a resource from another one and doesn't specify the states of the new resource: they are the transitions
 * of an output-only field, from the state that no transition leads to.
 */
export function inferStateSequence(action: Action, lookup: Lookup): Action {
  if (action.kind !== 'createFrom' || action.passes) return action;
  const type = lookup.object(lookup.resource(action.creates)?.schema);
  for (const { rule } of type?.rules ?? []) {
    if (rule.kind !== 'states' || !rule.transitions?.length || !lookup.field(type, rule.field)?.readOnly) continue;
    const next = new Map(rule.transitions.map(({ from, to }) => [from, to]));
    const reached = new Set(next.values());
    const start = [...next.keys()].find((state) => !reached.has(state));
    const values: string[] = [];
    for (let state = start; state !== undefined && !values.includes(state); state = next.get(state)) values.push(state);
    if (values.length > 1) return { ...action, passes: { field: rule.field, values } };
  }
  return action;
}
