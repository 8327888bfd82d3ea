/** Literals and operators of CEL expressions. */
import { isIdentifier, toDataLiteral } from '../../lib/literals.js';
import { failed, isKind, type ExpressionContext, type Typed } from './expression-context.js';
import { formatCelType, isComparable, simpleTypes, type CelType } from './expression-types.js';
import { getText } from './foreign-forms.js';
import { nameCondition } from './name-part.js';
import type { Operation } from './operations.js';
import type { ASTNode } from './parse-expression.js';

const { int, double, string, bool, dyn, timestamp, duration } = simpleTypes;
type Operands = readonly [ASTNode, ASTNode];

export function compileLiteral(context: ExpressionContext, node: ASTNode, value: unknown): Typed {
  if (typeof value === 'bigint') return compileIntLiteral(context, node, value);
  if (typeof value === 'number') return { type: double, code: String(value) };
  if (typeof value === 'string') return { type: string, code: toDataLiteral(value) };
  if (typeof value === 'boolean') return { type: bool, code: String(value) };
  if (value === null) return context.fail(node, 'null is not supported: test with has(self.field) whether a field is set');
  return context.fail(
    node,
    value instanceof Uint8Array ? 'literals of bytes are not supported' : 'unsigned integers are not supported: omit the u',
  );
}

function compileIntLiteral(context: ExpressionContext, node: ASTNode, value: bigint): Typed {
  if (value < -(2n ** 63n) || value >= 2n ** 63n) return context.fail(node, 'the number exceeds 64 bits');
  return { type: int, code: Number.isSafeInteger(Number(value)) ? String(value) : `${value}n` };
}

export function compileList(context: ExpressionContext, elements: readonly ASTNode[]): Typed {
  const typed = elements.map((element) => context.compile(element));
  const first = typed[0]?.type ?? dyn;
  typed.forEach(({ type }, index) => {
    const element = elements[index];
    if (element && !isComparable(type, first))
      context.fail(element, `the elements of a list must have one type (received ${formatCelType(first)} and ${formatCelType(type)})`);
  });
  const code = `[${typed.map((each) => each.code).join(', ')}]`;
  return { type: { kind: 'list', of: first }, code: elements.every(({ op }) => op === 'value') ? code : context.call('createList', code) };
}

export function compileNegation(context: ExpressionContext, operand: ASTNode): Typed {
  return { type: bool, code: context.call('negate', context.expect(operand, 'bool').code) };
}

export function compileNegative(context: ExpressionContext, node: ASTNode, operand: ASTNode): Typed {
  if (operand.op === 'value' && typeof operand.args === 'bigint') return compileIntLiteral(context, node, -operand.args);
  const { type, code } = context.expect(operand, 'int', 'double');
  return { type, code: context.call(type.kind === 'double' ? 'negateDouble' : 'negateInt', code) };
}

/** Compiles `&&` and `||`. The result of `false && x` and `true || x` doesn't depend on x, even if its evaluation fails. */
export function compileLogical(context: ExpressionContext, decidingValue: boolean, [left, right]: Operands): Typed {
  const [one, other] = [context.expect(left, 'bool').code, context.expect(right, 'bool').code];
  const [first, second] = [context.declareTemporary(nameCondition(left), one), context.declareTemporary(nameCondition(right), other)];
  return {
    type: bool,
    code: `((${first} = ${one}) === ${decidingValue} ? ${decidingValue} : (${second} = ${other}) === ${decidingValue} ? ${decidingValue} : ${context.call('combineUndecided', first, second)})`,
  };
}

export function compileConditional(
  context: ExpressionContext,
  node: ASTNode,
  [condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode],
): Typed {
  const test = context.expect(condition, 'bool');
  const [yes, no] = [context.compile(then), context.compile(otherwise)];
  if (!isComparable(yes.type, no.type)) {
    return context.fail(node, `both results must have one type (received ${formatCelType(yes.type)} and ${formatCelType(no.type)})`);
  }
  const name = context.declareTemporary(nameCondition(condition), test.code);
  const undecided = context.call('propagate', name);
  return { type: yes.type, code: `((${name} = ${test.code}) === true ? ${yes.code} : ${name} === false ? ${no.code} : ${undecided})` };
}

export function compileEquality(context: ExpressionContext, node: ASTNode, [left, right]: Operands): Typed {
  const typed = context.compileAll([left, right] as const);
  if (!typed) return failed;
  const [one, other] = typed;
  if (!isComparable(one.type, other.type)) return failMismatch(context, node, typed);
  checkEnum(context, left, { field: one, value: right });
  checkEnum(context, right, { field: other, value: left });
  const code = context.call('isEqual', context.normalize(one), context.normalize(other));
  return { type: bool, code: node.op === '!=' ? context.call('negate', code) : code };
}

