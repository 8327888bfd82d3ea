/** Compiles patterns: those of specifications, of expressions, and of options. All are RE2 expressions, which match in linear time. */
import { createRequire } from 'node:module';
import { findLinearityProblem } from './backtracking/linear.js';
import { translatePattern } from './backtracking/translate-pattern.js';
import { createSearch, trimRepetitions } from './backtracking/search.js';
import { memoizeByText } from './memoize.js';

/** A valid RE2 expression. Matching takes linear time. */
export interface Pattern {
  /** Whether it matches an entire text. */
  readonly matches: (text: string) => boolean;
  /** Finds the start and the end of each match in a text. */
  readonly find: (text: string) => Iterable<readonly [start: number, end: number]>;
  /**
   * Returns a regular expression of JavaScript with the same result: whether the pattern matches an entire text, or a part of it. Returns
   * `undefined` if JavaScript can't express the pattern or would need more than linear time. Then only an RE2 engine can match it.
   */
  readonly toRegExp: (extent: Extent) => RegExp | undefined;
}

export type Extent = 'entire' | 'part';

/** A pattern, or the reason why it isn't a valid RE2 expression. */
export type PatternResult = { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly problem: string };

/** Names of features of other regular expression languages that RE2 lacks. */
const unsupportedFeatures: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-around'],
  [/^\\[1-9k]/, 'back-references'],
];

/** Compiles an RE2 expression. Documents repeat few patterns often. */
export const compilePattern: (source: string) => PatternResult = memoizeByText((source) => {
  try {
    const expression = loadRe2().compile(source);
    const pattern: Pattern = {
      matches: memoizeByText((text) => expression.testExact(text)),
      *find(text) {
        const matcher = expression.matcher(text);
        while (matcher.find()) yield [matcher.start(), matcher.end()];
      },
      toRegExp: memoizeByText((extent) => createRegExp(source, extent as Extent)) as Pattern['toRegExp'],
    };
    return { ok: true, pattern };
  } catch (error) {
    return { ok: false, problem: describeProblem((error as Error).message) };
  }
});

/** Returns whether a pattern matches an entire text. False if the pattern isn't a valid RE2 expression. */
export function isPatternMatch(source: string, text: string): boolean {
  const result = compilePattern(source);
  return result.ok && result.pattern.matches(text);
}

function describeProblem(message: string): string {
  const [, problem = '', part = ''] = /^(?:error parsing regexp: )?([^]*?)(?:: `([^]*)`)?$/.exec(message) ?? [];
  const feature = unsupportedFeatures.find(([prefix]) => prefix.test(part))?.[1];
  return feature === undefined ? `${problem}${part === '' ? '' : ` (${part})`}` : `RE2 has no ${feature} (${part})`;
}

function createRegExp(pattern: string, extent: Extent): RegExp | undefined {
  const translation = translatePattern(pattern);
  if (translation === undefined) return undefined;
  const { flags } = translation;
  const source = extent === 'entire' ? `^(?:${translation.source})$` : trimRepetitions(translation.source);
  if (findLinearityProblem(extent === 'entire' ? translation.source : createSearch(source), flags) !== undefined) return undefined;
  return new RegExp(source, flags);
}

/** Loads the RE2 engine on demand, because it is large. */
function loadRe2(): typeof import('re2js').RE2JS {
  return (createRequire(import.meta.url)('re2js') as typeof import('re2js')).RE2JS;
}
