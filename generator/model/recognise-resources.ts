/** The kinds of resource that the methods of an API keep. */
import { collectionOf, lastLiteral, shapeKey, shapeOf, singular, templateOf, trailingVariables, type Part } from './shape.js';
import type { Lookup } from './lookup.js';
import type { Method, Resource, Type } from './model.js';

interface Found {
  readonly template: string;
  readonly parts: readonly Part[];
  readonly schemas: Map<number, string>;
  fullName: number | undefined;
  created: boolean;
}

/** How sure a method makes the schema of its resource; the least number wins. */
const CERTAINTY = { get: 0, create: 1, update: 2, patch: 3, list: 4, createFrom: 5, batch: 6 } as const;

export function recogniseResources(methods: readonly Method[], lookup: Lookup): readonly Resource[] {
  const found = new Map<string, Found>();
  for (const method of methods) for (const template of templatesOf(method)) note(found, { method, template, lookup });
  return [...found.values()]
    .map((each) => toResource(each, found, lookup))
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
  const { parts } = shapeOf(template);
  if (parts.some((part) => part.kind === 'wild' && part.many)) return;
  const key = shapeKey(parts);
  const entry = found.get(key) ?? {
    template: templateOf(parts),
    parts,
    schemas: new Map<number, string>(),
    fullName: undefined,
    created: false,
  };
  found.set(key, entry);
  const schema = schemaOf(method, template, lookup);
  if (schema !== undefined) entry.schemas.set(CERTAINTY[method.action.kind as keyof typeof CERTAINTY], schema);
  entry.fullName ??= fullNameStart(method);
  if (method.action.kind === 'create' || (method.action.kind === 'createFrom' && template === method.action.creates)) entry.created = true;
}

function schemaOf(method: Method, template: string, lookup: Lookup): string | undefined {
  switch (method.action.kind) {
    case 'get':
      return refOf(method.response);
    case 'create':
    case 'update':
    case 'patch':
      return refOf(method.request);
    case 'batch':
      return template === method.action.resource ? refOf(method.request) : undefined;
    case 'createFrom':
      return template === method.action.creates ? refOf(method.request) : undefined;
    case 'list': {
      const items = method.list && lookup.resolve(lookup.field(method.response, method.list.items)?.type);
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
  const before = /^([^{]*)\{[^=}]+=[^}]*\/[^}]*\}/.exec(route)?.[1];
  return before?.split('/').filter((segment) => segment !== '').length;
}

function toResource(entry: Found, all: ReadonlyMap<string, Found>, lookup: Lookup): Resource {
  const idParameters = trailingVariables(entry.parts);
  const [, schema] = [...entry.schemas].sort(([a], [b]) => a - b)[0] ?? [];
  const parent = parentOf(entry.parts, all);
  const collection = collectionOf(entry.parts);
  return {
    kind: 'resource',
    path: entry.template,
    idParameters,
    idFields: idParameters.map((name) =>
      idField(name, { schema, lookup, alone: idParameters.length === 1, called: singular(lastLiteral(collection) ?? '') }),
    ),
    ...(parent !== undefined && { parent }),
    ...(schema !== undefined && { schema }),
    ...(entry.fullName !== undefined && holdsFullName(schema, lookup) && { fullNameFrom: entry.fullName }),
    implicit: !entry.created && idParameters.length > 0 && collection.filter((part) => part.kind === 'wild').length === 0,
  };
}

const holdsFullName = (schema: string | undefined, lookup: Lookup): boolean =>
  schema === undefined ||
  lookup.object({ kind: 'ref', schema })?.fields.length === 0 ||
  lookup.field({ kind: 'ref', schema }, 'name') !== undefined;

function parentOf(parts: readonly Part[], all: ReadonlyMap<string, Found>): string | undefined {
  for (let length = collectionOf(parts).length - 1; length > 0; length--) {
    const parent = all.get(shapeKey(parts.slice(0, length)));
    if (parent) return parent.template;
  }
  return undefined;
}

function idField(
  parameter: string,
  { schema, lookup, alone, called }: { schema: string | undefined; lookup: Lookup; alone: boolean; called: string },
): string {
  const has = (name: string): boolean => schema !== undefined && lookup.field({ kind: 'ref', schema }, name) !== undefined;
  if (!alone) return parameter;
  const candidates = ['name', `${parameter}Name`, `${called}Name`, parameter, `${called}Id`, 'id'];
  return candidates.find(has) ?? 'name';
}
