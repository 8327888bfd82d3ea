/** Converts values of the format `byte`, which are base64 in JSON. */
import { describeType } from '../error-text.js';
import { ParameterError } from '../errors.js';
import { countBase64Bytes } from '../validate/text.js';

/**
 * Decodes base64 text, in the standard or the URL-safe alphabet, with or without padding.
 *
 * @throws ParameterError If the text isn't base64.
 */
export function fromBase64(text: string): Uint8Array {
  if (typeof text !== 'string' || countBase64Bytes(text) === undefined) throw new ParameterError('byte', 'base64 text', describeType(text));
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** Encodes bytes as base64, in the standard alphabet with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In chunks, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
