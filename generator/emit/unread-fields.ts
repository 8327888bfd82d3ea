/** Finds the fields of a request body that nothing reads. */
import type { Type } from '../model/model.js';
import type { Lookup } from '../model/schema-lookup.js';

interface UnreadPosition {
  readonly type: Type | undefined;
  /** The prefix of the field paths: empty, or ends in a dot. */
  readonly prefix: string;
  /** The paths of the fields that the method reads. */
  readonly paths: ReadonlySet<string>;
  readonly lookup: Lookup;
}

/** Lists the paths of unread fields. If a method reads a part of a field, the rest is listed field by field, also inside lists. */
export function listUnreadFields({ type, prefix, paths, lookup }: UnreadPosition): readonly string[] {
  const resolved = lookup.resolve(type);
  const object = lookup.object(resolved?.kind === 'array' ? resolved.items : resolved);
  return (object?.fields ?? []).flatMap((field) => {
    const path = prefix + field.name;
    if (field.readOnly || paths.has(path)) return [];
    const isReadInPart = [...paths].some((each) => each.startsWith(`${path}.`));
    return isReadInPart ? listUnreadFields({ type: field.type, prefix: `${path}.`, paths, lookup }) : [path];
  });
}
