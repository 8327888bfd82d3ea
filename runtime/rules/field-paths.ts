/** Reads fields by dotted paths, through lists of objects, and conditions on them. */
import type { Condition } from '../rule.js';
import { isObject, getOwnMember } from '../validate/objects.js';
import { formatPointerSegment } from '../validate/report.js';

export interface FoundValue {
  readonly value: unknown;
  /** The JSON pointer from the object that has the rule. */
  readonly pointer: string;
}

/** A parsed dotted path. */
export interface DottedPath {
  readonly names: readonly string[];
  readonly pointer: string;
}

const noValues: readonly FoundValue[] = [];
/** The parsed paths. The number of paths in rules limits the cache. */
const pathCache = new Map<string, DottedPath>();

export function parseDottedPath(text: string): DottedPath {
  let path = pathCache.get(text);
  if (path === undefined) {
    const names = text.split('.');
    const pointer = names.map((name) => `/${formatPointerSegment(name)}`).join('');
    pathCache.set(text, (path = { names, pointer }));
  }
  return path;
}

/** Marks a path that leads through a list, where it can have several values. */
const listMarker = /* @__PURE__ */ Symbol('listed');

/** Reads the value at a path that leads only through objects. Returns `undefined` for `null`, and a marker for a path through a list. */
function readThroughObjects(value: unknown, { names }: DottedPath): unknown {
  let current = value;
  for (const name of names) {
    if (Array.isArray(current)) return current === value ? undefined : listMarker;
    if (!isObject(current)) return undefined;
    current = getOwnMember(current, name);
  }
  return current ?? undefined;
}

/** Finds all values at a path: several if it leads through a list. `null` doesn't count as a value. */
export function findValues(value: unknown, path: DottedPath): readonly FoundValue[] {
  const current = readThroughObjects(value, path);
  if (current === undefined) return noValues;
  return current === listMarker ? findThroughLists({ value, pointer: '' }, path.names) : [{ value: current, pointer: path.pointer }];
}

/** Finds all values at a path through objects and lists. */
function findThroughLists(from: FoundValue, names: readonly string[]): readonly FoundValue[] {
  return names.reduce<readonly FoundValue[]>(
    (found, name) => found.flatMap(expandElements).flatMap((element) => readMember(element, name)),
    [from],
  );
}

/** Returns the elements of a list and of the lists in it, or the value itself if it isn't a list. */
function expandElements(from: FoundValue): readonly FoundValue[] {
  const { value, pointer } = from;
  return Array.isArray(value)
    ? value.flatMap((element: unknown, index) => expandElements({ value: element, pointer: `${pointer}/${index}` }))
    : [from];
}

function readMember({ value, pointer }: FoundValue, name: string): readonly FoundValue[] {
  const member = isObject(value) ? getOwnMember(value, name) : undefined;
  return member === undefined || member === null ? noValues : [{ value: member, pointer: `${pointer}/${formatPointerSegment(name)}` }];
}

/** Returns the first value at a dotted path, or `undefined`. */
export function getValueAt(value: unknown, path: string): unknown {
  const parsed = parseDottedPath(path);
  const current = readThroughObjects(value, parsed);
  return current === listMarker ? findValues(value, parsed)[0]?.value : current;
}

/** Whether a value is present. `null`, an empty list, and an empty map count as absent. */
function isPresent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}

/** Stands for any value in a condition. */
const anyValue = '{present}';

/**
 * Whether a complete object, which contains its defaults, meets a condition. `null` means absent, and `{present}` any value. An empty list or map
 * counts as absent.
 */
export function isConditionMet(condition: Condition, value: unknown): boolean {
  return Object.entries(condition).every(([path, values]) => {
    const actual = getValueAt(value, path);
    return isPresent(actual) ? values.includes(actual as string) || values.includes(anyValue) : values.includes(null);
  });
}

/** Formats a condition for a message: `purpose is A or B and enable is true`. */
export function formatCondition(condition: Condition): string {
  return Object.entries(condition)
    .map(
      ([path, values]) =>
        `${path} is ${formatAlternatives(values.map((value) => (value === null ? 'absent' : value === anyValue ? 'present' : String(value))))}`,
    )
    .join(' and ');
}

export function formatAlternatives(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
