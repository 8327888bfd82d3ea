/** Formats the source line of a diagnostic with a caret under the reported column. */
import { createRequire } from 'node:module';
import { escapeUnprintable } from '../lib/unprintable.js';

/** The columns that a tab takes. */
const tab = '    ';
const ellipsis = '…';

/** A position in a text, as in a diagnostic. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the line and the line with the caret, each behind a gutter, or nothing if the text has no such line. The line has no control
 * characters, and both lines fit in `columns` columns.
 */
export function formatExcerpt(lines: readonly string[], { line, column }: Position, columns: number): readonly string[] {
  const text = lines[line - 1];
  if (text === undefined || text.trim() === '') return [];
  const gutter = ` ${line} | `;
  const excerpt = cutAround(text, column - 1, Math.max(20, columns - gutter.length - 1));
  const marks = `^${'~'.repeat(Math.max(0, excerpt.tokenWidth - 1))}`;
  return [`${gutter}${excerpt.text}`, `${' '.repeat(gutter.length - 2)}| ${' '.repeat(excerpt.start)}${marks}`];
}

interface Excerpt {
  readonly text: string;
  /** The columns before the token. */
  readonly start: number;
  readonly tokenWidth: number;
}

/** Cuts a line at both ends if it is wider than `width` columns, and keeps the token at `start`. */
function cutAround(line: string, start: number, width: number): Excerpt {
  const end = start + measureToken(line, start);
  // Characters beyond the terminal aren't worth measuring: a line can have millions.
  const before = toPrintable(line.slice(Math.max(0, start - 4 * width), start));
  const token = toPrintable(line.slice(start, Math.min(end, start + 4 * width)));
  const after = toPrintable(line.slice(end, end + 4 * width));
  const isLong = line.length > 8 * width || measureWidth(before) + measureWidth(token) + measureWidth(after) > width;
  if (!isLong) return { text: `${before}${token}${after}`, start: measureWidth(before), tokenWidth: measureWidth(token) };
  const ownToken = takeStart(token, Math.floor(width / 2));
  const ownBefore = takeEnd(before, Math.floor((width - measureWidth(ownToken)) / 2));
  const beforeAndToken = `${ownBefore}${ownToken}`;
  const ownAfter = ownToken === token ? takeStart(after, width - measureWidth(beforeAndToken)) : '';
  return { text: `${beforeAndToken}${ownAfter}`, start: measureWidth(ownBefore), tokenWidth: measureWidth(ownToken) };
}

/** A quoted string, or a word that ends before white space, a bracket, a quote, a comma, or a colon that separates a key from its value. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s,[\]{}"':]|:(?=[^\s,]))+/y;

function measureToken(line: string, start: number): number {
  token.lastIndex = start;
  return token.exec(line)?.[0].length ?? 1;
}

const toPrintable = (text: string): string => escapeUnprintable(text.replaceAll('\t', tab));

const segmenter = new Intl.Segmenter('en');
const splitCharacters = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Returns the first characters of a text, with an ellipsis in place of the rest. */
function takeStart(text: string, width: number): string {
  return measureWidth(text) <= width ? text : `${takeCharacters(splitCharacters(text), width).join('')}${ellipsis}`;
}

/** Returns the last characters of a text, with an ellipsis in place of the rest. */
function takeEnd(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  return `${ellipsis}${takeCharacters(splitCharacters(text).reverse(), width).reverse().join('')}`;
}

/** Returns the first characters, with one column left for the ellipsis. */
function takeCharacters(characters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let takenWidth = 1;
  for (const character of characters) {
    takenWidth += measureWidth(character);
    if (takenWidth > width) break;
    taken.push(character);
  }
  return taken;
}

/** The columns of a text on a terminal. East Asian characters and emoji take two. */
function measureWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  // Few lines have such characters, so the library is loaded on demand.
  const { default: stringWidth } = createRequire(import.meta.url)('string-width') as typeof import('string-width');
  return stringWidth(text);
}
