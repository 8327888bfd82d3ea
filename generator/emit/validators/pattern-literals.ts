/** Patterns of specifications (RE2 notation) as regular expression literals of JavaScript. */
import { analyzeGrowth } from '../../backtracking/growth.js';

export type PatternResult = { readonly ok: true; readonly literal: string } | { readonly ok: false; readonly reason: string };

/** An escape, a character class, or one character. */
const token = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/g;

/** The same, with the beginning of RE2's named groups as a token of its own. */
const namedGroup = new RegExp(`\\(\\?P<|${token.source}`, 'g');

/** What RE2 knows and JavaScript does not, or understands otherwise, by the token that begins it. */
const foreign: readonly (readonly [form: RegExp, name: string])[] = [
  [/^\[\^?(?:\\[^]|[^\\])*?\[:\^?[a-z]+:\]/, 'a POSIX character class'],
  [/^\[\^?\]/, 'a bracket that stands first in its class'],
  [/^\\(?:[AzZQECGaX]|x\{)/, 'an escape that JavaScript does not have'],
  [/^\\[pP](?!\{)/, 'a short Unicode class'],
  [/^\(\?(?![:=!]|<[A-Za-z_=!])/, 'flags inside the pattern'],
];

function foreignPart(pattern: string): string | undefined {
  for (const { 0: part, index } of pattern.matchAll(token)) {
    const found = foreign.find(([form]) =>
      form.test(part.length > 2 ? part : part + pattern.slice(index + part.length, index + part.length + 3)),
    );
    if (found !== undefined) return found[1];
  }
  return undefined;
}

/**
 * A literal that matches the whole text or not at all. A pattern that JavaScript cannot express, or would take for ever to try, is no
 * error: the reason is answered, and the pattern is left out.
 */
export function toPatternLiteral(pattern: string): PatternResult {
  const ignoreCase = pattern.startsWith('(?i)');
  const body = translated(ignoreCase ? pattern.slice(4) : pattern);
  const problem = foreignPart(body);
  if (problem !== undefined) return { ok: false, reason: problem };
  const whole = `^(?:${body})$`;
  const flags = ignoreCase ? 'i' : '';
  const compiled = compile(whole, `${flags}u`) ?? compile(whole, flags);
  const inside = compiled && compile(body, compiled.flags);
  if (compiled === undefined || inside === undefined) return { ok: false, reason: 'not a regular expression of JavaScript' };
  // The anchors add nothing to it, and most patterns have been judged without them.
  const growth = analyzeGrowth(inside.source, compiled.flags);
  if (growth.explosive) return { ok: false, reason: growth.reason };
  const source = asciiSource(compiled.source);
  return compile(source, compiled.flags) === undefined
    ? { ok: false, reason: 'characters that cannot be written safely' }
    : { ok: true, literal: `/${source}/${compiled.flags}` };
}

/** Anchors of the whole text say what is so anyway; a named group is written otherwise. */
function translated(pattern: string): string {
  return pattern
    .replace(/^\\A/, '')
    .replace(/(?<!\\)\\z$/, '')
    .replace(namedGroup, (part) => (part === '(?P<' ? '(?<' : part));
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/**
 * The source with everything that is not printable ASCII as an escape: what a reader sees is what is matched. `</` cannot occur,
 * since a slash is always escaped in a source, and no directive to a debugger.
 */
function asciiSource(source: string): string {
  return source
    .replace(/\\[^]|[^\x20-\x7e]/g, (part) => {
      const unit = part.slice(-1);
      return /[\x20-\x7e]/.test(unit) ? part : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .replace(/(?<!\(\?)<(?=!--)/g, '\\x3c')
    .replace(/(?<=sourc)e(?=MappingURL|URL\s*=)/gi, (letter) => `\\x${letter.charCodeAt(0).toString(16)}`);
}
