/**
 * Infers long-running operations, Compute's (`status: DONE`) and AIP-151's (`done: true`), the collections that contain them, the paths at which
 * clients read them, and the records of changes.
 */
import type { TypeUrls } from './responses.js';
import { getSchemaId, type Lookup, type TypeReference } from '../schema-lookup.js';
import type { OperationFieldForm } from '../../../runtime/behavior.js';
import type { Api, EnumValue, Field, Method, OperationMetadata, Resource, Type } from '../model.js';
import { toSingular } from '../../lib/singular.js';
import { findLastLiteral, isVersion, isWildcard, toCollectionSteps, toTemplate } from '../../language/path-steps.js';
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import type { ChangeRecordRule, MethodRule, OperationRule } from '../../../runtime/rule.js';
import { toShapeKey } from '../../../runtime/paths/shape.js';
import { findQueryParameter } from './parameters.js';

export function inferOperation({ httpMethod, response }: Method, lookup: Lookup): Method['operation'] {
  return httpMethod === 'GET' ? undefined : getOperationStyle(response, lookup);
}

/** Returns the style of an operation by its fields: `longrunning` has `done` and a result, `status` has a `status`. */
export function getOperationStyle(type: TypeReference, lookup: Lookup): Method['operation'] {
  const has = (name: string, kind?: Type['kind']): boolean => {
    const field = lookup.field(type, name);
    return field !== undefined && (kind === undefined || field.type.kind === kind);
  };
  if (has('status', 'string') && has('operationType', 'string') && has('targetLink', 'string')) return 'status';
  return has('done', 'boolean') && has('name', 'string') && (has('error') || has('response')) ? 'longrunning' : undefined;
}

/** Infers the style of an operation and the form of its error. Treats every collection named `operations` as one of operations. */
export function inferOperationFacts(
  steps: readonly PathStep[],
  type: Type | undefined,
  lookup: Lookup,
): Pick<Resource, 'operation' | 'hasStatusError'> {
  if (findLastLiteral(steps) !== 'operations') return {};
  if (getOperationStyle(type, lookup) === 'longrunning') return { operation: 'longrunning' };
  const error = lookup.field(type, 'error')?.type;
  return {
    operation: 'status',
    hasStatusError: lookup.field(error, 'code') !== undefined && lookup.field(error, 'errors') === undefined,
  };
}

/** Returns the index of the step at which the name begins: the name of an AIP-151 operation is its path below the version. */
export function findOperationNameStart(steps: readonly PathStep[]): number {
  const start = steps.findIndex((step) => step.kind !== 'literal');
  const version = steps.slice(0, start).findLastIndex(isVersion);
  return version < 0 ? start - 1 : version + 1;
}

/**
 * Returns the forms of operation fields that a published document describes differently from Compute: a name instead of a URL or a number,
 * or an enum value for the type of the operation.
 */
export function inferOperationFields(method: Method, lookup: Lookup): Method['operationFields'] {
  const { operation, response } = method;
  const rule = getOperationRule(method.rules);
  if (operation !== 'status' || rule?.scope !== undefined) return undefined;
  const forms = (lookup.object(response)?.fields ?? []).flatMap((field) => {
    const isStated = field.name === 'operationType' && rule?.type !== undefined;
    const form = isStated ? undefined : findOperationForm(field, method);
    return form === undefined ? [] : [[field.name, form] as const];
  });
  return forms.length === 0 ? undefined : Object.fromEntries(forms);
}

function findOperationForm({ name, type, description = '' }: Field, method: Method): OperationFieldForm | undefined {
  if (name === 'operationType') return type.kind === 'string' && type.enum ? findOperationType(type.enum, method) : undefined;
  if (name === 'targetId') return /\bname of\b/i.test(description) ? 'name' : undefined;
  if ((name !== 'zone' && name !== 'region') || /\bUR[IL]\b/.test(description)) return undefined;
  return /\bname of\b/i.test(description) ? 'name' : 'unknown';
}

/** The verbs in the types of operations: Cloud SQL, and with the name of the resource Kubernetes Engine. */
export const operationVerbs: ReadonlyMap<string, string> = new Map([
  ['create', 'CREATE'],
  ['patch', 'UPDATE'],
  ['update', 'UPDATE'],
  ['delete', 'DELETE'],
]);

