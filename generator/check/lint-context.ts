/** The statements of a document for the semantic checks, and the diagnostics that they report. */
import { createDiagnostic, type DiagnosticCode, type Diagnostic, type Params, type Severity } from '../lib/diagnostics.js';
import { type JsonObject, type Pointer } from '../lib/json.js';
import type { Specification } from '../language/specification.js';
import type { Suggest } from '../lib/suggest.js';
import { buildSchemas, createTypeContext } from '../model/build.js';
import { buildType, type TypeContext } from '../model/build-types.js';
import type { Type } from '../model/model.js';
import { createLookup, type Lookup } from '../model/schema-lookup.js';
import { getPathKey, inferResourcePaths, listPathVariables, listStatedPaths, type StatedPaths } from '../model/statement-paths.js';
import { buildStatements, listAllElements, type ElementStatement, type MethodStatement, type Statements } from '../model/statements.js';
import { findRulePage } from '../language/find-rule-page.js';
import type { DialectName } from './schema/index.js';

interface ReportLocation {
  readonly at: Pointer;
  readonly part?: 'key' | 'value';
  /** The index of a character in a string. */
  readonly index?: number;
  readonly severity?: Severity;
  readonly suggestion?: string | undefined;
  /** The section of the documentation. Default: that of the rule, or else of the diagnostic. */
  readonly page?: string;
}

function isPointer(location: Pointer | ReportLocation): location is Pointer {
  return Array.isArray(location);
}

/** Errors that are only warnings in a published document, because the service accepts it. */
const warningsInPublished: ReadonlySet<DiagnosticCode> = new Set([
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
  readonly schemas: Statements['schemas'];
  readonly targets: Statements['targets'];
  readonly methods: readonly MethodStatement[];
  /** The parameters that all methods share. */
  readonly commonParameters: readonly ElementStatement[];
  readonly elements: readonly ElementStatement[];
  readonly #typeContext: TypeContext;
  readonly #types = new WeakMap<ElementStatement, Type>();
  #lookup: Lookup | undefined;
  #statedPaths: StatedPaths | undefined;
  #resourcePaths: StatedPaths | undefined;
  #pathVariables: ReadonlySet<string> | undefined;

  constructor(
    readonly specification: Specification,
    dialect: DialectName,
    readonly suggest: Suggest,
  ) {
    const statements = buildStatements(specification.value);
    this.root = specification.value;
    this.isPublished = dialect === 'published';
    this.isOverlay = dialect === 'overlay';
    this.schemas = statements.schemas;
    this.targets = statements.targets;
    this.methods = statements.methods;
    this.commonParameters = statements.parameters;
    this.elements = listAllElements(statements);
    this.#typeContext = createTypeContext(statements);
  }

  /** The schemas of the model. Most documents have no rules, so they are built on first use. */
  get lookup(): Lookup {
    return (this.#lookup ??= createLookup({ schemas: buildSchemas(this.#typeContext) }));
  }

  /** The paths of methods and of the resources that actions name, by key. */
  get statedPaths(): StatedPaths {
    return (this.#statedPaths ??= listStatedPaths(this));
  }

  /** The paths of resources that the paths of methods imply, by key. */
  get resourcePaths(): StatedPaths {
    return (this.#resourcePaths ??= inferResourcePaths(this));
  }

  /** The names of the variables in the stated paths. */
  get pathVariables(): ReadonlySet<string> {
    return (this.#pathVariables ??= listPathVariables(this.statedPaths));
  }

  /** Suggests the known path that has the same end, or a similar one. */
  suggestPath(path: string, known: StatedPaths): string | undefined {
    const end = `/${getPathKey(path) ?? path}`;
    return [...known].find(([key]) => key.endsWith(end))?.[1] ?? this.suggest(path, known.values());
  }

  /** Returns the type of an element: for a schema, a reference to it. */
  getType(element: ElementStatement): Type {
    if (this.schemas.get(element.name) === element) return { kind: 'ref', schema: element.name };
    const type = this.#types.get(element) ?? buildType(element, this.#typeContext);
    this.#types.set(element, type);
    return type;
  }

  /**
   * Reports a diagnostic.
   *
   * @param target The pointer of the invalid part, or the pointer with more details about the location.
   */
  report<C extends DiagnosticCode>(code: C, params: Params<C>, target: Pointer | ReportLocation): void {
    const { at, part = 'value', index, severity, suggestion, page }: ReportLocation = isPointer(target) ? { at: target } : target;
    const effectiveSeverity = severity ?? (this.isPublished && warningsInPublished.has(code) ? 'warning' : undefined);
    const location = this.specification.at(at, part, index);
    this.diagnostics.push(
      createDiagnostic(code, params, {
        ...location,
        severity: effectiveSeverity,
        suggestion,
        page: page ?? findRulePage(this.root, at),
      }),
    );
  }
}
