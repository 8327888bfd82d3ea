import { createHash } from 'node:crypto';

/** SHA-256 of the UTF-8 of texts, one after the other, in hexadecimal. */
export function sha256(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}
