/**
 * Compiles a CEL expression to a JavaScript condition that holds only if the expression returns true, or only if it returns false.
 *
 * Neither condition holds if the evaluation fails, so `&&` and `||` become the operators of JavaScript. The forms in this module are
 * those that are common in rules and need no intermediate value. Any other expression is compiled to a value. The types are already checked.
 */
import { isSiblings } from './compile-siblings.js';
import { compileHasCondition } from './compile-fields.js';
import { type ExpressionContext, type Typed } from './expression-context.js';
import { simpleTypes } from './expression-types.js';
import { countIterationCost } from './estimate-cost.js';
import { nameCondition, nameSubject } from './name-part.js';
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

/** Compares the JSON value directly: a value other than a `bool` is neither true nor false. */
function compileValue(context: ExpressionContext, node: ASTNode, expected: boolean): string {
  const typed = context.compile(node);
  return `(${typed.json ?? typed.code} === ${expected})`;
}

function compileChoice(
  context: ExpressionContext,
  [condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode],
  expected: boolean,
): string {
  const { code } = context.compile(condition);
  const name = context.declareTemporary(nameCondition(condition), code);
  const [yes, no] = [compileCondition(context, then, expected), compileCondition(context, otherwise, expected)];
  return `((${name} = ${code}) === true ? ${yes} : ${name} === false && ${no})`;
}

type Equality = Extract<ASTNode, { readonly op: '==' | '!=' }>;

/** Compiles a comparison with a literal. Returns `undefined` if no operand is a literal. */
function compileComparison(context: ExpressionContext, { args: [left, right] }: Equality, expected: boolean): string | undefined {
  const [operand, literal] = isLiteral(right) ? [left, right] : [right, left];
  return isLiteral(literal) ? compileLiteralTest(context, operand, { literals: [literal], expected }) : undefined;
}

/** Compiles a test whether a value is in a list of literals. Returns `undefined` for any other list. */
function compileMembership(
  context: ExpressionContext,
  [element, list]: readonly [ASTNode, ASTNode],
  expected: boolean,
): string | undefined {
  const hasOnlyLiterals = list.op === 'list' && list.args.length > 0 && list.args.every(isLiteral);
  return hasOnlyLiterals ? compileLiteralTest(context, element, { literals: list.args, expected }) : undefined;
}

/** Whether a node is a string, or an integer that a JavaScript number can represent exactly. */
function isLiteral({ op, args }: ASTNode): boolean {
  return op === 'value' && (typeof args === 'string' || (typeof args === 'bigint' && Number.isSafeInteger(Number(args))));
}

interface LiteralTest {
  readonly literals: readonly ASTNode[];
  readonly expected: boolean;
}

function compileLiteralTest(context: ExpressionContext, node: ASTNode, { literals, expected }: LiteralTest): string | undefined {
  const typed = context.compile(node);
  const { kind } = typed.type;
  if (kind !== 'string' && kind !== 'int') return undefined;
  const codes = literals.map((literal) => context.compile(literal).code);
  const [only, ...more] = codes;
  if (expected && more.length === 0) return `(${toComparable(typed)} === ${only})`;
  const name = context.declareTemporary(`${nameSubject(node)}Value`, toComparable(typed));
  const [first, ...others] = codes.map((code) => `${expected ? '===' : '!=='} ${code}`);
  if (expected) return `(${[`(${name} = ${toComparable(typed)}) ${first}`, ...others.map((other) => `${name} ${other}`)].join(' || ')})`;
  return `(${[compileReadTest(typed, name), ...[first, ...others].map((other) => `${name} ${other}`)].join(' && ')})`;
}

/** Returns the code to compare with a literal. A JSON value that equals a text literal is a string, so its type needs no test. */
const toComparable = ({ type, json, code }: Typed): string => (type.kind === 'string' && json !== undefined ? json : code);

/** Compiles an assignment of a value to a variable, and a test that the value has its type. The test excludes integers beyond a `number`. */
function compileReadTest({ type, json, code }: Typed, name: string): string {
  return type.kind === 'string' ? `typeof (${name} = ${json ?? code}) === 'string'` : `typeof (${name} = ${code}) === 'number'`;
}

type MethodCall = Extract<ASTNode, { readonly op: 'rcall' }>['args'];

/** Compiles `all` and `exists` of a list that is read. Returns `undefined` for other methods. */
function compileQuantifier(
  context: ExpressionContext,
  [name, receiver, [variable, body]]: MethodCall,
  expected: boolean,
): string | undefined {
  if ((name !== 'all' && name !== 'exists') || variable?.op !== 'id' || body === undefined) return undefined;
  if (isSiblings(context, receiver)) return undefined;
  const list = context.compile(receiver);
  if (list.type.kind !== 'list' || list.json === undefined) return undefined;
  const cost = countIterationCost(body);
  const { visit } = context.withVariable({ name: variable.args, type: list.type.of, cost }, () => ({
    type: simpleTypes.bool,
    code: compileCondition(context, body, expected),
  }));
  return `(${list.code}?.${(name === 'all') === expected ? 'every' : 'some'}(${visit}) === true)`;
}
