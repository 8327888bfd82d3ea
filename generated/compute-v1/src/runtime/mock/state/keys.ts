/** The keys under which a session's state is stored: a letter for the kind, then parts between control characters, which no part contains. */
import { decodeSegment, escapeSegment, type Order, type Place } from '../world/resource.js';
import type { Range } from '../store/store.js';
import { toSortableInstant } from '../instants.js';
import { getMember, type Json, type JsonObject } from '../json.js';

const separator = '\u0000';
const after = '\u0001';
const nameSeparator = '\u0001';

export type Kind =
  | 'record'
  | 'index'
  | 'number'
  | 'policy'
  | 'token'
  | 'ancestors'
  | 'request'
  | 'task'
  | 'event'
  | 'log'
  | 'counter'
  | 'order'
  | 'media'
  | 'upload';

/** One letter each. */
const letters: Readonly<Record<Kind, string>> = {
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
};

export function createKey(kind: Kind, ...parts: readonly string[]): string {
  return `${letters[kind]}${separator}${parts.join(separator)}`;
}

/** The parts after the kind. */
export function parseKey(text: string): readonly string[] {
  return text.split(separator).slice(1);
}

/** All keys of a kind that begin with these parts. */
export function keyRange(kind: Kind, ...parts: readonly string[]): Pick<Range, 'from' | 'to'> {
  const stem = [letters[kind], ...parts].join(separator);
  return { from: `${stem}${separator}`, to: `${stem}${after}` };
}

/** All keys that begin so. */
export function prefixRange(text: string): Pick<Range, 'from' | 'to'> {
  return { from: text, to: text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1) };
}

/** All keys of a kind whose first part begins with `path/`. */
export function childRange(kind: Kind, path: string): Pick<Range, 'from' | 'to'> {
  return { from: `${letters[kind]}${separator}${path}/`, to: `${letters[kind]}${separator}${path}0` };
}

/** Numbers that the server gives sort as numbers: after a mark, the count of their digits stands before them. */
const numberMark = '\u0002';

function getMemberName({ ids, resource }: Place): string {
  const [id = ''] = ids;
  const { idFields } = resource.behavior;
  if (idFields.length === 1 && idFields[0] === 'id' && /^\d{1,64}$/.test(id))
    return `${numberMark}${String.fromCharCode(0x20 + id.length)}${id}`;
  return ids.map(escapeSegment).join(nameSeparator);
}

function removeNumberMark(text: string): string {
  return text.startsWith(numberMark) ? text.slice(2) : text;
}

export function getRecordKey(place: Place): string {
  return createKey('record', place.collection, getMemberName(place));
}

/** What the names of all members begin with that share the first of their names with this one. */
export function getFirstNamePrefix({ ids }: Place): string {
  return `${escapeSegment(ids[0] ?? '')}${nameSeparator}`;
}

/** Path of the record that a key stands for. */
export function parseRecordPath(text: string): string {
  const [collection = '', ids = ''] = parseKey(text);
  return `${collection}/${removeNumberMark(ids).replaceAll(nameSeparator, '/')}`;
}

/** The names, decoded, of the member that the last part of a key stands for. */
export function readMemberIds(text: string): readonly string[] {
  return removeNumberMark(parseKey(text).at(-1) ?? '')
    .split(nameSeparator)
    .map(decodeSegment);
}

export function getNumberKey(place: Place, id: string): string {
  return createKey('number', place.collection, id);
}

/** Where a member stands in an order of its collection. */
export function getOrderKey(place: Place, order: Order, body: JsonObject): string {
  return createKey('index', place.collection, order.text, toSortText(order, body), getMemberName(place));
}

/** Sorts as the field's value does: instants by time, everything else as text; reversed for a descending order. */
export function toSortText(order: Order, body: JsonObject): string {
  const value = getMember(body, order.field);
  const text = toSortableInstant(value) ?? toPlainText(order, value);
  const safe = text.replaceAll(/[\u0000-\u001f]/g, ' ');
  if (!order.descending) return safe;
  return `${Array.from({ length: safe.length }, (_, index) => String.fromCharCode(0xfffe - safe.charCodeAt(index))).join('')}\uffff`;
}

function toPlainText({ field }: Order, value: Json | undefined): string {
  const text = String(typeof value === 'object' ? '' : (value ?? ''));
  // Ids that are numbers sort as numbers.
  return field === 'id' && /^\d{1,20}$/.test(text) ? text.padStart(20, '0') : text;
}
