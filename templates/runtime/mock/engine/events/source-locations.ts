/** Source locations as stack traces write them. */
import { removeContentDigest } from './normalize-message.js';

/** Returns `/srv/shop.js` for `/srv/shop.js:12:3`, and `/srv/Shop.cs` for `/srv/Shop.cs:line 12`. */
export function removeLineNumber(location: string): string {
  return location.replace(/:(?:line )?\d+$/, '').replace(/:\d+$/, '');
}

/** Returns the file name without folders, line numbers, query, and content digest. */
export function getFileName(location: string): string {
  const path = removeLineNumber(location.trim());
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return removeContentDigest(file.split(/[?#]/, 1)[0] ?? '');
}

/**
 * Returns whether the text is a line of a file: `Shop.java:12`, `/srv/shop.js:12:3`, `node:internal/process:1:2`. A host with a port isn't.
 */
export function isSourceLocation(text: string): boolean {
  const path = removeLineNumber(text);
  return path !== text && (/[/\\<]|^node:/.test(path) || /\.[A-Za-z]\w*$/.test(path));
}
