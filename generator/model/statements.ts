/**
 * What a document states, element by element, before anything is inferred. Every document has statements: one with errors, one with variables,
 * and an overlay without its specification. The semantic checks and the model read them.
 */
import {
  getList,
  getMember,
  getObject,
  getObjects,
  getStrings,
  getText,
  isObject,
  isTrue,
  type Json,
  type JsonObject,
  type Pointer,
} from '../lib/json.js';
import { parseRoute, type ParsedRoute, type RouteResult } from '../language/route.js';
import type { ModelElement, Source } from './model.js';
import { published, readSource } from './statement-source.js';

export interface Statement<Value extends Json = JsonObject> {
  /** As written. */
  readonly value: Value;
  readonly pointer: Pointer;
  /** Its own source, or that of the element that contains it. */
  readonly source: Source;
  /** The name for people: `Subnetwork.logConfig.enable`, `list[].member`, `map{}.member`, `dns.changes.list(maxResults)`. */
  readonly owner: string;
}

/** A schema, a field, an item, a map value, a body, or a parameter. */
export interface ElementStatement extends Statement {
  readonly name: string;
  readonly fields: readonly ElementStatement[];
  readonly items?: ElementStatement;
  /** The values of a map: `additionalProperties`. */
  readonly values?: ElementStatement;
}

export interface MethodStatement extends Statement {
  readonly name: string;
  /** The collections that contain it, from the outside in. */
  readonly collections: readonly string[];
  /** `dns.managedZones.get`: the API's name, its collections, the method. */
  readonly id: string;
  /** The ID as written. Absent if it isn't text. */
  readonly statedId: string | undefined;
  /** As written. Absent if it isn't text. */
  readonly httpMethod: string | undefined;
  /** The stated action: `x-action`. */
  readonly action: JsonObject | undefined;
  readonly parameters: readonly ElementStatement[];
  readonly request?: ElementStatement;
  readonly response?: ElementStatement;
  /** The path, or what is wrong with it. Absent if there is none. */
  readonly route: RouteResult | undefined;
}

export interface Statements extends Statement {
  /** The collections of methods, each before those in it. */
  readonly collections: readonly Statement[];
  readonly schemas: ReadonlyMap<string, ElementStatement>;
  /** The texts of the schemas with references resolved. Excludes missing and circular references. */
  readonly targets: ReadonlyMap<string, JsonObject>;
  /** In the order of the document. */
  readonly methods: readonly MethodStatement[];
  /** The parameters that all methods share. */
  readonly parameters: readonly ElementStatement[];
}

const statementsByDocument = new WeakMap<JsonObject, Statements>();

/** Reads the statements of a document, only the first time. Never throws. */
export function buildStatements(value: JsonObject): Statements {
  const statements = statementsByDocument.get(value) ?? readStatements(value);
  statementsByDocument.set(value, statements);
  return statements;
}

function readStatements(value: JsonObject): Statements {
  const root: Statement = { value, pointer: [], source: readSource(value, published), owner: getText(value, 'name') ?? '' };
  const schemas = new Map(listElements(root, 'schemas', (id) => id).map((schema) => [schema.name, schema]));
  const collections = listCollections(root);
  const servicePath = getText(value, 'servicePath') ?? '';
  return {
    ...root,
    collections,
    schemas,
    targets: resolveReferences(schemas),
    methods: [root, ...collections].flatMap((collection) => listMethods(collection, servicePath)),
    parameters: listElements(root, 'parameters', (name) => `${root.owner}(${name})`),
  };
}

/** Visits each schema once, because chains of references can be long. */
function resolveReferences(schemas: Statements['schemas']): ReadonlyMap<string, JsonObject> {
  const targets = new Map<string, JsonObject>();
  const visited = new Set<string>();
  for (const start of schemas.keys()) {
    const chain: string[] = [];
    let name: string | undefined = start;
    let end: JsonObject | undefined;
    while (name !== undefined && !visited.has(name)) {
      visited.add(name);
      chain.push(name);
      end = schemas.get(name)?.value;
      name = getText(end, '$ref');
    }
    const target = name === undefined ? end : targets.get(name);
    if (target !== undefined) for (const link of chain) targets.set(link, target);
  }
  return targets;
}

/** Returns the element, or the target of its reference. Returns `undefined` for a missing target or a circular reference. */
export function resolveReference({ targets }: Pick<Statements, 'targets'>, element: JsonObject): JsonObject | undefined {
  const name = getText(element, '$ref');
  return name === undefined ? element : targets.get(name);
}

/** Lists the elements of a document, each before those in it. */
export function listAllElements({ schemas, methods, parameters }: Statements): readonly ElementStatement[] {
  const found: ElementStatement[] = [];
  const visit = (element: ElementStatement | undefined): void => {
    if (element === undefined) return;
    found.push(element);
    element.fields.forEach(visit);
    visit(element.items);
    visit(element.values);
  };
  schemas.forEach(visit);
  for (const method of methods) [method.request, method.response, ...method.parameters].forEach(visit);
  parameters.forEach(visit);
  return found;
}