/** Rejects a comparison with text that the enum of a field lacks. */
function checkEnum(
  context: ExpressionContext,
  fieldNode: ASTNode,
  { field: { type }, value }: { readonly field: Typed; readonly value: ASTNode },
): void {
  if (type.kind !== 'string' || type.enum === undefined) return;
  context.comparesEnum = true;
  const { values, isOpen } = type.enum;
  if (isOpen || context.options.allowUnknownValues) return;
  for (const node of value.op === 'list' ? value.args : [value]) {
    if (node.op !== 'value' || typeof node.args !== 'string' || values.includes(node.args)) continue;
    const name = fieldNode.input.slice(fieldNode.range.start, fieldNode.range.end);
    context.fail(node, `${name} is never ${toDataLiteral(node.args)}`, context.suggest(node.args, values));
  }
}

function failMismatch(context: ExpressionContext, node: ASTNode, [one, other]: readonly [Typed, Typed]): Typed {
  return context.fail(node, `the operator ${node.op} doesn't accept ${formatCelType(one.type)} and ${formatCelType(other.type)}`);
}

const orderedKinds = ['int', 'double', 'string', 'bool', 'timestamp', 'duration'] as const;

export function compileOrder(context: ExpressionContext, node: ASTNode, [left, right]: Operands): Typed {
  const before = context.problems.length;
  const typed = [context.expect(left, ...orderedKinds), context.expect(right, ...orderedKinds)] as const;
  if (context.problems.length > before) return failed;
  const [one, other] = typed;
  const areNumbers = isKind(one.type, 'int', 'double') && isKind(other.type, 'int', 'double');
  if (!areNumbers && !isComparable(one.type, other.type)) return failMismatch(context, node, typed);
  const [low, high] = node.op.startsWith('<') ? [one, other] : [other, one];
  return { type: bool, code: context.call(node.op.endsWith('=') ? 'isLessOrEqual' : 'isLess', low.code, high.code) };
}

export function compileMembership(context: ExpressionContext, node: ASTNode, [element, container]: Operands): Typed {
  const before = context.problems.length;
  const typed = [context.compile(element), context.expect(container, 'list', 'map')] as const;
  const replacement = replaceMembership(context, element, container);
  if (replacement !== undefined) {
    context.problems.length = before;
    return context.fail(node, 'in applies to lists and maps', replacement);
  }
  if (context.problems.length > before) return failed;
  const [one, other] = typed;
  const keys = other.type.kind === 'list' ? other.type.of : other.type.kind === 'map' ? string : dyn;
  if (!isComparable(one.type, keys)) return failMismatch(context, node, typed);
  checkEnum(context, element, { field: one, value: container });
  return { type: bool, code: context.call('isIn', one.code, other.type.kind === 'list' ? context.normalize(other) : other.code) };
}

/** Returns what an author means by `in` with a string or an object. */
function replaceMembership(context: ExpressionContext, element: ASTNode, container: ASTNode): string | undefined {
  const kind = context.types.get(container)?.kind;
  if (kind === 'string') return `${getText(container)}.contains(${getText(element)})`;
  const isName = element.op === 'value' && typeof element.args === 'string' && isIdentifier(element.args);
  return kind === 'object' && isName ? `has(${getText(container)}.${element.args})` : undefined;
}

export function compileArithmetic(context: ExpressionContext, node: ASTNode, operands: Operands): Typed {
  const typed = context.compileAll(operands);
  if (!typed) return failed;
  const found = findArithmetic(node.op as ArithmeticOperator, typed[0].type, typed[1].type);
  return found
    ? { type: found.result, code: context.call(found.operation, typed[0].code, typed[1].code) }
    : failMismatch(context, node, typed);
}

type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

interface Arithmetic {
  readonly operation: Operation;
  readonly result: CelType;
}

function findArithmetic(op: ArithmeticOperator, one: CelType, other: CelType): Arithmetic | undefined {
  const areBoth = (kind: CelType['kind']): boolean => one.kind === kind && other.kind === kind;
  const isTime = ({ kind }: CelType): boolean => kind === 'timestamp' || kind === 'duration';
  if (areBoth('int')) {
    const operations = { '+': 'addInts', '-': 'subtractInts', '*': 'multiplyInts', '/': 'divideInts', '%': 'modulo' } as const;
    return { operation: operations[op], result: int };
  }
  if (areBoth('double') && op !== '%') {
    const operations = { '+': 'addDoubles', '-': 'subtractDoubles', '*': 'multiplyDoubles', '/': 'divideDoubles' } as const;
    return { operation: operations[op], result: double };
  }
  if (op === '+' && areBoth('string')) return { operation: 'concatenate', result: string };
  if (op === '+' && one.kind === 'list' && isComparable(one, other)) return { operation: 'concatenate', result: one };
  if (isTime(one) && isTime(other) && (op === '+' || op === '-')) return findTimeArithmetic(op, one, other);
  return undefined;
}

/** The sum of a time and a duration is a time, the difference of two times a duration. */
function findTimeArithmetic(op: '+' | '-', one: CelType, other: CelType): Arithmetic | undefined {
  const times = [one, other].filter(({ kind }) => kind === 'timestamp').length;
  if (op === '+') return times === 2 ? undefined : { operation: 'addTimes', result: times === 1 ? timestamp : duration };
  if (one.kind === 'duration' && other.kind === 'timestamp') return undefined;
  return { operation: 'subtractTimes', result: times === 1 ? timestamp : duration };
}
