/** The fields of list responses other than their items, and the warnings of lists with missing or no results. */
import { getParameter, type EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import type { Json, JsonObject } from '../../lib/json.js';
import { createLink, toRelativePath } from '../../catalog/links.js';
import { getRule } from '../../catalog/method.js';

/** Returns the fields of a list response other than its items and page token. Without unreachable scopes, their field is absent. */
export function createListFields(
  { method, origin }: EngineCall,
  segments: readonly string[],
  unreachableScopes: readonly string[] = [],
): JsonObject {
  const { responseConstants, listFields = {} } = method.behavior;
  const fields: Record<string, Json> = { ...responseConstants };
  for (const [name, value] of Object.entries(listFields)) {
    if (value === 'path') fields[name] = toRelativePath(method.api, segments);
    else if (value === 'link') fields[name] = createLink(origin, segments);
    else if (value === 'unreachableScopes' && unreachableScopes.length > 0) fields[name] = unreachableScopes;
  }
  return fields;
}

/** Throws 503 if a fault makes a scope of the path unreachable. Returns the scope instead if the request accepts partial results. */
export function checkReachability(call: EngineCall, segments: readonly string[]): string | undefined {
  const path = `/${toRelativePath(call.method.api, segments)}/`;
  const scope = call.faults.unreachable.find((candidate) => path.includes(`/${candidate.replace(/^\/|\/$/g, '')}/`));
  if (scope === undefined) return undefined;
  const name = getRule(call.method, 'pagination')?.partialSuccess;
  if (name !== undefined && getParameter(call, name) === true) return scope;
  throw new HttpError('backendError', { message: `The scope '${scope}' is unreachable.`, rule: 'pagination' });
}

export function createUnreachableWarning(scope: string): JsonObject {
  return { code: 'UNREACHABLE', message: `The scope '${scope}' is unreachable.`, data: [{ key: 'scope', value: scope }] };
}

export function createEmptyWarning(code: string, scope: string): JsonObject {
  return { code, message: `There are no results for scope '${scope}' on this page.`, data: [{ key: 'scope', value: scope }] };
}
