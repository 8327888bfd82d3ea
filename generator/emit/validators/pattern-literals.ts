/** Converts patterns in RE2 notation to regular expression literals of JavaScript. */
import { findGrowthProblem } from '../../lib/backtracking/growth.js';
import { escapeRegExpSource } from '../../lib/literals.js';

/** Matches an escape, a character class, or a character. */
const tokenPattern = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/g;

/** Like `tokenPattern`, but also matches the start of a named group of RE2. */
const namedGroup = new RegExp(`\\(\\?P<|${tokenPattern.source}`, 'g');

/** The first tokens of RE2 syntax that JavaScript doesn't support or interprets differently. */
const unsupportedForms: readonly RegExp[] = [
  // A POSIX character class.
  /^\[\^?(?:\\[^]|[^\\])*?\[:\^?[a-z]+:\]/,
  // A bracket that stands first in its class.
  /^\[\^?\]/,
  // An escape that JavaScript doesn't have.
  /^\\(?:[AzZQECGaX]|x\{)/,
  // A short Unicode class.
  /^\\[pP](?!\{)/,
  // Flags inside the pattern.
  /^\(\?(?![:=!]|<[A-Za-z_=!])/,
];

function hasUnsupportedForm(pattern: string): boolean {
  return [...pattern.matchAll(tokenPattern)].some(({ 0: part, index }) => {
    const token = part.length > 2 ? part : part + pattern.slice(index + part.length, index + part.length + 3);
    return unsupportedForms.some((form) => form.test(token));
  });
}

/**
 * Creates a literal that matches the entire text. Returns `undefined` if JavaScript can't express the pattern or would need exponential
 * time.
 */
export function toPatternLiteral(pattern: string): string | undefined {
  const ignoreCase = pattern.startsWith('(?i)');
  const body = translateRe2(ignoreCase ? pattern.slice(4) : pattern);
  if (hasUnsupportedForm(body)) return undefined;
  const anchored = `^(?:${body})$`;
  const flags = ignoreCase ? 'i' : '';
  const compiled = compileRegExp(anchored, `${flags}u`) ?? compileRegExp(anchored, flags);
  const inner = compiled && compileRegExp(body, compiled.flags);
  // The anchors don't change the result, and the cache has most patterns without them.
  if (compiled === undefined || inner === undefined || findGrowthProblem(inner.source, compiled.flags) !== undefined) return undefined;
  const source = escapeRegExpSource(compiled.source);
  return compileRegExp(source, compiled.flags) && `/${source}/${compiled.flags}`;
}

/** Removes redundant anchors, and converts named groups. */
function translateRe2(pattern: string): string {
  return pattern
    .replace(/^\\A/, '')
    .replace(/(?<!\\)\\z$/, '')
    .replace(namedGroup, (part) => (part === '(?P<' ? '(?<' : part));
}

function compileRegExp(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
