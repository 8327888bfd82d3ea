/** Infers the resources of an API from its methods: their paths, also those of their children and after a move, and the fields of their names. */
import { toSingular } from '../../lib/singular.js';
import { canSpanSegments, findLastLiteral, listTrailingVariables, toCollectionSteps, toTemplate } from '../../language/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../runtime/paths/shape.js';
import { parseTemplate, type PathStep } from '../../../runtime/paths/template.js';
import { groupBy } from '../../lib/group-by.js';
import { compareByKey, omitUndefined } from '../../lib/json.js';
import { findActionManifest, listActionPaths } from '../../language/service-actions.js';
import {
  findBuiltInNames,
  findShortNamedSchemas,
  groupNameParameters,
  hasPathName,
  inferKubernetesMetadataField,
  inferNameForm,
  inferPathFields,
  inferPlainName,
  inferProjectNumbers,
} from './names.js';
import { unwrapSchema } from './bodies.js';
import { getItemType, getSchemaId, type Lookup } from '../schema-lookup.js';
import { findOperationNameStart, inferOperationFacts } from './operations.js';
import type { Action } from '../../../runtime/rule.js';
import type { Api, Method, ObjectType, Parameter, Resource } from '../model.js';

/** A method whose action names a resource by a path template. */
interface ResourceUse {
  readonly method: Method;
  readonly template: string;
  readonly steps: readonly PathStep[];
}

interface ResourceEntry {
  readonly template: string;
  readonly steps: readonly PathStep[];
  readonly uses: readonly ResourceUse[];
  readonly schema: string | undefined;
  readonly fullName: FullName | undefined;
}

/** A variable that spans the whole name. */
interface FullName {
  readonly variable: string;
  /** The number of segments before it. */
  readonly start: number;
}

/** The certainty with which an action determines the schema. The lowest number wins. */
const certaintyRanks = { get: 0, create: 1, update: 2, patch: 3, list: 4, createFrom: 5, batch: 6 } as const;

export function inferResources({ methods, isPublished }: Pick<Api, 'methods' | 'isPublished'>, lookup: Lookup): readonly Resource[] {
  const uses = methods.flatMap((method) =>
    listActionPaths(method.action).map((template) => ({ method, template, steps: parseTemplate(template).steps })),
  );
  const singleUses = uses.filter(({ steps }) => !steps.some((step) => step.kind === 'many'));
  const groups = groupBy(singleUses, ({ steps }) => formatShapeKey(steps));
  const entries = new Map([...groups].map(([key, group]) => [key, createEntry(group, lookup)]));
  const parents = new Set([...entries.values()].map(({ steps }) => findParent(steps, entries)));
  const fullNameSchemas = [...entries.values()].flatMap(({ fullName, schema }) => (fullName === undefined ? [] : (schema ?? [])));
  const shortNameSchemas = findShortNamedSchemas([...new Set(fullNameSchemas)], lookup);
  const nameParameters = groupNameParameters(methods);
  const hasTargetIds = methods.some(({ operation }) => operation === 'status');
  return [...entries.values()]
    .map((each) => toResource(each, { all: entries, parents, lookup, isPublished, nameParameters, shortNameSchemas, hasTargetIds }))
    .sort(compareByKey(({ path }) => path));
}

function createEntry(uses: readonly ResourceUse[], lookup: Lookup): ResourceEntry {
  const steps = uses[0]?.steps ?? [];
  const schemas = uses.flatMap(({ method, template }) => {
    const schema = getSchema(method, template, lookup);
    return schema === undefined ? [] : [[certaintyRanks[method.action.kind as keyof typeof certaintyRanks], schema] as const];
  });
  return {
    template: toTemplate(steps),
    steps,
    uses,
    schema: chooseSchema(new Map(schemas), lookup),
    fullName: uses.map(({ method }) => findFullName(method)).find((found) => found !== undefined),
  };
}

function hasAction({ uses }: ResourceEntry, kind: Action['kind']): boolean {
  return uses.some(({ method }) => method.action.kind === kind);
}

