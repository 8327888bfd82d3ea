/** Tables of pages: long ones are aligned here, since that is all that their format is. */

export interface WithoutTables {
  /** The page with a word in the place of each table. */
  readonly text: string;
  /** The page as it was, the tables aligned. */
  restore(text: string): string | undefined;
}

const word = (index: number): string => `TABLE${index}OF${'DISCOGEN'}`;

/** Cells that hold nothing that could be written otherwise: code, numbers, commas. */
const cell = /^(?:`[^`|\\]+`|[A-Za-z0-9., ])*$/;

/** Takes out the tables whose cells are that simple. */
export function withoutTables(text: string): WithoutTables {
  const tables: string[] = [];
  const rest = text.replace(/(?<=\n\n)(?:\|[^\n]*\|\n){3,}(?=\n|$)/g, (table) => {
    const aligned = alignedTable(table);
    if (aligned === undefined || !/^[\x20-\x7e\n]*$/.test(table)) return table;
    tables.push(aligned);
    return `${word(tables.length - 1)}\n`;
  });
  return {
    text: rest,
    restore(formatted) {
      let found: string | undefined = formatted;
      for (const [index, table] of tables.entries()) {
        const parts: readonly string[] = found?.split(`\n${word(index)}\n`) ?? [];
        found = parts.length === 2 ? parts.join(`\n${table}`) : undefined;
      }
      return found;
    },
  };
}

function alignedTable(table: string): string | undefined {
  const rows = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((text) => text.trim()),
    );
  const [head, rule, ...body] = rows;
  if (head === undefined || rule === undefined || !rule.every((text) => /^-+$/.test(text))) return undefined;
  if (![head, ...body].every((row) => row.length === head.length && row.every((text) => cell.test(text)))) return undefined;
  const widths = head.map((_, column) => Math.max(3, ...[head, ...body].map((row) => row[column]?.length ?? 0)));
  const print = (row: readonly string[]): string => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [print(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`, ...body.map(print)].join('');
}
