/** The field behavior that a description states as a sentence of its own: `Required.`, `[Output Only]`, `Input only.`, `Immutable.` */

export type DescriptionFlag = 'required' | 'readOnly' | 'writeOnly' | 'immutable';

const sentences: readonly (readonly [DescriptionFlag, RegExp])[] = [
  ['required', createSentencePattern('Required')],
  ['readOnly', createSentencePattern('Output[ -]only')],
  ['writeOnly', createSentencePattern('Input[ -]only')],
  ['immutable', createSentencePattern('Immutable')],
];

/** At the beginning of the text or of a sentence, in brackets or with a full stop: `Required for inserts.` is neither. */
function createSentencePattern(words: string): RegExp {
  return new RegExp(`(?:^|[.\\])]\\s+)(?:\\[${words}\\]|${words}\\.)`, 'i');
}

export function parseDescriptionFlags(description: string | undefined): ReadonlySet<DescriptionFlag> {
  if (description === undefined) return new Set();
  const found = sentences.flatMap(([flag, pattern]) => (pattern.test(description) ? [flag] : []));
  // What the server sets is not asked for in a request.
  return new Set(found.includes('readOnly') ? found.filter((flag) => flag !== 'required') : found);
}
