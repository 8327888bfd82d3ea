/** Tests of the formats of text and numbers. Each expects a value of the right JSON type. */
import { countBase64Bytes } from './base64.js';
import { parsePrefix } from './cidr.js';
import { isCertificates, isPrivateKey } from './pem.js';
import { isDate, isDateTime, isDuration } from './time-formats.js';

export { isCertificates, isDate, isDateTime, isDuration, isPrivateKey };

const integerText = /^(?:0|-?[1-9]\d{0,18})$/;
const unsignedText = /^(?:0|[1-9]\d{0,19})$/;

/** Tests for a signed 64-bit integer as decimal text, without the sign `+`, leading zeros, and `-0`. */
export function isInt64(text: string): boolean {
  if (!integerText.test(text)) return false;
  if (text.length < 19) return true;
  return text.startsWith('-') ? text.length < 20 || text.slice(1) <= '9223372036854775808' : text <= '9223372036854775807';
}

/** Tests for an unsigned 64-bit integer as decimal text. */
export function isUint64(text: string): boolean {
  return unsignedText.test(text) && (text.length < 20 || text <= '18446744073709551615');
}

export function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -2_147_483_648 && value <= 2_147_483_647;
}

export function isUint32(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 4_294_967_295;
}

/** Tests for base64, standard or URL-safe. */
export function isByte(text: string): boolean {
  return countBase64Bytes(text) !== undefined;
}

/** Tests whether base64 text encodes exactly this many bytes. */
export function hasByteLength(text: string, bytes: number): boolean {
  return countBase64Bytes(text) === bytes;
}

const fieldPath = '[A-Za-z_*][A-Za-z0-9_*]*(?:\\.(?:[A-Za-z_*][A-Za-z0-9_*]*|`[^`]+`))*';
const fieldMask = /* @__PURE__ */ new RegExp(`^(?:${fieldPath}(?:,${fieldPath})*)?$`);

/** Tests for field paths separated by commas. */
export function isFieldMask(text: string): boolean {
  return fieldMask.test(text);
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Tests for a UUID of any version in the form 8-4-4-4-12. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const inSegment = "\\w.~!$&'()*+,;=:@-";
const escaped = '%[\\dA-Fa-f]{2}';
// Bundlers remove unused calls, but not unused templates.
const fullUrl = /* @__PURE__ */ createFullUrlPattern();
const partialUrl = /* @__PURE__ */ createPartialUrlPattern();

/** Runs of characters with escapes between them. This form needs no backtracking. */
function createFullUrlPattern(): RegExp {
  const inPath = `[/${inSegment}]*(?:${escaped}[/${inSegment}]*)*`;
  const inQuery = `[/?${inSegment}]*(?:${escaped}[/?${inSegment}]*)*`;
  return new RegExp(`^(?:https?:)?//[\\w.~%[\\]:@-]+(?:/${inPath})?(?:\\?${inQuery})?(?:#${inQuery})?$`, 'i');
}

function createPartialUrlPattern(): RegExp {
  const segment = `(?:[${inSegment}]|${escaped})+`;
  return new RegExp(`^/?(?![^/]*:)${segment}(?:/${segment})*$`);
}

/** Tests for a full http or https URL, or a partial one of a resource: `projects/p/regions/r`, `zones/z`, `/compute/v1/projects/p`. */
export function isUrl(text: string): boolean {
  const isFull = text.startsWith('//', 6) || text.startsWith('//', 5) || text.startsWith('//');
  return isFull ? fullUrl.test(text) : partialUrl.test(text);
}

/** Tests for an IPv4 range: four decimal octets without leading zeros, and a prefix length from 0 to 32. */
export function isCidrIpv4(text: string): boolean {
  return parsePrefix(text) >= 0;
}

const language = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})';
const variant = '(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*';
const extension = '(?:-[\\da-wy-z](?:-[a-z\\d]{2,8})+)*';
const privateUse = 'x(?:-[a-z\\d]{1,8})+';
const languageTag = /* @__PURE__ */ new RegExp(
  `^(?:${language}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\\d{3}))?${variant}${extension}(?:-${privateUse})?|${privateUse})$`,
  'i',
);
const irregularTag =
  /^(?:en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-fr|be-nl|ch-de))$/i;

/** Tests for a language tag in the syntax of RFC 5646 (BCP 47). Doesn't check whether its parts are registered. */
export function isBcp47(text: string): boolean {
  return languageTag.test(text) || irregularTag.test(text);
}

/** Descriptions of the formats for messages. The table doesn't reference the tests, so that bundlers can remove unused ones. */
const descriptions: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['int32', 'a signed 32-bit integer'],
  ['uint32', 'an unsigned 32-bit integer'],
  ['int64', 'a signed 64-bit integer as text'],
  ['uint64', 'an unsigned 64-bit integer as text'],
  ['byte', 'base64'],
  ['date', 'a date such as 2026-01-31'],
  ['date-time', 'an RFC 3339 time such as 2026-01-31T12:00:00Z'],
  ['google-datetime', 'an RFC 3339 time such as 2026-01-31T12:00:00Z'],
  ['google-duration', 'a duration in seconds such as 3.5s'],
  ['google-fieldmask', 'field paths separated by commas'],
  ['uuid', 'a UUID'],
  ['url', 'a full or partial URL'],
  ['cidr-ipv4', 'an IPv4 range such as 10.0.0.0/24'],
  ['bcp47', 'a BCP 47 language tag such as en-US'],
  ['pem', 'one or more PEM certificates'],
  ['pem-certificates', 'one or more PEM certificates'],
  ['pem-private-key', 'a private key in PEM form'],
]);

export function describeFormat(format: string): string | undefined {
  return descriptions.get(format);
}
