/**
 * The entries of a learned overlay, whose source is recorded traffic or protobuf definitions. What the specification, a hand-written overlay, or an earlier learned
 * overlay states takes precedence over them.
 */
import { compareLocation, type Location, quote } from '../lib/diagnostics.js';
import { containerNouns, getChildRole, type ElementRole } from '../language/element-roles.js';
import {
  getAt,
  getList,
  getMember,
  getText,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  toCanonicalText,
} from '../lib/json.js';
import { formatValue, type Specification } from '../language/specification.js';
import { enumKeys, extensibleLists } from './merge-overlay.js';

/** What a learned overlay states, so that it can be skipped on its own: an entry of a list, or a member of an element. */
export interface LearnedEntry {
  readonly pointer: Pointer;
  /** Its `id`, or else its path: `schemas.Service.properties.launchStage.x-enumNumbers.GA`. */
  readonly name: string;
  readonly value: Json;
}

/** An overlay is learned if its source is recorded traffic, or protobuf definitions. One of a service module is treated in the same way. */
export function isLearned({ value }: Specification): boolean {
  const source = getMember(value, 'x-source');
  const sources = [getMember(source, 'recordings'), getMember(source, 'protos'), getMember(value, 'x-service')];
  return sources.some((each) => each !== undefined);
}

const keysWithoutEntries: ReadonlySet<string> = new Set(['name', 'version', 'rootUrl']);
/** An action is stated as a whole. */
const wholeKeys: ReadonlySet<string> = new Set(['x-action']);

export function listLearnedEntries({ value: root }: Specification): readonly LearnedEntry[] {
  const entries: LearnedEntry[] = [];
  const visit = (value: JsonObject, pointer: Pointer, role: ElementRole): void => {
    for (const [key, inner] of Object.entries(value)) {
      if (pointer.length === 0 && keysWithoutEntries.has(key)) continue;
      if (role !== 'container' && (key === 'x-source' || key === 'source')) continue;
      const at = [...pointer, key];
      if (isObject(inner) && !(role === 'element' && wholeKeys.has(key))) visit(inner, at, getChildRole(role, key));
      else if (Array.isArray(inner) && role === 'element' && extensibleLists.has(key))
        inner.forEach((entry: Json, index) => entries.push(createEntry(entry, [...at, index])));
      else entries.push(createEntry(inner, at));
    }
  };
  visit(root, [], 'element');
  return entries;
}

function createEntry(value: Json, pointer: Pointer): LearnedEntry {
  return { pointer, value, name: getText(value, 'id') ?? pointer.join('.') };
}

/** What takes precedence over an entry, in this order: each contains the one before it. */
export interface PrecedingStatements {
  readonly document: JsonObject;
  /** With the hand-written overlays. */
  readonly handWritten: JsonObject;
  /** With the learned overlays before this one. */
  readonly merged: JsonObject;
}

/** Why an entry is not applied. Without a reason, it needs no report: it is removed, or something else states the same. */
export type EntryFault = { readonly kind: 'replaced'; readonly reason?: string } | { readonly kind: 'skipped'; readonly reason: string };

/** Returns `undefined` if the entry adds to what is stated, or repeats it. */
export function findEntryFault(entry: LearnedEntry, overlay: JsonObject, preceding: PrecedingStatements): EntryFault | undefined {
  if (entry.pointer[0] === 'x-remove') return skip('only a hand-written overlay can remove entries');
  const missing = describeMissingTarget(entry.pointer, overlay, preceding.merged);
  if (missing !== undefined) return skip(`there is no ${missing}`);
  return typeof entry.pointer.at(-1) === 'number' ? findListFault(entry, preceding) : findMemberFault(entry, preceding);
}

const skip = (reason: string): EntryFault => ({ kind: 'skipped', reason });

const targetNouns: ReadonlySet<string> = new Set(['schema', 'field', 'method', 'parameter']);
const elementKeys: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'request', 'response']);
const definingKeys = ['type', '$ref', 'path'];

/** Describes the element on the way to an entry that neither the specification nor the overlay defines. */
function describeMissingTarget(pointer: Pointer, overlay: JsonObject, merged: JsonObject): string | undefined {
  let role: ElementRole = 'element';
  for (const [index, key] of pointer.slice(0, -1).entries()) {
    const previous = pointer[index - 1];
    const noun = role === 'container' ? containerNouns[String(previous)] : undefined;
    const isTarget = noun === undefined ? role === 'element' && elementKeys.has(String(key)) : targetNouns.has(noun);
    const prefix = pointer.slice(0, index + 1);
    if (isTarget && getAt(merged, prefix) === undefined) {
      const element = getAt(overlay, prefix);
      if (definingKeys.some((defining) => getMember(element, defining) !== undefined)) return undefined;
      return noun === undefined ? `"${String(key)}" in ${quote(String(previous))}` : `${noun} ${quote(String(key))}`;
    }
    role = getChildRole(role, String(key));
  }
  return undefined;
}

function findListFault({ pointer, value }: LearnedEntry, { document, handWritten, merged }: PrecedingStatements): EntryFault | undefined {
  const list = listEntriesAt(merged, pointer);
  const index = findSameIndex(list, value, String(pointer.at(-2)));
  if (index === undefined) return undefined;
  // Overlays append to a list.
  const isDocumented = index < listEntriesAt(document, pointer).length;
  const isHandWritten = !isDocumented && index < listEntriesAt(handWritten, pointer).length;
  if (isCompletion(value, list[index] ?? null)) return undefined;
  if (isSameStatement(list[index] ?? null, value)) return { kind: 'replaced' };
  if (isHandWritten) return { kind: 'replaced', reason: `${handWrittenStatement} the same with other values` };
  return skip(`${nameStatement(isDocumented)} states the same with other values`);
}

