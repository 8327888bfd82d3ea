/** The parsed document for the semantic checks. */
import { createDiagnostic, type Code, type Diagnostic, type Params, type Severity } from '../lib/diagnostics.js';
import { type DocumentMethod, listMethods } from '../lib/document-methods.js';
import { type JsonObject, type Pointer, getList, getObject, getObjects, getText } from '../lib/json.js';
import type { Specification } from '../lib/specification.js';
import { findRulePage } from '../rules/find-rule-page.js';
import type { Suggest } from '../lib/suggest.js';
import type { DialectName } from './schema/index.js';
import { type Route, type RouteResult, parseRoute } from '../lib/route.js';

/** A schema, a field, an item, a map value, a body, or a parameter. */
export interface Element {
  readonly value: JsonObject;
  readonly pointer: Pointer;
}

export interface Parameter extends Element {
  readonly name: string;
}

export interface Method extends DocumentMethod {
  /** Absent if it isn't a string. */
  readonly id: string | undefined;
  readonly parameters: readonly Parameter[];
  /** The parsed path. Absent if there is none. */
  readonly parsedPath: RouteResult | undefined;
  /** Absent if the path is malformed. */
  readonly route: Route | undefined;
}

interface ReportLocation {
  readonly at: Pointer;
  readonly part?: 'key' | 'value';
  /** The index of a character in a string. */
  readonly index?: number;
  readonly severity?: Severity;
  readonly suggestion?: string | undefined;
}

function isPointer(location: Pointer | ReportLocation): location is Pointer {
  return Array.isArray(location);
}

/** Errors that are only warnings in a published document, because the service accepts it. */
const warningsInPublished: ReadonlySet<Code> = new Set([
  'invalid-pattern',
  'invalid-default',
  'invalid-bound',
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
  'parameter-location',
  'unused-path-parameter',
]);

export class LintContext {
  readonly diagnostics: Diagnostic[] = [];
  readonly root: JsonObject;
  readonly isPublished: boolean;
  /** Whether the document is an overlay without its specification. It can refer to elements of the specification. */
  readonly isOverlay: boolean;
  readonly schemas: ReadonlyMap<string, JsonObject>;
  /** The schemas by name with references resolved. Excludes missing and circular references. */
  readonly targets: ReadonlyMap<string, JsonObject>;
  readonly methods: readonly Method[];
  /** The parameters that all methods share. */
  readonly commonParameters: readonly Parameter[];
  /** All schemas, fields, items, map values, bodies, and parameters. */
  readonly elements: readonly Element[];

  constructor(
    readonly specification: Specification,
    dialect: DialectName,
    readonly suggest: Suggest,
  ) {
    this.root = specification.value;
    this.isPublished = dialect === 'published';
    this.isOverlay = dialect === 'overlay';
    this.schemas = new Map(getObjects(this.root, 'schemas'));
    this.targets = resolveReferences(this.schemas);
    this.methods = listMethods(this.root).map((method) => createMethod(this.root, method));
    this.commonParameters = listParameters(this.root, []);
    this.elements = listElements(this);
  }

  /**
   * Reports a diagnostic.
   *
   * @param target The pointer of the invalid part, or the pointer with more details about the location.
   */
  report<C extends Code>(code: C, params: Params<C>, target: Pointer | ReportLocation): void {
    const { at, part = 'value', index, severity, suggestion }: ReportLocation = isPointer(target) ? { at: target } : target;
    const effectiveSeverity = severity ?? (this.isPublished && warningsInPublished.has(code) ? 'warning' : undefined);
    const location = this.specification.at(at, part, index);
    this.diagnostics.push(
      createDiagnostic(code, params, {
        ...location,
        severity: effectiveSeverity,
        suggestion,
        page: findRulePage(this.root, at),
      }),
    );
  }
}

/** Visits each schema once, because chains of references can be long. */
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

/** Whether the element lists `aspect` in `x-undocumented`. */
export function isUndocumented(value: JsonObject, aspect: string): boolean {
  return getList(value, 'x-undocumented').includes(aspect);
}

function createMethod(root: JsonObject, method: DocumentMethod): Method {
  const parameters = listParameters(method.value, method.pointer);
  const path = getText(method.value, 'path');
  const pattern = (name: string): string | undefined => getText(parameters.find((each) => each.name === name)?.value, 'pattern');
  const servicePath = getText(root, 'servicePath') ?? '';
  const parsedPath = path === undefined ? undefined : parseRoute({ path, servicePath, pattern });
  const route = parsedPath?.ok === true ? parsedPath.route : undefined;
  return { ...method, id: getText(method.value, 'id'), parameters, parsedPath, route };
}

function listParameters(value: JsonObject, pointer: Pointer): Parameter[] {
  return getObjects(value, 'parameters').map(([name, parameter]) => ({
    name,
    value: parameter,
    pointer: [...pointer, 'parameters', name],
  }));
}

function listElements({ schemas, methods, commonParameters }: Pick<LintContext, 'schemas' | 'methods' | 'commonParameters'>): Element[] {
  const found: Element[] = [];
  const visit = (value: JsonObject, pointer: Pointer): void => {
    found.push({ value, pointer });
    for (const [name, field] of getObjects(value, 'properties')) visit(field, [...pointer, 'properties', name]);
    visitMembers(value, pointer, ['items', 'additionalProperties']);
  };
  const visitMembers = (value: JsonObject, pointer: Pointer, keys: readonly string[]): void => {
    for (const key of keys) {
      const inner = getObject(value, key);
      if (inner !== undefined) visit(inner, [...pointer, key]);
    }
  };
  for (const [id, schema] of schemas) visit(schema, ['schemas', id]);
  for (const { value, pointer, parameters } of methods) {
    visitMembers(value, pointer, ['request', 'response']);
    for (const parameter of parameters) visit(parameter.value, parameter.pointer);
  }
  for (const parameter of commonParameters) visit(parameter.value, parameter.pointer);
  return found;
}
