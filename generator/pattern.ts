/** Patterns of specifications (RE2 as Google writes it) as regular expressions of JavaScript. */
import { createRequire } from 'node:module';
import { isRe2 } from '../templates/runtime/filter/re2.js';

export interface CompiledPattern {
  readonly source: string;
  /** `i`, `s`, `m` where the pattern begins with such flags; `u` where it is valid with it. */
  readonly flags: string;
}

/** Names, where RE2 is not told of as such, for what regular expressions of other languages have. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-around'],
  [/^\\[1-9k]/, 'back-references'],
];

/** Why a pattern is no regular expression of RE2, which cannot take exponential time; nothing where it is one. */
export function findRe2Problem(pattern: string): string | undefined {
  if (isRe2(pattern)) return undefined;
  // The engine is large, and knows best what is wrong.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (thrown) {
    const [, problem = '', part = ''] = /^(?:error parsing regexp: )?([^]*?)(?:: `([^]*)`)?$/.exec((thrown as Error).message) ?? [];
    const feature = foreign.find(([begins]) => begins.test(part))?.[1];
    return feature === undefined ? `${problem}${part === '' ? '' : ` (${part})`}` : `RE2 has no ${feature} (${part})`;
  }
}

export type PatternResult = { readonly ok: true; readonly pattern: CompiledPattern } | { readonly ok: false; readonly problem: string };

/** Brings what RE2 spells differently into JavaScript's form: `(?i)` at the start, `(?P<name>`, `\A`, `\z`, `\Q…\E`. */
export function translatePattern(pattern: string): PatternResult {
  const leading = /^\(\?([imsU]+)\)/.exec(pattern);
  const flags = [...new Set(leading?.[1] ?? '')].filter((flag) => flag !== 'U').join('');
  const source = pattern
    .slice(leading?.[0].length ?? 0)
    .replace(/\\Q([^]*?)(?:\\E|$)/g, (_, quoted: string) => quoted.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .replace(/\\[^]|\(\?P</g, (token) => ({ '\\A': '^', '\\z': '$', '(?P<': '(?<' })[token] ?? token);
  const unicode = compile(source, `${flags}u`);
  if (unicode.ok) return unicode;
  // `[a-z0-9-_]` is refused in Unicode mode, and a published pattern may well be written so.
  const plain = compile(source, flags);
  return plain.ok ? plain : unicode;
}

function compile(source: string, flags: string): PatternResult {
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