/** Returns the route of a method, or `undefined` if its path is malformed or absent. */
export function getRoute({ route }: MethodStatement): ParsedRoute | undefined {
  return route?.ok === true ? route.route : undefined;
}

/** Lists the entries of a list in a statement, such as its rules. */
export function listEntries({ value, pointer, owner, source }: Statement, key: string): readonly Statement<Json>[] {
  return getList(value, key).map((entry, index) => ({
    value: entry,
    pointer: [...pointer, key, index],
    owner,
    source: readSource(entry, source, 'source'),
  }));
}

/** Returns whether an element lists an aspect, such as `fields`, that the documents don't describe. */
export function isUndocumented({ value }: Pick<Statement, 'value'>, aspect: string): boolean {
  return getList(value, 'x-undocumented').includes(aspect);
}

type ElementPlace = Pick<Statement, 'pointer' | 'source' | 'owner'>;

/** Reads an element and the elements in it. The source of `place` is that of the element that contains it. */
export function readElement(value: JsonObject, { pointer, source: inherited, owner }: ElementPlace): ElementStatement {
  const element: Statement = { value, pointer, source: readSource(value, inherited), owner };
  const items = readPart(element, 'items', `${owner}[]`);
  const values = readPart(element, 'additionalProperties', `${owner}{}`);
  return {
    value,
    pointer,
    source: element.source,
    owner,
    name: String(pointer.at(-1)),
    fields: listElements(element, 'properties', (name) => `${owner}.${name}`),
    ...(items && { items }),
    ...(values && { values }),
  };
}

const noElements: readonly ElementStatement[] = [];

function listElements({ value, pointer, source }: Statement, key: string, getOwner: (name: string) => string): readonly ElementStatement[] {
  if (getMember(value, key) === undefined) return noElements;
  return getObjects(value, key).map(([name, element]) =>
    readElement(element, { pointer: [...pointer, key, name], source, owner: getOwner(name) }),
  );
}

function readPart({ value, pointer, source }: Statement, key: string, owner: string): ElementStatement | undefined {
  const part = getMember(value, key);
  return isObject(part) ? readElement(part, { pointer: [...pointer, key], source, owner }) : undefined;
}

/** Lists the collections in a collection, or in the document, each before those in it. */
function listCollections({ value, pointer, source, owner }: Statement): readonly Statement[] {
  return getObjects(value, 'resources').flatMap(([name, inner]) => {
    const collection: Statement = {
      value: inner,
      pointer: [...pointer, 'resources', name],
      source: readSource(inner, source),
      owner: `${owner}.${name}`,
    };
    return [collection, ...listCollections(collection)];
  });
}

/** Lists the methods directly in a collection, or in the document. */
function listMethods({ value, pointer, source, owner }: Statement, servicePath: string): readonly MethodStatement[] {
  const collections = pointer.filter((_, index) => index % 2 === 1).map(String);
  return getObjects(value, 'methods').map(([name, method]) =>
    readMethod(
      { value: method, pointer: [...pointer, 'methods', name], source: readSource(method, source), owner: `${owner}.${name}` },
      { name, collections, servicePath },
    ),
  );
}

type MethodAddress = Pick<MethodStatement, 'name' | 'collections'> & { readonly servicePath: string };

function readMethod(statement: Statement, { name, collections, servicePath }: MethodAddress): MethodStatement {
  const { value, owner: id } = statement;
  const statedId = getText(value, 'id');
  const method = { ...statement, owner: statedId ?? id };
  const parameters = listElements(method, 'parameters', (parameter) => `${method.owner}(${parameter})`);
  const path = getText(value, 'path');
  const pattern = (variable: string): string | undefined => getText(getObject(getMember(value, 'parameters'), variable), 'pattern');
  const request = readPart(method, 'request', `${method.owner} request`);
  const response = readPart(method, 'response', `${method.owner} response`);
  return {
    ...method,
    name,
    collections,
    id,
    statedId,
    httpMethod: getText(value, 'httpMethod'),
    action: getObject(value, 'x-action'),
    parameters,
    ...(request && { request }),
    ...(response && { response }),
    route: path === undefined ? undefined : parseRoute({ path, servicePath, pattern }),
  };
}

/** Builds the common members of an element. */
export function buildElement({ value, pointer, source }: Statement): ModelElement {
  const description = getText(value, 'description');
  return {
    ...(description !== undefined && { description }),
    pointer,
    source,
    undocumentedAspects: getStrings(value, 'x-undocumented'),
    deprecated: isTrue(value, 'deprecated'),
  };
}