/** Returns the type that consists of the verb, or of the verb and the resource: `CREATE`, `CREATE_NODE_POOL`. */
function findOperationType(values: readonly EnumValue[], { action, route }: Method): OperationFieldForm {
  const noun = toSingular(findLastLiteral(parseTemplate(route).steps) ?? '')
    .replace(/(?=[A-Z])/g, '_')
    .toUpperCase();
  const verb = operationVerbs.get(action.kind);
  const names = verb === undefined ? [] : [`${verb}_${noun}`, verb];
  const found = names.find((name) => values.some(({ value }) => value === name));
  return found === undefined ? 'unknown' : { value: found };
}

const typePrefix = 'type.googleapis.com/';

/** Infers the type URL of the response of a method's operations (AIP-151): that of the resource, unless a rule states it. */
export function inferOperationResponse(
  { operation, action, rules }: Method,
  getTypeUrl: TypeUrls,
  lookup: Lookup,
): string | null | undefined {
  if (operation !== 'longrunning') return undefined;
  const stated = getOperationRule(rules)?.response;
  if (stated !== undefined) return stated === null ? null : `${typePrefix}${stated}`;
  if (action.kind === 'delete' && !action.keeps && !action.returnsResource) return 'type.googleapis.com/google.protobuf.Empty';
  // A method about several resources returns a message of its own.
  const schema = 'resource' in action && action.kind !== 'callEach' ? lookup.resource(action.resource)?.schema : undefined;
  return schema === undefined ? undefined : getTypeUrl(schema);
}

/**
 * Infers the metadata of a method's operations: that of a rule, else `CreateInstanceMetadata` or `UpdateInstanceMetadata`, else
 * `OperationMetadata`, else `InstanceOperationMetadata`.
 */
export function inferOperationMetadata(
  { operation, action, name, route, response, rules }: Method,
  { schemas, messages, getTypeUrl }: MessageContext,
  lookup: Lookup,
): OperationMetadata | undefined {
  if (operation !== 'longrunning' || !lookup.field(response, 'metadata')) return undefined;
  const stated = getOperationRule(rules)?.metadata;
  if (stated === null) return undefined;
  if (stated !== undefined) {
    const type = `${typePrefix}${stated}`;
    const shortName = stated.slice(stated.lastIndexOf('.') + 1);
    const schema = schemas.find(({ id }) => getTypeUrl(id) === type) ?? schemas.find(({ id }) => id.endsWith(shortName));
    const resource = 'resource' in action ? lookup.resource(action.resource)?.schema : undefined;
    if (schema !== undefined && schema.id === resource) return { type, fields: [], isResource: true };
    return { type, fields: listTextFields(schema?.id, lookup) };
  }
  const noun = toSingular(findLastLiteral(parseTemplate(route).steps) ?? '').toLowerCase();
  // The message of the method `patch` says `update`.
  const subjects = (name === 'patch' ? ['patch', 'update'] : [name.toLowerCase()]).map((verb) => verb + noun);
  const specific = subjects.flatMap((subject) => [`${subject}metadata`, `${subject}operationmetadata`]);
  const names = [specific, ['operationmetadata'], [`${noun}operationmetadata`]];
  const [found, ...others] =
    names.map((group) => messages.filter((message) => group.includes(message.name))).find(({ length }) => length > 0) ?? [];
  if (found === undefined || others.length > 0) return undefined;
  const common = findCommonFields(found.id, lookup);
  return { type: found.type, fields: listTextFields(found.id, lookup), ...(common && { common }) };
}

interface MessageContext {
  readonly schemas: Api['schemas'];
  readonly messages: readonly MetadataMessage[];
  readonly getTypeUrl: TypeUrls;
}

/** A message that describes an operation. */
interface MetadataMessage {
  /** The name in lower case: `createinstancemetadata`. */
  readonly name: string;
  readonly type: string;
  readonly id: string;
}

/**
 * Lists the messages of metadata of this version of the API. Of several schemas of one message, the one whose id contains the package counts:
 * it is the longest.
 */
export function listMetadataMessages(
  { schemas, version }: Pick<Api, 'schemas' | 'version'>,
  getTypeUrl: TypeUrls,
): readonly MetadataMessage[] {
  const byType = new Map<string, string>();
  for (const { id } of schemas) {
    const type = id.endsWith('Metadata') ? getTypeUrl(id) : undefined;
    if (type?.includes(`.${version}.`) && id.length > (byType.get(type)?.length ?? 0)) byType.set(type, id);
  }
  return [...byType].map(([type, id]) => ({ name: type.slice(type.lastIndexOf('.') + 1).toLowerCase(), type, id }));
}

