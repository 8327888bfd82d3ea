/** The kinds of resource that the methods of an API keep. */
import {
  toCollectionParts,
  findLastLiteral,
  formatShapeKey,
  parseShape,
  toSingular,
  spansSegments,
  toTemplate,
  listTrailingVariables,
  type RoutePart,
} from './route-shape.js';
import { findBuiltInNames, inferNameForm, nameParameters, inferPathFields, findShortNamedSchemas } from './infer-names.js';
import type { Lookup } from './schema-lookup.js';
import { styleOf } from './infer-operation.js';
import type { Method, Resource, Type } from './model.js';

interface Found {
  readonly template: string;
  readonly parts: readonly RoutePart[];
  readonly schemas: Map<number, string>;
  fullName: number | undefined;
  /** The last variable is a number. */
  numbered: boolean;
  /** The last variable may hold slashes. */
  spansSegments: boolean;
  created: boolean;
  removed: boolean;
}

/** How sure a method makes the schema of its resource; the least number wins. */
const CERTAINTY = { get: 0, create: 1, update: 2, patch: 3, list: 4, createFrom: 5, batch: 6 } as const;

export function inferResources(methods: readonly Method[], lookup: Lookup): readonly Resource[] {
  const found = new Map<string, Found>();
  for (const method of methods) for (const template of templatesOf(method)) note(found, { method, template, lookup });
  const parents = new Set([...found.values()].map(({ parts }) => parentOf(parts, found)));
  const whole = [...found.values()].filter(({ fullName }) => fullName !== undefined).flatMap((each) => keptSchema(each, lookup) ?? []);
  const short = findShortNamedSchemas([...new Set(whole)], lookup);
  return [...found.values()]
    .map((each) => toResource(each, { all: found, parents, lookup, methods, short }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function templatesOf({ action }: Method): readonly string[] {
  if (action.kind === 'notImplemented') return [];
  if (action.kind === 'createFrom') return [action.resource, action.creates];
  if (action.kind === 'batch') return [action.resource, action.members];
  if (action.kind === 'effectivePolicy') return [action.resource, action.policies];
  return [action.resource];
}

function note(found: Map<string, Found>, { method, template, lookup }: { method: Method; template: string; lookup: Lookup }): void {
  const { parts } = parseShape(template);
  if (parts.some((part) => part.kind === 'wild' && part.many)) return;
  const key = formatShapeKey(parts);
  const entry = found.get(key) ?? {
    template: toTemplate(parts),
    parts,
    schemas: new Map<number, string>(),
    fullName: undefined,
    numbered: false,
    spansSegments: false,
    created: false,
    removed: false,
  };
  found.set(key, entry);
  const schema = schemaOf(method, template, lookup);
  if (schema !== undefined) entry.schemas.set(CERTAINTY[method.action.kind as keyof typeof CERTAINTY], schema);
  entry.fullName ??= fullNameStart(method);
  entry.numbered ||= method.action.kind === 'get' && isNumbered(method);
  entry.spansSegments ||= SPANNING.has(method.action.kind) && spansSegments(parseShape(method.route).parts);
  if (method.action.kind === 'create' || (method.action.kind === 'createFrom' && template === method.action.creates)) entry.created = true;
  if (method.action.kind === 'delete') entry.removed = true;
}

const SPANNING: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete']);

/** Digits, also with the name of the collection before them. */
const digits = /^\^?(?:\(\w+\/\)\?)?(?:\[0-9\]|\\d)(?:[+*]|\{\d+(?:,\d*)?\})\$?$/;

/** Whether the last variable of a route takes nothing but a number. */
function isNumbered({ route, parameters }: Method): boolean {
  const name = /\{([^{}=]+)\}$/.exec(route)?.[1];
  const type = parameters.find((parameter) => parameter.location === 'path' && parameter.name === name)?.type;
  return type?.kind === 'string' && type.pattern !== undefined && digits.test(type.pattern);
}

function schemaOf(method: Method, template: string, lookup: Lookup): string | undefined {
  switch (method.action.kind) {
    case 'get':
      return refOf(method.response);
    case 'create':
    case 'update':
    case 'patch':
      return method.requestWrap === undefined && method.requestFields === undefined ? refOf(method.request) : undefined;
    case 'batch':
      return template === method.action.resource ? refOf(method.request) : undefined;
    case 'createFrom':
      return template === method.action.creates ? refOf(method.request) : undefined;
    case 'list': {
      const items = lookup.resolve(lookup.field(method.response, (method.list ?? method.listItems)?.items ?? '')?.type);
      return items?.kind === 'array' ? refOf(items.items) : undefined;
    }
    default:
      return undefined;
  }
}

const refOf = (type: Type | undefined): string | undefined => (type?.kind === 'ref' ? type.schema : undefined);

/** Where one variable spans the whole name (`{name=projects/*\/topics/*}`), the number of segments before it. */
function fullNameStart({ route, action }: Method): number | undefined {
  if (!['get', 'patch', 'update', 'delete'].includes(action.kind)) return undefined;
  const before = /^([^{]*)\{[^=}]+=[^}]*\/[^}]*\}$/.exec(route)?.[1];
  return before?.split('/').filter((segment) => segment !== '').length;
}

interface Surroundings {
  readonly all: ReadonlyMap<string, Found>;
  /** Templates of the resources that others stand in. */
  readonly parents: ReadonlySet<string | undefined>;
  readonly lookup: Lookup;
  readonly methods: readonly Method[];
  /** Schemas whose names are no paths, although methods take paths. */
  readonly short: ReadonlySet<string>;
}

function toResource(entry: Found, { all, parents, lookup, methods, short }: Surroundings): Resource {
  const idParameters = listTrailingVariables(entry.parts);
  const schema = keptSchema(entry, lookup);
  const parent = parentOf(entry.parts, all);
  const collection = toCollectionParts(entry.parts);
  const operationName = findOperationName(entry, schema, lookup);
  const isShort = operationName === undefined && schema !== undefined && short.has(schema);
  const fullName = entry.fullName ?? operationName;
  const full = fullName !== undefined && holdsFullName(schema, lookup) && !isShort;
  const idFields = idParameters.map((name) =>
    idField(name, {
      schema,
      lookup,
      alone: idParameters.length === 1,
      byName: full || isShort,
      numbered: entry.numbered,
      called: toSingular(findLastLiteral(collection) ?? ''),
    }),
  );
  const type = schema === undefined ? undefined : lookup.object({ kind: 'ref', schema });
  const field = type?.fields.find(({ name }) => name === idFields[0]);
  const named = idParameters.length > 0 ? nameParameters(entry.parts, methods) : [];
  // Other names are given by those who create them.
  const isNamedByServer = full || field?.readOnly === true || /(?:^|\.)id$|Id$/.test(idFields[0] ?? '');
  const nameForm = isNamedByServer ? inferNameForm(field, named) : undefined;
  return {
    kind: 'resource',
    path: entry.template,
    idParameters,
    idFields,
    pathFields: inferPathFields(entry.parts, { idFields, type, lookup }),
    builtInNames: findBuiltInNames(named),
    ...(nameForm && { nameForm }),
    ...(parent !== undefined && { parent }),
    ...(schema !== undefined && { schema }),
    ...(full && { fullNameFrom: fullName }),
    spansSegments: entry.spansSegments,
    implicit: isImplicit(entry, parents),
  };
}

/** An operation of AIP-151 without a link to itself is found by its name, which is its path below the version. */
function findOperationName({ parts }: Found, schema: string | undefined, lookup: Lookup): number | undefined {
  if (schema === undefined || findLastLiteral(parts) !== 'operations') return undefined;
  const type: Type = { kind: 'ref', schema };
  if (styleOf(type, lookup) !== 'longrunning' || lookup.field(type, 'selfLink')) return undefined;
  const start = parts.findIndex((part) => part.kind === 'wild');
  const version = parts.slice(0, start).findLastIndex((part) => part.kind === 'literal' && /^v\d\w*$/.test(part.text));
  return version < 0 ? start - 1 : version + 1;
}

/** The schema of the surest method; where a read answers it in a field of something else, the one inside. */
function keptSchema({ schemas }: Found, lookup: Lookup): string | undefined {
  const [surest, ...others] = [...schemas].sort(([a], [b]) => a - b).map(([, schema]) => schema);
  if (surest === undefined || others.includes(surest)) return surest;
  const inside = lookup.object({ kind: 'ref', schema: surest })?.fields.map(({ type }) => refOf(type)) ?? [];
  return others.find((other) => inside.filter((schema) => schema === other).length === 1) ?? surest;
}

const holdsFullName = (schema: string | undefined, lookup: Lookup): boolean =>
  schema === undefined ||
  lookup.object({ kind: 'ref', schema })?.fields.length === 0 ||
  lookup.field({ kind: 'ref', schema }, 'name') !== undefined;

function parentOf(parts: readonly RoutePart[], all: ReadonlyMap<string, Found>): string | undefined {
  for (let length = toCollectionParts(parts).length - 1; length > 0; length--) {
    const parent = all.get(formatShapeKey(parts.slice(0, length)));
    if (parent) return parent.template;
  }
  return undefined;
}

interface Naming {
  readonly schema: string | undefined;
  readonly lookup: Lookup;
  readonly alone: boolean;
  /** The field `name` holds it, whatever the parameter is called. */
  readonly byName: boolean;
  readonly numbered: boolean;
  readonly called: string;
}

/** The field that holds what a path parameter names: of the same name (also within a `…Reference`), or `name`, or what the collection calls it. */
function idField(parameter: string, { schema, lookup, alone, byName, numbered, called }: Naming): string {
  const type: Type | undefined = schema === undefined ? undefined : { kind: 'ref', schema };
  const isText = (name: string): boolean => lookup.resolve(lookup.field(type, name)?.type)?.kind === 'string';
  if (!alone) return parameter;
  const named = [`${parameter}Name`, `${called}Name`, parameter, `${called}Id`, parameter.replace(/Key$/, 'Id')];
  const endings = lookup.object(type)?.fields.filter(({ name }) => parameter.endsWith(capital(name))) ?? [];
  const references =
    lookup.object(type)?.fields.filter((field) => field.name.endsWith('Reference') && lookup.field(field.type, parameter)) ?? [];
  if (references.length === 1 && references[0] && !isText(parameter)) return `${references[0].name}.${parameter}`;
  // As in Kubernetes.
  const metadata = lookup.field(type, 'metadata')?.type;
  if (
    !byName &&
    !isText('name') &&
    lookup.resolve(lookup.field(metadata, 'name')?.type)?.kind === 'string' &&
    lookup.field(metadata, 'namespace')
  )
    return 'metadata.name';
  const isId = /^id$|Id$/.test(parameter) && !byName;
  const byId = isId || (numbered && !byName) ? [parameter, 'id'] : [];
  // Where nothing is shown of it, the path alone tells whether it has an id or a name.
  return [...byId, 'name', ...named, 'id', ...endings.map(({ name }) => name)].find(isText) ?? (isId ? 'id' : 'name');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * What nobody creates exists (operations apart, which changes create): projects, locations, whatever else others stand in, and the one thing at a path without a name of its own
 * (`settings`) that nobody deletes.
 */
function isImplicit({ created, removed, parts, template }: Found, parents: ReadonlySet<string | undefined>): boolean {
  if (created || findLastLiteral(parts) === 'operations') return false;
  const named = listTrailingVariables(parts).length > 0;
  if (named && toCollectionParts(parts).every((part) => part.kind === 'literal')) return true;
  return (!named && !removed) || parents.has(template);
}
