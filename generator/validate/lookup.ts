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
export function resolve(context: Pick<Context, 'schemas'>, element: JsonObject): JsonObject | undefined {
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

export function findField(context: Pick<Context, 'schemas'>, element: JsonObject, path: string): Found {
  let current: JsonObject | undefined = element;
  for (const part of path.split('.')) {
    const next = new Step(context, part).from(current);
    if (next.kind !== 'field') return next;
    current = next.value;
  }
  const value = resolve(context, current);
  return value === undefined ? { kind: 'open' } : { kind: 'field', value };
}

/** One part of a path. Lists and maps are passed through; those that contain themselves, once. */
class Step {
  private readonly passed = new Set<JsonObject>();

  constructor(
    private readonly context: Pick<Context, 'schemas'>,
    private readonly part: string,
  ) {}

  from(reference: JsonObject): Found {
    const element = resolve(this.context, reference);
    if (element === undefined || this.passed.has(element)) return { kind: 'open' };
    this.passed.add(element);
    const items = member(element, 'items');
    if (isObject(items)) return this.from(items);
    const field = member(member(element, 'properties'), this.part);
    if (isObject(field)) return { kind: 'field', value: field };
    const values = member(element, 'additionalProperties');
    if (isObject(values)) return this.ofMap(values);
    if (isOpen(element)) return { kind: 'open' };
    return { kind: 'missing', part: this.part, known: membersOf(element, 'properties').map(([name]) => name) };
  }

  /** The part names a member of the map's values, or stands for a key of the map. */
  private ofMap(values: JsonObject): Found {
    const inner = this.from(values);
    return inner.kind === 'field' ? inner : { kind: 'field', value: values };
  }
}

function isOpen(element: JsonObject): boolean {
  const type = textOf(element, 'type');
  if (type === 'any' || type === undefined || leavesOpen(element, 'fields') || leavesOpen(element, 'type')) return true;
  return type === 'object' && member(element, 'properties') === undefined;
}
