/** Checks that sources name declared documents. */
import { isObject, type Json, getMember, type Pointer, getObjects } from '../../lib/json.js';
import { visitParts } from '../../language/element-roles.js';
import type { LintContext } from '../lint-context.js';

export function checkSources(context: LintContext): void {
  if (context.isOverlay) return;
  const documents = new Set(getObjects(context.root, 'x-documents').map(([id]) => id));
  visitParts(context.root, ({ key, value, pointer, role }) => {
    const isSource = (key === 'x-source' && role === 'element') || (key === 'source' && role === 'plain');
    if (isSource) checkSource(context, documents, { source: value, pointer });
    return !isSource;
  });
  if (!context.isPublished && getMember(context.root, 'x-source') === undefined)
    context.report('missing-source', {}, { at: ['name'], part: 'key' });
}

const sourceKeys: ReadonlySet<string> = new Set(['public', 'assumption', 'protos', 'recordings', 'scenarios', 'against']);

function checkSource(
  context: LintContext,
  documents: ReadonlySet<string>,
  { source, pointer }: { readonly source: Json; readonly pointer: Pointer },
): void {
  if (isObject(source)) {
    if (!Object.keys(source).every((key) => sourceKeys.has(key))) return;
    // An action describes the mock, not the service, so it can be an assumption.
    const { file } = context.specification.at(pointer);
    if (file === context.specification.path && !context.isPublished && !pointer.includes('x-action'))
      context.report('overlay-only', { what: 'a source other than a document' }, pointer);
    return;
  }
  if (typeof source !== 'string') return;
  const id = source.split(':', 1)[0]!;
  if (/^[A-Za-z][A-Za-z0-9_.-]*$/.test(id) && !documents.has(id))
    context.report('unknown-document', { id }, { at: pointer, suggestion: context.suggest(id, documents) });
}
