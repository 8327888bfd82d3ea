/** Formats tables of pages by aligning their columns. */

/** Cells with only one spelling: code, numbers, commas. */
const cell = /^(?:`[^`|\\]+`|[A-Za-z0-9., ])*$/;

/** Aligns the columns of a table. Returns `undefined` if a cell could be written differently. */
export function alignTable(table: string): string | undefined {
  const lines = table.split('\n');
  if (!lines.every((line) => /^\|[\x20-\x7e]*\|$/.test(line))) return undefined;
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((text) => text.trim()),
  );
  const [head, rule, ...body] = rows;
  if (head === undefined || rule === undefined || body.length === 0 || !rule.every((text) => /^-+$/.test(text))) return undefined;
  if (![head, ...body].every((row) => row.length === head.length && row.every((text) => cell.test(text)))) return undefined;
  const widths = head.map((_, column) => Math.max(3, ...[head, ...body].map((row) => row[column]?.length ?? 0)));
  const print = (row: readonly string[]): string => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [print(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(print)].join('\n');
}
