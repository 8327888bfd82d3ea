/** Follows dotted field paths through references, lists and maps. */
import { isObject, type JsonObject, getMember } from '../read/specification.js';
import { type LintContext, isUndocumented, getMappingMembers, getText } from './lint-context.js';

export type FoundField =
  /** The field, references resolved. */
  | { readonly kind: 'field'; readonly value: JsonObject }
  /** Somewhere on the way the shape is open, so that there may be such a field. */
  | { readonly kind: 'open'; readonly part?: string; readonly known?: readonly string[] }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

/** The element itself, or the one that its reference leads to; nothing where that leads nowhere or around. */
export function resolveReference({ targets }: Pick<LintContext, 'targets'>, element: JsonObject): JsonObject | undefined {
  const name = getText(element, '$ref');
  return name === undefined ? element : targets.get(name);
}

export function findField(context: Pick<LintContext, 'targets'>, element: JsonObject, path: string): FoundField {
  let current: JsonObject | undefined = element;
  for (const part of path.split('.')) {
    const next = new Step(context, part).from(current);
    if (next.kind !== 'field') return next;
    current = next.value;
  }
  const value = resolveReference(context, current);
  return value === undefined ? { kind: 'open' } : { kind: 'field', value };
}

/** One part of a path. Lists and maps are passed through; those that contain themselves, once. */
class Step {
  private readonly passed = new Set<JsonObject>();

  constructor(
    private readonly context: Pick<LintContext, 'targets'>,
    private readonly part: string,
  ) {}

  from(reference: JsonObject): FoundField {
    const element = resolveReference(this.context, reference);
    if (element === undefined || this.passed.has(element)) return { kind: 'open' };
    this.passed.add(element);
    const items = getMember(element, 'items');
    if (isObject(items)) return this.from(items);
    const field = getMember(getMember(element, 'properties'), this.part);
    if (isObject(field)) return { kind: 'field', value: field };
    const values = getMember(element, 'additionalProperties');
    if (isObject(values)) return this.ofMap(values);
    const known = getMappingMembers(element, 'properties').map(([name]) => name);
    return { kind: isOpen(element) ? 'open' : 'missing', part: this.part, known };
  }

  /** The part names a member of the map's values, or stands for a key of the map. */
  private ofMap(values: JsonObject): FoundField {
    const inner = this.from(values);
    return inner.kind === 'field' ? inner : { kind: 'field', value: values };
  }
}

function isOpen(element: JsonObject): boolean {
  const type = getText(element, 'type');
  if (type === 'any' || type === undefined || isUndocumented(element, 'fields') || isUndocumented(element, 'type')) return true;
  return type === 'object' && getMember(element, 'properties') === undefined;
}
