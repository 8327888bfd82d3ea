/** Classifies recorded values: generated ones, private ones, and those that an overlay can state. */
import { isObject, type Json } from '../../generator/lib/json.js';
import { hideSecrets } from '../recordings/redact/hidden-values.js';
import { isDescription } from '../recordings/redact/read-value.js';
import { isSecretField as isSecretName } from '../recordings/redact/secret-names.js';

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

/** What redaction doesn't replace, but an overlay must not state either. */
const privateForms = [
  /-----BEGIN/,
  /\b(?:password|secret|passwd|token|private_key)\b["':= ]+\S/i,
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/_-]{32,}={0,2}$/,
  // The number of a project, and the email address of a service account.
  /(?:^|[/"'\s(=]|%2F)projects(?:\/|%(?:25)*2F)\d{6,}/i,
  /(?<![^\s/:"])[^\s@/:"{}]+(?:@|%(?:25)*40|&#(?:64|x40);)[^\s@/]+\.[a-z]/i,
];
const ipv4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/;
const ipv6 = /(?<![\w:])(?:[0-9a-f]{1,4}:){2,}[0-9a-f:]*|::[0-9a-f]{1,4}/i;
/** Ranges that contain all addresses, which say nothing about anybody. */
const allAddresses = /^(?:0\.0\.0\.0|::)\/0$/;

/** Whether a text looks like a credential, an address, or an email address, or contains a placeholder of a recording. */
export function isPrivateText(text: string): boolean {
  if (allAddresses.test(text)) return false;
  if (text.length > 2000 || text.includes('${')) return true;
  return privateForms.some((pattern) => pattern.test(text)) || ipv4.test(text) || ipv6.test(text) || hideSecrets(text) !== text;
}

/** Whether the name of a field, or of an object around it, says that its values are secret. */
export const isSecretField = (path: string): boolean => path.split('.').some(isSecretName);

/** Whether a value, or a part of it, is private. `path`: of its field. */
export function isPrivate(value: Json, projects: ReadonlySet<string>, path = ''): boolean {
  if (typeof value === 'string' || typeof value === 'number') {
    if (isSecretField(path) && !isDescription(path.slice(path.lastIndexOf('.') + 1)) && !isEmpty(value) && !isTemplate(value)) return true;
    if (typeof value === 'number') return projects.has(String(value));
    return isPrivateText(value) || [...projects].some((project) => hasPart(value, project));
  }
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return (value as readonly Json[]).some((inner) => isPrivate(inner, projects, path));
  return Object.entries(value).some(([key, inner]) => isPrivate(key, projects) || isPrivate(inner, projects, `${path}.${key}`));
}

/** Whether a value consists of placeholders and the names of collections, such as `{path.project}/secrets/{path.secret}`. */
const isTemplate = (value: Json): boolean =>
  typeof value === 'string' && /^(?:\{[^{}]+\}|[a-z]{1,30}|[/:.-])*$/i.test(value) && value.includes('{');

/** Adds the numbers of projects in recorded values, under names such as `projectNumber` and in names of resources. */
export function collectProjectNumbers(value: Json, numbers: Set<string>, key = ''): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value as object))
      collectProjectNumbers(inner as Json, numbers, Array.isArray(value) ? key : name);
    return;
  }
  if (/project_?number$/i.test(key) && /^\d{6,}$/.test(String(value))) numbers.add(String(value));
  if (typeof value === 'string') for (const [, number = ''] of value.matchAll(/projects\/(\d{6,})(?!\w)/g)) numbers.add(number);
}

/** Whether `part` occurs in `text` between characters that aren't part of a name. */
export function hasPart(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? '/') && !/[\w-]/.test(text[at + part.length] ?? '/')) return true;
  return false;
}

/** Whether it is an empty list or object, `false`, zero, or an empty text. */
export const isEmpty = (value: Json): boolean =>
  value === false ||
  value === 0 ||
  value === '' ||
  value === '0' ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
