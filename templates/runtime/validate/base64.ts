const base64Form = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;
const EQUALS = 61;

/**
 * Number of bytes that base64 text stands for, in the standard or the URL-safe alphabet; `undefined` where it is no base64.
 * Padding may be left out, as JSON readers of byte fields allow; where it stands it must be right.
 */
export function countBase64Bytes(text: string): number | undefined {
  const { length } = text;
  let digits = length;
  if (length > 1 && text.charCodeAt(length - 1) === EQUALS) {
    if (length % 4 !== 0) return undefined;
    digits -= text.charCodeAt(length - 2) === EQUALS ? 2 : 1;
  }
  return digits % 4 === 1 || !base64Form.test(text) ? undefined : Math.floor((digits * 3) / 4);
}
