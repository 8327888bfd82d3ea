/**
 * References to the parts of a document, derived from its text. A table that covers the document must have all of them.
 *
 *     dns: Endpoints                                       a section
 *     dns: Endpoints > changes.create                      a row, by its first cell (of routes: collection and method)
 *     compute: Resources and their fields > Operation > id a row of a subsection
 *     compute: Errors (2)                                  the second paragraph or list item of a section
 */
export interface DocumentReferences {
  readonly title: string;
  readonly references: readonly string[];
}

interface Position {
  section: string;
  subsection: string;
  paragraphs: number;
  header: readonly string[];
  /** The name of the list that the items belong to, such as `Common rules`. */
  list: string;
}

export function listReferences(document: string, text: string): DocumentReferences {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  const position: Position = { section: title, subsection: '', paragraphs: 0, header: [], list: '' };
  const references: string[] = [`${document}: ${title}`];
  const lines = text.split('\n').map((line) => line.trim());
  lines.forEach((line, index) => {
    const next = lines.slice(index + 1).find((following) => following !== '') ?? '';
    references.push(...listLineParts(line, next, position).map((part) => `${document}: ${part}`));
  });
  return { title, references: [...new Set(references)] };
}

function listLineParts(line: string, next: string, position: Position): readonly string[] {
  if (line === '') return leaveTable(position);
  if (line.startsWith('## ')) return enterSection(position, line.slice(3), '');
  if (line.startsWith('### ')) return enterSection(position, position.section, removeParentheses(line.slice(4)));
  if (line.startsWith('# ')) return [];
  if (line.startsWith('|')) return listRowParts(line, position);
  return listParagraphParts(line, next, position);
}

function leaveTable(position: Position): readonly string[] {
  position.header = [];
  return [];
}

function enterSection(position: Position, section: string, subsection: string): readonly string[] {
  Object.assign(position, { section, subsection, paragraphs: 0, header: [], list: '' });
  return [formatSection(position)];
}

const formatSection = ({ section, subsection }: Position): string => (subsection === '' ? section : `${section} > ${subsection}`);

function listRowParts(line: string, position: Position): readonly string[] {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
  if (cells.every((cell) => /^-+$/.test(cell))) return [];
  if (position.header.length === 0) {
    position.header = cells;
    return [];
  }
  return listRowNames(cells, position.header).map((name) => `${formatSection(position)} > ${name}`);
}

/** Lists the names of a table row. A route has the name of its collection and method. A cell with several names stands for several rows. */
function listRowNames(cells: readonly string[], header: readonly string[]): readonly string[] {
  const [first = '', second = ''] = cells;
  if (header[0] === 'Collection' && header[1] === 'Method') return [`${first}.${second}`];
  return removeParentheses(first)
    .split(', ')
    .map((name) => name.replace(/\[\]$/, ''));
}

/** Lists the references of a paragraph. A line that introduces a table has none, and a line that introduces a list names its items. */
function listParagraphParts(line: string, next: string, position: Position): readonly string[] {
  if (line.endsWith(':') && next.startsWith('|')) return [];
  if (line.endsWith(':') && next.startsWith('- ')) {
    Object.assign(position, { list: removeParentheses(line.slice(0, -1)), paragraphs: 0 });
    return [`${formatSection(position)} > ${position.list}`];
  }
  position.paragraphs += 1;
  const parent = position.list === '' ? formatSection(position) : `${formatSection(position)} > ${position.list}`;
  const key = line.startsWith('- ') ? /^- ([a-z]\w*):/.exec(line)?.[1] : undefined;
  return [key === undefined ? `${parent} (${String(position.paragraphs)})` : `${parent} > ${key}`];
}

/** Removes a trailing part in parentheses. */
function removeParentheses(name: string): string {
  return name.replace(/ \([^()]*\)$/, '');
}
