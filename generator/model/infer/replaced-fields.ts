/** Infers the required fields that media replaces: fields with content in the body of a method that also accepts the content as media. */
import type { Field, Type } from '../model.js';
import type { ElementMethods } from '../required-fields.js';

type Requirement = Pick<Field, 'required' | 'requiredBy' | 'replacedByMedia'>;

/**
 * Adds the methods whose media replaces a required field of bytes. A field that all methods require is then required by each of them, because
 * the schema alone doesn't require it.
 */
export function inferReplacedField(type: Type, requirement: Requirement, { methodsBySchema, listMethods }: ElementMethods): Requirement {
  if (type.kind !== 'string' || type.format !== 'byte') return requirement;
  const requiredBy = requirement.required ? (listMethods?.() ?? []) : (requirement.requiredBy ?? []);
  const replacedByMedia = requiredBy.filter((id) => methodsBySchema.acceptsMedia(id));
  return replacedByMedia.length === 0 ? requirement : { required: false, requiredBy, replacedByMedia };
}
