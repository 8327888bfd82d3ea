/** Parses CEL expressions. The grammar is the library's; see https://github.com/cel-expr/cel-spec. */
import { parse, ParseError, type ASTNode } from '@marcbachmann/cel-js';

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

export function parseExpression(text: string): ParsedExpression {
  try {
    return { ok: true, ast: parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { start, end } = error.range ?? { start: 0, end: text.length };
    return { ok: false, problem: { message: formatSummary(error.summary), start, end } };
  }
}

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
};

/** Replaces the library's names of tokens, which are in capitals. */
function formatSummary(summary: string): string {
  return summary
    .replace(/\b[A-Z]{3,}\b/g, (name) => tokenNames[name] ?? name)
    .replace(/^./, (letter) => letter.toLowerCase())
    .replace('unexpected token: the end', 'unexpected end');
}
