/** `byte`: base64 in JSON. */
import { ParameterError } from '../errors.js';
import { describeType } from '../type-text.js';
import { countBase64Bytes } from '../validate/base64.js';

/** The bytes of base64 text, in the standard or the URL-safe alphabet, with or without padding. Throws `ParameterError` for what is none. */
export function fromBase64(text: string): Uint8Array {
  if (typeof text !== 'string' || countBase64Bytes(text) === undefined) throw new ParameterError('byte', 'base64', describeType(text));
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** Base64 of bytes, in the standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
