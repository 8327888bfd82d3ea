/** Reads the expiration time and the names of X.509 certificates (RFC 5280) in DER. Doesn't verify anything. */
import { encodeHex, formatInstant, getMemberAt, withMember, type JsonObject, type ServiceModule } from '../../mock/service.js';
import type { CertificateDetailsRule } from './rules.js';

export interface CertificateDetails {
  /** The expiration time in RFC 3339. */
  readonly expires: string;
  /** The host names, IP addresses, and mail addresses of the certificate. */
  readonly names: readonly string[];
}

interface DerValue {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

const sequenceTag = 0x30;
const objectIdTag = 0x06;
const utcTimeTag = 0x17;
const extensionsTag = 0xa3;
/** The object ID of the extension: 2.5.29.17. */
const alternativeNames = '551d11';
/** The tags of general names that are text: mail address, host name, URI. */
const textTags = new Set([0x81, 0x82, 0x86]);
const addressTag = 0x87;

/** Adds details that the server reads from a certificate: its expiration time and its names. */
export const certificateDetails: ServiceModule<CertificateDetailsRule> = { complete: (body, { options }) => addDetails(body, options) };

/** Reads the first field with a certificate. Fields that are set, and certificates that can't be read, stay as they are. */
function addDetails(body: JsonObject, { certificates, expires, names }: CertificateDetailsRule['options']): JsonObject {
  const text = certificates.map((field) => getMemberAt(body, field)).find((value) => typeof value === 'string');
  const details = typeof text === 'string' ? parseCertificate(text) : undefined;
  if (!details) return body;
  const withExpiration = getMemberAt(body, expires) === undefined ? withMember(body, expires, details.expires) : body;
  return details.names.length > 0 && getMemberAt(withExpiration, names) === undefined
    ? withMember(withExpiration, names, details.names)
    : withExpiration;
}

/** Parses the first certificate in PEM text. Returns `undefined` if it can't be parsed. */
export function parseCertificate(pem: string): CertificateDetails | undefined {
  const body = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/.exec(pem)?.[1];
  try {
    return body === undefined ? undefined : readDetails(decodeCertificateBody(body.replace(/\s+/g, '')));
  } catch (error) {
    if (error instanceof InvalidDerError) return undefined;
    throw error;
  }
}

class InvalidDerError extends Error {}

function decodeCertificateBody(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new InvalidDerError();
  }
}

function readDetails(der: Uint8Array): CertificateDetails | undefined {
  const [certificate] = readValues(der);
  const [signedPart] = readValues(requireSequence(certificate));
  const parts = readValues(requireSequence(signedPart));
  // The sequences are the algorithm, the issuer, the validity, the subject, and the key.
  const validity = parts.filter(({ tag }) => tag === sequenceTag)[2];
  const expires = readTime(readValues(requireSequence(validity))[1]);
  const extensions = parts.find(({ tag }) => tag === extensionsTag);
  return expires === undefined ? undefined : { expires, names: extensions ? readNames(extensions) : [] };
}

function requireSequence(value: DerValue | undefined): Uint8Array {
  if (value?.tag !== sequenceTag) throw new InvalidDerError();
  return value.bytes;
}

function readNames(extensions: DerValue): readonly string[] {
  for (const extension of readValues(requireSequence(readValues(extensions.bytes)[0]))) {
    const [id, ...rest] = readValues(requireSequence(extension));
    const isNames = id?.tag === objectIdTag && encodeHex(id.bytes) === alternativeNames;
    const content = rest.at(-1);
    if (isNames && content) return readValues(requireSequence(readValues(content.bytes)[0])).flatMap(readName);
  }
  return [];
}

function readName({ tag, bytes }: DerValue): readonly string[] {
  if (textTags.has(tag)) return [new TextDecoder().decode(bytes)];
  if (tag !== addressTag) return [];
  if (bytes.length === 4) return [bytes.join('.')];
  const words = Array.from({ length: 8 }, (_, index) => (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16));
  return bytes.length === 16 ? [words.join(':')] : [];
}

/** `YYMMDDhhmmssZ`, from 1950 to 2049, or `YYYYMMDDhhmmssZ`. */
function readTime(value: DerValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = new TextDecoder().decode(value.bytes);
  const fullText = value.tag === utcTimeTag ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [, ...numbers] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(fullText) ?? [];
  const [year = Number.NaN, month = 1, ...rest] = numbers.map(Number);
  const time = Date.UTC(year, month - 1, ...rest);
  return Number.isNaN(time) ? undefined : formatInstant(time);
}

/** Reads consecutive DER values. */
function readValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const { length, start } = readLength(bytes, offset + 1);
    if (start + length > bytes.length) throw new InvalidDerError();
    values.push({ tag: bytes[offset] ?? 0, bytes: bytes.subarray(start, start + length) });
    offset = start + length;
  }
  return values;
}

function readLength(bytes: Uint8Array, offset: number): { readonly length: number; readonly start: number } {
  const first = bytes[offset];
  if (first === undefined) throw new InvalidDerError();
  if (first < 0x80) return { length: first, start: offset + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new InvalidDerError();
  const length = bytes.subarray(offset + 1, offset + 1 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { length, start: offset + 1 + count };
}
