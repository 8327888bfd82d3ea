/** Converts patterns of specifications (RE2) to JavaScript regular expressions. */
import { createRequire } from 'node:module';
import { isRe2 } from '../../templates/runtime/filter/re2.js';
import { memoizeByText } from './memoize.js';

export interface CompiledPattern {
  readonly source: string;
  /** `i`, `s`, `m` if the pattern begins with such flags; `u` if the pattern is valid in Unicode mode. */
  readonly flags: string;
}

/** Names of features of other regular expression languages that RE2 lacks. */
const unsupportedFeatures: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-around'],
  [/^\\[1-9k]/, 'back-references'],
];

/** Finds the reason why a pattern isn't a valid RE2 expression. Returns `undefined` if it is valid. RE2 expressions can't take exponential time. */
export const findRe2Problem: (pattern: string) => string | undefined = memoizeByText((pattern) => {
  if (isRe2(pattern)) return undefined;
  try {
    loadRe2().compile(pattern);
    return undefined;
  } catch (thrown) {
    const [, problem = '', part = ''] = /^(?:error parsing regexp: )?([^]*?)(?:: `([^]*)`)?$/.exec((thrown as Error).message) ?? [];
    const feature = unsupportedFeatures.find(([prefix]) => prefix.test(part))?.[1];
    return feature === undefined ? `${problem}${part === '' ? '' : ` (${part})`}` : `RE2 has no ${feature} (${part})`;
  }
});

/** Returns whether a pattern matches an entire text. False if the pattern isn't a valid RE2 expression. Takes linear time. */
export function isPatternMatch(pattern: string, text: string): boolean {
  return createMatcher(pattern)(text);
}

/** Compiles a pattern for tests of several texts. Documents repeat few patterns often. */
export const createMatcher: (pattern: string) => (text: string) => boolean = memoizeByText((pattern) => {
  try {
    const compiled = loadRe2().compile(pattern);
    return memoizeByText((text) => compiled.testExact(text));
  } catch {
    return () => false;
  }
});

/** Returns a function that finds the start and the end of each match in a text. Throws an error if the pattern isn't a valid RE2 expression. */
export function createPatternFinder(pattern: string): (text: string) => Iterable<readonly [start: number, end: number]> {
  const compiled = loadRe2().compile(pattern);
  return function* find(text) {
    const matcher = compiled.matcher(text);
    while (matcher.find()) yield [matcher.start(), matcher.end()];
  };
}

/** Loads the RE2 engine on demand, because it is large. */
function loadRe2(): typeof import('re2js').RE2JS {
  return (createRequire(import.meta.url)('re2js') as typeof import('re2js')).RE2JS;
}

export type PatternResult = { readonly ok: true; readonly pattern: CompiledPattern } | { readonly ok: false; readonly problem: string };

/** Converts RE2 syntax to JavaScript: a leading `(?i)`, `(?P<name>`, `\A`, `\z`, `\Q…\E`. */
export const translatePattern: (pattern: string) => PatternResult = memoizeByText((pattern) => {
  const leadingFlags = /^\(\?([imsU]+)\)/.exec(pattern);
  const flags = [...new Set(leadingFlags?.[1] ?? '')].filter((flag) => flag !== 'U').join('');
  const source = pattern
    .slice(leadingFlags?.[0].length ?? 0)
    .replace(/\\Q([^]*?)(?:\\E|$)/g, (_, quoted: string) => quoted.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .replace(/\\[^]|\(\?P</g, (token) => ({ '\\A': '^', '\\z': '$', '(?P<': '(?<' })[token] ?? token);
  const unicode = compileRegExp(source, `${flags}u`);
  if (unicode.ok) return unicode;
  // Published patterns contain forms such as `[a-z0-9-_]`, which Unicode mode rejects.
  const plain = compileRegExp(source, flags);
  return plain.ok ? plain : unicode;
});

function compileRegExp(source: string, flags: string): PatternResult {
  try {
    return { ok: true, pattern: { source: new RegExp(source, flags).source, flags } };
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      ok: false,
      problem: text
        .slice(text.lastIndexOf(':') + 1)
        .trim()
        .toLowerCase(),
    };
  }
}