function isCreated({ uses }: ResourceEntry): boolean {
  return uses.some(
    ({ method: { action }, template }) => action.kind === 'create' || (action.kind === 'createFrom' && template === action.creates),
  );
}

/** Whether no method reads or changes the resource, so that it can have any name. */
function canHaveAnyName({ uses }: ResourceEntry): boolean {
  return uses.every(
    ({ method: { action }, template }) =>
      action.kind === 'service' && action.resource === template && findActionManifest(action)?.acceptsAnyName === true,
  );
}

const memberActions: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete']);

/** Matches digits, optionally after the name of the collection. */
const digits = /^\^?(?:\(\w+\/\)\?)?(?:\[0-9\]|\\d)(?:[+*]|\{\d+(?:,\d*)?\})\$?$/;

/** Whether the last variable of a route is numeric. */
function hasNumericName({ route, parameters }: Method): boolean {
  const name = /\{([^{}=]+)\}$/.exec(route)?.[1];
  const type = parameters.find((parameter) => parameter.location === 'path' && parameter.name === name)?.type;
  return type?.kind === 'string' && type.pattern !== undefined && digits.test(type.pattern);
}

function getSchema(method: Method, template: string, lookup: Lookup): string | undefined {
  switch (method.action.kind) {
    case 'get':
      return getSchemaId(method.response);
    case 'create':
    case 'update':
    case 'patch':
      if (method.requestFields !== undefined) return undefined;
      // A creation without a body returns the resource, or an operation.
      if (isUnnamedCreation(method)) return method.operation === undefined ? getSchemaId(method.response) : undefined;
      return getSchemaId(method.requestWrap === undefined ? method.request : lookup.field(method.request, method.requestWrap)?.type);
    case 'batch':
      return template === method.action.resource ? getSchemaId(method.request) : undefined;
    case 'createFrom':
      return template === method.action.creates ? getSchemaId(method.request) : undefined;
    case 'list':
      return getSchemaId(getItemType(method, lookup));
    default:
      return undefined;
  }
}

/** Finds the variable that spans the whole name: `{name=projects/*\/topics/*}`. */
function findFullName({ route, action }: Method): FullName | undefined {
  if (!memberActions.has(action.kind)) return undefined;
  const [, before = '', variable] = /^([^{]*)\{([^=}]+)=[^}/]*\/[^}]*\}$/.exec(route) ?? [];
  return variable === undefined ? undefined : { variable, start: splitSegments(before).length };
}

/** If one variable spans the path of the parent of a created resource (`{parent=projects/*}/topics`), returns the number of segments before it. */
function findParentStart({ route, action }: Method): number | undefined {
  if (action.kind !== 'create') return undefined;
  const [, before] = /^([^{]*)\{[^=}]+=[^}/]*\/[^}]*\}\/[^/{}:]+$/.exec(route) ?? [];
  return before === undefined ? undefined : splitSegments(before).length;
}

const splitSegments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

interface ResourceContext {
  readonly all: ReadonlyMap<string, ResourceEntry>;
  /** Templates of parent resources. */
  readonly parents: ReadonlySet<string | undefined>;
  readonly lookup: Lookup;
  readonly isPublished: boolean;
  /** The parameters that name a resource, by the shape of its path. */
  readonly nameParameters: ReadonlyMap<string, readonly Parameter[]>;
  /** Schemas whose names aren't paths, although methods take paths. */
  readonly shortNameSchemas: ReadonlySet<string>;
  /** Whether operations refer to their targets by ID, so that resources with an unknown schema have one too. */
  readonly hasTargetIds: boolean;
}

