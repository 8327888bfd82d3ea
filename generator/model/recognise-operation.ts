/** Answers that track a change that goes on: compute's operations (`status: DONE`) and AIP-151's (`done: true`). */
import type { Lookup } from './lookup.js';
import type { Method } from './model.js';

export function recogniseOperation(method: Method, lookup: Lookup): Method['operation'] {
  if (method.httpMethod === 'GET') return undefined;
  const has = (name: string, kind: string): boolean => lookup.field(method.response, name)?.type.kind === kind;
  if (has('status', 'string') && has('operationType', 'string') && has('targetLink', 'string')) return 'compute';
  if (has('done', 'boolean') && has('name', 'string') && lookup.field(method.response, 'error')) return 'longrunning';
  return undefined;
}
