/**
 * Conditions in plain JavaScript: whether a CEL expression returns true, or whether it returns false.
 *
 * Neither holds if the evaluation fails, so `&&` and `||` become those of JavaScript. Every expression can be compiled to a value;
 * the forms here are those that rules consist of, which need no value in between. The types are checked before.
 */
import { compileHasCondition } from './compile-fields.js';
import { type ExpressionContext, type Typed } from './expression-context.js';
import { simpleTypes } from './expression-types.js';
import type { ASTNode } from './parse-expression.js';

/** Compiles to a condition that holds if the expression returns the expected value. */
export function compileCondition(context: ExpressionContext, node: ASTNode, expected: boolean): string {
  switch (node.op) {
    case 'value':
      return String(node.args === expected);
    case '!_':
      return compileCondition(context, node.args, !expected);
    case '&&':
    case '||': {
      const operands = node.args.map((operand) => compileCondition(context, operand, expected));
      return `(${operands.join((node.op === '||') === expected ? ' || ' : ' && ')})`;
    }
    case '?:':
      return compileChoice(context, node.args, expected);
    case '==':
    case '!=':
      return compileComparison(context, node, (node.op === '==') === expected) ?? compileValue(context, node, expected);
    case 'in':
      return compileMembership(context, node.args, expected) ?? compileValue(context, node, expected);
    case 'call':
      return node.args[0] === 'has'
        ? compileHasCondition(context, node, { parameters: node.args[1], expected })
        : compileValue(context, node, expected);
    case 'rcall':
      return compileQuantifier(context, node.args, expected) ?? compileValue(context, node, expected);
    default:
      return compileValue(context, node, expected);
  }
}

/** A JSON value is compared before it is read: what is no `bool` is neither true nor false. */
function compileValue(context: ExpressionContext, node: ASTNode, expected: boolean): string {
  const typed = context.compile(node);
  return `(${typed.json ?? typed.code} === ${expected})`;
}

function compileChoice(
  context: ExpressionContext,
  [condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode],
  expected: boolean,
): string {
  const [name, { code }] = [context.declareTemporary(), context.compile(condition)];
  const [yes, no] = [compileCondition(context, then, expected), compileCondition(context, otherwise, expected)];
  return `((${name} = ${code}) === true ? ${yes} : ${name} === false && ${no})`;
}

type Equality = Extract<ASTNode, { readonly op: '==' | '!=' }>;

/** Compares with a literal; `undefined` where there is none. */
function compileComparison(context: ExpressionContext, { args: [left, right] }: Equality, expected: boolean): string | undefined {
  const [operand, literal] = isLiteral(right) ? [left, right] : [right, left];
  return isLiteral(literal) ? compileAmong(context, operand, { literals: [literal], expected }) : undefined;
}

/** Tests whether a value is in a list of literals; `undefined` where it is another list. */
function compileMembership(
  context: ExpressionContext,
  [element, list]: readonly [ASTNode, ASTNode],
  expected: boolean,
): string | undefined {
  const isPlain = list.op === 'list' && list.args.length > 0 && list.args.every(isLiteral);
  return isPlain ? compileAmong(context, element, { literals: list.args, expected }) : undefined;
}

/** Text, or an integer that a number holds exactly: an `int` is a number exactly if it is one of those. */
function isLiteral({ op, args }: ASTNode): boolean {
  return op === 'value' && (typeof args === 'string' || (typeof args === 'bigint' && Number.isSafeInteger(Number(args))));
}

interface Among {
  readonly literals: readonly ASTNode[];
  readonly expected: boolean;
}

function compileAmong(context: ExpressionContext, node: ASTNode, { literals, expected }: Among): string | undefined {
  const typed = context.compile(node);
  const { kind } = typed.type;
  if (kind !== 'string' && kind !== 'int') return undefined;
  const codes = literals.map((literal) => context.compile(literal).code);
  const [only, ...more] = codes;
  if (expected && more.length === 0) return `(${toComparable(typed)} === ${only})`;
  const name = context.declareTemporary();
  const [first, ...others] = codes.map((code) => `${expected ? '===' : '!=='} ${code}`);
  if (expected) return `(${[`(${name} = ${toComparable(typed)}) ${first}`, ...others.map((other) => `${name} ${other}`)].join(' || ')})`;
  return `(${[isReadable(typed, name), ...[first, ...others].map((other) => `${name} ${other}`)].join(' && ')})`;
}

/** Text that equals a literal needs no test whether it is text. */
const toComparable = ({ type, json, code }: Typed): string => (type.kind === 'string' && json !== undefined ? json : code);

/** Assigns a value to a variable, and tests that it could be read. */
function isReadable({ type, json, code }: Typed, name: string): string {
  return type.kind === 'string' && json !== undefined ? `typeof (${name} = ${json}) === 'string'` : `(${name} = ${code}) !== undefined`;
}

type MethodCall = Extract<ASTNode, { readonly op: 'rcall' }>['args'];

/** `all` and `exists` of a list; `undefined` for other methods. */
function compileQuantifier(
  context: ExpressionContext,
  [name, receiver, [variable, body]]: MethodCall,
  expected: boolean,
): string | undefined {
  if ((name !== 'all' && name !== 'exists') || variable?.op !== 'id' || body === undefined) return undefined;
  const list = context.compile(receiver);
  if (list.type.kind !== 'list') return undefined;
  const { visit } = context.withVariable(variable.args, list.type.of, () => ({
    type: simpleTypes.bool,
    code: compileCondition(context, body, expected),
  }));
  return `(${list.code}?.${(name === 'all') === expected ? 'every' : 'some'}(${visit}) === true)`;
}
