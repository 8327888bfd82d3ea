/** Adds the source to the elements that an overlay adds: their own source, or that of the overlay. */
import { isObject, type Json, mapMembers } from '../lib/json.js';
import { getChildRole, type ElementRole } from '../language/element-roles.js';

/** `auth` and its parts have no source. They only lead to the scopes. */
const scopePath: ReadonlySet<string> = new Set(['auth', 'oauth2']);
export const elementsWithSource: ReadonlySet<string> = new Set(['x-action', 'x-errors']);
/** Their members have names but no sources. */
export const mapsWithoutSources: ReadonlySet<string> = new Set(['x-variables', 'x-documents']);

/** Adds the source to an element, or to each member of a map of elements, unless it has one. */
export function addElementSource(
  value: Json,
  context: { readonly role: ElementRole; readonly key: string; readonly source: Json; readonly named: boolean },
): Json {
  const { role, key, source, named } = context;
  if (Array.isArray(value)) return value.map((entry: Json) => addEntrySource(entry, { key, source }));
  if (!isObject(value) || role === 'plain') return elementsWithSource.has(key) && !named ? addSource(value, 'source', source) : value;
  if (role === 'element' && !(scopePath.has(key) && !named)) return addSource(value, 'x-source', source);
  if (mapsWithoutSources.has(key)) return value;
  return mapMembers(value, (inner, name) =>
    addElementSource(inner, { role: getChildRole(role, name), key: name, source, named: role === 'container' }),
  );
}

const listsWithSource: ReadonlySet<string> = new Set(['x-rules', 'x-validations', 'x-notes', 'x-permissions']);

/** Adds the source to a list entry, unless it has one. */
export function addEntrySource(entry: Json, { key, source }: { readonly key: string; readonly source: Json }): Json {
  if (key === 'x-permissions' && typeof entry === 'string') return { permission: entry, source };
  return listsWithSource.has(key) || key === 'x-undocumented' ? addSource(entry, 'source', source) : entry;
}

function addSource(value: Json, key: 'x-source' | 'source', source: Json): Json {
  if (!isObject(value) || Object.hasOwn(value, key)) return value;
  return { ...value, [key]: source };
}
