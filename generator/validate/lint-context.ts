/** What the checks of meaning see: the document, taken apart once. */
import { createDiagnostic, type Code, type Diagnostic, type Params, type Severity } from '../diagnostics.js';
import { isObject, type Json, type JsonObject, getMember, type Pointer, type Specification } from '../read/specification.js';
import type { Suggest } from '../suggest.js';
import type { DialectName } from './schema/index.js';

/** A schema, a field, an item, the values of a map, a body or a parameter. */
export interface Element {
  readonly value: JsonObject;
  readonly pointer: Pointer;
}

export interface Parameter extends Element {
  readonly name: string;
}

export interface Method extends Element {
  readonly name: string;
  /** Absent where it is not a text. */
  readonly id: string | undefined;
  readonly collections: readonly string[];
  readonly parameters: readonly Parameter[];
}

interface Where {
  readonly at: Pointer;
  readonly part?: 'key' | 'value';
  /** Of a character in a text. */
  readonly index?: number;
  readonly severity?: Severity;
  readonly suggestion?: string | undefined;
}

function isPointer(where: Pointer | Where): where is Pointer {
  return Array.isArray(where);
}

/** Codes that are mere warnings in a published document, which is valid as it is. */
const lenient: ReadonlySet<Code> = new Set([
  'bad-pattern',
  'bad-default',
  'bad-bound',
  'facet-type',
  'enum-descriptions-length',
  'duplicate-enum-value',
  'duplicate-route',
  'missing-type',
  'missing-items',
  'id-mismatch',
  'undeclared-scope',
  'unknown-method',
  'unknown-parameter',
  'undeclared-path-parameter',
  'unused-path-parameter',
]);

export class LintContext {
  readonly diagnostics: Diagnostic[] = [];
  readonly root: JsonObject;
  readonly published: boolean;
  /** The document is an overlay by itself: it is partial, and what it refers to may be in what it completes. */
  readonly partial: boolean;
  readonly schemas: ReadonlyMap<string, JsonObject>;
  /** What each schema's name stands for, references followed; not those that lead nowhere or around. */
  readonly targets: ReadonlyMap<string, JsonObject>;
  readonly methods: readonly Method[];
  /** Parameters common to all methods. */
  readonly common: readonly Parameter[];
  /** All schemas, fields, items, values, bodies and parameters. */
  readonly elements: readonly Element[];

  constructor(
    readonly specification: Specification,
    dialect: DialectName,
    readonly suggest: Suggest,
  ) {
    this.root = specification.value;
    this.published = dialect === 'published';
    this.partial = dialect === 'overlay';
    this.schemas = new Map(getMappingMembers(this.root, 'schemas'));
    this.targets = resolveReferences(this.schemas);
    this.methods = methodsOf(this.root, [], []);
    this.common = parametersOf(this.root, []);
    this.elements = elementsOf(this);
  }

  /** `where` is the pointer of the part that is wrong, alone or with what else is to be said of the place. */
  report<C extends Code>(code: C, params: Params<C>, where: Pointer | Where): void {
    const { at, part = 'value', index, severity, suggestion }: Where = isPointer(where) ? { at: where } : where;
    const lowered = severity ?? (this.published && lenient.has(code) ? 'warning' : undefined);
    const location = this.specification.at(at, part, index);
    this.diagnostics.push(
      createDiagnostic(code, params, { ...location, ...(lowered === undefined ? {} : { severity: lowered }), suggestion }),
    );
  }
}

/** Each schema is visited once: chains of references may be long. */
export function resolveReferences(schemas: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, JsonObject> {
  const targets = new Map<string, JsonObject>();
  const visited = new Set<string>();
  for (const start of schemas.keys()) {
    const chain: string[] = [];
    let name: string | undefined = start;
    let end: JsonObject | undefined;
    while (name !== undefined && !visited.has(name)) {
      visited.add(name);
      chain.push(name);
      end = schemas.get(name);
      name = getText(end, '$ref');
    }
    const target = name === undefined ? end : targets.get(name);
    if (target !== undefined) for (const link of chain) targets.set(link, target);
  }
  return targets;
}

/** The members of the mapping `key` that are mappings themselves. */
export function getMappingMembers(value: Json | undefined, key: string): (readonly [string, JsonObject])[] {
  const map = getMember(value, key);
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}

export function getText(value: Json | undefined, key: string): string | undefined {
  const found = getMember(value, key);
  return typeof found === 'string' ? found : undefined;
}

export function getList(value: Json | undefined, key: string): readonly Json[] {
  const found = getMember(value, key);
  return Array.isArray(found) ? found : [];
}

/** Whether the element leaves `aspect` open. */
export function isUndocumented(value: JsonObject, aspect: string): boolean {
  return getList(value, 'x-undocumented').includes(aspect);
}

function methodsOf(value: JsonObject, pointer: Pointer, collections: readonly string[]): Method[] {
  const own = getMappingMembers(value, 'methods').map(([name, method]): Method => {
    const at = [...pointer, 'methods', name];
    return { name, value: method, pointer: at, id: getText(method, 'id'), collections, parameters: parametersOf(method, at) };
  });
  const below = getMappingMembers(value, 'resources').flatMap(([name, collection]) =>
    methodsOf(collection, [...pointer, 'resources', name], [...collections, name]),
  );
  return [...own, ...below];
}

function parametersOf(value: JsonObject, pointer: Pointer): Parameter[] {
  return getMappingMembers(value, 'parameters').map(([name, parameter]) => ({
    name,
    value: parameter,
    pointer: [...pointer, 'parameters', name],
  }));
}

function elementsOf({ schemas, methods, common }: Pick<LintContext, 'schemas' | 'methods' | 'common'>): Element[] {
  const found: Element[] = [];
  const visit = (value: JsonObject, pointer: Pointer): void => {
    found.push({ value, pointer });
    for (const [name, field] of getMappingMembers(value, 'properties')) visit(field, [...pointer, 'properties', name]);
    for (const key of ['items', 'additionalProperties']) {
      const inner = getMember(value, key);
      if (isObject(inner)) visit(inner, [...pointer, key]);
    }
  };
  for (const [id, schema] of schemas) visit(schema, ['schemas', id]);
  for (const { value, pointer, parameters } of methods) {
    for (const key of ['request', 'response']) {
      const body = getMember(value, key);
      if (isObject(body)) visit(body, [...pointer, key]);
    }
    for (const parameter of parameters) visit(parameter.value, parameter.pointer);
  }
  for (const parameter of common) visit(parameter.value, parameter.pointer);
  return found;
}
