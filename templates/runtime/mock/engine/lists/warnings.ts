/** The warnings of lists with missing or no results. */
import { getParameter, type CallContext } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import type { JsonObject } from '../../lib/json.js';
import { toRelativePath } from '../../world/links.js';
import { getRule } from '../../world/method.js';

/** Returns the scope of the path that a fault makes unreachable. Throws 503 unless the request accepts partial results. */
export function findUnreachableScope(call: CallContext, segments: readonly string[]): string | undefined {
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
