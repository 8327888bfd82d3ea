/**
 * Checks the types of a CEL expression and compiles it to JavaScript in one pass.
 *
 * The code is an expression whose value is `undefined` where the evaluation fails. `&&`, `||`, and `?:` evaluate their operands only
 * as far as needed, and an operand that decides hides the failure of the other one, as the language defines it.
 */
import type { Lookup } from '../model/lookup.js';
import type { Field, ObjectType } from '../model/model.js';
import { dataLiteral } from '../emit/literals.js';
import { createSuggester } from '../suggest.js';
import { formatCelType, isComparable, simpleTypes, toCelType, toReadType, type CelType } from './expression-types.js';
import { globalFunctions, methods, type CelFunction } from './functions.js';
import type { Operation } from './operations.js';
import { parseExpression, type ASTNode, type ExpressionProblem } from './parse-expression.js';
import { compilePattern } from './search-pattern.js';

export interface CompiledExpression {
  /** JavaScript: an expression of `self`, `oldSelf`, and `whole` (false where an absent field may still be set in the resource). */
  readonly code: string;
  readonly operations: ReadonlySet<Operation>;
  /** Whether it compares with the stored object. */
  readonly usesOldSelf: boolean;
  /** Names of the fields of `self` that it mentions, in the order of their first mention. */
  readonly fields: readonly string[];
}

export type CompileResult =
  { readonly ok: true; readonly expression: CompiledExpression } | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };

/** Compiles a rule: an expression that returns a `bool`. */
export function compileExpression(text: string, self: ObjectType, lookup: Lookup): CompileResult {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const compiler = new Compiler(self, lookup);
  const { type, code } = compiler.compile(parsed.ast);
  if (compiler.problems.length === 0 && !isKind(type, 'bool')) {
    compiler.fail(parsed.ast, `the expression must return bool (it returns ${formatCelType(type)})`);
  }
  const { problems, operations, usesOldSelf, fields } = compiler;
  if (problems.length > 0) return { ok: false, problems };
  const temporaries = compiler.declareTemporaries();
  return {
    ok: true,
    expression: {
      code: temporaries === '' ? code : `(() => { ${temporaries} return ${code}; })()`,
      operations,
      usesOldSelf,
      fields: [...fields],
    },
  };
}

interface Typed {
  readonly type: CelType;
  readonly code: string;
}

const { int, double, string, bool, dyn } = simpleTypes;
const failed: Typed = { type: dyn, code: 'undefined' };
const isKind = ({ kind }: CelType, ...kinds: readonly CelType['kind'][]): boolean => kind === 'dyn' || kinds.includes(kind);
const suggest = createSuggester();

/** How a value of a kind is read from JSON. */
const readers: Readonly<Record<CelType['kind'], Operation>> = {
  int: 'toInt',
  int64: 'toInt',
  double: 'toDouble',
  string: 'toText',
  bool: 'toBool',
  null: 'toDynamic',
  timestamp: 'toDynamic',
  duration: 'toDynamic',
  dyn: 'toDynamic',
  list: 'toList',
  map: 'toMembers',
  object: 'toMembers',
};

class Compiler {
  readonly problems: ExpressionProblem[] = [];
  readonly operations = new Set<Operation>();
  readonly fields = new Set<string>();
  usesOldSelf = false;
  private readonly variables = new Map<string, Typed>();
  private temporaries: string[] = [];
  private count = 0;

  constructor(
    private readonly self: ObjectType,
    private readonly lookup: Lookup,
  ) {}

  fail(node: ASTNode, message: string, suggestion?: string): Typed {
    const { start, end } = node.range;
    this.problems.push({ message, start, end, ...(suggestion !== undefined && { suggestion }) });
    return failed;
  }

  /** Declares the temporaries made so far in the present function. */
  declareTemporaries(): string {
    const names = this.temporaries;
    this.temporaries = [];
    return names.length === 0 ? '' : `let ${names.join(', ')};`;
  }

