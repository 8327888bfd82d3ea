/** Short hashes of content (not for security) and base64. */

/** 64 bits of a text as two words; a small change of the text changes all of them. */
function hashWords(text: string): readonly [number, number] {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return [one >>> 0, two >>> 0];
}

/** Eight bytes in base64, as fingerprints are written. */
export function hashFingerprint(text: string): string {
  return encodeBase64(hashBytes(text));
}

/** A positive number of 63 bits in decimal. */
export function hashNumber(text: string): string {
  const [high, low] = hashWords(text);
  return (((BigInt(high) << 32n) | BigInt(low)) & 0x7fffffffffffffffn).toString();
}

export function hashHex(text: string): string {
  return hashWords(text)
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
}

function hashBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  hashWords(text).forEach((word, index) => view.setUint32(index * 4, word));
  return bytes;
}

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes of a text in either alphabet of base64, padded or not; `undefined` where it is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    // Several times as fast as `Uint8Array.from`, which iterates over the text.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Both alphabets of base64, padded or not, are the same bytes. */
export function isSameBytes(given: string, present: string | undefined): boolean {
  const plain = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return present !== undefined && plain(given) === plain(present);
}

/** Base64 for addresses: nothing in it needs escaping. */
export function encodeBase64Url(text: string): string {
  return encodeBase64(new TextEncoder().encode(text)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
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
