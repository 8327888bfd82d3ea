/** Short hashes of content (not for security), hexadecimal text, and base64. */
import { toBase64 } from '../../runtime/values/encoded-values.js';

/** Hashes a text to 64 bits, as two words. A small change of the text changes all bits. */
function hashWords(text: string): readonly [number, number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}

/** Hashes a text to eight bytes in base64, the format of etags and fingerprints. */
export function hashFingerprint(text: string): string {
  const [high, low] = hashWords(text);
  const bytes = [high >>> 24, high >>> 16, high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low];
  return btoa(String.fromCharCode(...bytes.map((byte) => byte & 0xff)));
}

/** Hashes a text to a positive 63-bit integer in decimal. */
export function hashNumber(text: string): string {
  const [high, low] = hashWords(text);
  return (((BigInt(high) << 32n) | BigInt(low)) & 0x7fffffffffffffffn).toString();
}

export function hashHex(text: string): string {
  return hashWords(text)
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
}

export function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes standard or URL-safe base64, with or without padding. Returns `undefined` for invalid base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined;
  try {
    const binary = atob(normalizeBase64(text));
    // Several times as fast as `Uint8Array.from`, which iterates over the text.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Compares two base64 texts by their bytes: the alphabet and the padding don't matter. */
export function isSameBase64(received: string, stored: string | undefined): boolean {
  return stored !== undefined && normalizeBase64(received) === normalizeBase64(stored);
}

/** Returns base64 in the standard alphabet without padding. */
function normalizeBase64(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
}

/** Encodes a text or bytes in URL-safe base64 without padding. */
export function encodeBase64Url(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function decodeBase64Url(text: string): string | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
