/** Describes the type of a value: `a string`, `an array`, `nothing`. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing';
  const type = Array.isArray(value) ? 'array' : typeof value;
  return value === null ? 'null' : `a${/^[ao]/.test(type) ? 'n' : ''} ${type}`;
}
