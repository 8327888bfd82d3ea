/** The keys of a session's state: a letter for the kind, then parts. Control characters separate the parts, which don't contain any. */
import { decodeSegment, escapeSegment, type Order, type Place, type CompiledResource, type SiblingIndex } from '../world/resource.js';
import type { Range } from '../store/store.js';
import { parseDuration, toSortableInstant } from '../lib/instants.js';
import { getMember, type Json, type JsonObject } from '../lib/json.js';

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
};

export type EntryKind = keyof typeof letters;

export function createKey(kind: EntryKind, ...parts: readonly string[]): string {
  return `${letters[kind]}${separator}${parts.join(separator)}`;
}

/** Returns whether a key remains if the resources are replaced: those of controls and of project numbers. */
export function isKeptOnReplace(text: string): boolean {
  return text.startsWith(letters.control) || text.startsWith(letters.project);
}

/** Returns the parts after the kind. */
export function parseKey(text: string): readonly string[] {
  return text.split(separator).slice(1);
}

/** Returns the range of all keys of a kind that begin with these parts. */
export function getKeyRange(kind: EntryKind, ...parts: readonly string[]): Pick<Range, 'from' | 'to'> {
  const prefix = [letters[kind], ...parts].join(separator);
  return { from: `${prefix}${separator}`, to: `${prefix}${separatorEnd}` };
}

export function getPrefixRange(text: string): Pick<Range, 'from' | 'to'> {
  return { from: text, to: text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1) };
}

/** Returns the range of all keys of a kind whose first part begins with `path/`. */
export function getChildRange(kind: EntryKind, path: string): Pick<Range, 'from' | 'to'> {
  return { from: `${letters[kind]}${separator}${path}/`, to: `${letters[kind]}${separator}${path}0` };
}

/** Server-generated numbers sort numerically: a marker and the number of digits precede them. */
const numberMarker = '\u0002';

function getMemberName({ ids, resource }: Place): string {
  const [id = ''] = ids;
  if (resource.behavior.numericOrder && /^\d{1,64}$/.test(id)) return `${numberMarker}${String.fromCharCode(0x20 + id.length)}${id}`;
  return ids.map(escapeSegment).join(nameSeparator);
}

function removeNumberMarker(text: string): string {
  return text.startsWith(numberMarker) ? text.slice(2) : text;
}

export function getRecordKey(place: Place): string {
  return createKey('record', place.collection, getMemberName(place));
}

/** Returns the prefix of the names of members that begin with these IDs. */
export function getNamePrefix({ domainIds }: CompiledResource, ids: readonly string[]): string {
  return ids.map((id, index) => `${escapeSegment(domainIds?.[index] ? id.toLowerCase() : id)}${nameSeparator}`).join('');
}

export function parseRecordPath(text: string): string {
  const [collection = '', ids = ''] = parseKey(text);
  return `${collection}/${removeNumberMarker(ids).replaceAll(nameSeparator, '/')}`;
}

/** Returns the IDs of the member in the last part of a key: decoded, and as they end the path of the member. */
export function readMemberIds(text: string): { readonly ids: readonly string[]; readonly path: string } {
  const names = removeNumberMarker(text.slice(text.lastIndexOf(separator) + 1));
  if (!names.includes(nameSeparator)) return { ids: [decodeSegment(names)], path: names };
  return { ids: names.split(nameSeparator).map(decodeSegment), path: names.replaceAll(nameSeparator, '/') };
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
  let reversed = '';
  for (let index = 0; index < safe.length; index += 1) reversed += String.fromCharCode(0xfffe - safe.charCodeAt(index));
  return `${reversed}\uffff`;
}

function toPlainText({ isNumeric, isDuration }: Order, value: Json | undefined): string {
  const duration = isDuration ? parseDuration(value) : undefined;
  if (typeof value === 'number' || duration !== undefined) return toSortableNumber(duration ?? Number(value));
  const text = String(typeof value === 'object' ? '' : (value ?? ''));
  return isNumeric && wholeNumber.test(text) ? (BigInt(text) + integerOffset).toString().padStart(21, '0') : text;
}

const wholeNumber = /^-?\d{1,20}$/;
/** Makes all whole numbers of at most 20 digits positive. */
const integerOffset = 10n ** 20n;

/** Returns the bytes of a number in the order of the values: those of a negative number are inverted, others get a sign bit. */
function toSortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return (bits ^ (isNegative ? 0xffff_ffff_ffff_ffffn : 1n << 63n)).toString(16).padStart(16, '0');
}
