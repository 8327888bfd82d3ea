/** Page tokens: where the page before ended, bound to the list that it was given for. */
import { encodeBase64Url, decodeBase64Url, hashHex } from '../hashes.js';
import { HttpError } from '../http-error.js';

/** `binding`: everything that must be the same for the token to hold (collection, filter, order). */
export function writePageToken(cursor: string, binding: string): string {
  return encodeBase64Url(`${hashHex(`${binding}\n${cursor}`)}${escapeSurrogates(cursor)}`);
}

/** Half of a pair of UTF-16 (in a name, or because an order is reversed) has no form in UTF-8. */
function escapeSurrogates(cursor: string): string {
  return cursor.replace(/[\\\ud800-\udfff]/g, (unit) => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescapeSurrogates(text: string): string {
  return text.replace(/\\([\da-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

/** The cursor of a token. Throws 400 for a token of another list, and for what is no token. */
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
