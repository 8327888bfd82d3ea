import type { CallContext } from '../call.js';
import type { Json } from '../../lib/json.js';
import { createLink, toRelativePath } from '../../world/links.js';

/** Returns the fields of a list response other than its items and page token. Without unreachable scopes, their field is absent. */
export function createListFields(
  { method, origin }: CallContext,
  segments: readonly string[],
  unreachableScopes: readonly string[] = [],
): Record<string, Json> {
  const { responseConstants, listFields = {} } = method.behavior;
  const fields: Record<string, Json> = { ...responseConstants };
  for (const [name, value] of Object.entries(listFields)) {
    if (value === 'path') fields[name] = toRelativePath(method.api, segments);
    else if (value === 'link') fields[name] = createLink(origin, segments);
    else if (unreachableScopes.length > 0) fields[name] = unreachableScopes;
  }
  return fields;
}
