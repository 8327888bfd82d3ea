/** Converts the patterns of `matches` to regular expression literals of JavaScript. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { findLinearityProblem } from './linear.js';
import { escapeRegExpSource } from '../literals.js';

/**
 * Returns a literal that finds a valid RE2 pattern anywhere in a text. Returns `undefined` if JavaScript interprets the pattern differently,
 * or could need more than linear time.
 */
export function toSearchLiteral(pattern: string): string | undefined {
  const [prefix = '', leadingFlags = ''] = /^\(\?([is]+)\)/.exec(pattern) ?? [];
  const ignoreCase = leadingFlags.includes('i');
  const translated = translate(pattern.slice(prefix.length), { ignoreCase, dotAll: leadingFlags.includes('s') });
  if (translated === undefined) return undefined;
  const flags = ignoreCase ? 'iu' : 'u';
  try {
    const source = trimRepetitions(new RegExp(translated, flags).source);
    const isAnchored = parse(source).every(([first]) => first?.type === 'Assertion' && first.kind === 'start');
    // A search tries every position, as a leading run of any characters does.
    if (findLinearityProblem(isAnchored ? source : `^[^]*?(?:${source})`, flags) !== undefined) return undefined;
    return `/${escapeRegExpSource(new RegExp(source, flags).source)}/${flags}`;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface Mode {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

/** Matches an escape, a character class, the start of a group, or a character. */
const tokenPattern = /\\(?:[pP]\{[A-Z][a-z]?\}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\(\?(?:P?<|:)?|[^]/g;

/** The escapes on which RE2 and JavaScript agree, if case matters. */
const sharedEscape = /^\\(?:[dDnrtfvx]|[pP]\{.*|[wWbB])$/;
/** The escapes that JavaScript interprets differently if case doesn't matter. */
const caseEscape = /^\\(?:[pP]\{.*|[wWbB])$/;
const spaces = String.raw`\t\n\f\r `;

/** Converts RE2 syntax. Returns `undefined` for a form that JavaScript lacks, such as flags inside the pattern. */
function translate(pattern: string, mode: Mode): string | undefined {
  const tokens: string[] = [];
  for (const [token] of pattern.matchAll(tokenPattern)) {
    const translated = translateToken(token, mode);
    if (translated === undefined) return undefined;
    tokens.push(translated);
  }
  return tokens.join('');
}

function translateToken(token: string, mode: Mode): string | undefined {
  if (token === '.') return mode.dotAll ? '[^]' : String.raw`[^\n]`;
  if (token === '(?P<') return '(?<';
  if (token === '(?') return undefined;
  if (token.length > 1 && token.startsWith('[')) return translateClass(token, mode);
  if (!token.startsWith('\\')) return token;
  const ownForms: Readonly<Record<string, string>> = { '\\A': '^', '\\z': '$', '\\s': `[${spaces}]`, '\\S': `[^${spaces}]` };
  return ownForms[token] ?? translateEscape(token, mode);
}

/** Converts an escape that has the same form inside and outside a class. */
function translateEscape(token: string, { ignoreCase }: Mode): string | undefined {
  if (sharedEscape.test(token)) return ignoreCase && caseEscape.test(token) ? undefined : token;
  if (/^\\[A-Za-z0-9]/.test(token)) return undefined;
  return /^\\[\^$\\.*+?()[\]{}|/]$/.test(token) ? token : token.slice(1);
}

function translateClass(token: string, mode: Mode): string | undefined {
  if (token.includes('[:')) return undefined;
  const [, start = '', body = ''] = /^(\[\^?)([^]*)\]$/.exec(token) ?? [];
  const parts: string[] = [start];
  for (const [part] of body.matchAll(/\\[^]|[^]/g)) {
    const isShared = part.startsWith('\\') && part !== '\\s' && part !== '\\-';
    const translated = isShared ? translateEscape(part, mode) : part === '\\s' ? spaces : /^[[\]]$/.test(part) ? `\\${part}` : part;
    if (translated === undefined) return undefined;
    parts.push(translated);
  }
  return `${parts.join('')}]`;
}

function parse(source: string): readonly (readonly AST.Element[])[] {
  return new RegExpParser().parsePattern(source, undefined, undefined, { unicode: true }).alternatives.map(({ elements }) => elements);
}

/** Omits repetitions at the start and at the end, which don't change whether a text contains a match: `b+` is found where `b` is. */
function trimRepetitions(source: string): string {
  return parse(source)
    .map((elements) => {
      const parts = elements.map((element) => element.raw);
      trimStart(elements, parts, (index) => index);
      trimStart(elements, parts, (index) => elements.length - 1 - index);
      return parts.join('');
    })
    .join('|');
}

function trimStart(elements: readonly AST.Element[], parts: string[], toPosition: (index: number) => number): void {
  for (let index = 0; index < elements.length; index += 1) {
    const position = toPosition(index);
    const element = elements[position];
    if (element?.type !== 'Quantifier') return;
    parts[position] = element.min === 0 ? '' : element.element.raw + (element.min === 1 ? '' : `{${element.min}}`);
    if (element.min > 0) return;
  }
}
