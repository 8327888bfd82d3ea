/** Parses CEL expressions. The grammar is the library's; see https://github.com/cel-expr/cel-spec. */
import { parse, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import { findSyntaxHint } from './syntax-hints.js';

export type { ASTNode } from '@marcbachmann/cel-js';

/** A problem in an expression. `start` and `end` count UTF-16 units from 0. */
export interface ExpressionProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The name that was probably intended. */
  readonly suggestion?: string;
}

export type ParsedExpression = { readonly ok: true; readonly ast: ASTNode } | { readonly ok: false; readonly problem: ExpressionProblem };

/** The maximum depth of an expression, in which each `||` of a chain is a level. Functions that call themselves for each level need a limit. */
const maxDepth = 250;

/** Parses an expression. Returns a syntax error, or that the expression is too deep, as a problem. */
export function parseExpression(text: string): ParsedExpression {
  try {
    const { ast } = parse(text);
    if (!isTooDeep(ast)) return { ok: true, ast };
    const message = `it has more than ${maxDepth} levels of operators; split the rule, or compare with a list (in)`;
    return { ok: false, problem: { message, start: 0, end: text.length } };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { start, end } = error.range ?? { start: 0, end: text.length };
    const hint = findSyntaxHint(text, start);
    return { ok: false, problem: { message: formatSummary(error.summary), ...hint, start, end } };
  }
}

function isTooDeep(ast: ASTNode): boolean {
  let level: readonly ASTNode[] = [ast];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap(({ args }) => [args].flat(Infinity).filter(isNode));
  }
  return false;
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value;

const tokenNames: Readonly<Record<string, string>> = {
  EOF: 'the end of the expression',
  RPAREN: ')',
  LPAREN: '(',
  RBRACKET: ']',
  RBRACE: '}',
  COLON: ':',
  COMMA: ',',
  IDENTIFIER: 'a name',
  QUESTION: '?',
  DOT: '.',
  DIVIDE: '/',
  MULTIPLY: '*',
  PLUS: '+',
  MINUS: '-',
  MODULO: '%',
};

/** Replaces the library's names of tokens, which are in capitals. */
function formatSummary(summary: string): string {
  return summary
    .replace(/\b[A-Z]{3,}\b/g, (name) => tokenNames[name] ?? name)
    .replace(/^./, (letter) => letter.toLowerCase())
    .replace('unexpected token: the end', 'unexpected end');
}
