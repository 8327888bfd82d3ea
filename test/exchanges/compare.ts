/** Compares responses after removing values that vary between runs. */

export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

const origin = 'https://service.example.com';

/** Replaces IDs, times, fingerprints, and operation names by placeholders. */
export function normalize(data: Data, key = ''): Data {
  if (typeof data === 'string') return replaceVariableText(data, key);
  if (Array.isArray(data)) return data.map((value: Data) => normalize(value, key));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, normalize(value as Data, name)]));
}

function replaceVariableText(text: string, key: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return '<time>';
  if (/fingerprint$|^etag$/i.test(key)) return '<bytes>';
  if (/id$/i.test(key) && /^\d{6,}$/.test(text)) return '<id>';
  if (key === 'groupId' && /^[\w-]{8,}$/.test(text)) return '<group>';
  return text
    .replaceAll(origin, '{origin}')
    .replace(/operation-[0-9a-f-]+/g, '<operation>')
    .replace(/(?<=groups\/)[\w-]{8,}$/, '<group>');
}

interface Allowed {
  readonly differs: Readonly<Record<string, string>>;
  /** Collects the paths of `differs` that were needed. */
  readonly usedPatterns: Set<string>;
}

/** Returns `path: received, expected` for every unexpected difference. */
export function differences(received: Data, expected: Data, allowed: Allowed): readonly string[] {
  const receivedValues = flatten(received);
  const expectedValues = flatten(expected);
  return [...new Set([...receivedValues.keys(), ...expectedValues.keys()])]
    .filter((path) => receivedValues.get(path) !== expectedValues.get(path) && !isAllowed(path, allowed))
    .map((path) => `${path}: ${receivedValues.get(path) ?? 'absent'}, expected ${expectedValues.get(path) ?? 'absent'}`)
    .sort();
}

function isAllowed(path: string, { differs, usedPatterns }: Allowed): boolean {
  const pattern = Object.keys(differs).find((value) => matchesPattern(path.split('.'), value.split('.')));
  if (pattern !== undefined) usedPatterns.add(pattern);
  return pattern !== undefined;
}

/** Whether a pattern covers a path or one of its parents. */
function matchesPattern(path: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((part, index) => part === '*' || part === path[index]);
}

function flatten(data: Data, path = '', flattened: Map<string, string> = new Map()): Map<string, string> {
  if (typeof data !== 'object' || data === null || Object.keys(data).length === 0) flattened.set(path, JSON.stringify(data));
  else for (const [key, value] of Object.entries(data)) flatten(value as Data, path === '' ? key : `${path}.${key}`, flattened);
  return flattened;
}
