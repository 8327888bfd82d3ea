/** Operations on text of compiled CEL expressions. `undefined` is the result of an evaluation that fails. */
type Result<T> = T | undefined;

export function contains(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.includes(part) : undefined;
}
export function startsWith(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.startsWith(part) : undefined;
}
export function endsWith(text: unknown, part: unknown): Result<boolean> {
  return typeof text === 'string' && typeof part === 'string' ? text.endsWith(part) : undefined;
}
/** @param pattern Known to take linear time. */
export function matches(text: unknown, pattern: RegExp): Result<boolean> {
  return typeof text === 'string' ? pattern.test(text) : undefined;
}
export function lowerAscii(text: unknown): Result<string> {
  return typeof text === 'string' ? text.replace(/[A-Z]+/g, (part) => part.toLowerCase()) : undefined;
}
export function upperAscii(text: unknown): Result<string> {
  return typeof text === 'string' ? text.replace(/[a-z]+/g, (part) => part.toUpperCase()) : undefined;
}
export function trim(text: unknown): Result<string> {
  return typeof text === 'string' ? text.trim() : undefined;
}
export function split(text: unknown, separator: unknown): Result<readonly string[]> {
  return typeof text === 'string' && typeof separator === 'string' ? text.split(separator) : undefined;
}
export function join(list: unknown, separator: unknown = ''): Result<string> {
  if (!Array.isArray(list) || typeof separator !== 'string') return undefined;
  return list.every((element) => typeof element === 'string') ? list.join(separator) : undefined;
}
