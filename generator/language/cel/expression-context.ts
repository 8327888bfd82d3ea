/** The state of the compilation of one expression. */
import { toStringLiteral } from '../../lib/literals.js';
import type { Suggest } from '../../lib/suggest.js';
import { formatCelType, simpleTypes, toReadType, type CelType } from './expression-types.js';
import type { Operation } from './operations.js';
import type { ASTNode, ExpressionProblem } from './parse-expression.js';

/** A part of the expression: JavaScript whose value is a failure, or `undefined`, if there is no result. */
export interface Typed {
  readonly type: CelType;
  readonly code: string;
  /** In a condition, the JSON value before it is read as its type. Its code then has a value of the type, or `undefined`. */
  readonly json?: string;
}

export const failed: Typed = { type: simpleTypes.dyn, code: 'undefined' };

export const isKind = ({ kind }: CelType, ...kinds: readonly CelType['kind'][]): boolean => kind === 'dyn' || kinds.includes(kind);

/** The operation that reads a JSON value as a kind. */
const readers: Readonly<Record<CelType['kind'], Operation>> = {
  int: 'toInt',
  int64: 'toInt',
  double: 'toDouble',
  string: 'toText',
  bool: 'toBool',
  bytes: 'toDynamic',
  timestamp: 'toDynamic',
  duration: 'toDynamic',
  cidr: 'toDynamic',
  optional: 'toDynamic',
  dyn: 'toDynamic',
  list: 'toList',
  map: 'toMembers',
  object: 'toMembers',
};

interface ContextOptions {
  readonly self: CelType;
  readonly oldSelf: CelType;
  /** The parent of a resource that has one. */
  readonly parent?: CelType | undefined;
  /** The other resources of the collection of a resource. */
  readonly siblings?: CelType | undefined;
  readonly allowUnknownValues: boolean;
  readonly suggest: Suggest;
  readonly compile: (context: ExpressionContext, node: ASTNode) => Typed;
}

interface LoopVariable {
  readonly name: string;
  readonly type: CelType;
  /** The cost of each call, without that of reading text and lists. */
  readonly cost: number;
}

export class ExpressionContext {
  readonly problems: ExpressionProblem[] = [];
  readonly operations = new Set<Operation>();
  readonly re2Patterns = new Set<string>();
  /** Whether the evaluation must count its cost: it has loops, or results that grow. */
  needsLimit = false;
  /** The types of the parts, for the estimate of the cost. */
  readonly types = new Map<ASTNode, CelType>();
  /** Names of the fields of `self` that it mentions. */
  readonly fields = new Set<string>();
  readonly variables = new Map<string, Typed>();
  usesOldSelf = false;
  /** Which of the parent and the siblings it uses. */
  readonly relatedNames = new Set<'parent' | 'siblings'>();
  /** The fields of the indexes by which it finds siblings. */
  readonly siblingIndexes = new Map<string, readonly string[]>();
  usesReadOnly = false;
  comparesEnum = false;
  /** Whether the code has a failure as its value if the evaluation fails. In a condition, `undefined` is enough. */
  reportsFailures = false;
  /** The variables of the current function, by the code of their values. */
  private temporaries = new Map<string, string>();
  /** The names in the current function and in those around it. */
  private names = new Set<string>();

  constructor(readonly options: ContextOptions) {}

  compile(node: ASTNode): Typed {
    const typed = this.options.compile(this, node);
    this.types.set(node, typed.type);
    return typed;
  }

  /** Compiles several parts. Returns `undefined` if one of them is faulty. */
  compileAll<Nodes extends readonly ASTNode[]>(nodes: Nodes): { readonly [Index in keyof Nodes]: Typed } | undefined {
    const before = this.problems.length;
    const typed = nodes.map((node) => this.compile(node)) as { readonly [Index in keyof Nodes]: Typed };
    return this.problems.length > before ? undefined : typed;
  }

