/** Where statements come from, inherited from the element around them. */
import type { Source, Stated } from './model.js';
import { isObject, isTrue, type JsonObject, member, stringsAt, textAt } from './input.js';

export const published: Source = { kind: 'published', reference: '' };

/** `x-source` (of rules and permissions: `source`) of an element, else what surrounds it. */
export function sourceOf(element: JsonObject, inherited: Source, key: 'x-source' | 'source' = 'x-source'): Source {
  const value = member(element, key);
  if (typeof value === 'string') return { kind: 'document', reference: value };
  if (!isObject(value)) return inherited;
  for (const kind of ['public', 'assumption'] as const) {
    const reference = textAt(value, kind);
    if (reference !== undefined) return { kind, reference };
  }
  return inherited;
}

export function stated(element: JsonObject, inherited: Source): Stated {
  const description = textAt(element, 'description');
  return {
    ...(description !== undefined && { description }),
    source: sourceOf(element, inherited),
    notShown: stringsAt(element, 'x-notShown'),
    deprecated: isTrue(element, 'deprecated'),
  };
}
