/** Patterns that match an entire text, and the RE2 engine for those that regular expressions of JavaScript can't replace. */

/** A regular expression is a pattern. */
export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

/** A compiled RE2 expression. */
export interface Re2Expression {
  /** Whether it matches a part of a text. */
  test(text: string): boolean;
  /** Whether it matches an entire text. */
  testExact(text: string): boolean;
}

/** Compiles an RE2 expression. Throws an error with the reason if it isn't valid. */
export type Re2 = (pattern: string) => Re2Expression;

/** The maximum number of compiled expressions that are kept. Filters of requests have any. */
const maxExpressions = 1000;

/** Creates a function that compiles each expression once. */
export function createRe2(library: { compile(pattern: string): Re2Expression }): Re2 {
  const expressions = new Map<string, Re2Expression>();
  return (pattern) => {
    const existing = expressions.get(pattern);
    if (existing !== undefined) return existing;
    const expression = library.compile(pattern);
    if (expressions.size >= maxExpressions) expressions.clear();
    expressions.set(pattern, expression);
    return expression;
  };
}

/**
 * Creates a pattern with the source that errors show.
 *
 * @param expression The same pattern in JavaScript, anchored, or the engine if JavaScript can't express it.
 */
export function definePattern(source: string, expression: RegExp | Re2): Pattern {
  const test =
    typeof expression === 'function' ? (text: string) => expression(source).testExact(text) : (text: string) => expression.test(text);
  return { source, test };
}