/** Finds the field of metadata that holds the times of the operation: `genericMetadata` of Vertex AI, `common` of Datastore. */
function findCommonFields(metadata: string, lookup: Lookup): OperationMetadata['common'] {
  for (const { name, type } of lookup.object(metadata)?.fields ?? []) {
    const schema = getSchemaId(type);
    const fields = schema?.endsWith('Metadata') ? listTextFields(schema, lookup) : [];
    if (fields.includes('createTime') || fields.includes('startTime')) return { field: name, fields };
  }
  return undefined;
}

/** Lists the fields of a schema that hold text or flags. */
function listTextFields(schema: string | undefined, lookup: Lookup): readonly string[] {
  const fields = schema === undefined ? [] : (lookup.object(schema)?.fields ?? []);
  return fields.flatMap(({ name, type }) => (type.kind === 'string' || type.kind === 'boolean' ? [name] : []));
}

interface OperationCollection {
  /** The path template of the operations. */
  readonly path: string;
  /** The steps of the path of the resource that has them. */
  readonly owner: readonly PathStep[];
}

interface OperationPathContext {
  readonly operationCollections: readonly OperationCollection[];
  readonly lookup: Lookup;
}

/** Actions that don't start operations. A handler of a method that isn't implemented can start one. */
export const readingActions: ReadonlySet<string> = new Set(['get', 'getElement', 'list', 'waitForField', 'cancel']);

/**
 * Infers the path template of the operations that a method starts: in the collection of its scope if the API defines it, else in the nearest
 * collection that the API defines, else in the customary collection.
 */
export function inferOperationPath(
  { action, operation, route }: Method,
  rules: readonly MethodRule[],
  { operationCollections, lookup }: OperationPathContext,
): string | undefined {
  const rule = rules.find(({ kind }) => kind === 'operation') as OperationRule | undefined;
  if (readingActions.has(action.kind) || (rule === undefined && operation !== 'longrunning')) return undefined;
  const { steps } = parseTemplate(route);
  const changedSteps = 'resource' in action ? parseTemplate(action.resource).steps : steps;
  const scoped = rule?.scope && toScopedPath(steps, rule.scope);
  const declared = scoped === undefined || operation === 'longrunning' ? undefined : lookup.resourceByShape(scoped);
  // Of several collections, the longest path matches best.
  const nearest = operationCollections.find(({ owner }) => owner.every((step, index) => isStepMatch(step, changedSteps[index])));
  return declared?.path ?? nearest?.path ?? scoped;
}

/** Returns the template of the operations of a project, or of the region or zone in a route. Returns `undefined` without a project. */
function toScopedPath(steps: readonly PathStep[], scope: NonNullable<OperationRule['scope']>): string | undefined {
  const project = findScope(steps, 'projects');
  const inner = scope === 'global' ? undefined : findScope(steps, `${scope}s`);
  return project && `${toTemplate(inner ?? project)}${inner ? '' : '/global'}/operations/{operation}`;
}

/** Returns the steps up to the variable after a literal. */
function findScope(steps: readonly PathStep[], literal: string): readonly PathStep[] | undefined {
  const index = steps.findIndex((step, at) => step.kind === 'literal' && step.text === literal && isWildcard(steps[at + 1]));
  return index < 0 ? undefined : steps.slice(0, index + 2);
}

/** Lists the collections of operations that the API defines, those with the longest path first. */
export function listOperationCollections(resources: readonly Resource[]): readonly OperationCollection[] {
  const collections = resources.flatMap(({ path, idParameters }) => {
    const collection = toCollectionSteps(parseTemplate(path).steps);
    const owner = collection.slice(0, -1);
    return findLastLiteral(collection) === 'operations' && idParameters.length === 1 && owner.length > 0 ? [{ path, owner }] : [];
  });
  const countLiterals = (owner: readonly PathStep[]): number => owner.filter(({ kind }) => kind === 'literal').length;
  return collections.sort((one, other) => other.owner.length - one.owner.length || countLiterals(one.owner) - countLiterals(other.owner));
}