/** Whether a rule `operation` states what an earlier one leaves open. What both state, the earlier one decides. */
function isCompletion(entry: Json, earlier: Json): boolean {
  if (getMember(entry, 'kind') !== 'operation' || !isObject(entry)) return false;
  const isOpen = (key: string): boolean => getMember(earlier, key) === undefined;
  const fields = getMember(earlier, 'fields');
  return (
    Object.keys(entry).some((key) => key !== 'id' && key !== 'source' && isOpen(key)) ||
    (isObject(fields) && Object.keys(getMember(entry, 'fields') ?? {}).some((path) => !Object.hasOwn(fields, path)))
  );
}

/** The list to which the entry at the pointer belongs. */
const listEntriesAt = (root: JsonObject, pointer: Pointer): readonly Json[] =>
  getList(getAt(root, pointer.slice(0, -2)), String(pointer.at(-2)));

/** The first index in a list by what its entries state. */
const indexesByList = new WeakMap<readonly Json[], ReadonlyMap<string, number>>();

/** Finds the entry of a list that states the same thing, perhaps with other values. */
function findSameIndex(list: readonly Json[], entry: Json, key: string): number | undefined {
  let indexes = indexesByList.get(list);
  if (indexes === undefined) {
    // The first one of equal texts counts.
    indexes = new Map(list.flatMap((other, index) => listIdentities(other, key).map((text) => [text, index] as const)).reverse());
    indexesByList.set(list, indexes);
  }
  const found = listIdentities(entry, key).flatMap((text) => indexes.get(text) ?? []);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** Texts that identify what an entry states: by its id, and by its main keys. */
function listIdentities(entry: Json, key: string): readonly string[] {
  if (!isObject(entry)) return [toCanonicalText(entry)];
  const id = getText(entry, 'id');
  const isOperation = key === 'x-rules' && entry['kind'] === 'operation';
  const stated = isOperation ? ['operation'] : (identifyingKeys[key] ?? []).map((name) => getMember(entry, name) ?? null);
  return [...(id === undefined ? [] : [`id ${id}`]), toCanonicalText(stated)];
}

const identifyingKeys: Readonly<Record<string, readonly string[]>> = {
  'x-rules': ['kind', 'field', 'fields'],
  'x-validations': ['rule'],
  'x-permissions': ['permission', 'when'],
  'x-notes': ['topic'],
  'x-undocumented': ['topic'],
};

/** Compares regardless of ids and sources. */
function isSameStatement(a: Json, b: Json): boolean {
  const withoutOrigin = (value: Json): Json => (isObject(value) ? { ...value, id: null, source: null } : value);
  return isEqual(withoutOrigin(a), withoutOrigin(b));
}

function findMemberFault({ pointer, value }: LearnedEntry, { document, handWritten, merged }: PrecedingStatements): EntryFault | undefined {
  const key = String(pointer.at(-1));
  const stated = findStated(merged, pointer);
  if (stated === undefined || isSameStatement(stated, value)) return undefined;
  if (key === 'x-documented' || enumKeys.has(key) || (Array.isArray(stated) && Array.isArray(value) && extensibleLists.has(key)))
    return undefined;
  const isDocumented = findStated(document, pointer) !== undefined;
  if (!isDocumented && findStated(handWritten, pointer) !== undefined)
    return { kind: 'replaced', reason: `it states ${formatValue(value)}, and ${handWrittenStatement} ${formatValue(stated)}` };
  return skip(`it states ${formatValue(value)}, and ${nameStatement(isDocumented)} states ${formatValue(stated)}`);
}

const handWrittenStatement = 'a hand-written overlay states';

const nameStatement = (isDocumented: boolean): string => (isDocumented ? 'the specification' : 'an overlay before it');

/** Returns the value at a pointer, or what is in its place. */
function findStated(root: JsonObject, pointer: Pointer): Json | undefined {
  let current: Json = root;
  for (const segment of pointer) {
    if (!isObject(current)) return current;
    const inner: Json | undefined = getMember(current, String(segment));
    if (inner === undefined) return undefined;
    current = inner;
  }
  return current;
}

/** Returns a function that finds the entry that has a part at a location. */
export function createEntryFinder(
  overlay: Specification,
  entries: readonly LearnedEntry[],
): (location: Location) => LearnedEntry | undefined {
  const entryByPointer = new Map(entries.map((entry) => [JSON.stringify(entry.pointer), entry]));
  const parts: { readonly at: Location; readonly entry: LearnedEntry | undefined }[] = [];
  const visit = (value: Json, pointer: Pointer, outer: LearnedEntry | undefined): void => {
    const entry = outer ?? entryByPointer.get(JSON.stringify(pointer));
    for (const part of ['key', 'value'] as const) parts.push({ at: overlay.at(pointer, part), entry });
    if (Array.isArray(value)) value.forEach((inner: Json, index) => visit(inner, [...pointer, index], entry));
    else if (isObject(value)) for (const [key, inner] of Object.entries(value)) visit(inner, [...pointer, key], entry);
  };
  visit(overlay.value, [], undefined);
  parts.sort((a, b) => compareLocation(a.at, b.at));
  return (location) => parts.findLast(({ at }) => compareLocation(at, location) <= 0)?.entry;
}
