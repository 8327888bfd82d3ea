/** Reads the value after a name in a text: quoted, in brackets, in a block, or up to the end of the line or of the word. */
import type { FoundSecret } from './secrets.js';

/** How a value without quotes ends: at the end of its line, or of its word. */
export type BareEnd = 'line' | 'word';

/** Longer values aren't read to their end. */
const maxLength = 64 * 1024;

interface ValueContext {
  /** Where the name begins, whose indentation ends a block. */
  readonly nameStart: number;
  readonly bare: BareEnd;
  /** The number of characters that may be read in blocks and brackets, so that reading all values takes linear time. */
  readonly budget: { left: number };
}

/** Yields where the scalars of a value are. `at`: after the separator. */
export function* readValue(text: string, at: number, { nameStart, bare, budget }: ValueContext): Iterable<FoundSecret> {
  const start = skip(text, at, bare === 'line' ? properties : /[ \t]*/y);
  const character = text[start];
  const block = bare === 'line' ? skip(text, start, blockStart) : start;
  if (block > start) return yield* readBlock(text, block, { nameStart, bare, budget, isScalar: character === '|' || character === '>' });
  const heredoc = readMatch(text, start, heredocStart);
  if (heredoc?.[1] !== undefined) {
    const body = start + heredoc[0].length;
    const end = new RegExp(`^[ \\t]*${heredoc[1]}\\b`, 'm').exec(text.slice(body, body + maxLength));
    return yield* listLines(text, body, body + (end?.index ?? 0));
  }
  if (character === '[' || character === '{' || character === '(') return yield* readBrackets(text, start, budget);
  const quoted = readQuoted(text, start);
  if (quoted !== undefined) return yield quoted;
  if (reference.test(text.slice(start, start + 80))) return;
  let [from, end] = [start, readEnd(text, start, bare)];
  if (end > from) yield [from, end];
  // A backslash continues the value in the next line.
  while (end < text.length && budget.left > 0 && isContinued(text, end)) {
    from = skip(text, end, /\\?\r?\n[ \t]*/y);
    end = readEnd(text, from, bare);
    budget.left -= end - from + 1;
    if (end > from) yield [from, end];
    else break;
  }
}

const readEnd = (text: string, start: number, bare: BareEnd): number =>
  bare === 'line' ? findLineEnd(text, start) : skip(text, start, word);

/** Whether a backslash is at the end of the line, which belongs to a value up to the end of the line, but not to a word. */
const isContinued = (text: string, end: number): boolean =>
  (text[end] === '\\' && /^\\\r?\n/.test(text.slice(end, end + 3))) || (text[end - 1] === '\\' && /^\r?\n/.test(text.slice(end, end + 2)));

