/** What a list says where it has less than was asked for. */
import { parameter, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import type { JsonObject } from '../json.js';
import { relativePath } from '../links.js';
import { ruleOf } from '../world/method.js';

/** The scope of these segments that a fault makes unreachable. Throws 503 where the caller does not take partial results. */
export function unreachableScope(call: Call, segments: readonly string[]): string | undefined {
  const path = `/${relativePath(segments)}/`;
  const scope = call.met.unreachable.find((each) => path.includes(`/${each.replace(/^\/|\/$/g, '')}/`));
  if (scope === undefined) return undefined;
  const rule = ruleOf(call.method, 'partialSuccess');
  if (rule && parameter(call, rule.parameter) === true) return scope;
  throw new Refusal('backendError', { message: `The scope '${scope}' is unreachable.`, rule: 'partialSuccess' });
}

export function unreachableWarning(scope: string): JsonObject {
  return { code: 'UNREACHABLE', message: `The scope '${scope}' is unreachable.`, data: [{ key: 'scope', value: scope }] };
}

export function emptyWarning(code: string, scope: string): JsonObject {
  return { code, message: `There are no results for scope '${scope}' on this page.`, data: [{ key: 'scope', value: scope }] };
}
