/** The RE2 engine: the entry point `./re2`, which only packages with patterns or filters that need it load, because it is large. */
import { RE2JS } from 're2js';
import type { Re2, Re2Expression } from './validate/pattern.js';

/** The maximum number of compiled expressions that are kept. Filters of requests have any. */
const maxExpressions = 1000;

const expressions = /* @__PURE__ */ new Map<string, Re2Expression>();

/** Compiles an RE2 expression once. It matches in linear time. */
export const re2: Re2 = (pattern) => {
  const existing = expressions.get(pattern);
  if (existing !== undefined) return existing;
  const expression = RE2JS.compile(pattern);
  if (expressions.size >= maxExpressions) expressions.clear();
  expressions.set(pattern, expression);
  return expression;
};
