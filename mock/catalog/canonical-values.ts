/** Converts text to its canonical form: that of ProtoJSON, and lower case for domain names, whose case has no meaning (RFC 4343). */
import { isByte, isFieldMask } from '../../runtime/validate/formats.js';
import { isDuration, isTimestamp } from '../../runtime/validate/time-formats.js';
import { fromBase64, toBase64 } from '../../runtime/values/encoded-values.js';
import { fromDuration, fromTimestamp, toDuration, toTimestamp } from '../../runtime/values/time.js';

type Convert = (text: string) => string;

const canonicalForms: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['google-datetime', (text) => (isTimestamp(text) ? toTimestamp(fromTimestamp(text).nanoseconds) : text)],
  ['google-duration', (text) => (isDuration(text) ? toDuration(fromDuration(text)) : text)],
  ['google-fieldmask', (text) => (isFieldMask(text) ? toCanonicalMask(text) : text)],
  ['domain-name', (text) => text.toLowerCase()],
  ['byte', (text) => (isByte(text) ? toCanonicalBase64(text) : text)],
]);

/** Returns the canonical form of a text with a format. Returns invalid text, and text of other formats, unchanged. */
export function toCanonicalForm(format: string, text: string): string {
  return canonicalForms.get(format)?.(text) ?? text;
}

/** Converts names to lower camel case, and omits white space. Keeps quoted keys of maps. */
function toCanonicalMask(mask: string): string {
  return mask.replace(/(`[^`]*`)|\s+|_+(\w?)/g, (_, quoted: string | undefined, next = '') => quoted ?? (next as string).toUpperCase());
}

/** Converts to the standard alphabet with padding. Only the last digits can have several forms, so large content isn't decoded. */
function toCanonicalBase64(text: string): string {
  const digits = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  const whole = digits.length - (digits.length % 4);
  return digits.slice(0, whole) + toBase64(fromBase64(digits.slice(whole)));
}
