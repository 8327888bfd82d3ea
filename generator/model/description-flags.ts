/** The field behavior that a description states as a sentence of its own: `Required.`, `[Output Only]`, `Input only.`, `Immutable.` */

export type DescriptionFlag = 'required' | 'readOnly' | 'writeOnly' | 'immutable';

const sentences: readonly (readonly [DescriptionFlag, RegExp])[] = [
  ['required', sentence('Required')],
  ['readOnly', sentence('Output[ -]only')],
  ['writeOnly', sentence('Input[ -]only')],
  ['immutable', sentence('Immutable')],
];

/** At the beginning of the text or of a sentence, in brackets or with a full stop: `Required for inserts.` is neither. */
function sentence(words: string): RegExp {
  return new RegExp(`(?:^|[.\\])]\\s+)(?:\\[${words}\\]|${words}\\.)`, 'i');
}

/** A name that the schema calls output-only, but that the client assigns: `Output only. The client-assigned sink identifier`. */
export function isClientAssigned(description: string | undefined): boolean {
  return /\bclient-assigned\b/i.test(description ?? '');
}

export function parseDescriptionFlags(description: string | undefined): ReadonlySet<DescriptionFlag> {
  if (description === undefined) return new Set();
  const found = sentences.flatMap(([flag, pattern]) => (pattern.test(description) ? [flag] : []));
  if (found.includes('readOnly') && isClientAssigned(description)) return new Set(['immutable']);
  // What the server sets is not asked for in a request.
  return new Set(found.includes('readOnly') ? found.filter((flag) => flag !== 'required') : found);
}
