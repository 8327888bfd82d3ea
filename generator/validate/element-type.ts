/** Converts elements to types for expressions. */
import { maxDepth, simpleTypes, toTextType, type CelType } from '../rules/cel/expression-types.js';
import { type JsonObject, getList, getObject, getObjects, getText, isTrue, omitUndefined } from '../lib/json.js';
import { resolveReference } from './find-field.js';
import { isUndocumented, type LintContext } from './lint-context.js';

interface Nesting {
  readonly depth: number;
  /** Whether the element is an item of a list with undocumented values. */
  readonly isOpen: boolean;
}

export function toCelType(context: LintContext, element: JsonObject, { depth, isOpen }: Nesting = { depth: 0, isOpen: false }): CelType {
  const target = depth < maxDepth ? resolveReference(context, element) : undefined;
  if (target === undefined) return simpleTypes.dyn;
  const nesting = { depth: depth + 1, isOpen: (isOpen && target === element) || isUndocumented(target, 'values') };
  const items = getObject(target, 'items');
  switch (getText(target, 'type')) {
    case 'string':
      return toStringType(target, nesting.isOpen);
    case 'integer':
      return simpleTypes.int;
    case 'number':
      return simpleTypes.double;
    case 'boolean':
      return simpleTypes.bool;
    case 'array':
      return { kind: 'list', of: items === undefined ? simpleTypes.dyn : toCelType(context, items, nesting) };
    case 'object':
      return toObjectType(context, target, nesting.depth);
    default:
      return getObject(target, 'properties') === undefined ? simpleTypes.dyn : toObjectType(context, target, nesting.depth);
  }
}

function toStringType(element: JsonObject, open: boolean): CelType {
  const format = getText(element, 'x-format') ?? getText(element, 'format');
  const values = getList(element, 'enum').map((value) => ({ value: String(value), deprecated: false }));
  return toTextType({ open, ...omitUndefined({ format, enum: values.length > 0 ? values : undefined }) });
}

function toObjectType(context: LintContext, element: JsonObject, depth: number): CelType {
  const fields = getObjects(element, 'properties');
  const isOpen = isUndocumented(element, 'fields');
  const values = getObject(element, 'additionalProperties');
  const isMap = values !== undefined || isTrue(element, 'additionalProperties');
  if (isMap && fields.length === 0 && !isOpen)
    return { kind: 'map', of: values === undefined ? simpleTypes.dyn : toCelType(context, values, { depth, isOpen: false }) };
  return {
    kind: 'object',
    source: element,
    fields: fields.map(([name, field]) => ({
      name,
      required: isTrue(field, 'required'),
      readOnly: isTrue(field, 'readOnly'),
      getType: () => toCelType(context, field),
    })),
    isOpen: isMap || isOpen,
  };
}
