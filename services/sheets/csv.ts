/** Cells as tables of text. The module of Drive imports and exports spreadsheets with it. */
import { formatCellValue } from './cell-values.js';
import { hasValue, type Cell } from './grid.js';
import { enterValue } from './values-handlers.js';
import { getGridSize, openGrid, putSpreadsheet, replaceSheet, requireSpreadsheet, setGridSize, type SheetsCall } from './spreadsheets.js';

/** Returns the first sheet as text, with the lines that end with CR LF except for the last one. */
export function exportCsv(call: SheetsCall, spreadsheetId: string, separator: string): string {
  const spreadsheet = requireSpreadsheet(call, spreadsheetId);
  const [sheet] = spreadsheet.sheets;
  if (!sheet) return '';
  const lines: string[][] = [];
  for (const [row, cells] of openGrid(call, spreadsheet, sheet).listRows())
    for (const [column, cell] of Object.entries(cells)) {
      if (!hasValue(cell)) continue;
      while (lines.length <= row) lines.push([]);
      const line = lines[row] ?? [];
      while (line.length < Number(column)) line.push('');
      line[Number(column)] = formatCellValue(call, cell);
    }
  const width = Math.max(0, ...lines.map((line) => line.length));
  const quote = (text: string): string => (text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return lines.map((line) => Array.from({ length: width }, (_, column) => quote(line[column] ?? '')).join(separator)).join('\r\n');
}

/** Replaces the cells of the first sheet. Values are entered as if a user had typed them. */
export function importCsv(
  call: SheetsCall,
  spreadsheetId: string,
  { text, separator }: { readonly text: string; readonly separator: string },
): void {
  const spreadsheet = requireSpreadsheet(call, spreadsheetId);
  const [sheet] = spreadsheet.sheets;
  if (!sheet) return;
  const grid = openGrid(call, spreadsheet, sheet);
  const locale = String(spreadsheet.properties['locale'] ?? 'en_US');
  grid.clear();
  const lines = parseCsv(text.replace(/^\uFEFF/, ''), separator);
  for (const [row, values] of lines.entries()) {
    const cells = values.map((value, column): readonly [number, Cell] => [
      column,
      enterValue(call, {}, { input: value, isTyped: true, locale }),
    ]);
    grid.putRow(row, Object.fromEntries(cells));
  }
  const { rowCount, columnCount } = getGridSize(sheet);
  const size = { rowCount: Math.max(rowCount, lines.length), columnCount: Math.max(columnCount, ...lines.map((values) => values.length)) };
  putSpreadsheet(call, replaceSheet(spreadsheet, setGridSize(sheet, size)));
}

function parseCsv(text: string, separator: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  let value = '';
  let isQuoted = false;
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    if (isQuoted) {
      if (character !== '"') value += character;
      else if (text[position + 1] === '"') value += text[position++];
      else isQuoted = false;
    } else if (character === '"' && value === '') isQuoted = true;
    else if (character === separator) {
      lines.at(-1)?.push(value);
      value = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[position + 1] === '\n') position += 1;
      lines.at(-1)?.push(value);
      value = '';
      lines.push([]);
    } else value += character;
  }
  if (value !== '' || (lines.at(-1)?.length ?? 0) > 0) lines.at(-1)?.push(value);
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;
}

/** Copies the sheets and the cells of a spreadsheet to another one, which keeps its title. */
export function copyCells(call: SheetsCall, from: string, to: string): void {
  const [source, target] = [requireSpreadsheet(call, from), requireSpreadsheet(call, to)];
  const title = target.properties['title'] ?? '';
  const copy = putSpreadsheet(call, { ...source, spreadsheetId: to, properties: { ...source.properties, title } });
  for (const sheet of source.sheets) openGrid(call, source, sheet).copyTo(openGrid(call, copy, sheet));
  for (const [key, value] of call.rows('sheets').list(`metadata/${from}/`))
    call.rows('sheets').put(`metadata/${to}/${key.slice(`metadata/${from}/`.length)}`, value);
}
