const standard = /^[A-Za-z0-9+/]*(={0,2})$/;
const urlSafe = /^[A-Za-z0-9_-]*(={0,2})$/;

/**
 * Number of bytes that base64 text stands for, in the standard or the URL-safe alphabet; `undefined` where it is no base64.
 * Padding may be left out, as JSON readers of byte fields allow; where it stands it must be right.
 */
export function base64Bytes(text: string): number | undefined {
  const padding = (standard.exec(text) ?? urlSafe.exec(text))?.[1]?.length;
  if (padding === undefined) return undefined;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  return Math.floor((digits * 3) / 4);
}
