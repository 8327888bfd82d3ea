/** Infers methods that read or change the elements of a list field: `addItems`, `removeItems`, `addRule`, `getRule`. */
import { toSingular } from '../../lib/singular.js';
import type { Action } from '../../../templates/runtime/rule.js';
import type { Field } from '../model.js';
import { isSameType, returnsResource, type CustomMethod } from './custom-method.js';

export function inferElementAction(custom: CustomMethod): Action | undefined {
  const [, verb, subject] = /^(add|remove|get|patch)([A-Z]\w*)$/.exec(custom.name) ?? [];
  if (verb === undefined || subject === undefined) return undefined;
  return inferListAction(custom, verb) ?? inferKeyedAction(custom, verb, subject);
}

/** Infers `addItems` and `removeItems` whose request has only a list of texts, with the name of a list of texts of the resource. */
function inferListAction(custom: CustomMethod, verb: string): Action | undefined {
  const { method, resource, type, input, lookup } = custom;
  const [field, ...others] = input;
  const target = field && lookup.field(type, field.name);
  if (method.httpMethod !== 'POST' || !returnsResource(custom) || !target || others.length > 0 || target.readOnly) return undefined;
  const list = lookup.resolve(target.type);
  const isTextList = list?.kind === 'array' && lookup.resolve(list.items)?.kind === 'string';
  if (!isTextList || !isSameType(target.type, field.type, lookup)) return undefined;
  if (verb !== 'add' && verb !== 'remove') return undefined;
  return { kind: verb === 'add' ? 'addElements' : 'removeElements', resource, field: field.name, from: field.name };
}

/**
 * Infers `addRule`, `getRule`, `patchRule`, and `removeRule`, if the resource has a list `rules` of objects. Request and response are such an
 * element, and a query parameter with the name of one of its fields identifies it.
 */
function inferKeyedAction(custom: CustomMethod, verb: string, subject: string): Action | undefined {
  const { method, resource, type, input, lookup } = custom;
  const field = type.fields.find(({ name, type: fieldType }) => fieldType.kind === 'array' && toSingular(name) === toName(subject));
  const element = field?.type.kind === 'array' ? field.type.items : undefined;
  if (!field || field.readOnly || element?.kind !== 'ref' || !lookup.object(element)) return undefined;
  const isElement = (other: typeof method.request): boolean => other?.kind === 'ref' && other.schema === element.schema;
  if (verb === 'add')
    return method.httpMethod === 'POST' && isElement(method.request) && returnsResource(custom)
      ? { kind: 'addElements', resource, field: field.name }
      : undefined;
  const keys = method.parameters.flatMap(({ name, location }) => (location === 'query' && isKey(lookup.field(element, name)) ? name : []));
  const [key, ...otherKeys] = keys;
  if (key === undefined || otherKeys.length > 0) return undefined;
  if (verb === 'get')
    return method.httpMethod === 'GET' && isElement(method.response) ? { kind: 'getElement', resource, field: field.name, key } : undefined;
  if (method.httpMethod !== 'POST' || !returnsResource(custom)) return undefined;
  if (verb === 'patch') return isElement(method.request) ? { kind: 'patchElement', resource, field: field.name, key } : undefined;
  return input.length === 0 ? { kind: 'removeElements', resource, field: field.name, key } : undefined;
}

const toName = (subject: string): string => subject.slice(0, 1).toLowerCase() + subject.slice(1);

function isKey(field: Field | undefined): boolean {
  return field?.type.kind === 'string' || field?.type.kind === 'integer';
}
