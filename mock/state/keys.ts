/**
 * The keys of a session's state: a letter for the kind, then parts. Control characters separate the parts, which don't contain any. The code units
 * of keys are in the order of the code points of the parts.
 */
import { toCanonicalPath, type Order, type Place, type CompiledResource, type SiblingIndex } from '../catalog/resource.js';
import type { Range } from '../store/store.js';
import { parseNanoseconds, toSortableInstant } from '../lib/instants.js';
import { fromSortableText, getMember, toSortableText, type Json, type JsonObject } from '../lib/json.js';

const separator = '\u0000';
const separatorEnd = '\u0001';
const nameSeparator = '\u0001';

/** The letter of each kind. */
const letters = {
  record: 'r',
  index: 'i',
  number: 'n',
  policy: 'p',
  token: 't',
  ancestors: 'a',
  request: 'q',
  task: 'd',
  event: 'e',
  log: 'l',
  counter: 'c',
  order: 'o',
  media: 'm',
  upload: 'u',
  project: 'j',
  control: 's',
  row: 'v',
};

export type EntryKind = keyof typeof letters;

const kinds: ReadonlyMap<string, EntryKind> = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as EntryKind]));

/** Returns the kind of a key, if it has one. */
export function getEntryKind(text: string): EntryKind | undefined {
  return text[1] === separator ? kinds.get(text.charAt(0)) : undefined;
}

export function createKey(kind: EntryKind, ...parts: readonly string[]): string {
  return `${letters[kind]}${separator}${toSortableText(parts.join(separator))}`;
}

/** Returns whether a key remains if the resources are replaced: those of controls and of project numbers. */
export function isKeptOnReplace(text: string): boolean {
  return text.startsWith(letters.control) || text.startsWith(letters.project);
}

/** Returns the parts after the kind. */
export function parseKey(text: string): readonly string[] {
  return fromSortableText(text).split(separator).slice(1);
}

/** Returns the range of all keys of a kind that begin with these parts. */
export function getKeyRange(kind: EntryKind, ...parts: readonly string[]): Pick<Range, 'from' | 'to'> {
  const prefix = [letters[kind], ...parts.map(toSortableText)].join(separator);
  return { from: `${prefix}${separator}`, to: `${prefix}${separatorEnd}` };
}

export function getPrefixRange(text: string): Pick<Range, 'from' | 'to'> {
  return { from: text, to: text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1) };
}

/** Returns the range of all keys of a kind whose first part begins with `path/`. */
export function getChildRange(kind: EntryKind, path: string): Pick<Range, 'from' | 'to'> {
  const prefix = `${letters[kind]}${separator}${toSortableText(path)}`;
  return { from: `${prefix}/`, to: `${prefix}0` };
}

/** Server-generated numbers sort numerically: a marker and the number of digits precede them. */
const numberMarker = '\u0002';

function getMemberName({ ids, resource }: Place): string {
  const [id = ''] = ids;
  if (resource.behavior.numericOrder && /^\d{1,64}$/.test(id)) return `${numberMarker}${String.fromCharCode(0x20 + id.length)}${id}`;
  return ids.map(escapeName).join(nameSeparator);
}

const escape = '\u0003';

/** Escapes the control characters that separate the parts of keys. Unlike escaping a path, this keeps the order of names. */
export function escapeName(id: string): string {
  return /[\u0000-\u0003]/.test(id)
    ? id.replaceAll(/[\u0000-\u0003]/g, (control) => escape + String.fromCharCode(control.charCodeAt(0) + 0x10))
    : id;
}

function decodeName(text: string): string {
  return text.includes(escape) ? text.replaceAll(/\u0003(.)/gs, (_, next: string) => String.fromCharCode(next.charCodeAt(0) - 0x10)) : text;
}

function removeNumberMarker(text: string): string {
  return text.startsWith(numberMarker) ? text.slice(2) : text;
}

export function getRecordKey(place: Place): string {
  return createKey('record', place.collection, getMemberName(place));
}

/** Returns the prefix of the names of members that begin with these IDs. */
export function getNamePrefix({ domainIds }: CompiledResource, ids: readonly string[]): string {
  return ids.map((id, index) => `${escapeName(domainIds?.[index] ? id.toLowerCase() : id)}${nameSeparator}`).join('');
}

export function parseRecordPath(text: string): string {
  const [collection = ''] = parseKey(text);
  return `${collection}/${readMemberIds(text).path}`;
}

/** A character that separates names, or that a key or a path contains in another form. Most names have none, and take no time to decode. */
const encodedCharacter = /[\u0000-\u001f%/?#\u007f\ud800-\uffff]/;

/** Returns the IDs of the member in the last part of a key: decoded, and as they end the path of the member. */
export function readMemberIds(text: string): { readonly ids: readonly string[]; readonly path: string } {
  const names = removeNumberMarker(text.slice(text.lastIndexOf(separator) + 1));
  if (!encodedCharacter.test(names)) return { ids: [names], path: names };
  const ids = fromSortableText(names).split(nameSeparator).map(decodeName);
  return { ids, path: toCanonicalPath(ids) };
}

export function getNumberKey(place: Place, id: string): string {
  return createKey('number', place.collection, id);
}

export function getOrderKey(place: Place, order: Order, body: JsonObject): string {
  return createKey('index', place.collection, order.text, toSortText(order, body), getMemberName(place));
}

export function getSiblingIndexKey(place: Place, { text }: SiblingIndex, key: string): string {
  return createKey('index', place.collection, text, key, getMemberName(place));
}

/** Returns the prefix of the entries of an index with a key. */
export const getSiblingPrefix = (key: string): string => `${key}${separator}`;

/** Returns a text that sorts like the field's value: times, durations, and numbers by value, others as text, and reversed for a descending order. */
export function toSortText(order: Order, body: JsonObject): string {
  const value = getMember(body, order.field);
  const text = toSortableInstant(value) ?? toPlainText(order, value);
  const safe = text.replaceAll(/[\u0000-\u001f]/g, ' ');
  if (!order.descending) return safe;
  const sortable = toSortableText(safe);
  let reversed = '';
  for (let index = 0; index < sortable.length; index++) reversed += String.fromCharCode(highestUnit - sortable.charCodeAt(index));
  return fromSortableText(`${reversed}\uffff`);
}

/** A code unit reversed is greater than the separators, and less than the end of a reversed text. */
const highestUnit = 0x10002;

function toPlainText({ isNumeric, isDuration }: Order, value: Json | undefined): string {
  const duration = isDuration ? parseNanoseconds(value) : undefined;
  if (duration !== undefined) return toSortableInteger(duration);
  if (typeof value === 'number') return toSortableNumber(value);
  const text = String(typeof value === 'object' ? '' : (value ?? ''));
  if (!isNumeric || !wholeNumber.test(text)) return text;
  return text.startsWith('-') ? toSortableInteger(BigInt(text)) : `1${text.padStart(21, '0')}`;
}

const wholeNumber = /^-?\d{1,20}$/;

/** Takes integers of at most 21 digits: those of 64 bits, and the nanoseconds of durations. */
function toSortableInteger(value: bigint): string {
  return (value + 10n ** 21n).toString().padStart(22, '0');
}

/** Returns the bytes of a number in the order of the values: those of a negative number are inverted, others get a sign bit. */
function toSortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return (bits ^ (isNegative ? 0xffff_ffff_ffff_ffffn : 1n << 63n)).toString(16).padStart(16, '0');
}
