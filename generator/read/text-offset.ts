/** Where a character of a text stands in the source that writes it. */

/** How a text is written: as a block (`|`, `>`), in quotes, or plain. */
export type TextStyle = 'block' | 'single' | 'double' | 'plain';

interface WrittenText {
  /** What writes the text: with its quotes, or with the header of the block. */
  readonly source: string;
  readonly style: TextStyle;
  readonly value: string;
}

/**
 * The offset in the source of a character of the text. Both are walked side by side; white space between lines, which a source may fold
 * or indent, is skipped in both.
 *
 * @param index Of the character, in UTF-16 units from 0.
 */
export function findOffsetInText({ source, style, value }: WrittenText, index: number): number {
  let offset = style === 'block' ? source.indexOf('\n') + 1 : style === 'plain' ? 0 : 1;
  let position = 0;
  while (position < index && offset < source.length) {
    const isBreak = /^[ \t]*\r?\n/.test(source.slice(offset, offset + 200));
    if (isBreak || (style === 'block' && isBlank(source[offset]) && isLineStart(source, offset))) {
      offset = skipBlank(source, offset);
      position = Math.min(index, Math.max(position, skipBlank(value, position)));
    } else {
      const { written, length } = readUnit(source, offset, style);
      offset += written;
      position += length;
    }
  }
  return style === 'block' && isLineStart(source, offset) ? skipBlank(source, offset) : offset;
}

const isBlank = (unit: string | undefined): boolean => unit === ' ' || unit === '\n' || unit === '\t' || unit === '\r';

function isLineStart(source: string, offset: number): boolean {
  return offset === 0 || source[offset - 1] === '\n';
}

function skipBlank(text: string, start: number): number {
  let end = start;
  while (end < text.length && isBlank(text[end])) end++;
  return end;
}

const escapeLengths: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 };

/** How much of the source writes how much of the text. */
function readUnit(source: string, offset: number, style: TextStyle): { readonly written: number; readonly length: number } {
  if (style === 'single' && source.startsWith("''", offset)) return { written: 2, length: 1 };
  if (style !== 'double' || source[offset] !== '\\') return { written: 1, length: 1 };
  const kind = source[offset + 1] ?? '';
  const written = escapeLengths[kind] ?? 2;
  const isPair = kind === 'U' && Number.parseInt(source.slice(offset + 2, offset + 10), 16) > 0xffff;
  return { written, length: kind === '\n' ? 0 : isPair ? 2 : 1 };
}
