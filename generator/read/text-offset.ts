/** Maps characters of a string to positions in its source. */

/** The style of a scalar: a block (`|`, `>`), quoted, or plain. */
export type TextStyle = 'block' | 'single' | 'double' | 'plain';

interface WrittenText {
  /** The source, with its quotes or the header of the block. */
  readonly source: string;
  readonly style: TextStyle;
  readonly value: string;
}

/**
 * Returns the offset of a character in the source. Scans string and source together and skips white space between lines in both, because
 * a source may fold or indent it.
 *
 * @param index The index of the character, in UTF-16 units from 0.
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

/** Measures the next unit: how many characters of the source encode how many characters of the string. */
function readUnit(source: string, offset: number, style: TextStyle): { readonly written: number; readonly length: number } {
  if (style === 'single' && source.startsWith("''", offset)) return { written: 2, length: 1 };
  if (style !== 'double' || source[offset] !== '\\') return { written: 1, length: 1 };
  const kind = source[offset + 1] ?? '';
  const written = escapeLengths[kind] ?? 2;
  const isPair = kind === 'U' && Number.parseInt(source.slice(offset + 2, offset + 10), 16) > 0xffff;
  return { written, length: kind === '\n' ? 0 : isPair ? 2 : 1 };
}
