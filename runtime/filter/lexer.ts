/** Splits a filter into tokens with their positions. */

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=' | ':';

export type Token =
  | { readonly kind: '(' | ')' | ','; readonly at: number; readonly end: number }
  | { readonly kind: 'comparator'; readonly text: Comparator; readonly at: number; readonly end: number }
  /** Unquoted text. The parser recognizes keywords. */
  | { readonly kind: 'text'; readonly text: string; readonly at: number; readonly end: number }
  | { readonly kind: 'quoted'; readonly text: string; readonly at: number; readonly end: number };

/** Replaces an escaped star, which isn't a wildcard. */
export const escapedStar = '\ue000';

/** An invalid filter. `at` is the position of the error, starting with 0. */
export class FilterError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const space = /\s+/y;
const comparator = /<=|>=|!=|[<>=:]/y;
const quoted = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/y;
const word = /[^\s()<>=!:,"']+/y;
/** Unquoted values that contain colons: times and URLs. */
const colonValue = /\d{4}-\d\d-\d\d[Tt][\d:.]+(?:[Zz]|[+-]\d\d:\d\d)|\w+:\/\/[^\s()"']+/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Splits a filter into tokens. Throws `FilterError` for an invalid one. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = match(space, text, at);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const token = readToken(text, at, tokens.at(-1)?.kind === 'comparator');
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function readToken(text: string, at: number, isValue: boolean): Token {
  const character = text[at] as string;
  if (character === '(' || character === ')' || character === ',') return { kind: character, at, end: at + 1 };
  const string = match(quoted, text, at);
  if (string) return { kind: 'quoted', text: unescape(string[1] ?? string[2] ?? ''), at, end: at + string[0].length };
  if (character === '"' || character === "'") throw new FilterError(at, 'the quote is not closed');
  const sign = match(comparator, text, at);
  if (sign) return { kind: 'comparator', text: sign[0] as Comparator, at, end: at + sign[0].length };
  const plain = (isValue ? match(colonValue, text, at) : null) ?? match(word, text, at);
  if (plain) return { kind: 'text', text: plain[0].replaceAll('\\*', escapedStar), at, end: at + plain[0].length };
  throw new FilterError(at, `unexpected '${character}'`);
}

function unescape(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, character: string) => (character === '*' ? escapedStar : character));
}
