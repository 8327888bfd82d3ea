/** The elements of a specification that the source table must cover, as JSON pointers. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function resolvePointer(value: Json, pointer: string): Json | undefined {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let found: Json | undefined = value;
  for (const key of keys) found = member(found, key);
  return found;
}

function member(value: Json | undefined, key: string): Json | undefined {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: Json })[key];
}

/** Members of these are elements by name, ... */
const maps: ReadonlySet<string> = new Set(['methods', 'properties', 'parameters', 'schemas']);
/** ... and of these by position. */
const lists: ReadonlySet<string> = new Set(['x-rules', 'x-permissions', 'x-notes', 'x-undocumented']);

/** Pointers of methods, parameters, schemas, properties (also nested), rules, permissions, notes, and open topics. */
export function listElements(specification: Json): readonly string[] {
  const found: string[] = [];
  visit(specification, '', found);
  return found;
}

function visit(value: Json, pointer: string, found: string[]): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inside] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const container = pointer.slice(pointer.lastIndexOf('/') + 1);
    const element = Array.isArray(value) ? lists.has(container) && typeof inside !== 'string' : maps.has(container) && isObject(inside);
    const permission = container === 'x-permissions';
    if ((element || permission) && !isPathParameter(inside)) found.push(at);
    visit(inside, at, found);
  }
}

/** The path states its variables. */
function isPathParameter(value: Json): boolean {
  return isObject(value) && value['location'] === 'path';
}

/** The parts of documents that a specification names as sources. */
export function sourcesOf(specification: Json): readonly string[] {
  if (specification === null || typeof specification !== 'object') return [];
  return Object.entries(specification).flatMap(([key, value]) => {
    const source = key === 'x-source' || key === 'source';
    return source && typeof value === 'string' ? [value] : sourcesOf(value);
  });
}
