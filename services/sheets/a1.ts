/** Reads and writes ranges in A1 notation, and reads them in R1C1 notation. */

/** Indexes that start at 0. An end is exclusive. An absent one is unbounded. */
export interface OpenRange {
  readonly startRow?: number;
  readonly endRow?: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

export interface Bounds {
  readonly startRow: number;
  readonly endRow: number;
  readonly startColumn: number;
  readonly endColumn: number;
}

/** A text that names a range: the title of a sheet, a range, or both. Without a `!`, it can be either. */
export interface RangeName {
  readonly title?: string;
  readonly cells?: string;
}

/** Splits `'My Sheet'!A1:B2` into its parts. Returns the text as `cells` if it has no title. */
export function splitRangeName(text: string): RangeName {
  const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(text);
  if (quoted) return { title: (quoted[1] ?? '').replaceAll("''", "'"), ...(quoted[2] !== undefined && { cells: quoted[2] }) };
  const at = text.lastIndexOf('!');
  return at < 0 ? { cells: text } : { title: text.slice(0, at), cells: text.slice(at + 1) };
}

/** Parses the cells of a range: `A1`, `A1:B2`, `A:B`, `1:2`, `A2:B`, or `R1C1:R2C2`. Returns `undefined` for another text. */
export function parseCells(text: string): OpenRange | undefined {
  const fixed = parseFixedCells(text);
  if (fixed) return fixed;
  const [first = '', second, ...others] = text.split(':');
  if (others.length > 0) return undefined;
  const start = parseCorner(first);
  if (!start) return undefined;
  if (second === undefined) {
    const { row, column } = start;
    return row === undefined || column === undefined ? undefined : toRange(start, start);
  }
  const end = parseCorner(second);
  return end && toRange(start, end);
}

interface Corner {
  readonly row?: number;
  readonly column?: number;
}

function parseCorner(text: string): Corner | undefined {
  const found = /^\$?([a-z]{1,3})?\$?([1-9]\d{0,7})?$/i.exec(text);
  const [, column, row] = found ?? [];
  if (column === undefined && row === undefined) return undefined;
  return { ...(column !== undefined && { column: parseColumn(column) }), ...(row !== undefined && { row: Number(row) - 1 }) };
}

/** Parses `R1C1` and `R1C1:R2C2`. */
function parseFixedCells(text: string): OpenRange | undefined {
  const [, row, column, lastRow = row, lastColumn = column] = /^R(\d+)C(\d+)(?::R(\d+)C(\d+))?$/.exec(text) ?? [];
  if (row === undefined || column === undefined) return undefined;
  const toCorner = (one: string | undefined, other: string | undefined): Corner => ({ row: Number(one) - 1, column: Number(other) - 1 });
  const [start, end] = [toCorner(row, column), toCorner(lastRow, lastColumn)];
  return [start.row, start.column, end.row, end.column].some((index) => index === -1) ? undefined : toRange(start, end);
}

function toRange(start: Corner, end: Corner): OpenRange {
  const [startRow, endRow] = orderIndexes(start.row, end.row);
  const [startColumn, endColumn] = orderIndexes(start.column, end.column);
  return {
    ...(startRow !== undefined && { startRow }),
    ...(endRow !== undefined && { endRow: endRow + 1 }),
    ...(startColumn !== undefined && { startColumn }),
    ...(endColumn !== undefined && { endColumn: endColumn + 1 }),
  };
}

const orderIndexes = (start: number | undefined, end: number | undefined): readonly (number | undefined)[] =>
  start !== undefined && end !== undefined && start > end ? [end, start] : [start, end];

/** Returns the index of a column: 0 for `A`, 26 for `AA`. */
export function parseColumn(letters: string): number {
  return [...letters.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

export function formatColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : formatColumn(Math.floor(index / 26) - 1) + letter;
}

export const formatCell = (row: number, column: number): string => `${formatColumn(column)}${row + 1}`;

/** Quotes the title of a sheet if it isn't a plain name, or could be a cell. */
export function formatTitle(title: string): string {
  const isPlain = /^[a-z_]\w*$/i.test(title) && parseCells(title) === undefined;
  return isPlain ? title : `'${title.replaceAll("'", "''")}'`;
}

/** Returns a range as responses contain it: `Sheet1!A1:B2`, or `Sheet1!A1` for a single cell. */
export function formatRange(title: string, { startRow, endRow, startColumn, endColumn }: Bounds): string {
  const start = formatCell(startRow, startColumn);
  const end = formatCell(endRow - 1, endColumn - 1);
  return `${formatTitle(title)}!${start}${start === end ? '' : `:${end}`}`;
}

/** Limits an open range to a grid. */
export function closeRange(
  range: OpenRange,
  { rowCount, columnCount }: { readonly rowCount: number; readonly columnCount: number },
): Bounds {
  return {
    startRow: range.startRow ?? 0,
    endRow: Math.min(range.endRow ?? rowCount, rowCount),
    startColumn: range.startColumn ?? 0,
    endColumn: Math.min(range.endColumn ?? columnCount, columnCount),
  };
}
