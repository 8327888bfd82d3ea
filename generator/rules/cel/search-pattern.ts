/** Compiles the patterns of `matches`: RE2, searched anywhere in the text in linear time. */
import { findLinearityProblem } from '../../lib/backtracking/linear.js';
import { translatePattern } from '../../lib/pattern.js';

export type SearchPattern = { readonly ok: true; readonly literal: string } | { readonly ok: false; readonly reason: string };

export function compilePattern(text: string): SearchPattern {
  const translated = translatePattern(text);
  if (!translated.ok) return { ok: false, reason: `the pattern is not valid: ${translated.problem}` };
  const { source, flags } = translated.pattern;
  if (/\(\?<?[=!]|\\[1-9]|\\k</.test(source.replace(/\\\\/g, ''))) {
    return { ok: false, reason: 'the pattern uses look-around or back-references, which RE2 does not have' };
  }
  // A search tries every position, as a leading run of any characters does.
  const problem = findLinearityProblem(isAnchored(source) ? source : `^[^]*?(?:${source})`, flags);
  if (problem !== undefined)
    return { ok: false, reason: `matching the pattern can take too long (${problem}); anchor it with ^, or simplify it` };
  const expression = new RegExp(source, flags);
  const ascii = expression.source
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/<(?=!--|\/)/g, '\\x3c');
  return { ok: true, literal: `/${ascii}/${expression.flags}` };
}

/** Whether the whole pattern begins at the start of the text: `^a|b` doesn't. */
function isAnchored(source: string): boolean {
  let depth = 0;
  for (const [token] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === '|' && depth === 0) return false;
  }
  return source.startsWith('^');
}