/**
 * Whether a step of an operation's path matches the step of a resource's path at the same position. Some APIs keep the operations of all
 * locations in one (`locations/global/operations`), or those of all versions in the first version.
 */
function isStepMatch(owner: PathStep, step: PathStep | undefined): boolean {
  if (step === undefined) return false;
  if (owner.kind !== 'literal' || step.kind !== 'literal') return true;
  return step.text === owner.text || (isVersion(owner) && isVersion(step));
}

/**
 * Infers the route at which clients read an operation by its name, if it isn't the default, `VERSION/NAME` with a name that has
 * an `operations` segment: `v1/{name=transferOperations/**}`, `v1/operations/{name}`.
 */
export function inferOperationRoute(method: Method, { methods, servicePath, version }: Api, lookup: Lookup): string | undefined {
  const { httpMethod, response, route } = method;
  const [, prefix = '', variable, template = '**'] = /^([^{}]*)\{(\w+)(?:=([^{}]*))?\}$/.exec(route) ?? [];
  if (httpMethod !== 'GET' || variable === undefined || getOperationStyle(response, lookup) !== 'longrunning') return undefined;
  const hasLiteral = template.split('/').some((segment) => !segment.startsWith('*'));
  if (!hasLiteral) return prefix.endsWith('/operations/') ? `${prefix}{${variable}}` : undefined;
  const base = `/${servicePath}`.endsWith(`/${version}/`) ? servicePath : `${servicePath}${version}/`;
  const isDefault = (other: Method): boolean =>
    other.httpMethod === 'GET' && other.route.startsWith(`${base}{`) && other.route.endsWith(`=${template}}`);
  return template.split('/').includes('operations') && methods.some(isDefault) ? undefined : route;
}

/** Returns the collections of operations that methods use and that the API doesn't define. */
export function createOperationResources(methods: readonly Method[], lookup: Lookup): readonly Resource[] {
  const found = new Map<string, Resource>();
  const type = methods.find((method) => method.operation === 'status')?.response;
  const hasIds = methods.some(({ operation, response }) => operation === 'status' && lookup.field(response, 'id') !== undefined);
  for (const { operation, operationPath: path } of methods) {
    if (path === undefined || lookup.resource(path)) continue;
    const key = toShapeKey(path);
    if (found.has(key) || lookup.resourceByShape(path)) continue;
    const form =
      operation === 'longrunning'
        ? { operation, fullNameFrom: path.split('/').indexOf('projects') }
        : inferOperationFacts(parseTemplate(path).steps, type, lookup);
    found.set(key, {
      kind: 'resource',
      path,
      idParameters: ['operation'],
      idFields: ['name'],
      generatedIds: [],
      pathFields: {},
      builtInNames: [],
      numericOrder: false,
      numericId: operation === 'status' && hasIds,
      spansSegments: false,
      implicit: false,
      ...form,
    });
  }
  return [...found.values()];
}

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
  const isResponse = rule !== undefined || recordedAs !== undefined;
  return {
    resource: record.path,
    ...(context !== undefined && { context }),
    ...(idParameter !== undefined && { idParameter }),
    ...(isResponse && { isResponse }),
  };
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

export function inferOperationRule(method: Method): MethodRule | undefined {
  return method.operation === 'status' ? { kind: 'operation', scope: inferOperationScope(method) } : undefined;
}

/** The route of a method determines where its operation is. */
function inferOperationScope({ route }: Method): NonNullable<OperationRule['scope']> {
  if (/\/zones\/\{/.test(route)) return 'zone';
  return /\/regions\/\{/.test(route) ? 'region' : 'global';
}

/** Returns the stated rules, in which a rule of operations with a status has a scope. */
export function completeRules(method: Method): Method['rules'] {
  return method.rules.map((stated) => {
    const { rule } = stated;
    const isIncomplete = rule.kind === 'operation' && rule.scope === undefined && method.operation === 'status';
    return isIncomplete ? { ...stated, rule: { ...rule, scope: inferOperationScope(method) } } : stated;
  });
}

/** Returns the rule that describes the operations of a method. */
export function getOperationRule(rules: Method['rules']): OperationRule | undefined {
  return rules.map(({ rule }) => rule).find((rule): rule is OperationRule => rule.kind === 'operation');
}

export function inferChangeRecordRule({ recordedAs }: Method): MethodRule | undefined {
  return recordedAs === undefined ? undefined : { kind: 'changeRecord', as: recordedAs };
}
