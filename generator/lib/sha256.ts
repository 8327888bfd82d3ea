import { createHash } from 'node:crypto';

/** SHA-256 of a text's UTF-8, in hexadecimal. */
export const sha256 = (text: string): string => hashTexts([text]);

/** SHA-256 of texts, one after the other. */
export function hashTexts(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}