function toResource(entry: ResourceEntry, context: ResourceContext): Resource {
  const { all, parents, lookup, isPublished, hasTargetIds } = context;
  const { schema, uses } = entry;
  const type = lookup.object(schema);
  const operation = inferOperationFacts(entry.steps, type, lookup);
  const names = inferResourceNames(entry, operation, context);
  const { idFields } = names;
  return {
    kind: 'resource',
    path: entry.template,
    ...names,
    pathFields: inferPathFields(entry.steps, {
      idFields,
      type,
      lookup,
      isOperation: operation.operation !== undefined,
      hasNameInPath: entry.fullName !== undefined,
      isPublished,
    }),
    ...omitUndefined({ metadataField: inferKubernetesMetadataField(type, lookup), parent: findParent(entry.steps, all), schema }),
    ...operation,
    ...inferProjectNumbers(entry.steps, type),
    numericOrder: idFields.length === 1 && idFields[0] === 'id',
    numericId: !idFields.includes('id') && (type?.fields.length ? type.fields.some(({ name }) => name === 'id') : hasTargetIds),
    spansSegments: uses.some(({ method }) => memberActions.has(method.action.kind) && canSpanSegments(parseTemplate(method.route).steps)),
    implicit: isImplicit(entry, parents),
  };
}

type ResourceNames = Pick<
  Resource,
  'idParameters' | 'idFields' | 'generatedIds' | 'builtInNames' | 'plainName' | 'nameForm' | 'fullNameFrom'
>;

/** Infers which fields have the names and IDs of a resource, and in which form. */
function inferResourceNames(
  entry: ResourceEntry,
  { operation }: Pick<Resource, 'operation'>,
  { lookup, nameParameters, shortNameSchemas }: ResourceContext,
): ResourceNames {
  const { steps, schema, uses } = entry;
  const variables = listTrailingVariables(steps);
  const idParameters = isInNamedCollection(entry) ? variables.slice(-1) : variables;
  const singularName = toSingular(findLastLiteral(toCollectionSteps(steps)) ?? '');
  const type = lookup.object(schema);
  // An operation without a self link is identified by its name.
  const operationName = operation === 'longrunning' && !lookup.field(type, 'selfLink') ? findOperationNameStart(steps) : undefined;
  const parentStart = uses.map(({ method }) => findParentStart(method)).find((start) => start !== undefined);
  const createdName = hasPathName(steps.slice(parentStart), type) ? parentStart : undefined;
  const fullName = entry.fullName?.start ?? operationName ?? createdName;
  const pathField = findPathField(entry, lookup);
  const isNamed = (pathField ?? 'name') === 'name';
  const isShort = isNamed && operationName === undefined && schema !== undefined && shortNameSchemas.has(schema);
  const isFullName = fullName !== undefined && pathField !== undefined && !isShort;
  const idFields = idParameters.map((name) =>
    findIdField(name, {
      schema,
      lookup,
      isOnlyParameter: idParameters.length === 1,
      nameField: isFullName ? pathField : isShort ? 'name' : undefined,
      hasNumericId: uses.some(({ method }) => method.action.kind === 'get' && hasNumericName(method)),
      singularName,
    }),
  );
  const generatedIds = idFields.filter(
    (name) => isFullName || uses.some(({ method }) => isUnnamedCreation(method)) || isGeneratedId(name, type),
  );
  // The body of a creation can be another message than the resource.
  const hasOtherRequest = uses.some(({ method }) => method.requestFields !== undefined);
  const named = idParameters.length > 0 ? (nameParameters.get(formatShapeKey(steps)) ?? []) : [];
  const [nameField = ''] = generatedIds;
  return {
    idParameters,
    idFields,
    generatedIds,
    builtInNames: findBuiltInNames(named),
    ...omitUndefined({
      plainName: inferPlainName(type, idFields, { hasOtherRequest, isFullName, singularName }),
      nameForm: nameField === idFields[0] ? inferNameForm(lookup.field(type, nameField), named) : undefined,
      fullNameFrom: isFullName ? fullName : undefined,
    }),
  };
}

/** Whether a method lists or creates the resource at a collection that a variable names: `policies/{point}/{kind}`. */
function isInNamedCollection({ steps, uses }: ResourceEntry): boolean {
  const collection = formatShapeKey(steps.slice(0, -1));
  return steps.at(-2)?.kind !== 'literal' && uses.some(({ method }) => isCollectionRoute(method, collection));
}

function isCollectionRoute({ route, action }: Method, collection: string): boolean {
  const { steps, verb } = parseTemplate(route);
  return (action.kind === 'list' || action.kind === 'create') && verb === undefined && formatShapeKey(steps) === collection;
}