  compile(node: ASTNode): Typed {
    switch (node.op) {
      case 'value':
        return this.literal(node, node.args);
      case 'id':
        return this.variable(node, node.args);
      case '.':
        return this.select(node, node.args[0], node.args[1]);
      case '[]':
        return this.index(node, node.args[0], node.args[1]);
      case 'list':
        return this.list(node.args);
      case 'map':
        return this.fail(node, 'map literals are not supported');
      case '!_': {
        const operand = this.expect(node.args, 'bool');
        return { type: bool, code: this.call('negate', operand.code) };
      }
      case '-_':
        return this.negative(node, node.args);
      case '&&':
      case '||':
        return this.logical(node.op === '||', node.args);
      case '?:':
        return this.conditional(node, node.args);
      case '==':
      case '!=':
        return this.equality(node, node.args, node.op === '!=');
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.order(node, node.args, node.op);
      case 'in':
        return this.membership(node, node.args);
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.arithmetic(node, node.args, node.op);
      case 'call':
        return this.globalCall(node, node.args[0], node.args[1]);
      case 'rcall':
        return this.methodCall(node, node.args[0], node.args[1], node.args[2]);
      default:
        return this.fail(node, `${node.op} is not supported`);
    }
  }

  private call(operation: Operation, ...parameters: readonly string[]): string {
    this.operations.add(operation);
    return `${operation}(${parameters.join(', ')})`;
  }

  private expect(node: ASTNode, ...kinds: readonly CelType['kind'][]): Typed {
    const before = this.problems.length;
    const typed = this.compile(node);
    if (this.problems.length > before || isKind(typed.type, ...kinds)) return typed;
    return this.fail(node, `must be ${kinds.join(' or ')} (it is ${formatCelType(typed.type)})`);
  }

  private literal(node: ASTNode, value: unknown): Typed {
    if (typeof value === 'bigint') return this.intLiteral(node, value);
    if (typeof value === 'number') return { type: double, code: String(value) };
    if (typeof value === 'string') return { type: string, code: dataLiteral(value) };
    if (typeof value === 'boolean') return { type: bool, code: String(value) };
    if (value === null) return this.fail(node, 'null is not supported: a field is present or absent, which has(self.field) tells');
    return this.fail(node, value instanceof Uint8Array ? 'bytes are not supported' : 'unsigned integers are not supported: omit the u');
  }

  private intLiteral(node: ASTNode, value: bigint): Typed {
    if (value < -(2n ** 63n) || value >= 2n ** 63n) return this.fail(node, 'the number exceeds 64 bits');
    return { type: int, code: Number.isSafeInteger(Number(value)) ? String(value) : `${value}n` };
  }

  private variable(node: ASTNode, name: string): Typed {
    const local = this.variables.get(name);
    if (local) return local;
    if (name === 'oldSelf') this.usesOldSelf = true;
    if (name === 'self' || name === 'oldSelf') return { type: { kind: 'object', type: this.self }, code: name };
    const fieldName = this.self.fields.some((field) => field.name === name) ? `self.${name}` : undefined;
    return this.fail(node, `unknown variable ${name}`, fieldName ?? suggest(name, [...this.variables.keys(), 'self', 'oldSelf']));
  }

  private select(node: ASTNode, object: ASTNode, name: string): Typed {
    const before = this.problems.length;
    const target = this.compile(object);
    if (this.problems.length > before) return failed;
    if (target.type.kind === 'dyn') return { type: dyn, code: this.call('getElement', target.code, dataLiteral(name)) };
    if (target.type.kind === 'map') return this.read(this.call('getElement', target.code, dataLiteral(name)), target.type.of);
    const found = this.findField(node, target.type, name);
    if (!found) return failed;
    if (object.op === 'id' && object.args === 'self') this.fields.add(name);
    const fallback = found.default === undefined ? 'undefined' : dataLiteral(found.default);
    return this.read(
      this.call('getField', target.code, dataLiteral(name), fallback, this.isWhole(object)),
      toCelType(found.type, this.lookup),
    );
  }

  /** The stored object is always whole. */
  private isWhole(object: ASTNode): 'true' | 'whole' {
    let root = object;
    while (root.op === '.' || root.op === '[]') root = root.args[0];
    return root.op === 'id' && root.args === 'self' ? 'whole' : 'true';
  }

  private findField(node: ASTNode, type: CelType, name: string): Field | undefined {
    if (type.kind !== 'object') {
      this.fail(node, `${formatCelType(type)} has no fields`);
      return undefined;
    }
    const found = type.type.fields.find((field) => field.name === name);
    if (found) return found;
    const names = type.type.fields.map((field) => field.name);
    this.fail(
      { ...node, range: { start: node.range.end - name.length, end: node.range.end } } as ASTNode,
      `unknown field ${name}`,
      suggest(name, names),
    );
    return undefined;
  }

