/** JSON as lines, for display and for comparison. */
import { isEqual } from '../../runtime/values/json.js';

/** A part of a line: its text, and its kind as a CSS class. */
export interface LineToken {
  readonly kind: 'key' | 'string' | 'number' | 'literal' | 'mark';
  readonly text: string;
}

export interface JsonLine {
  readonly depth: number;
  readonly tokens: readonly LineToken[];
  /** `+`: only after the change; `-`: only before it; `…`: stands for unchanged lines. */
  readonly mark: ' ' | '+' | '-' | '…';
}

/** The position of a value: its depth, its key, and whether a comma follows it. */
interface ValuePosition {
  readonly depth: number;
  readonly key?: string | undefined;
  readonly comma: boolean;
}

/** A JSON object of the mock. Check its members before use. */
export type PlainObject = Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is PlainObject | readonly unknown[] => typeof value === 'object' && value !== null;
const toEntries = (value: PlainObject | readonly unknown[]): readonly (readonly [string | undefined, unknown])[] =>
  Array.isArray(value) ? value.map((item: unknown) => [undefined, item] as const) : Object.entries(value);

/** Returns the lines of a value, indented by depth. */
export function printJson(
  value: unknown,
  place: ValuePosition = { depth: 0, comma: false },
  mark: JsonLine['mark'] = ' ',
): readonly JsonLine[] {
  const { depth } = place;
  if (!isContainer(value)) return [{ depth, mark, tokens: surround(place, [createToken(value)]) }];
  const entries = toEntries(value);
  if (entries.length === 0) return [{ depth, mark, tokens: surround(place, [{ kind: 'mark', text: getBrackets(value) }]) }];
  const lines = entries.flatMap(([key, item], index) =>
    printJson(item, { depth: depth + 1, key, comma: index < entries.length - 1 }, mark),
  );
  return enclose(value, lines, { ...place, mark });
}

const getBrackets = (value: unknown): string => (Array.isArray(value) ? '[]' : '{}');

/** Puts the lines of the content of a container between the lines with its brackets. */
function enclose(
  value: unknown,
  lines: readonly JsonLine[],
  { mark, ...place }: ValuePosition & Pick<JsonLine, 'mark'>,
): readonly JsonLine[] {
  const [open, close] = getBrackets(value);
  const { depth } = place;
  return [
    { depth, mark, tokens: surround({ ...place, comma: false }, [{ kind: 'mark', text: open as string }]) },
    ...lines,
    { depth, mark, tokens: surround({ ...place, key: undefined }, [{ kind: 'mark', text: close as string }]) },
  ];
}

function surround({ key, comma }: ValuePosition, tokens: readonly LineToken[]): readonly LineToken[] {
  return [
    ...(key === undefined ? [] : [{ kind: 'key', text: JSON.stringify(key) } as const, { kind: 'mark', text: ': ' } as const]),
    ...tokens,
    ...(comma ? [{ kind: 'mark', text: ',' } as const] : []),
  ];
}

function createToken(value: unknown): LineToken {
  if (typeof value === 'string') return { kind: 'string', text: JSON.stringify(value) };
  return { kind: typeof value === 'number' ? 'number' : 'literal', text: value === undefined ? 'undefined' : String(value) };
}

/** How many unchanged lines beside a change are shown. */
const context = 3;

/** Returns the lines of both values with marks. Unchanged lines far from a change are one line. */
export function diffJson(before: unknown, after: unknown): readonly JsonLine[] {
  return collapse(
    before === undefined
      ? printJson(after, undefined, '+')
      : after === undefined
        ? printJson(before, undefined, '-')
        : compare(before, after, { depth: 0, comma: false }),
  );
}

function compare(before: unknown, after: unknown, place: ValuePosition): readonly JsonLine[] {
  if (isEqual(before, after)) return printJson(after, place);
  const isComparable = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  if (!isComparable) return [...printJson(before, place, '-'), ...printJson(after, place, '+')];
  const depth = place.depth + 1;
  const lines = Array.isArray(before)
    ? compareLists(before, after as readonly unknown[], depth)
    : compareObjects(before as PlainObject, after as PlainObject, depth);
  return enclose(after, lines, { ...place, mark: ' ' });
}

function compareObjects(before: PlainObject, after: PlainObject, depth: number): readonly JsonLine[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key, index) => {
    const place = { depth, key, comma: index < keys.length - 1 };
    if (!Object.hasOwn(after, key)) return printJson(before[key], place, '-');
    if (!Object.hasOwn(before, key)) return printJson(after[key], place, '+');
    return compare(before[key], after[key], place);
  });
}

/** Compares the items between the equal items at the start and at the end by their positions. */
function compareLists(before: readonly unknown[], after: readonly unknown[], depth: number): readonly JsonLine[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isEqual(before[start], after[start])) start += 1;
  let end = 0;
  while (end < most - start && isEqual(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  const print = (items: readonly unknown[], [first, last]: readonly [number, number], mark: JsonLine['mark'] = ' '): readonly JsonLine[] =>
    items.slice(first, last).flatMap((item, index) => printJson(item, { depth, comma: first + index < items.length - 1 }, mark));
  const [beforeEnd, afterEnd] = [before.length - end, after.length - end];
  const middle =
    beforeEnd === afterEnd
      ? after.slice(start, afterEnd).flatMap((item, index) => {
          const position = start + index;
          return compare(before[position], item, { depth, comma: position < after.length - 1 });
        })
      : [...print(before, [start, beforeEnd], '-'), ...print(after, [start, afterEnd], '+')];
  return [...print(after, [0, start]), ...middle, ...print(after, [afterEnd, after.length])];
}

function collapse(lines: readonly JsonLine[]): readonly JsonLine[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ mark }, index) => mark !== ' ' && isNear.fill(1, Math.max(0, index - context), index + context + 1));
  const collapsed: JsonLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const first = index;
    while (index < lines.length && isNear[index] === 0) index += 1;
    const hidden = index - first;
    // One line in place of one or two would save nothing.
    if (hidden > 2)
      collapsed.push({ depth: lines[first]?.depth ?? 0, mark: '…', tokens: [{ kind: 'mark', text: `${hidden} unchanged lines` }] });
    else collapsed.push(...lines.slice(first, index));
    const line = lines[index];
    if (line) collapsed.push(line);
  }
  return collapsed;
}
