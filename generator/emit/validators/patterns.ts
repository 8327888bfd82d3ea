/** Patterns of specifications (RE2 notation) as regular expression literals of JavaScript. */

export type PatternResult = { readonly ok: true; readonly literal: string } | { readonly ok: false; readonly reason: string };

/** What RE2 knows and JavaScript does not, or understands otherwise. */
const foreign: readonly (readonly [form: RegExp, name: string])[] = [
  [/\[\[:|:\]\]|\[\^?\[:/, 'a POSIX character class'],
  [/\(\?(?![:=!]|<[A-Za-z_=!])/, 'flags inside the pattern'],
  [/\\[AzZQECGaX]/, 'an escape that JavaScript does not have'],
  [/\\[pP](?!\{)/, 'a short Unicode class'],
];

/**
 * A literal that matches the whole text or not at all. A pattern that JavaScript cannot express is no error: the reason is
 * answered, and the pattern is left out.
 */
export function patternLiteral(pattern: string): PatternResult {
  const ignoreCase = pattern.startsWith('(?i)');
  const body = translated(ignoreCase ? pattern.slice(4) : pattern);
  const problem = foreign.find(([form]) => form.test(withoutClasses(body, form)));
  if (problem !== undefined) return { ok: false, reason: problem[1] };
  const whole = `^(?:${body})$`;
  const flags = ignoreCase ? 'i' : '';
  const compiled = compile(whole, `${flags}u`) ?? compile(whole, flags);
  if (compiled === undefined || compile(body, compiled.flags) === undefined) return { ok: false, reason: 'not a regular expression of JavaScript' };
  const source = asciiSource(compiled.source);
  return compile(source, compiled.flags) === undefined
    ? { ok: false, reason: 'characters that cannot be written safely' }
    : { ok: true, literal: `/${source}/${compiled.flags}` };
}

/** Anchors of the whole text say what is so anyway; a named group is written otherwise. */
function translated(pattern: string): string {
  return pattern.replace(/^\\A/, '').replace(/(?<!\\)\\z$/, '').replace(/\(\?P</g, '(?<');
}

/** Groups are looked for outside character classes, where a parenthesis is a character. */
function withoutClasses(body: string, form: RegExp): string {
  return form.source.startsWith('\\(') ? body.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '.') : body.replace(/\\\\/g, '..');
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
 * since a slash is always escaped in a source.
 */
function asciiSource(source: string): string {
  return source.replace(/\\?[^\x20-\x7e]/g, (text) => {
    const units = text.startsWith('\\') ? text.slice(1) : text;
    return [...Array(units.length).keys()].map((at) => `\\u${units.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
  });
}
