/** Converts elements to types for expressions. */
import type { Field, Type } from '../model/model.js';
import { isObject, type JsonObject, getMember, getList, getObjects, getText } from '../lib/json.js';
import { isUndocumented } from './lint-context.js';

export function toType(element: JsonObject, isOpen = false): Type {
  const schema = getText(element, '$ref');
  if (schema !== undefined) return { kind: 'ref', schema };
  const open = isOpen || isUndocumented(element, 'values');
  const [items, values] = [getMember(element, 'items'), getMember(element, 'additionalProperties')];
  switch (getText(element, 'type')) {
    case 'string':
      return toStringType(element, open);
    case 'integer':
      return { kind: 'integer' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return { kind: 'array', items: isObject(items) ? toType(items, open) : { kind: 'any' } };
    case 'object':
      return toObjectType(element, values === true ? { kind: 'any' } : isObject(values) ? toType(values) : undefined);
    default:
      return isObject(getMember(element, 'properties')) ? toObjectType(element, undefined) : { kind: 'any' };
  }
}

function toStringType(element: JsonObject, open: boolean): Type {
  const format = getText(element, 'x-format') ?? getText(element, 'format');
  const values = getList(element, 'enum').map((value) => ({ value: String(value), deprecated: false }));
  return { kind: 'string', open, ...(format !== undefined && { format }), ...(values.length > 0 && { enum: values }) };
}

function toObjectType(element: JsonObject, values: Type | undefined): Type {
  const fields = getObjects(element, 'properties').map(([name, field]) => toField(name, field));
  const isOpen = isUndocumented(element, 'fields');
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
    undocumentedAspects: [],
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
