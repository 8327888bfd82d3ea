/** Classifies recorded values: generated ones, private ones, and those that an overlay can state. */
import { isObject, type Json, toCanonicalText } from '../../lib/json.js';

export type GeneratedForm = 'time' | 'uuid' | 'digits' | 'hex' | 'base64' | 'ipv4' | 'opaque';

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Repeated or counted digits, which normalization puts in place of numbers that differ between runs. */
const normalizedDigits = /^(?:0{5,}|1{5,}|8{5,}|12345\d*)$/;
/** The address of a host, and not one with a meaning: of a network, of the host itself, of any host. */
const hostAddress = /^(?!0\.|127\.|169\.254\.|255\.)\d{1,3}\.\d{1,3}\.\d{1,3}\.(?!0$|255$)\d{1,3}$/;
const generatedName = /^(?:etag|.*fingerprint|uid|uniqueId|.*creationTimestampMs)$/i;

/** Returns the form of a value that differs between runs of the same requests. */
export function getGeneratedForm(value: Json, name: string): GeneratedForm | undefined {
  if (typeof value === 'number') return normalizedDigits.test(String(value)) ? 'digits' : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  if (timestamp.test(value)) return 'time';
  if (uuid.test(value)) return 'uuid';
  if (/^abcdef0123A=*$/.test(value)) return 'base64';
  if (normalizedDigits.test(value)) return 'digits';
  if (/^\$\{\w*(?:ipv4|ipAddress)\w*\}$/i.test(value)) return 'ipv4';
  if (/^\$\{(?!projectId|projectNumber|uniqueId)\w+\}$/.test(value)) return 'opaque';
  if (hostAddress.test(value)) return 'ipv4';
  if (/^[0-9a-f]{16,}$/.test(value)) return /[a-f]/.test(value) ? 'hex' : 'digits';
  return generatedName.test(name) ? 'opaque' : undefined;
}

const secrets = [
  /-----BEGIN/,
  /\bAIza[\w-]{20,}/,
  /\bya29\./,
  /\beyJ[\w-]{8,}\.[\w-]+/,
  /\b(?:bearer|basic) [\w+/=.-]{8,}/i,
  /\b(?:password|secret|passwd|token|private_key)\b["':= ]+\S/i,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/_-]{32,}={0,2}$/,
];
const ipv4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/;
const ipv6 = /(?<![\w:])(?:[0-9a-f]{1,4}:){2,}[0-9a-f:]*|::[0-9a-f]{1,4}/i;
/** An email address whose name is a text, and not a template. */
const email = /(?<![^\s/:"])[^\s@/:"{}]+@[^\s@/]+\.[a-z]/i;

/** Ranges that contain all addresses, which say nothing about anybody. */
const allAddresses = /^(?:0\.0\.0\.0|::)\/0$/;

/** Whether a text looks like a credential, an address, or an email address, or contains a placeholder of a recording. */
export function isPrivateText(text: string): boolean {
  if (allAddresses.test(text)) return false;
  if (text.length > 2000 || text.includes('${')) return true;
  return secrets.some((pattern) => pattern.test(text)) || ipv4.test(text) || ipv6.test(text) || email.test(text);
}

/** Whether the name of a field says that its values are secret. */
export const isSecretField = (path: string): boolean => /password|passwd|passphrase|secret|token|credential|private_?key/i.test(path);

/** Whether a value, or a part of it, is private. */
export function isPrivate(value: Json, projects: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return isPrivateText(value) || [...projects].some((project) => hasPart(value, project));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => (!Array.isArray(value) && isPrivate(key, projects)) || isPrivate(inner, projects));
}

/** Whether `part` occurs in `text` between characters that aren't part of a name. */
export function hasPart(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? '/') && !/[\w-]/.test(text[at + part.length] ?? '/')) return true;
  return false;
}

/** Whether two values are equal. The members of objects can be in any order. */
export const isEqual = (left: Json, right: Json): boolean => left === right || toCanonicalText(left) === toCanonicalText(right);

/** Whether it is an empty list or object, `false`, zero, or an empty text. */
export const isEmpty = (value: Json): boolean =>
  value === false ||
  value === 0 ||
  value === '' ||
  value === '0' ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
