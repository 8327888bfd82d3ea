/** Tests of the formats of text and numbers. Each expects a value of the right JSON type. */
import { parsePrefixLength } from './cidr.js';
import { countBase64Bytes } from './text.js';

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

// Bundlers remove unused calls, but not unused templates. So the patterns with templates are created by functions.
const fieldMask = /* @__PURE__ */ createFieldMaskPattern();

/** Each path follows the start, a comma, or the parenthesis of a list. Whether the parentheses pair is tested apart from it. */
function createFieldMaskPattern(): RegExp {
  const fieldPath = '\\s*[A-Za-z_*][A-Za-z0-9_*]*\\s*(?:[./]\\s*(?:[A-Za-z_*][A-Za-z0-9_*]*|`[^`]+`)\\s*)*';
  const closed = '(?:\\)\\s*)*';
  return new RegExp(`^(?:${fieldPath}(?:(?:\\(|${closed},)${fieldPath})*${closed})?$`);
}

/** Tests for field paths separated by commas, with white space around names: `a.b, c`, `a/b`, `a(b, c.d)`. */
export function isFieldMask(text: string): boolean {
  return fieldMask.test(text) && (!/[()]/.test(text) || arePaired(text.replace(/`[^`]+`/g, '')));
}

function arePaired(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Tests for a UUID of any version in the form 8-4-4-4-12. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const inSegment = "\\w.~!$&'()*+,;=:@-";
const escaped = '%[\\dA-Fa-f]{2}';
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
  return parsePrefixLength(text) >= 0;
}

const languageTag = /* @__PURE__ */ createLanguageTagPattern();
const irregularTag =
  /^(?:en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-fr|be-nl|ch-de))$/i;

function createLanguageTagPattern(): RegExp {
  const language = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})';
  const variant = '(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*';
  const extension = '(?:-[\\da-wy-z](?:-[a-z\\d]{2,8})+)*';
  const privateUse = 'x(?:-[a-z\\d]{1,8})+';
  const region = '(?:-(?:[a-z]{2}|\\d{3}))?';
  return new RegExp(`^(?:${language}(?:-[a-z]{4})?${region}${variant}${extension}(?:-${privateUse})?|${privateUse})$`, 'i');
}

/** Tests for a language tag in the syntax of RFC 5646 (BCP 47). Doesn't check whether its parts are registered. */
export function isBcp47(text: string): boolean {
  return languageTag.test(text) || irregularTag.test(text);
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n([\s\S]*?)\r?\n?-----END ([A-Z0-9 ]+)-----/y;
const space = /\s*/y;
const pemHeaders = /^(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n/;

/** Returns the labels of the blocks of PEM text in order. `undefined` if the text isn't a list of well-formed blocks. */
function parsePemLabels(text: string): readonly string[] | undefined {
  const labels: string[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    pemBlock.lastIndex = at;
    const [whole, label, body, end] = pemBlock.exec(text) ?? [];
    if (whole === undefined || label === undefined || label !== end || !isPemBody(body ?? '')) return undefined;
    labels.push(label);
    at = skipSpace(text, at + whole.length);
  }
  return labels;
}

/** Tests for one or more certificates. */
export function isCertificates(text: string): boolean {
  const labels = parsePemLabels(text);
  return labels !== undefined && labels.length > 0 && labels.every((label) => label === 'CERTIFICATE');
}

/** Tests for one private key, optionally after `EC PARAMETERS`. */
export function isPrivateKey(text: string): boolean {
  const labels = parsePemLabels(text)?.filter((label) => label !== 'EC PARAMETERS');
  return labels?.length === 1 && /^(?:[A-Z0-9]+ )*PRIVATE KEY$/.test(labels[0] ?? '');
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

/** Tests for base64 in lines, optionally after the headers of an encrypted key. */
function isPemBody(body: string): boolean {
  const data = body.replace(pemHeaders, '').replace(/\s+/g, '');
  return data !== '' && countBase64Bytes(data) !== undefined;
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
  ['google-datetime', 'an RFC 3339 time of the years 1 to 9999 with at most nine decimals, such as 2026-01-31T12:00:00Z'],
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
