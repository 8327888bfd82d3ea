/** Reading fields by dotted paths, through lists of objects. */
import { isObject, getOwnMember, type Members } from '../validate/members.js';
import { isRemovedMember } from '../validate/patch-removals.js';
import { formatPointerSegment } from '../validate/report.js';
import type { RuleFields } from './rule-check.js';

/** A value and where it stands. */
export interface FoundValue {
  readonly value: unknown;
  /** JSON pointer from the object that the rule stands on. */
  readonly pointer: string;
}

/** A dotted path, read once. */
export interface FieldPath {
  readonly names: readonly string[];
  readonly pointer: string;
  /** A name on it, such as `constructor`, stands in every object, so only an own member of that name is one. */
  readonly isInherited: boolean;
}

const none: readonly FoundValue[] = [];
/** Those of rules: there are as many as rules name. */
const paths = new Map<string, FieldPath>();

export function parseFieldPath(text: string): FieldPath {
  let path = paths.get(text);
  if (path === undefined) {
    const names = text.split('.');
    const pointer = names.map((name) => `/${formatPointerSegment(name)}`).join('');
    paths.set(text, (path = { names, pointer, isInherited: names.some((name) => name in Object.prototype) }));
  }
  return path;
}

/** Stands for what a path finds in a list, which may be several values. */
const listed = /* @__PURE__ */ Symbol('listed');

/** What a path through objects alone leads to; `null` is no value. */
function directAt(value: unknown, { names, isInherited }: FieldPath): unknown {
  let held = value;
  for (let next = 0; next < names.length; next += 1) {
    if (typeof held !== 'object' || held === null) return undefined;
    if (Array.isArray(held)) return next === 0 ? undefined : listed;
    const name = names[next] as string;
    held = isInherited ? getOwnMember(held as Members, name) : (held as Members)[name];
  }
  return held ?? undefined;
}

/** Every value at a path: one for each element where a list lies on the way. `null` is no value. */
export function findValues(value: unknown, path: FieldPath): readonly FoundValue[] {
  const held = directAt(value, path);
  if (held === undefined) return none;
  return held === listed ? membersOf({ value, pointer: '' }, path.names) : [{ value: held, pointer: path.pointer }];
}

/** The same from any value on, whatever lies on the way. */
function membersOf(from: FoundValue, names: readonly string[]): readonly FoundValue[] {
  return names.reduce<readonly FoundValue[]>(
    (found, name) => found.flatMap(expandElements).flatMap((each) => memberOf(each, name)),
    [from],
  );
}

/** What stands in a list, however deep; otherwise the value itself. */
function expandElements(from: FoundValue): readonly FoundValue[] {
  const { value, pointer } = from;
  return Array.isArray(value)
    ? value.flatMap((each: unknown, index) => expandElements({ value: each, pointer: `${pointer}/${index}` }))
    : [from];
}

function memberOf({ value, pointer }: FoundValue, name: string): readonly FoundValue[] {
  const member = isObject(value) ? getOwnMember(value, name) : undefined;
  return member === undefined || member === null ? none : [{ value: member, pointer: `${pointer}/${formatPointerSegment(name)}` }];
}

/** The first value at a dotted path, `undefined` where there is none. */
export function getValueAt(value: unknown, path: string): unknown {
  return firstAt(value, parseFieldPath(path));
}

function firstAt(value: unknown, path: FieldPath): unknown {
  const held = directAt(value, path);
  return held === listed ? findValues(value, path)[0]?.value : held;
}

/** A field that a rule asks for. */
export interface FieldWithDefault {
  readonly path: FieldPath;
  /** Its default. */
  readonly standard: unknown;
}

export function addDefault(text: string, { defaults }: RuleFields): FieldWithDefault {
  return { path: parseFieldPath(text), standard: Object.hasOwn(defaults, text) ? defaults[text] : undefined };
}

/** Stands for the value of a field that may stand elsewhere. */
export const unknownValue: unique symbol = /* @__PURE__ */ Symbol('elsewhere');

/** The value of a field, or its default where it is known to be absent. */
export function getEffectiveValue(value: unknown, { path, standard }: FieldWithDefault, partial: boolean): unknown {
  return firstAt(value, path) ?? (partial && !isRemovedByPatch(value, path) ? unknownValue : standard);
}

/** Whether a merge patch removes what stands at a path, or something that leads to it. */
export function isRemovedByPatch(value: unknown, { names }: FieldPath): boolean {
  let held = value;
  for (const name of names) {
    if (!isObject(held)) return false;
    if (isRemovedMember(held, name)) return true;
    held = getOwnMember(held, name);
  }
  return false;
}

/** There at all; an empty list or map is not. */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}