  /** Compiles a part whose type must be of one of some kinds. */
  expect(node: ASTNode, ...kinds: readonly CelType['kind'][]): Typed {
    const before = this.problems.length;
    const typed = this.compile(node);
    if (this.problems.length > before || isKind(typed.type, ...kinds)) return typed;
    return this.fail(node, `must be ${kinds.join(' or ')} (received ${formatCelType(typed.type)})`);
  }

  fail(node: Pick<ASTNode, 'range'>, message: string, suggestion?: string): Typed {
    const { start, end } = node.range;
    this.problems.push({ message, start, end, ...(suggestion !== undefined && { suggestion }) });
    return failed;
  }

  suggest(name: string, candidates: readonly string[]): string | undefined {
    return this.options.suggest(name, candidates);
  }

  /** The test of an RE2 pattern, for one that JavaScript can't match in linear time. */
  callRe2(pattern: string): string {
    this.re2Patterns.add(pattern);
    return `re2(${toStringLiteral(pattern)})`;
  }

  call(operation: Operation, ...parameters: readonly string[]): string {
    this.operations.add(operation);
    return `${operation}(${parameters.join(', ')})`;
  }

  /** Reads a JSON value as a type. The operation counts as used only where the code is. */
  read(json: string, type: CelType): Typed {
    const reader = readers[type.kind];
    if (this.reportsFailures) return { type: toReadType(type), code: reader === 'toDynamic' ? json : this.callReader(reader, json) };
    const call = (): string => this.call(reader, json);
    return {
      type: toReadType(type),
      json,
      get code() {
        return call();
      },
    };
  }

  private callReader(reader: Operation, json: string): string {
    this.operations.add(reader);
    return this.call('readAs', json, reader);
  }

  /** Reads the 64-bit integers of a list or map, which JSON writes as text. */
  normalize({ type, code }: Typed): string {
    if (type.kind === 'list' && type.of.kind === 'int64') return this.call('toIntList', code);
    return type.kind === 'map' && type.of.kind === 'int64' ? this.call('toIntMap', code) : code;
  }

  /** Returns the variable of the current function for the value of some code. Declares it on first use. */
  declareTemporary(preferred: string, code: string): string {
    const declared = this.temporaries.get(code);
    if (declared !== undefined) return declared;
    const name = this.claimName(preferred);
    this.temporaries.set(code, name);
    return name;
  }

  /** A name that begins with a digit gets a `_`, and one that is taken gets a number. */
  private claimName(preferred: string): string {
    const base = /^\d/.test(preferred) ? `_${preferred}` : preferred;
    let name = base;
    for (let number = 2; this.names.has(name); number++) name = `${base}${number}`;
    this.names.add(name);
    return name;
  }

  /** Whether the current part is evaluated for each element of a list. */
  get isInLoop(): boolean {
    return this.variables.size > 0;
  }

  /** Compiles the body of a function that is called for each element of a list, and counts its cost. */
  withVariable({ name, type, cost }: LoopVariable, compileBody: () => Typed): { readonly type: CelType; readonly visit: string } {
    this.needsLimit = true;
    const [outer, outerTemporaries, outerNames] = [this.variables.get(name), this.temporaries, this.names];
    this.temporaries = new Map();
    this.names = new Set(outerNames);
    const parameter = this.claimName(`${name}Item`);
    this.variables.set(name, this.read(parameter, type));
    const body = compileBody();
    if (outer) this.variables.set(name, outer);
    else this.variables.delete(name);
    const visit = `(${parameter}) => ${this.toFunctionBody(`(${this.call('spend', String(cost))}, ${body.code})`)}`;
    this.temporaries = outerTemporaries;
    this.names = outerNames;
    return { type: body.type, visit };
  }

  /** An expression, or a block that declares the temporaries made so far. */
  toFunctionBody(code: string): string {
    return this.temporaries.size === 0 ? code : `{ let ${[...this.temporaries.values()].join(', ')}; return ${code}; }`;
  }
}
