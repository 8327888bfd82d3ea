/** Finds the methods whose responses can contain enum values without a known number. */
import type { Lookup } from '../schema-lookup.js';
import { walkTypes } from '../walk-types.js';
import type { Method } from '../model.js';

/**
 * Whether a response can contain an enum value that the mock can't encode as a number. A long-running operation contains messages whose
 * types its schema doesn't state.
 */
export function hasNamedEnums({ action, operation, response }: Method, lookup: Lookup): boolean {
  if (action.kind === 'notImplemented') return false;
  if (operation === 'longrunning') return true;
  for (const type of walkTypes([response], lookup))
    if (type.kind === 'string' && type.enum?.some(({ number }) => number === undefined)) return true;
  return false;
}
