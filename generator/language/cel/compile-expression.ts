/**
 * Checks the types of a CEL expression, then compiles it to JavaScript.
 *
 * An expression becomes a short condition that holds only if the expression is true, and code for its result, which says why the evaluation
 * fails. `&&`, `||`, and `?:` evaluate their operands only as far as needed, and an operand that decides hides the failure of the other one,
 * as the language defines it.
 */
import { createSuggester } from '../../lib/suggest.js';
import { compileGlobalCall, compileMethodCall } from './compile-calls.js';
import { compileCondition } from './compile-condition.js';
import { compileIndex, compileSelect, compileVariable } from './compile-fields.js';
import {
  compileArithmetic,
  compileConditional,
  compileEquality,
  compileList,
  compileLiteral,
  compileLogical,
  compileMembership,
  compileNegation,
  compileNegative,
  compileOrder,
} from './compile-operators.js';
import { estimateCost } from './estimate-cost.js';
import { ExpressionContext, isKind, type Typed } from './expression-context.js';
import { formatCelType, type CelType } from './expression-types.js';
import { nameRequirement } from './name-part.js';
import type { Operation } from './operations.js';
import { parseExpression, type ASTNode, type ExpressionProblem } from './parse-expression.js';

export interface CompiledCel {
  /**
   * The body of an arrow function that returns the result, a failure, or `undefined` if the result depends on fields that aren't known.
   * Its parameters are `self`, `oldSelf`, `whole` (false if an absent field may still be set in the resource), and an object with those of
   * `parent` and `siblings` that it uses.
   * The caller ensures that `self` is an object if its type has fields.
   */
  readonly body: string;
  readonly operations: ReadonlySet<Operation>;
  /** The RE2 patterns that JavaScript can't match in linear time. The body calls `re2(pattern)` for them. */
  readonly re2Patterns: ReadonlySet<string>;
  /** The maximum cost of an evaluation, as far as the sizes of values are declared. */
  readonly cost: number;
  /** Whether it compares with the stored value. */
  readonly usesOldSelf: boolean;
  /** Which of the parent and the siblings of the resource it uses. Only the mock has them. */
  readonly relatedNames: ReadonlySet<'parent' | 'siblings'>;
  /** The fields by which it finds siblings, each with `.lowerAscii()` if its case doesn't matter. */
  readonly siblingIndexes: readonly (readonly string[])[];
  /** Whether it reads an output-only field. */
  readonly usesReadOnly: boolean;
  /** Whether it compares a field with values of its enum. */
  readonly comparesEnum: boolean;
  /** A name for what it requires: `profileIsCustom`. */
  readonly requirement: string;
  /** Names of the fields of `self` that it mentions, in the order of their first mention. */
  readonly fields: readonly string[];
}

export type CompileResult =
  | { readonly ok: true; readonly expression: CompiledCel }
  | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };

export interface CompileOptions {
  /** Absent if the rule isn't that of a resource with a parent. */
  readonly parent?: CelType | undefined;
  /** Whether the rule is that of a resource. */
  readonly hasSiblings?: boolean;
  /** Whether the rule also applies where there is no stored value: `oldSelf` is then optional. */
  readonly optionalOldSelf?: boolean;
  /** Whether a field may be compared with a value that its enum lacks, which is never equal. Lint rejects such a comparison. */
  readonly allowUnknownValues?: boolean;
}

/** Compiles a rule: an expression that returns a `bool`. */
export function compileExpression(
  text: string,
  self: CelType,
  { optionalOldSelf = false, allowUnknownValues = false, parent, hasSiblings = false }: CompileOptions,
): CompileResult {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const oldSelf = optionalOldSelf ? ({ kind: 'optional', of: self } as const) : self;
  const siblings = hasSiblings ? self : undefined;
  const options = { self, oldSelf, parent, siblings, allowUnknownValues, suggest: createSuggester(), compile: compileNode };
  const { problems, types, usesOldSelf, usesReadOnly, comparesEnum, fields } = checkTypes(new ExpressionContext(options), parsed.ast);
  if (problems.length > 0) return { ok: false, problems };
  const context = new ExpressionContext(options);
  const condition = compileCondition(context, parsed.ast, true);
  context.reportsFailures = true;
  const { type, code } = context.compile(parsed.ast);
  const result = type.kind === 'dyn' ? context.call('requireBool', code) : code;
  const limit = (each: string): string => (context.needsLimit ? context.call('limitCost', `() => ${each}`) : each);
  const body = context.toFunctionBody(`${limit(condition)} || ${limit(result)}`);
  const { operations, re2Patterns, relatedNames } = context;
  const siblingIndexes = [...context.siblingIndexes.values()];
  const cost = estimateCost(parsed.ast, types);
  const uses = { cost, usesOldSelf, relatedNames, usesReadOnly, comparesEnum };
  return {
    ok: true,
    expression: { body, operations, re2Patterns, ...uses, siblingIndexes, requirement: nameRequirement(parsed.ast), fields: [...fields] },
  };
}

function checkTypes(context: ExpressionContext, ast: ASTNode): ExpressionContext {
  const { type } = context.compile(ast);
  if (context.problems.length === 0 && !isKind(type, 'bool')) {
    context.fail(ast, `the expression must return bool (received ${formatCelType(type)})`);
  }
  return context;
}

function compileNode(context: ExpressionContext, node: ASTNode): Typed {
  switch (node.op) {
    case 'value':
      return compileLiteral(context, node, node.args);
    case 'id':
      return compileVariable(context, node, node.args);
    case '.':
      return compileSelect(context, node, node.args);
    case '[]':
      return compileIndex(context, node.args);
    case 'list':
      return compileList(context, node.args);
    case 'map':
      return context.fail(node, 'map literals are not supported');
    case '!_':
      return compileNegation(context, node.args);
    case '-_':
      return compileNegative(context, node, node.args);
    case '&&':
    case '||':
      return compileLogical(context, node.op === '||', node.args);
    case '?:':
      return compileConditional(context, node, node.args);
    case '==':
    case '!=':
      return compileEquality(context, node, node.args);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(context, node, node.args);
    case 'in':
      return compileMembership(context, node, node.args);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return compileArithmetic(context, node, node.args);
    case 'call':
      return compileGlobalCall(context, { node, name: node.args[0], parameters: node.args[1] });
    case 'rcall':
      return compileMethodCall(context, node.args[1], { node, name: node.args[0], parameters: node.args[2] });
    default:
      return context.fail(node, `${node.op} is not supported`);
  }
}
