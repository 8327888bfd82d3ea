/** Follows dotted field paths through references, lists and maps. */
import { isObject, type JsonObject, member } from '../read/specification.js';
import { type Context, leavesOpen, membersOf, textOf } from './context.js';

export type Found =
  /** The field, references resolved. */
  | { readonly kind: 'field'; readonly value: JsonObject }
  /** Somewhere on the way the shape is open, so that there may be such a field. */
  | { readonly kind: 'open' }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

/** The element that a chain of references leads to; nothing where one of them leads nowhere or around. */
export function resolve(context: Context, element: JsonObject): JsonObject | undefined {
  const seen = new Set<string>();
  let current = element;
  for (let name = textOf(current, '$ref'); name !== undefined; name = textOf(current, '$ref')) {
    const target = context.schemas.get(name);
    if (target === undefined || seen.has(name)) return undefined;
    seen.add(name);
    current = target;
  }
  return current;
}

export function findField(context: Context, element: JsonObject, path: string): Found {
  let current: JsonObject | undefined = resolve(context, element);
  for (const part of path.split('.')) {
    if (current === undefined) return { kind: 'open' };
    const next = step(context, current, part);
    if (next.kind !== 'field') return next;
    current = resolve(context, next.value);
  }
  return current === undefined ? { kind: 'open' } : { kind: 'field', value: current };
}

function step(context: Context, element: JsonObject, part: string): Found {
  const items = member(element, 'items');
  if (isObject(items)) return stepInto(context, items, part);
  const field = member(member(element, 'properties'), part);
  if (isObject(field)) return { kind: 'field', value: field };
  const values = member(element, 'additionalProperties');
  if (isObject(values)) return mapStep(context, values, part);
  if (isOpen(element)) return { kind: 'open' };
  return { kind: 'missing', part, known: membersOf(element, 'properties').map(([name]) => name) };
}

function stepInto(context: Context, element: JsonObject, part: string): Found {
  const target = resolve(context, element);
  return target === undefined ? { kind: 'open' } : step(context, target, part);
}

/** A part names a member of the map's values, or stands for a key of the map. */
function mapStep(context: Context, values: JsonObject, part: string): Found {
  const inner = stepInto(context, values, part);
  return inner.kind === 'field' ? inner : { kind: 'field', value: values };
}

function isOpen(element: JsonObject): boolean {
  const type = textOf(element, 'type');
  return (
    type === 'any' ||
    type === undefined ||
    leavesOpen(element, 'fields') ||
    leavesOpen(element, 'type') ||
    (type === 'object' && member(element, 'properties') === undefined)
  );
}
