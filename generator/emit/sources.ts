/** Formats the sources of statements. A source is omitted where it equals that of the surrounding element. */
import type { Json } from '../lib/json.js';
import type { Source } from '../model/model.js';

const sourceLabels: Readonly<Record<Source['kind'], string>> = {
  document: '',
  public: 'public knowledge: ',
  recordings: 'recordings: ',
  assumption: 'assumption: ',
  published: '',
};

export function isSameSource(a: Source, b: Source): boolean {
  return a.kind === b.kind && a.reference === b.reference && a.evidence?.recordings.join() === b.evidence?.recordings.join();
}

/** Formats a source: `compute: Limits > Flow sampling`, `assumption: ...`. Returns `undefined` for a source without a reference. */
export function formatSource(source: Source, parentSource?: Source): string | undefined {
  if (source.reference === '' || (parentSource && isSameSource(source, parentSource))) return undefined;
  return sourceLabels[source.kind] + source.reference;
}

/** Formats the sentence of a rule with its source in parentheses. */
export function formatRule({ sentence, source }: { readonly sentence: string; readonly source: Source }, parentSource: Source): string {
  const text = formatSource(source, parentSource);
  return text === undefined ? sentence : `${sentence} (${text})`;
}

/** Formats a source in Discovery vocabulary. */
export function toSourceElement(source: Source, parentSource: Source): Json | undefined {
  if (source.kind === 'published' || isSameSource(source, parentSource)) return undefined;
  if (source.evidence !== undefined) return { ...source.evidence };
  return source.kind === 'document' ? source.reference : { [source.kind]: source.reference };
}
