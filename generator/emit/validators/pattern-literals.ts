/** Converts patterns in RE2 notation to regular expression literals of JavaScript. */
import { findGrowthProblem } from '../../lib/backtracking/growth.js';

export type PatternResult = { readonly ok: true; readonly literal: string } | { readonly ok: false; readonly reason: string };

/** Matches an escape, a character class, or a character. */
const tokenPattern = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/g;

/** Like `tokenPattern`, but also matches the start of a named group of RE2. */
const namedGroup = new RegExp(`\\(\\?P<|${tokenPattern.source}`, 'g');

/** RE2 syntax that JavaScript doesn't support or interprets differently, by its first token. */
const unsupportedForms: readonly (readonly [form: RegExp, name: string])[] = [
  [/^\[\^?(?:\\[^]|[^\\])*?\[:\^?[a-z]+:\]/, 'a POSIX character class'],
  [/^\[\^?\]/, 'a bracket that stands first in its class'],
  [/^\\(?:[AzZQECGaX]|x\{)/, 'an escape that JavaScript does not have'],
  [/^\\[pP](?!\{)/, 'a short Unicode class'],
  [/^\(\?(?![:=!]|<[A-Za-z_=!])/, 'flags inside the pattern'],
];

function findUnsupportedForm(pattern: string): string | undefined {
  for (const { 0: part, index } of pattern.matchAll(tokenPattern)) {
    const found = unsupportedForms.find(([form]) =>
      form.test(part.length > 2 ? part : part + pattern.slice(index + part.length, index + part.length + 3)),
    );
    if (found !== undefined) return found[1];
  }
  return undefined;
}

/**
 * Creates a literal that matches the entire text. Returns a reason instead if JavaScript can't express the pattern or would need
 * exponential time.
 */
export function toPatternLiteral(pattern: string): PatternResult {
  const ignoreCase = pattern.startsWith('(?i)');
  const body = translateRe2(ignoreCase ? pattern.slice(4) : pattern);
  const problem = findUnsupportedForm(body);
  if (problem !== undefined) return { ok: false, reason: problem };
  const anchored = `^(?:${body})$`;
  const flags = ignoreCase ? 'i' : '';
  const compiled = compileRegExp(anchored, `${flags}u`) ?? compileRegExp(anchored, flags);
  const inner = compiled && compileRegExp(body, compiled.flags);
  if (compiled === undefined || inner === undefined) return { ok: false, reason: 'not a regular expression of JavaScript' };
  // The anchors don't change the result, and the cache has most patterns without them.
  const growthProblem = findGrowthProblem(inner.source, compiled.flags);
  if (growthProblem !== undefined) return { ok: false, reason: growthProblem };
  const source = toAsciiSource(compiled.source);
  return compileRegExp(source, compiled.flags) === undefined
    ? { ok: false, reason: 'characters that cannot be written safely' }
    : { ok: true, literal: `/${source}/${compiled.flags}` };
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

/**
 * Escapes everything but printable ASCII, so that readers see what the pattern matches. `</` can't occur, because the source of a
 * regular expression escapes slashes. Also escapes debugger directives.
 */
function toAsciiSource(source: string): string {
  return source
    .replace(/\\[^]|[^\x20-\x7e]/g, (part) => {
      const unit = part.slice(-1);
      return /[\x20-\x7e]/.test(unit) ? part : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .replace(/(?<!\(\?)<(?=!--)/g, '\\x3c')
    .replace(/(?<=sourc)e(?=MappingURL|URL\s*=)/gi, (letter) => `\\x${letter.charCodeAt(0).toString(16)}`);
}
