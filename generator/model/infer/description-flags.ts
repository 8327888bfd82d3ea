/** Parses field behavior that a description states as a sentence: `Required.`, `[Output Only]`, `Input only.`, `Immutable.` */

import type { FieldFlag } from '../model.js';

const sentences: readonly (readonly [FieldFlag, RegExp])[] = [
  ['required', createSentencePattern('Required')],
  ['readOnly', createSentencePattern('Output[ -]only')],
  // Calendar, Directory, Gmail, Monitoring, Resource Manager
  ['readOnly', createSentencePattern('Read[ -]only')],
  // At the end of a sentence: DNS, Analytics Hub, Compute
  ['readOnly', /\(output[ -]only\)(?:\.|$)/i],
  ['writeOnly', createSentencePattern('Input[ -]only')],
  ['immutable', createSentencePattern('Immutable')],
];

/** Matches at the beginning of a sentence or after an example in code, in brackets or with a period. `Required for inserts.` doesn't match. */
function createSentencePattern(words: string): RegExp {
  return new RegExp(`(?:^|[.\\])\`]\\s+)(?:\\[${words}\\]|${words}\\.)`, 'i');
}

/** A name that the schema calls output-only, but that the client assigns: `Output only. The client-assigned sink identifier`. */
export function isClientAssigned(description: string | undefined): boolean {
  return /\bclient-assigned\b/i.test(description ?? '');
}

export function parseDescriptionFlags(description: string | undefined): ReadonlySet<FieldFlag> {
  if (description === undefined) return new Set();
  const found = sentences.flatMap(([flag, pattern]) => (pattern.test(description) ? [flag] : []));
  if (found.includes('readOnly') && isClientAssigned(description)) return new Set(['immutable']);
  // A field that the server sets isn't required in requests.
  return new Set(found.includes('readOnly') ? found.filter((flag) => flag !== 'required') : found);
}