/** Whether a method creates a resource and its request can't contain the name. */
function isUnnamedCreation({ action, request }: Method): boolean {
  return action.kind === 'create' && action.id === undefined && request === undefined;
}

/** Whether the server can generate an ID: one that only the server sets, that is called an ID, or that the schema doesn't have. */
function isGeneratedId(name: string, type: ObjectType | undefined): boolean {
  if (/(?:^|\.)id$|Id$/.test(name)) return true;
  const field = type?.fields.find((each) => each.name === name);
  return field ? field.readOnly : type !== undefined && type.fields.length > 0;
}

/** Chooses the schema of the most certain method. If a read returns the resource in a field of a wrapper, chooses the inner schema. */
function chooseSchema(schemas: ReadonlyMap<number, string>, lookup: Lookup): string | undefined {
  const [mostCertain, ...others] = [...schemas].sort(([a], [b]) => a - b).map(([, schema]) => schema);
  return mostCertain === undefined ? undefined : unwrapSchema(mostCertain, others, lookup);
}

/** Finds the field with the whole name: the one of the variable that spans it (`path`, `resourceName`), or else `name`. */
function findPathField({ schema, fullName }: ResourceEntry, lookup: Lookup): string | undefined {
  if (schema === undefined || lookup.object(schema)?.fields.length === 0) return 'name';
  return [fullName?.variable ?? 'name', 'name'].find((name) => lookup.field(schema, name) !== undefined);
}

function findParent(steps: readonly PathStep[], all: ReadonlyMap<string, ResourceEntry>): string | undefined {
  for (let length = toCollectionSteps(steps).length - 1; length > 0; length--) {
    const parent = all.get(formatShapeKey(steps.slice(0, length)));
    if (parent) return parent.template;
  }
  return undefined;
}

/**
 * Resources that no method creates exist implicitly, except operations: projects, locations, other parents, and what no method deletes or
 * lists at the top level (`users/{user}`) or as a singleton (`settings`). So do those that no method reads or changes.
 */
function isImplicit(entry: ResourceEntry, parents: ReadonlySet<string | undefined>): boolean {
  const { steps, template } = entry;
  if (isCreated(entry) || findLastLiteral(steps) === 'operations') return false;
  if (parents.has(template) || canHaveAnyName(entry)) return true;
  const isTopLevel = toCollectionSteps(steps).every((step) => step.kind === 'literal');
  const isSingleton = listTrailingVariables(steps).length === 0;
  return !hasAction(entry, 'delete') && (isSingleton || (isTopLevel && !hasAction(entry, 'list')));
}

interface IdFieldContext {
  readonly schema: string | undefined;
  readonly lookup: Lookup;
  readonly isOnlyParameter: boolean;
  /** The field with the ID, if it is known. Its name can differ from that of the parameter. */
  readonly nameField: string | undefined;
  readonly hasNumericId: boolean;
  readonly singularName: string;
}