  private read(code: string, type: CelType): Typed {
    return { type: toReadType(type), code: this.call(readers[type.kind], code) };
  }

  private index(node: ASTNode, container: ASTNode, key: ASTNode): Typed {
    const target = this.expect(container, 'list', 'map');
    const position = this.expect(key, target.type.kind === 'map' ? 'string' : 'int');
    const code = this.call('getElement', target.code, position.code);
    return 'of' in target.type ? this.read(code, target.type.of) : { type: dyn, code };
  }

  private list(elements: readonly ASTNode[]): Typed {
    const typed = elements.map((element) => this.compile(element));
    const first = typed[0]?.type ?? dyn;
    typed.forEach(({ type }, index) => {
      const element = elements[index];
      if (element && !isComparable(type, first))
        this.fail(element, `the elements of a list must have one type (${formatCelType(first)}, ${formatCelType(type)})`);
    });
    return { type: { kind: 'list', of: first }, code: `[${typed.map(({ code }) => code).join(', ')}]` };
  }

  private negative(node: ASTNode, operand: ASTNode): Typed {
    if (operand.op === 'value' && typeof operand.args === 'bigint') return this.intLiteral(node, -operand.args);
    const { type, code } = this.expect(operand, 'int', 'double');
    return { type, code: this.call(type.kind === 'double' ? 'negateDouble' : 'negateInt', code) };
  }

  /** `false && x` and `true || x` are decided, whatever x is. */
  private logical(deciding: boolean, [left, right]: readonly [ASTNode, ASTNode]): Typed {
    const [one, other] = [this.expect(left, 'bool'), this.expect(right, 'bool')];
    const [first, second] = [this.temporary(), this.temporary()];
    return {
      type: bool,
      code: `((${first} = ${one.code}) === ${deciding} ? ${deciding} : (${second} = ${other.code}) === ${deciding} ? ${deciding} : ${first} === undefined ? undefined : ${second})`,
    };
  }

  private temporary(): string {
    const name = `t${this.count++}`;
    this.temporaries.push(name);
    return name;
  }

  private conditional(node: ASTNode, [condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode]): Typed {
    const test = this.expect(condition, 'bool');
    const [yes, no] = [this.compile(then), this.compile(otherwise)];
    if (!isComparable(yes.type, no.type)) {
      return this.fail(node, `both results must have one type (${formatCelType(yes.type)}, ${formatCelType(no.type)})`);
    }
    const name = this.temporary();
    return { type: yes.type, code: `((${name} = ${test.code}) === undefined ? undefined : ${name} ? ${yes.code} : ${no.code})` };
  }

  private equality(node: ASTNode, [left, right]: readonly [ASTNode, ASTNode], isNegated: boolean): Typed {
    const before = this.problems.length;
    const [one, other] = [this.compile(left), this.compile(right)];
    if (this.problems.length > before) return failed;
    if (!isComparable(one.type, other.type)) return this.mismatch(node, one, other);
    this.checkEnum(left, one, right);
    this.checkEnum(right, other, left);
    const code = this.call('isEqual', this.normalize(one), this.normalize(other));
    return { type: bool, code: isNegated ? this.call('negate', code) : code };
  }

  /** A list or map of 64-bit integers in text, with its integers read. */
  private normalize({ type, code }: Typed): string {
    if (type.kind === 'list' && type.of.kind === 'int64') return this.call('toIntList', code);
    return type.kind === 'map' && type.of.kind === 'int64' ? this.call('toIntMap', code) : code;
  }

  /** A text that none of the values of an enum is. */
  private checkEnum(field: ASTNode, { type }: Typed, value: ASTNode): void {
    if (type.kind !== 'string' || field.op !== '.') return;
    const known = this.enumOf(field);
    const values = value.op === 'list' ? value.args : [value];
    for (const node of values) {
      if (known && node.op === 'value' && typeof node.args === 'string' && !known.includes(node.args)) {
        this.fail(
          node,
          `${field.input.slice(field.range.start, field.range.end)} is never ${dataLiteral(node.args)}`,
          suggest(node.args, known),
        );
      }
    }
  }

  private enumOf(node: ASTNode): readonly string[] | undefined {
    if (node.op !== '.') return undefined;
    const holder = new Compiler(this.self, this.lookup);
    for (const [name, typed] of this.variables) holder.variables.set(name, typed);
    const { type } = holder.compile(node.args[0]);
    const field = type.kind === 'object' ? type.type.fields.find(({ name }) => name === node.args[1]) : undefined;
    const fieldType = this.lookup.resolve(field?.type);
    return fieldType?.kind === 'string' && !fieldType.open ? fieldType.enum?.map(({ value }) => value) : undefined;
  }

