/** Checks the schemas, methods, and variables of paths that `x-errors` names. */
import { getObject, getObjects, isObject, type Json, type Pointer } from '../../lib/json.js';
import { listPlaceholders } from '../../language/uses.js';
import type { LintContext } from '../lint-context.js';

export function checkErrors(context: LintContext, isFaulty: (pointer: Pointer) => boolean): void {
  const stated = getObject(context.specification.value, 'x-errors');
  if (context.isOverlay || stated === undefined) return;
  for (const [id] of getObjects(stated, 'schemas')) {
    const at = { at: ['x-errors', 'schemas', id], part: 'key' as const };
    if (!context.schemas.has(id))
      context.report('dangling-reference', { name: id }, { ...at, suggestion: context.suggest(id, context.schemas.keys()) });
  }
  const methodIds = new Set(context.methods.flatMap(({ statedId }) => statedId ?? []));
  for (const [id] of getObjects(stated, 'methods')) {
    const at = { at: ['x-errors', 'methods', id], part: 'key' as const };
    if (!methodIds.has(id)) context.report('unknown-method', { id }, { ...at, suggestion: context.suggest(id, methodIds) });
  }
  checkTexts(context, stated, { pointer: ['x-errors'], isFaulty });
}

interface TextLocation {
  readonly pointer: Pointer;
  readonly isFaulty: (pointer: Pointer) => boolean;
}

/** Checks the placeholders `{path.name}` in all texts. Other names in braces can be part of a message. */
function checkTexts(context: LintContext, value: Json, { pointer, isFaulty }: TextLocation): void {
  if (isFaulty(pointer) && typeof value === 'string') return;
  if (typeof value === 'string') {
    const variables = context.pathVariables;
    for (const placeholder of listPlaceholders(value)) {
      const name = placeholder.startsWith('path.') ? placeholder.slice('path.'.length) : undefined;
      if (name !== undefined && !variables.has(name))
        context.report('unknown-path-variable', { name }, { at: pointer, suggestion: context.suggest(name, variables) });
    }
  } else if (Array.isArray(value)) value.forEach((item: Json, i) => checkTexts(context, item, { pointer: [...pointer, i], isFaulty }));
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) checkTexts(context, item, { pointer: [...pointer, key], isFaulty });
}