/** White space, and the anchor and the tag of a value in YAML. */
const properties = /[ \t]*(?:[&!][^\s,[\]{}]*[ \t]+)*/y;
/** A block begins in the next line, after an optional indicator and a comment. */
const blockStart = /(?:[|>][+\d-]{0,2}|\\(?=\r?\n))?[ \t]*(?:#[^\r\n]*)?\r?\n(?:#[^\r\n]*\r?\n)*/y;
const heredocStart = /<<[-~]?\s?["']?([A-Za-z_]\w{0,40})["']?[^\r\n]*\r?\n/y;
const word = /(?:\\[^\r\n]|[^\s"'`;&|<>(){}[\]\\])+/y;
/** The value of a variable, of a template, of an anchor, or of an expression in code. */
const reference =
  /^(?:\$[{(]|\$[A-Za-z_]\w*(?![\w$])|\{\{|\*\w|(?:await|new|null|none|true|false|undefined|function|async)\b|(?:this|self|process|os|var|local|module|data|env)\.\w|[A-Za-z_][\w.]{0,60}\()/i;

function readMatch(text: string, at: number, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const skip = (text: string, at: number, pattern: RegExp): number => at + (readMatch(text, at, pattern)?.[0].length ?? 0);

/** Returns where the content of quotation marks is. They can be escaped, as in JSON within JSON. */
export function readQuoted(text: string, at: number): FoundSecret | undefined {
  const [open] = readMatch(text, at, /(?:"""|'''|\\{0,7}["'`])/y) ?? [];
  if (open === undefined) return readEntityQuoted(text, at);
  const start = at + open.length;
  const escapes = open.length - 1;
  const limit = Math.min(text.length, start + maxLength);
  if (open.length === 3 && !open.startsWith('\\')) {
    const end = text.indexOf(open, start);
    return [start, end < 0 || end > limit ? limit : end];
  }
  const mark = open.at(-1);
  for (let end = start, slashes = 0; end < limit; end += 1) {
    const character = text[end];
    if (character === '\\') slashes += 1;
    else {
      // More backslashes than before the first mark escape it, except for those of a doubled mark.
      if (character === mark && slashes <= escapes && slashes % 2 === escapes % 2) {
        if (mark !== "'" || escapes > 0 || text[end + 1] !== "'") return [start, end - escapes];
        end += 1;
      }
      slashes = 0;
    }
  }
  // The text ends within the value.
  return [start, limit === text.length ? limit : findLineEnd(text, start)];
}

/** Returns where the content of quotation marks is that are entities of HTML. */
function readEntityQuoted(text: string, at: number): FoundSecret | undefined {
  const [open] = text[at] === '&' ? (readMatch(text, at, /&(?:quot|apos|#3[49]);/y) ?? []) : [];
  if (open === undefined) return undefined;
  const end = text.slice(0, at + maxLength).indexOf(open, at + open.length);
  return end < 0 ? undefined : [at + open.length, end];
}

/** Yields the scalars in brackets, except for the keys of objects. */
function* readBrackets(text: string, start: number, budget: ValueContext['budget']): Iterable<FoundSecret> {
  const limit = Math.min(text.length, start + maxLength);
  let depth = 0;
  for (let at = start; at < limit && budget.left > 0;) {
    budget.left -= 1;
    const character = text[at] ?? '';
    if ('[{('.includes(character)) depth += 1;
    else if (']})'.includes(character)) depth -= 1;
    if (depth === 0) return;
    const range = readQuoted(text, at) ?? readBare(text, at);
    if (range === undefined) {
      at += 1;
      continue;
    }
    const [from, to] = range;
    at = Math.max(skip(text, to, /\\{0,7}["'`]{0,3}/y), at + 1);
    if (to > from && readMatch(text, at, /\s{0,9}(?::|=>?)(?!\/\/)/y) === undefined) yield [from, to];
  }
}

function readBare(text: string, at: number): FoundSecret | undefined {
  const end = skip(text, at, /[^\s,:=[\]{}()"'`\\#]+/y);
  return end > at ? [at, end] : undefined;
}

/** Yields the values of the lines that are indented more than the name. Elements of a list can have the same indentation. */
function* readBlock(
  text: string,
  start: number,
  { nameStart, budget, isScalar }: ValueContext & { readonly isScalar: boolean },
): Iterable<FoundSecret> {
  const lineStart = text.lastIndexOf('\n', nameStart - 1) + 1;
  const before = text.slice(Math.max(lineStart, nameStart - 200), nameStart);
  // The beginning of an element, such as `- `, and quotation marks count as indentation.
  if (!/^[ \t]*(?:- +)*["']?$/.test(before)) return;
  const indentation = before.replace(/["']$/, '').length;
  const limit = Math.min(text.length, start + maxLength);
  for (let at = start; at < limit && budget.left > 0;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 || next > limit ? limit : next;
    budget.left -= end - at + 1;
    const content = skip(text, at, /[ \t]*/y);
    const isEmpty = content >= end || text[content] === '\r';
    const isElement = !isScalar && text.startsWith('- ', content);
    if (!isEmpty && content - at < indentation + (isElement ? 0 : 1)) return;
    if (!isEmpty && isScalar) yield [content, trimEnd(text, content, end)];
    else if (!isEmpty && text[content] !== '#') yield* readEntry(text, { start: content, end, budget });
    at = end + 1;
  }
}

/** Yields the value of a line in a block: after the marks of elements, and after a key. */
function* readEntry(
  text: string,
  { start, end, budget }: { readonly start: number; readonly end: number } & Pick<ValueContext, 'budget'>,
): Iterable<FoundSecret> {
  const at = skip(text, start, /(?:- +)*(?:["']?(?<key>[\w./-]{1,80})["']?:(?: +|(?=\r?\n)))?/y);
  const key = readMatch(text, start, /(?:- +)*["']?([\w./-]{1,80})["']?:\s/y)?.[1];
  if (at >= end || (key !== undefined && isDescription(key))) return;
  for (const [from, to] of readValue(text, at, { nameStart: start, bare: 'line', budget })) if (to <= end) yield [from, to];
}

/** Whether a member of an object under a secret name only describes the secret. */
export const isDescription = (key: string): boolean => descriptions.test(key);
const descriptions =
  /^(?:@?type|kind|status|state|name|description|labels|enabled|version|algorithm|alg|etag|apiproducts?|scopes?|tokenType|token_type|\w*(?:Time|At|_at|_time))$/;

function* listLines(text: string, start: number, end: number): Iterable<FoundSecret> {
  for (let at = start; at < end;) {
    const next = text.indexOf('\n', at);
    const close = next < 0 || next > end ? end : next;
    const from = skip(text, at, /[ \t]*/y);
    const to = trimEnd(text, from, close);
    if (to > from) yield [from, to];
    at = close + 1;
  }
}

function trimEnd(text: string, start: number, end: number): number {
  let to = end;
  while (to > start && /\s/.test(text[to - 1] ?? '')) to -= 1;
  return to;
}

/** Returns the end of a value in a line, before a comment. */
function findLineEnd(text: string, start: number): number {
  const end = skip(text, start, /[^\r\n]{0,65536}/y);
  const comment = text.slice(start, end).search(/\s(?:#|; )/);
  return trimEnd(text, start, comment < 0 ? end : start + comment);
}