  private mismatch(node: ASTNode, one: Typed, other: Typed): Typed {
    return this.fail(node, `${node.op} can't combine ${formatCelType(one.type)} and ${formatCelType(other.type)}`);
  }

  private order(node: ASTNode, [left, right]: readonly [ASTNode, ASTNode], op: '<' | '<=' | '>' | '>='): Typed {
    const before = this.problems.length;
    const kinds = ['int', 'double', 'string', 'bool', 'timestamp', 'duration'] as const;
    const [one, other] = [this.expect(left, ...kinds), this.expect(right, ...kinds)];
    if (this.problems.length > before) return failed;
    const areNumbers = isKind(one.type, 'int', 'double') && isKind(other.type, 'int', 'double');
    if (!areNumbers && !isComparable(one.type, other.type)) return this.mismatch(node, one, other);
    const [low, high] = op.startsWith('<') ? [one, other] : [other, one];
    return { type: bool, code: this.call(op.endsWith('=') ? 'isLessOrEqual' : 'isLess', low.code, high.code) };
  }

  private membership(node: ASTNode, [element, container]: readonly [ASTNode, ASTNode]): Typed {
    const before = this.problems.length;
    const [one, other] = [this.compile(element), this.expect(container, 'list', 'map')];
    if (this.problems.length > before) return failed;
    const keys = other.type.kind === 'list' ? other.type.of : other.type.kind === 'map' ? string : dyn;
    if (!isComparable(one.type, keys)) return this.mismatch(node, one, other);
    this.checkEnum(element, one, container);
    return { type: bool, code: this.call('isIn', one.code, other.type.kind === 'list' ? this.normalize(other) : other.code) };
  }

  private arithmetic(node: ASTNode, [left, right]: readonly [ASTNode, ASTNode], op: '+' | '-' | '*' | '/' | '%'): Typed {
    const before = this.problems.length;
    const [one, other] = [this.compile(left), this.compile(right)];
    if (this.problems.length > before) return failed;
    const found = arithmeticOperation(op, one.type, other.type);
    if (!found) return this.mismatch(node, one, other);
    return { type: found.result, code: this.call(found.operation, one.code, other.code) };
  }

  private globalCall(node: ASTNode, name: string, parameters: readonly ASTNode[]): Typed {
    if (name === 'has') return this.has(node, parameters);
    const definition = Object.hasOwn(globalFunctions, name) ? globalFunctions[name] : undefined;
    if (!definition) return this.fail(node, `unknown function ${name}`, suggest(name, ['has', ...Object.keys(globalFunctions)]));
    return this.apply(node, name, definition, parameters);
  }

  private has(node: ASTNode, [parameter, ...further]: readonly ASTNode[]): Typed {
    if (parameter?.op !== '.' || further.length > 0) return this.fail(node, 'has() takes one field, such as has(self.name)');
    const [object, name] = parameter.args;
    const before = this.problems.length;
    const target = this.compile(object);
    if (this.problems.length > before) return failed;
    if (target.type.kind !== 'map' && target.type.kind !== 'dyn') {
      if (!this.findField(parameter, target.type, name)) return failed;
      if (object.op === 'id' && object.args === 'self') this.fields.add(name);
    }
    return { type: bool, code: this.call('hasField', target.code, dataLiteral(name), this.isWhole(object)) };
  }

