/** Checks references between schemas. */
import type { LintContext } from '../lint-context.js';
import { getList, getObject, getText, type Json, type Pointer } from '../../lib/json.js';

export function checkReferences(context: LintContext): void {
  for (const { value, pointer } of context.elements) {
    checkReference(context, value, pointer);
    const options = getList(getObject(value, 'variant'), 'map');
    for (const [index, option] of options.entries()) checkReference(context, option, [...pointer, 'variant', 'map', index]);
  }
  for (const [key, { value }] of context.schemas) {
    const id = getText(value, 'id');
    if (id !== undefined && id !== key) context.report('id-mismatch', { id, key }, ['schemas', key, 'id']);
  }
  checkCircles(context);
}

function checkReference(context: LintContext, value: Json, pointer: Pointer): void {
  const name = getText(value, '$ref');
  if (name === undefined || context.isOverlay || context.schemas.has(name)) return;
  context.report('dangling-reference', { name }, { at: [...pointer, '$ref'], suggestion: context.suggest(name, context.schemas.keys()) });
}

/** Reports schemas that are only references in a circle. */
function checkCircles(context: LintContext): void {
  const checked = new Set<string>();
  for (const [start] of context.schemas) {
    const path = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && !checked.has(name)) {
      if (path.has(name)) {
        context.report('circular-reference', { name }, ['schemas', name, '$ref']);
        break;
      }
      path.add(name);
      name = getText(context.schemas.get(name)?.value, '$ref');
    }
    for (const visited of path) checked.add(visited);
  }
}
