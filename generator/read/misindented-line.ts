/** Finds the line that causes an indentation error, which a YAML parser reports at a later line: the first line of a block sets its indentation. */

interface BlockStart {
  /** The offset of the first line. */
  readonly start: number;
  readonly indent: number;
}

export interface MisindentedLine extends BlockStart {
  readonly expected: number;
}

/**
 * Returns the first line of a block that has another indentation than the file uses, where the line of the error has the one that a line of
 * the block should have.
 *
 * @param errorLine The offset of the line at which the error appears.
 */
export function findMisindentedLine(text: string, errorLine: number): MisindentedLine | undefined {
  const lines = listBlockStarts(text);
  const unit = findUnit(lines);
  const indent = lines.find(({ start }) => start === errorLine)?.indent;
  const blocks: BlockStart[] = [];
  for (const line of lines) {
    if (line.start >= errorLine) break;
    while ((blocks.at(-1)?.indent ?? -1) > line.indent) blocks.pop();
    if (blocks.at(-1)?.indent !== line.indent) blocks.push(line);
  }
  for (const [index, block] of [...blocks.entries()].reverse()) {
    const expected = index === 0 ? 0 : (blocks[index - 1]?.indent ?? 0) + unit;
    const shift = block.indent - expected;
    if (shift !== 0 && blocks.slice(index).some((inner) => inner.indent - shift === indent)) return { ...block, expected };
  }
  return undefined;
}

/** Lists the starts of parts of blocks: the lines without comments and block scalars, and the text after each dash of a list. */
function listBlockStarts(text: string): readonly BlockStart[] {
  const lines: BlockStart[] = [];
  let scalarIndent: number | undefined;
  for (const { 0: line, index: start } of text.matchAll(/^.*$/gm)) {
    const indent = line.search(/[^ ]/);
    const isContent = indent >= 0 && line[indent] !== '#' && line[indent] !== '\r';
    if (!isContent || (scalarIndent !== undefined && indent > scalarIndent)) continue;
    scalarIndent = /(?:^|[:-] +)[|>][-+\d]*\s*$/.test(line) ? indent : undefined;
    lines.push({ start, indent });
    for (let at = indent; /^- +[^ #]/.test(line.slice(at, at + 20));) {
      at += line.slice(at + 1).search(/[^ ]/) + 1;
      lines.push({ start, indent: at });
    }
  }
  return lines;
}

/** Returns the most frequent increase of the indentation from one line to the next. */
function findUnit(lines: readonly BlockStart[]): number {
  const counts = new Map([[2, 1]]);
  for (const [index, { indent }] of lines.entries()) {
    const increase = indent - (lines[index - 1]?.indent ?? indent);
    if (increase > 0) counts.set(increase, (counts.get(increase) ?? 0) + 1);
  }
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}
