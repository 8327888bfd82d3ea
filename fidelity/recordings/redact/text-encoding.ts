/** Decides whether bytes are a text, and decodes them. */
import { isUtf8 } from 'node:buffer';

/** An encoding in which a text can be changed without changing its other bytes. */
export type TextEncoding = 'utf8' | 'utf16le' | 'latin1';

/** The share of control characters, and of characters beyond ASCII in an encoding of one byte per character, that texts have at most. */
const maxShare = 0.1;
/** The size of the shortest text in an encoding of one byte per character. Shorter bytes can look like one by chance. */
const minLatinSize = 32;

/** Returns `undefined` if the bytes aren't a text, such as those of an image or an archive. */
export function detectTextEncoding(bytes: Buffer): TextEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.length % 2 === 0 ? 'utf16le' : undefined;
  if (isUtf16Ascii(bytes)) return 'utf16le';
  const isUnicode = isUtf8(bytes);
  const limit = bytes.length * maxShare;
  let [controls, high] = [0, 0];
  for (const byte of bytes) {
    if (byte < 32 && (byte < 8 || byte > 13) && byte !== 27) controls += 1;
    else if (byte > 127) high += 1;
    if (controls > limit || (!isUnicode && high > limit)) return undefined;
  }
  if (isUnicode) return 'utf8';
  return controls === 0 && bytes.length >= minLatinSize ? 'latin1' : undefined;
}

/** Whether bytes are ASCII in UTF-16 without a byte order mark, as in encoded commands of PowerShell. */
function isUtf16Ascii(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.length % 2 === 1 || bytes[1] !== 0) return false;
  return bytes.every((byte, index) => (index % 2 === 1 ? byte === 0 : (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13)));
}
