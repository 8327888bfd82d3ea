/** What of a specification rests on assumptions: elements whose source is our own guess. */
import { compareText, type Location } from './diagnostics.js';
import { isObject, type Json, member, type Pointer, type Specification } from './read/specification.js';

export interface Assumption extends Location {
  /** What is assumed: `ManagedZone (comesWith)`, `Subnetwork.role`, `disks.createSnapshot (behaviour)`. */
  readonly owner: string;
  /** Why, in the words of the specification. */
  readonly because: string;
}

/** In the order of the document. */
export function listAssumptions(specification: Specification): readonly Assumption[] {
  const found: Assumption[] = [];
  const visit = (value: Json, pointer: Pointer): void => {
    if (Array.isArray(value)) value.forEach((each: Json, i) => visit(each, [...pointer, i]));
    if (!isObject(value)) return;
    for (const key of ['x-source', 'source'] as const) {
      const because = member(member(value, key) ?? null, 'assumption');
      if (typeof because === 'string')
        found.push({ ...specification.at([...pointer, key], 'key'), owner: ownerOf(specification.value, pointer, value), because });
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, [...pointer, key]);
  };
  visit(specification.value, []);
  return found.sort((a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column);
}

/** Keys that lead to elements and are no names of theirs. */
const passages: ReadonlySet<string> = new Set(['schemas', 'properties', 'methods', 'resources', 'parameters', 'items', 'x-rules']);

/** `Subnetwork.role` of `schemas`, `Subnetwork`, `properties`, `role`. */
function ownerOf(root: Json, pointer: Pointer, value: Json): string {
  const names = pointer.filter((part, i) => typeof part === 'string' && !(passages.has(part) && isPassage(pointer, i)));
  const action = names.at(-1) === 'x-action';
  const owner = (action ? names.slice(0, -1) : names).join('.');
  const kind = member(value, 'kind');
  const name = owner === '' ? String(member(root, 'name') ?? '') : owner;
  if (action) return `${name} (behaviour)`;
  return pointer.includes('x-rules') && typeof kind === 'string' ? `${name} (${kind})` : name;
}

/** A schema may be called `items`: what follows a map of named elements is a name. */
function isPassage(pointer: Pointer, at: number): boolean {
  const before = pointer[at - 1];
  return !(typeof before === 'string' && passages.has(before) && before !== 'items' && isPassage(pointer, at - 1));
}