/** Finds the field that holds a path parameter: with the same name (also in a `…Reference`), `name`, or named after the collection. */
export function findIdField(
  parameter: string,
  { schema, lookup, isOnlyParameter, nameField, hasNumericId, singularName }: IdFieldContext,
): string {
  const isText = (name: string): boolean => lookup.resolve(lookup.field(schema, name)?.type)?.kind === 'string';
  if (!isOnlyParameter) return parameter;
  const byName = nameField !== undefined;
  const named = [`${parameter}Name`, `${singularName}Name`, parameter, `${singularName}Id`, parameter.replace(/Key$/, 'Id')];
  const endings = lookup.object(schema)?.fields.filter(({ name }) => parameter.endsWith(capitalize(name))) ?? [];
  const references =
    lookup.object(schema)?.fields.filter((field) => field.name.endsWith('Reference') && lookup.field(field.type, parameter)) ?? [];
  if (references.length === 1 && references[0] && !isText(parameter)) return `${references[0].name}.${parameter}`;
  // The Kubernetes convention.
  const metadata = lookup.field(schema, 'metadata')?.type;
  if (
    !byName &&
    !isText('name') &&
    lookup.resolve(lookup.field(metadata, 'name')?.type)?.kind === 'string' &&
    lookup.field(metadata, 'namespace')
  )
    return 'metadata.name';
  const isId = /^id$|Id$/.test(parameter) && !byName;
  // `{groupKey}` can be the ID or another unique name, but not the display name.
  const isKey = parameter.endsWith('Key') && !byName;
  const byId = isId || (hasNumericId && !byName) ? [parameter, 'id', `${singularName}Id`] : isKey ? ['id'] : [];
  // If the schema is unknown, the path determines whether it has an id or a name.
  return [...byId, nameField ?? 'name', 'name', ...named, 'id', ...endings.map(({ name }) => name)].find(isText) ?? (isId ? 'id' : 'name');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Adds `lists/{list}` to `users/@me/lists/{list}` if there is a collection `lists/{list}/tasks`, no resource `lists/{list}`, and only one
 * resource whose path ends in the same collection and variable and has no other variables.
 */
export function inferOtherPaths(resources: readonly Resource[]): readonly Resource[] {
  const paths = new Set(resources.map(({ path }) => path));
  const ownerPaths = resources.flatMap(({ path, parent, idParameters }) => {
    const ownerPath = path.split('/').slice(0, -idParameters.length - 1);
    const end = ownerPath.slice(-2).join('/');
    const isMember = parent === undefined && /^[^{}/]+\/\{[^{}/]+\}$/.test(end) && !paths.has(ownerPath.join('/'));
    return isMember && idParameters.length > 0 ? [{ path: ownerPath.join('/'), end }] : [];
  });
  const otherPaths = new Map<string, Set<string>>();
  for (const { path, end } of ownerPaths) {
    const [owner, ...others] = resources.filter((resource) => resource.path.endsWith(`/${end}`) && hasSameVariables(resource, path));
    if (owner && others.length === 0) otherPaths.set(owner.path, (otherPaths.get(owner.path) ?? new Set()).add(path));
  }
  return resources.map((resource) => {
    const found = otherPaths.get(resource.path);
    return found ? { ...resource, otherPaths: [...found] } : resource;
  });
}

function hasSameVariables({ path }: Resource, otherPath: string): boolean {
  const listVariables = (template: string): string => (template.match(/\{[^{}]*\}/g) ?? []).sort().join(' ');
  return listVariables(path) === listVariables(otherPath);
}

/** Rewrites actions of `applications/{application}/things` to the `things/{thing}` that the reads of the same collection return. */
export function inferMovedResources(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const gets = methods.filter(({ action }) => action.kind === 'get');
  const reads = groupBy(gets, ({ collections }) => collections.join('.'));
  const readable = new Set(gets.flatMap(({ action }) => (action.kind === 'get' ? [toShapeKey(action.resource)] : [])));
  return methods.map((method) => {
    const { action } = method;
    if ((action.kind !== 'create' && action.kind !== 'list') || readable.has(toShapeKey(action.resource))) return method;
    const schema = getSchemaId(action.kind === 'create' ? method.request : getItemType(method, lookup));
    const read = reads.get(method.collections.join('.'))?.find((each) => isReadOfSameResource(each, method, schema));
    return read?.action.kind === 'get' ? { ...method, action: { ...action, resource: read.action.resource } } : method;
  });
}

/** Whether a method reads the same schema and collection at a path that the request determines. */
function isReadOfSameResource(read: Method, { route }: Method, schema: string | undefined): boolean {
  if (read.action.kind !== 'get' || schema === undefined || getSchemaId(read.response) !== schema) return false;
  const [readCollection, collection] = [
    toCollectionSteps(parseTemplate(read.action.resource).steps),
    toCollectionSteps(parseTemplate(route).steps),
  ];
  return (
    readCollection.length < collection.length &&
    readCollection.every(({ kind }) => kind === 'literal') &&
    findLastLiteral(readCollection) === findLastLiteral(collection)
  );
}
