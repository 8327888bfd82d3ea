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
