/**
 * References to the parts of a document, derived from its text: what a table that claims to cover it must have.
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

interface Place {
  section: string;
  subsection: string;
  paragraphs: number;
  header: readonly string[];
  /** Name of the list that the items belong to: `Common rules`. */
  list: string;
}

export function referencesOf(document: string, text: string): DocumentReferences {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? '';
  const place: Place = { section: title, subsection: '', paragraphs: 0, header: [], list: '' };
  const found: string[] = [`${document}: ${title}`];
  const lines = text.split('\n').map((line) => line.trim());
  lines.forEach((line, index) => {
    const next = lines.slice(index + 1).find((following) => following !== '') ?? '';
    found.push(...partsOf(line, next, place).map((part) => `${document}: ${part}`));
  });
  return { title, references: [...new Set(found)] };
}

function partsOf(line: string, next: string, place: Place): readonly string[] {
  if (line === '') return leaveTable(place);
  if (line.startsWith('## ')) return enter(place, line.slice(3), '');
  if (line.startsWith('### ')) return enter(place, place.section, plain(line.slice(4)));
  if (line.startsWith('# ')) return [];
  if (line.startsWith('|')) return rowParts(line, place);
  return paragraphParts(line, next, place);
}

function leaveTable(place: Place): readonly string[] {
  place.header = [];
  return [];
}

function enter(place: Place, section: string, subsection: string): readonly string[] {
  Object.assign(place, { section, subsection, paragraphs: 0, header: [], list: '' });
  return [where(place)];
}

const where = ({ section, subsection }: Place): string => (subsection === '' ? section : `${section} > ${subsection}`);

function rowParts(line: string, place: Place): readonly string[] {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
  if (cells.every((cell) => /^-+$/.test(cell))) return [];
  if (place.header.length === 0) {
    place.header = cells;
    return [];
  }
  return namesOf(cells, place.header).map((name) => `${where(place)} > ${name}`);
}

/** Routes are identified by collection and method; a cell with several names is one row per name. */
function namesOf(cells: readonly string[], header: readonly string[]): readonly string[] {
  const [first = '', second = ''] = cells;
  if (header[0] === 'Collection' && header[1] === 'Method') return [`${first}.${second}`];
  return plain(first)
    .split(', ')
    .map((name) => name.replace(/\[\]$/, ''));
}

/** A line that introduces a table is not a statement; one that introduces a list names its items. */
function paragraphParts(line: string, next: string, place: Place): readonly string[] {
  if (line.endsWith(':') && next.startsWith('|')) return [];
  if (line.endsWith(':') && next.startsWith('- ')) {
    Object.assign(place, { list: plain(line.slice(0, -1)), paragraphs: 0 });
    return [`${where(place)} > ${place.list}`];
  }
  place.paragraphs += 1;
  const around = place.list === '' ? where(place) : `${where(place)} > ${place.list}`;
  const key = line.startsWith('- ') ? /^- ([a-z]\w*):/.exec(line)?.[1] : undefined;
  return [key === undefined ? `${around} (${String(place.paragraphs)})` : `${around} > ${key}`];
}

/** Removes a trailing part in parentheses. */
function plain(name: string): string {
  return name.replace(/ \([^()]*\)$/, '');
}
