/** Returns the length in Unicode code points. */
export function countCodePoints(text: string): number {
  let length = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isTrail(text.charCodeAt(at)) && isLead(text.charCodeAt(at - 1))) length -= 1;
  }
  return length;
}

/** Returns the length in bytes of UTF-8. A lone surrogate counts as U+FFFD. */
export function countUtf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    if (isLead(code) && isTrail(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

const isLead = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isTrail = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
