/** Measures text: its length in characters and bytes, and that of the bytes that it encodes. */

/** Returns the length in Unicode code points. */
export function countCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const utf8 = /* @__PURE__ */ new TextEncoder();

/** Returns the length in bytes of UTF-8. A lone surrogate counts as U+FFFD. */
export function countUtf8Bytes(text: string): number {
  return utf8.encode(text).length;
}

const base64Form = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;
const equalsCode = 61;

/**
 * Returns the number of bytes that base64 text encodes, in the standard or the URL-safe alphabet. `undefined` if the text isn't base64.
 * Padding is optional, as in the JSON mapping of protobuf, but must be correct if present.
 */
export function countBase64Bytes(text: string): number | undefined {
  const { length } = text;
  let digits = length;
  if (length > 1 && text.charCodeAt(length - 1) === equalsCode) {
    if (length % 4 !== 0) return undefined;
    digits -= text.charCodeAt(length - 2) === equalsCode ? 2 : 1;
  }
  return digits % 4 === 1 || !base64Form.test(text) ? undefined : Math.floor((digits * 3) / 4);
}
