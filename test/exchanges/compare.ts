/** Compares responses after removing values that vary between runs. */

export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

const origin = 'https://service.example.com';

/** Replaces IDs, times, fingerprints, and operation names by placeholders. */
export function normalize(data: Data, key = ''): Data {
  if (typeof data === 'string') return mark(data, key);
  if (Array.isArray(data)) return data.map((each: Data) => normalize(each, key));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, normalize(each as Data, name)]));
}

function mark(text: string, key: string): string {
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
  readonly used: Set<string>;
}

/** Returns `path: received, expected` for every unexpected difference. */
export function differences(received: Data, expected: Data, allowed: Allowed): readonly string[] {
  const one = flat(received);
  const other = flat(expected);
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path) && !isAllowed(path, allowed))
    .map((path) => `${path}: ${one.get(path) ?? 'absent'}, expected ${other.get(path) ?? 'absent'}`)
    .sort();
}

function isAllowed(path: string, { differs, used }: Allowed): boolean {
  const pattern = Object.keys(differs).find((each) => fits(path.split('.'), each.split('.')));
  if (pattern !== undefined) used.add(pattern);
  return pattern !== undefined;
}

/** A pattern covers a place and everything below it. */
function fits(path: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((part, index) => part === '*' || part === path[index]);
}

function flat(data: Data, path = '', found: Map<string, string> = new Map()): Map<string, string> {
  if (typeof data !== 'object' || data === null || Object.keys(data).length === 0) found.set(path, JSON.stringify(data));
  else for (const [key, value] of Object.entries(data)) flat(value as Data, path === '' ? key : `${path}.${key}`, found);
  return found;
}
