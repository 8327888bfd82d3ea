/** Finds fields by dotted paths, through references, lists, and maps. */
import { isObject, type JsonObject, getMember, getObjects, getText } from '../lib/json.js';
import { type LintContext, isUndocumented } from './lint-context.js';

export type FoundField =
  /** The field, references resolved. */
  | { readonly kind: 'field'; readonly value: JsonObject }
  /** A type on the path is open, so the field can exist. */
  | { readonly kind: 'open'; readonly part?: string; readonly known?: readonly string[] }
  | { readonly kind: 'missing'; readonly part: string; readonly known: readonly string[] };

/** Returns the element, or the target of its reference. Returns `undefined` for a missing target or a circular reference. */
export function resolveReference({ targets }: Pick<LintContext, 'targets'>, element: JsonObject): JsonObject | undefined {
  const name = getText(element, '$ref');
  return name === undefined ? element : targets.get(name);
}

export function findField(context: Pick<LintContext, 'targets'>, element: JsonObject, path: string): FoundField {
  let current: JsonObject | undefined = element;
  for (const part of path.split('.')) {
    const next = new PathStep(context, part).resolve(current);
    if (next.kind !== 'field') return next;
    current = next.value;
  }
  const value = resolveReference(context, current);
  return value === undefined ? { kind: 'open' } : { kind: 'field', value };
}

/** Resolves one part of a path through lists and maps. Visits recursive lists and maps once. */
class PathStep {
  private readonly visited = new Set<JsonObject>();

  constructor(
    private readonly context: Pick<LintContext, 'targets'>,
    private readonly part: string,
  ) {}

  resolve(reference: JsonObject): FoundField {
    const element = resolveReference(this.context, reference);
    if (element === undefined || this.visited.has(element)) return { kind: 'open' };
    this.visited.add(element);
    const items = getMember(element, 'items');
    if (isObject(items)) return this.resolve(items);
    const field = getMember(getMember(element, 'properties'), this.part);
    if (isObject(field)) return { kind: 'field', value: field };
    const values = getMember(element, 'additionalProperties');
    if (isObject(values)) return this.resolveInMap(values);
    const known = getObjects(element, 'properties').map(([name]) => name);
    return { kind: isOpen(element) ? 'open' : 'missing', part: this.part, known };
  }

  /** The part is a member of the map's values, or a key of the map. */
  private resolveInMap(values: JsonObject): FoundField {
    const inner = this.resolve(values);
    return inner.kind === 'field' ? inner : { kind: 'field', value: values };
  }
}

function isOpen(element: JsonObject): boolean {
  const type = getText(element, 'type');
  if (type === 'any' || type === undefined || isUndocumented(element, 'fields') || isUndocumented(element, 'type')) return true;
  return type === 'object' && getMember(element, 'properties') === undefined;
}
