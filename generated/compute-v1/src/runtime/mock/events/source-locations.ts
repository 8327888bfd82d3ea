/** Places in sources, as stack traces write them. */
import { removeContentDigest } from './normalize-message.js';

/** `/srv/shop.js` of `/srv/shop.js:12:3` and of `/srv/Shop.cs:line 12` */
export function removeLineNumber(place: string): string {
  return place.replace(/:(?:line )?\d+$/, '').replace(/:\d+$/, '');
}

/** The file without its folders and lines, without a query and without the digest of its content. */
export function getFileName(place: string): string {
  const path = removeLineNumber(place.trim());
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return removeContentDigest(file.split(/[?#]/, 1)[0] ?? '');
}

/** Whether this is a line of a file: `Shop.java:12`, `/srv/shop.js:12:3`, `node:internal/process:1:2`; a host and its port are none. */
export function isSourceLocation(text: string): boolean {
  const path = removeLineNumber(text);
  return path !== text && (/[/\\<]|^node:/.test(path) || /\.[A-Za-z]\w*$/.test(path));
}