  private methodCall(node: ASTNode, name: string, receiver: ASTNode, parameters: readonly ASTNode[]): Typed {
    if (name === 'matches') return this.matches(node, receiver, parameters);
    const macro = Object.hasOwn(macros, name) ? macros[name] : undefined;
    if (macro) return this.macro(node, macro, receiver, parameters);
    const definition = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!definition)
      return this.fail(node, `unknown function ${name}`, suggest(name, ['matches', ...Object.keys(macros), ...Object.keys(methods)]));
    return this.apply(node, name, definition, [receiver, ...parameters]);
  }

  private apply(node: ASTNode, name: string, definition: CelFunction, parameters: readonly ASTNode[]): Typed {
    const { parameters: expected, optional = 0 } = definition;
    if (parameters.length > expected.length || parameters.length < expected.length - optional) {
      return this.fail(node, `${name} takes ${expected.length} arguments (it was given ${parameters.length}, the receiver included)`);
    }
    const typed = parameters.map((parameter, index) => this.expect(parameter, ...(expected[index] ?? [])));
    return { type: definition.result, code: this.call(definition.operation, ...typed.map(({ code }) => code)) };
  }

  private matches(node: ASTNode, receiver: ASTNode, [pattern, ...further]: readonly ASTNode[]): Typed {
    const text = this.expect(receiver, 'string');
    if (pattern?.op !== 'value' || typeof pattern.args !== 'string' || further.length > 0) {
      return this.fail(node, 'matches() takes one pattern, written as a string literal');
    }
    const compiled = compilePattern(pattern.args);
    if (!compiled.ok) return this.fail(pattern, compiled.reason);
    return { type: bool, code: this.call('matches', text.code, compiled.literal) };
  }

  private macro(node: ASTNode, { operation, isMap }: Macro, receiver: ASTNode, [name, body, ...further]: readonly ASTNode[]): Typed {
    if (name?.op !== 'id' || body === undefined || further.length > 0) {
      return this.fail(node, 'a macro takes the name of a variable and an expression, such as self.items.all(x, x.size() > 0)');
    }
    const list = this.expect(receiver, 'list', 'map');
    const element = list.type.kind === 'list' ? list.type.of : list.type.kind === 'map' ? string : dyn;
    const parameter = `v${this.count++}`;
    const read = this.read(parameter, element);
    const outer = this.variables.get(name.args);
    const outerTemporaries = this.temporaries;
    this.temporaries = [];
    this.variables.set(name.args, read);
    const inner = isMap ? this.compile(body) : this.expect(body, 'bool');
    if (outer) this.variables.set(name.args, outer);
    else this.variables.delete(name.args);
    const declared = this.declareTemporaries();
    this.temporaries = outerTemporaries;
    const visit = declared === '' ? `(${parameter}) => ${inner.code}` : `(${parameter}) => { ${declared} return ${inner.code}; }`;
    const type = isMap
      ? { kind: 'list' as const, of: inner.type }
      : operation === 'filterElements'
        ? { kind: 'list' as const, of: element }
        : bool;
    return { type, code: this.call(operation, list.code, visit) };
  }
}

interface Macro {
  readonly operation: Operation;
  readonly isMap?: boolean;
}

const macros: Readonly<Record<string, Macro>> = {
  all: { operation: 'all' },
  exists: { operation: 'exists' },
  exists_one: { operation: 'existsOne' },
  filter: { operation: 'filterElements' },
  map: { operation: 'mapElements', isMap: true },
};

interface Arithmetic {
  readonly operation: Operation;
  readonly result: CelType;
}

function arithmeticOperation(op: '+' | '-' | '*' | '/' | '%', one: CelType, other: CelType): Arithmetic | undefined {
  const both = (kind: CelType['kind']): boolean => one.kind === kind && other.kind === kind;
  const isTime = ({ kind }: CelType): boolean => kind === 'timestamp' || kind === 'duration';
  if (both('int')) {
    const operations = { '+': 'addInts', '-': 'subtractInts', '*': 'multiplyInts', '/': 'divideInts', '%': 'modulo' } as const;
    return { operation: operations[op], result: int };
  }
  if (both('double') && op !== '%') {
    const operations = { '+': 'addDoubles', '-': 'subtractDoubles', '*': 'multiplyDoubles', '/': 'divideDoubles' } as const;
    return { operation: operations[op], result: double };
  }
  if (op === '+' && both('string')) return { operation: 'concatenate', result: string };
  if (op === '+' && one.kind === 'list' && isComparable(one, other)) return { operation: 'concatenate', result: one };
  if (isTime(one) && isTime(other) && (op === '+' || op === '-')) return timeArithmetic(op, one, other);
  return undefined;
}

/** A time and a duration are a time, two times differ by a duration. */
function timeArithmetic(op: '+' | '-', one: CelType, other: CelType): Arithmetic | undefined {
  const times = [one, other].filter(({ kind }) => kind === 'timestamp').length;
  if (op === '+')
    return times === 2 ? undefined : { operation: 'addTimes', result: times === 1 ? simpleTypes.timestamp : simpleTypes.duration };
  if (one.kind === 'duration' && other.kind === 'timestamp') return undefined;
  return { operation: 'subtractTimes', result: times === 1 ? simpleTypes.timestamp : simpleTypes.duration };
}
