/** Checks that sources name declared documents. */
import { isObject, type Json, getMember, type Pointer, getObjects } from '../../lib/json.js';
import { getChildRole, type ElementRole } from '../../lib/element-roles.js';
import type { LintContext } from '../lint-context.js';

export function checkSources(context: LintContext): void {
  if (context.isOverlay) return;
  const documents = new Set(getObjects(context.root, 'x-documents').map(([id]) => id));
  visit(context, documents, { value: context.root, pointer: [], role: 'element' });
  if (!context.isPublished && getMember(context.root, 'x-source') === undefined)
    context.report('missing-source', {}, { at: ['name'], part: 'key' });
}

interface SourcePosition {
  readonly value: Json;
  readonly pointer: Pointer;
  readonly role: ElementRole;
}

function visit(context: LintContext, documents: ReadonlySet<string>, { value, pointer, role }: SourcePosition): void {
  if (Array.isArray(value))
    value.forEach((entry: Json, i) => visit(context, documents, { value: entry, pointer: [...pointer, i], role: 'plain' }));
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...pointer, key];
    if ((key === 'x-source' && role === 'element') || (key === 'source' && role === 'plain'))
      checkSource(context, documents, { source: inner, pointer: at });
    else if (typeof inner === 'object') visit(context, documents, { value: inner, pointer: at, role: getChildRole(role, key) });
  }
}

function checkSource(
  context: LintContext,
  documents: ReadonlySet<string>,
  { source, pointer }: { readonly source: Json; readonly pointer: Pointer },
): void {
  if (isObject(source)) {
    if (!Object.keys(source).every((key) => key === 'public' || key === 'assumption')) return;
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
