/** The types of elements, as far as expressions see them. */
import type { Field, Type } from '../model/model.js';
import { isObject, type JsonObject, member } from '../read/specification.js';
import { leavesOpen, listOf, membersOf, textOf } from './context.js';

export function toType(element: JsonObject, isOpen = false): Type {
  const schema = textOf(element, '$ref');
  if (schema !== undefined) return { kind: 'ref', schema };
  const open = isOpen || leavesOpen(element, 'values');
  const [items, values] = [member(element, 'items'), member(element, 'additionalProperties')];
  switch (textOf(element, 'type')) {
    case 'string':
      return toText(element, open);
    case 'integer':
      return { kind: 'integer' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return { kind: 'array', items: isObject(items) ? toType(items, open) : { kind: 'any' } };
    case 'object':
      return toObject(element, values === true ? { kind: 'any' } : isObject(values) ? toType(values) : undefined);
    default:
      return isObject(member(element, 'properties')) ? toObject(element, undefined) : { kind: 'any' };
  }
}

function toText(element: JsonObject, open: boolean): Type {
  const format = textOf(element, 'x-format') ?? textOf(element, 'format');
  const values = listOf(element, 'enum').map((value) => ({ value: String(value), deprecated: false }));
  return { kind: 'string', open, ...(format !== undefined && { format }), ...(values.length > 0 && { enum: values }) };
}

function toObject(element: JsonObject, values: Type | undefined): Type {
  const fields = membersOf(element, 'properties').map(([name, field]) => toField(name, field));
  const isOpen = leavesOpen(element, 'fields');
  if (values && fields.length === 0 && !isOpen) return { kind: 'map', values };
  const additional = values ?? (isOpen ? ({ kind: 'any' } as const) : undefined);
  return { kind: 'object', fields, rules: [], ...(additional && { additional }) };
}

function toField(name: string, element: JsonObject): Field {
  return {
    kind: 'field',
    name,
    type: toType(element),
    source: { kind: 'published', reference: '' },
    notShown: [],
    deprecated: false,
    required: false,
    readOnly: false,
    writeOnly: false,
    immutable: false,
    patchable: false,
    omitEmpty: false,
    inferred: [],
  };
}
