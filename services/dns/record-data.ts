/**
 * Converts DNS record data to its stored form (quoted character strings, lower-case names, short addresses) and to its canonical form (RFC 1035,
 * RFC 4343, RFC 5952).
 */
import type { RecordDataRule } from './rules.js';
import {
  compareText,
  createMessageValidation,
  getTextMember,
  isList,
  isObject,
  mapAt,
  type InnerServiceRule,
  type Json,
  type JsonObject,
  type ServiceModule,
} from '../../mock/service.js';
import { recordForms, findRecordProblem, splitRecord, type RecordForm, type RecordPart } from './validate/record-types.js';
import { dnsRecordData } from './validate/check-record-data.js';

/** The types whose data is stored as quoted strings, whatever the request contains. */
const quotedTypes: ReadonlySet<string> = new Set(['TXT', 'SPF']);

/** Returns the stored form of a record. Unlike the canonical form, it keeps the spelling of numbers and the spaces. Returns invalid data unchanged. */
export function toStoredRecord(type: string, data: string): string {
  if (quotedTypes.has(type)) return toCanonicalRecord(type, data);
  const form = recordForms.get(type);
  if (!form || ![...form.parts, form.more].some((kind) => isConverted(type, kind))) return data;
  const parts = findRecordProblem(type, data) === undefined ? splitRecord(data) : undefined;
  if (!parts) return data;
  let stored = '';
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const start = data.indexOf(part, end);
    const kind = form.parts[index] ?? form.more;
    stored += data.slice(end, start) + (isConverted(type, kind) ? canonicalForms[kind](part) : part);
    end = start + part.length;
  }
  return stored + data.slice(end);
}

/** Returns whether the stored form of a part differs from what the request contains. */
function isConverted(type: string, kind: RecordPart | undefined): kind is RecordPart {
  return kind === 'ipv6Address' || kind === 'domainName' || (kind === 'hex' && type === 'DS');
}

/** Returns the same text for all spellings of a record. Returns invalid data unchanged. */
export function toCanonicalRecord(type: string, data: string): string {
  const form = recordForms.get(type);
  const parts = form && findRecordProblem(type, data) === undefined ? splitRecord(data) : undefined;
  return form && parts ? toCanonicalParts(form, parts).join(' ') : data;
}

export const recordData: ServiceModule<RecordDataRule> = {
  validate: createMessageValidation(dnsRecordData),
  toStored: (body, rule) =>
    mapRecords(rule, body, (type, list) => list.map((data) => (typeof data === 'string' ? toStoredRecord(type, data) : data))),
  // The order and the spelling of records don't matter.
  toCanonical: (body, rule) =>
    mapRecords(rule, body, (type, list) => [...new Set(list.map((data) => toCanonicalRecord(type, String(data))))].sort(compareText)),
};

type ChangeRecords = (type: string, list: readonly Json[]) => readonly Json[];

function mapRecords(rule: RecordDataRule, body: JsonObject, change: ChangeRecords): JsonObject {
  const { within }: Partial<InnerServiceRule> = rule;
  const mapInner = (inner: Json): Json =>
    isList(inner) ? inner.map(mapInner) : isObject(inner) ? mapRecordSet(rule, inner, change) : inner;
  return within === undefined ? mapRecordSet(rule, body, change) : mapAt(body, within, mapInner);
}

function mapRecordSet({ options }: RecordDataRule, recordSet: JsonObject, change: ChangeRecords): JsonObject {
  const type = getTextMember(recordSet, options.type);
  if (type === undefined) return recordSet;
  return options.data.reduce((mapped, path) => mapAt(mapped, path, (list) => (isList(list) ? change(type, list) : list)), recordSet);
}

function toCanonicalParts({ parts: partTypes, more }: RecordForm, parts: readonly string[]): readonly string[] {
  const fixedParts = partTypes.map((kind, index) => canonicalForms[kind](parts[index] ?? ''));
  const repeated = more === undefined ? [] : parts.slice(partTypes.length).map(canonicalForms[more]);
  // Bytes can span several words, and parameters can have any order.
  if (more === 'hex' || more === 'base64') return [...fixedParts.slice(0, -1), [...fixedParts.slice(-1), ...repeated].join('')];
  return [...fixedParts, ...(more === 'serviceParameter' ? repeated.sort(compareText) : repeated)];
}

const toDecimal = (text: string): string => String(Number(text));
const toLowerCase = (text: string): string => text.toLowerCase();

const canonicalForms: Readonly<Record<RecordPart, (text: string) => string>> = {
  uint8: toDecimal,
  uint16: toDecimal,
  uint32: toDecimal,
  ipv4Address: (text) => text,
  ipv6Address: shortenIpv6Address,
  domainName: toLowerCase,
  hex: toLowerCase,
  base64: (text) => text,
  tag: toLowerCase,
  characterString: quoteString,
  serviceParameter: (text) => {
    const equals = text.indexOf('=');
    return equals < 0 ? text : `${text.slice(0, equals)}=${quoteString(text.slice(equals + 1))}`;
  },
};

/** Returns the form of an IPv6 address that RFC 5952 recommends. */
function shortenIpv6Address(text: string): string {
  const groups = expandIpv6Address(text);
  const zeros = findLongestZeros(groups);
  const head = groups.slice(0, zeros.start).join(':');
  const isMapped = zeros.start === 0 && zeros.length === 5 && groups[5] === 'ffff';
  const tail = isMapped ? `ffff:${formatIpv4(groups.slice(6))}` : groups.slice(zeros.start + zeros.length).join(':');
  return zeros.length > 1 ? `${head}::${tail}` : groups.join(':');
}

/** Finds the first one of the longest runs of zeros. */
function findLongestZeros(groups: readonly string[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start += 1) {
    const end = groups.findIndex((group, index) => index >= start && group !== '0');
    const length = (end < 0 ? groups.length : end) - start;
    if (length > longest.length) longest = { start, length };
  }
  return longest;
}

function formatIpv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
function expandIpv6Address(text: string): readonly string[] {
  const [head = [], tail] = text.split('::').map(parseGroups);
  return tail === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function parseGroups(half: string): readonly string[] {
  if (half === '') return [];
  return half.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}

/** Quotes a character string with the minimum of escapes. Bytes outside of printable ASCII are escaped by number. */
function quoteString(text: string): string {
  const inner = text.startsWith('"') ? text.slice(1, -1) : text;
  const parts = inner.match(/\\\d{3}|\\[^]|[^\\]+|\\$/gu) ?? [];
  return `"${parts.map(quotePart).join('')}"`;
}

function quotePart(part: string): string {
  if (/^\\\d{3}$/.test(part)) return quoteByte(Number(part.slice(1)));
  const unescaped = part.startsWith('\\') && part.length > 1 ? part.slice(1) : part;
  return Array.from(new TextEncoder().encode(unescaped), quoteByte).join('');
}

function quoteByte(byte: number): string {
  if (byte < 0x20 || byte > 0x7e) return `\\${String(byte).padStart(3, '0')}`;
  const character = String.fromCharCode(byte);
  return character === '"' || character === '\\' ? `\\${character}` : character;
}
