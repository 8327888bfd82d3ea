/**
 * Infers the required fields that media replaces: fields with content, or the addresses of content (`sourceUris`), in the body of a method that
 * also accepts the content as media.
 */
import type { Field, Type } from '../model.js';
import type { ElementMethods } from '../required-fields.js';

type Requirement = Pick<Field, 'required' | 'requiredBy' | 'replacedByMedia'>;

/**
 * Adds the methods whose media replaces a required field. A field that all methods require is then required by each of them, because
 * the schema alone doesn't require it.
 */
export function inferReplacedField(
  { name, type }: Pick<Field, 'name' | 'type'>,
  requirement: Requirement,
  { methodsBySchema, listMethods }: ElementMethods,
): Requirement {
  if (!isContent(type) && !/^source(?:Uri|Url)s?$/.test(name)) return requirement;
  const requiredBy = requirement.required ? (listMethods?.() ?? []) : (requirement.requiredBy ?? []);
  const replacedByMedia = requiredBy.filter((id) => methodsBySchema.acceptsMedia(id));
  return replacedByMedia.length === 0 ? requirement : { required: false, requiredBy, replacedByMedia };
}

function isContent(type: Type): boolean {
  return type.kind === 'string' && type.format === 'byte';
}
