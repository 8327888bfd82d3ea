/** Parses a filter in the styles that a method supports: AIP-160, regular expressions that must match the whole value of one field, or words. */
import type { FilterRule } from '../rule.js';
import { FilterError } from './lexer.js';
import { parseFilter, type FilterExpression } from './parse-filter.js';

/** A filter with `eq` and `ne`. */
export interface RegexFilter {
  readonly kind: 'regex';
  readonly field: string;
  readonly at: number;
  /** The comparisons, combined with AND. */
  readonly parts: readonly { readonly negated: boolean; readonly pattern: string; readonly at: number }[];
}

/** Words to find in any text of a resource, in lower case. */
export interface WordFilter {
  readonly kind: 'words';
  readonly words: readonly string[];
}

/** Parses a filter. Throws `FilterError` if it isn't valid in any of the styles. */
export function readFilter(text: string, styles: FilterRule['styles']): FilterExpression | RegexFilter | WordFilter {
  if (styles.includes('words') && (styles.length === 1 || !/[=<>:!()]/.test(text))) return parseWords(text);
  let failure = new FilterError(0, 'the method does not support this filter style');
  try {
    const parsed = parseFilter(text);
    if (styles.includes('aip160')) return parsed;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    failure = error;
  }
  const regex = styles.includes('regex') ? parseRegexFilter(text) : undefined;
  if (regex) return regex;
  throw failure;
}

/** Splits text at white space, except in quotation marks. */
function parseWords(text: string): WordFilter {
  const found = [...text.toLowerCase().matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, phrase]) => phrase ?? word);
  return { kind: 'words', words: found.filter((word) => word !== '') };
}

export function formatFilterError({ message, at }: FilterError): string {
  return `Invalid list filter expression: ${message}, at position ${at + 1}`;
}

/** A field, an operator, and an expression in quotes or without spaces. */
const single = /^\s*([A-Za-z_][\w.-]*)\s+(eq|ne)\s+("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^\s"']\S*)\s*$/;

/** Parses a filter. Returns `undefined` if the text has another style. Throws `FilterError` if it names more than one field. */
function parseRegexFilter(text: string): RegexFilter | undefined {
  const groups = splitGroups(text);
  const found = (groups ?? [{ text, at: 0 }]).map((group) => ({ match: single.exec(group.text), at: group.at }));
  const parts = found.flatMap(({ match, at }) =>
    match ? [{ field: match[1] ?? '', negated: match[2] === 'ne', pattern: unquote(match[3] ?? ''), at: at + (match.index ?? 0) }] : [],
  );
  const [first] = parts;
  if (!first || parts.length < found.length) return undefined;
  const other = parts.find(({ field }) => field !== first.field);
  if (other) throw new FilterError(other.at, 'the regular-expression style cannot combine several fields');
  return { kind: 'regex', field: first.field, at: first.at, parts };
}

/** Matches one character, or an escape, a character class, or quoted text, in which parentheses don't count. */
const piece = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|(?<=\s)(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|[\s\S]/g;

/** Splits text into its parenthesized groups. Returns `undefined` if there is text outside of parentheses. */
function splitGroups(text: string): readonly { readonly text: string; readonly at: number }[] | undefined {
  const groups: { text: string; at: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: part, index } of text.matchAll(piece)) {
    if (part === '(') {
      if (depth === 0) start = index + 1;
      depth += 1;
    } else if (part === ')') {
      depth -= 1;
      if (depth < 0) return undefined;
      if (depth === 0) groups.push({ text: text.slice(start, index), at: start });
    } else if (depth === 0 && /\S/.test(part)) return undefined;
  }
  return depth === 0 && groups.length > 0 ? groups : undefined;
}

function unquote(text: string): string {
  const match = /^"((?:[^"\\]|\\[\s\S])*)"$|^'((?:[^'\\]|\\[\s\S])*)'$/.exec(text);
  return match ? (match[1] ?? match[2] ?? '') : text;
}
