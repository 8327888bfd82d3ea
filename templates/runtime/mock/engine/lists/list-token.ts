/** Page tokens, which contain the end of the previous page and are bound to their list. */
import { encodeBase64Url, decodeBase64Url, hashHex } from '../../lib/hashes.js';
import { HttpError } from '../../lib/http-error.js';

/** Creates a page token. `binding` identifies everything that the token depends on: collection, filter, and order. */
export function writePageToken(cursor: string, binding: string): string {
  return encodeBase64Url(`${hashHex(`${binding}\n${cursor}`)}${escapeSurrogates(cursor)}`);
}

/** Escapes unpaired surrogates, which UTF-8 can't encode. They occur in names and in reversed sort keys. */
function escapeSurrogates(cursor: string): string {
  return cursor.replace(/[\\\ud800-\udfff]/g, (unit) => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescapeSurrogates(text: string): string {
  return text.replace(/\\([\da-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

/** Returns the cursor of a token. Throws 400 for an invalid token and a token of another list. */
export function readPageToken(token: string, binding: string, parameter: string): string {
  const text = decodeBase64Url(token);
  const cursor = unescapeSurrogates(text?.slice(16) ?? '');
  if (text !== undefined && text.slice(0, 16) === hashHex(`${binding}\n${cursor}`)) return cursor;
  throw new HttpError('invalid', {
    message: `Invalid value for parameter '${parameter}': the token doesn't belong to this list with this filter and order.`,
    location: parameter,
    locationType: 'parameter',
    rule: 'pagination',
  });
}
