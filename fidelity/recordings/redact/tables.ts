/** Finds secrets in tables by the names of their columns: CSV, tables with tabs or bars, and rows that statements of SQL insert. */
import { isSecretField } from './secret-names.js';
import type { FoundSecret } from './secrets.js';

/** A line with several names of at most two words. */
const heading = /(?<=^|[\r\n])\uFEFF?(?<names>[ \t]*\|?[ \t]*"?[\w.-]{1,80}[\w" ,;|\t.-]{1,1000})(?=\r?\n)/g;
const columnName = /^\s*"?[\w.-]{1,80}(?: [\w.-]{1,80})?"?\s*$/;
/** The line between the names and the rows. */
const rule = /^[-+|:= \t]+$/;
/** At most two words. More are a description. */
const cellOfSecret = /^(?=.*\w)\s*\S+(?:\s+\S+)?\s*$/;
const maxRows = 100_000;

/** Yields the values below the names of secrets in tables with commas, semicolons, tabs, or bars. */
export function* findColumns(text: string): Iterable<FoundSecret> {
  let last = 0;
  for (const { index, 0: line, groups } of text.matchAll(heading)) {
    if (index < last) continue;
    const head = groups?.['names'] ?? '';
    const separator = ['|', '\t', ';', ','].find((each) => head.includes(each));
    if (separator === undefined) continue;
    const names = head.split(separator);
    const isBar = separator === '|';
    if (!names.every((name) => columnName.test(name) || (isBar && name.trim() === ''))) continue;
    const secrets = names.map((name) => isSecretField(name.trim().replaceAll('"', '')));
    if (secrets.includes(true)) last = yield* readRows(text, index + line.length, { separator, secrets });
  }
}

interface Columns {
  readonly separator: string;
  readonly secrets: readonly boolean[];
}

/** Yields the values in secret columns, and returns the end of the last row. A line with another number of cells ends the table. */
function* readRows(text: string, start: number, { separator, secrets }: Columns): Generator<FoundSecret, number> {
  const cell = new RegExp(
    `(?:[ ]{0,99}"((?:[^"]|""){0,65536})"[ ]{0,99}|([^${separator}\\r\\n]{0,65536}))(${separator === '|' ? '\\|' : separator}|\\r?\\n|$)`,
    'dy',
  );
  let at = start + (/^\r?\n/.exec(text.slice(start, start + 2))?.[0].length ?? 0);
  for (let row = 0; row < maxRows && at < text.length; row += 1) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd > at && lineEnd - at < 10_000 && rule.test(text.slice(at, lineEnd).trimEnd())) {
      at = lineEnd + 1;
      continue;
    }
    cell.lastIndex = at;
    const cells: FoundSecret[] = [];
    for (let match = cell.exec(text); match !== null && cells.length <= secrets.length; match = cell.exec(text)) {
      cells.push(match.indices?.[1] ?? match.indices?.[2] ?? [0, 0]);
      if (match[3] !== separator) break;
    }
    if (cells.length !== secrets.length) return at;
    for (const [column, range] of cells.entries()) if (secrets[column] === true && cellOfSecret.test(text.slice(...range))) yield range;
    if (cell.lastIndex <= at) return at;
    at = cell.lastIndex;
  }
  return at;
}

const columnList = '[^\\s()]{1,200}\\s{0,9}\\((?<columns>[^()]{1,4000})\\)\\s{0,9}';
const inserted = new RegExp(`\\binto\\s{1,9}${columnList}values?\\s{0,9}(?=\\()`, 'gi');
const copied = new RegExp(`\\bcopy\\s{1,9}${columnList}from\\s{1,9}stdin\\b[^\\r\\n]{0,200}\\r?\\n`, 'gi');
const listColumns = (columns: string): readonly boolean[] =>
  columns.split(',').map((name) => isSecretField(name.trim().replaceAll(/["'`[\]]/g, '')));

/** Yields the values that statements of SQL put into secret columns. */
export function* findInsertedSecrets(text: string, budget: { left: number }): Iterable<FoundSecret> {
  if (!/\b(?:into|copy)\s/i.test(text)) return;
  for (const { index, 0: head, groups } of text.matchAll(copied)) {
    const secrets = listColumns(groups?.['columns'] ?? '');
    if (secrets.includes(true)) yield* readRows(text, index + head.length, { separator: '\t', secrets });
  }
  for (const { index, 0: head, groups } of text.matchAll(inserted)) {
    const secrets = listColumns(groups?.['columns'] ?? '');
    if (secrets.includes(true)) yield* readTuples(text, index + head.length, { secrets, budget });
  }
}

/** A text in quotation marks, a number, a bracket, or a comma. */
const token = /\s{0,99}(?:\\*'((?:[^'\\]|\\.|''){0,65536}?)\\*'|"((?:[^"\\]|\\.){0,65536})"|([(),;])|([^\s(),;'"]{1,65536}))/dy;

/** Yields the values in secret columns of `(…), (…)`, also the arguments of functions. */
function* readTuples(
  text: string,
  start: number,
  { secrets, budget }: { readonly secrets: readonly boolean[]; readonly budget: { left: number } },
): Iterable<FoundSecret> {
  token.lastIndex = start;
  let [depth, column] = [0, 0];
  for (let match = token.exec(text); match !== null && budget.left > 0; match = token.exec(text)) {
    const next = token.lastIndex;
    budget.left -= match[0].length;
    const mark = match[3];
    if (mark === undefined && depth === 0) return;
    if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    else if (mark === ';') return;
    if (mark === ',' && depth === 1) column += 1;
    else if (depth === 0) column = 0;
    const range = match.indices?.[1] ?? match.indices?.[2] ?? (/^\d+$/.test(match[4] ?? '') ? match.indices?.[4] : undefined);
    if (range !== undefined && secrets[column] === true) yield range;
    token.lastIndex = next;
  }
}
