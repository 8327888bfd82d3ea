/** Follows dotted field paths through references, lists and maps. */
import { isObject, type JsonObject, member } from '../read/specification.js';
import { type Context, leavesOpen, membersOf, textOf } from './context.js';

export type Found =
  /** The field, references resolved. */
  | { readonly kind: 'field'; readonly value: JsonObject }
  /** Somewhere on the way the shape is open, so that there may be such a field. */
  | { readonly kind: 'open'; readonly part?: string; readonly known?: readonly string[] }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

/** The element itself, or the one that its reference leads to; nothing where that leads nowhere or around. */
export function resolve({ targets }: Pick<Context, 'targets'>, element: JsonObject): JsonObject | undefined {
  const name = textOf(element, '$ref');
  return name === undefined ? element : targets.get(name);
}

export function findField(context: Pick<Context, 'targets'>, element: JsonObject, path: string): Found {
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
    private readonly context: Pick<Context, 'targets'>,
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
    const known = membersOf(element, 'properties').map(([name]) => name);
    return { kind: isOpen(element) ? 'open' : 'missing', part: this.part, known };
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
