/** Infers what custom methods of a published document do: those that set fields, change the elements of a list, or set a state. */
import { joinTrailingName, toTemplate } from '../../lib/path-steps.js';
import { formatShapeKey, toShapeKey } from '../../../templates/runtime/paths/shape.js';
import { parseTemplate } from '../../../templates/runtime/paths/template.js';
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Method, ObjectType } from '../model.js';
import type { CustomMethod } from './custom-method.js';
import { inferElementAction } from './elements.js';
import { inferSetFields } from './set-fields.js';
import { inferStateChange } from './states.js';

/** Request fields of any method that don't say what it changes: `name` is that of the resource. */
const controlFields: ReadonlySet<string> = new Set(['etag', 'name', 'requestId', 'validateOnly']);

/** Completes the custom methods whose resource the API creates and reads, as far as request and resource determine their effect. */
export function inferCustomMethods(methods: readonly Method[], lookup: Lookup): readonly Method[] {
  const created = new Set(methods.flatMap(({ action }) => (action.kind === 'create' ? toShapeKey(action.resource) : [])));
  const types = new Map(
    methods.flatMap((method) => {
      const { action, response, responseWrap } = method;
      const key = action.kind === 'get' && responseWrap === undefined ? toShapeKey(action.resource) : undefined;
      const type = key !== undefined && created.has(key) ? lookup.object(response) : undefined;
      return type && key !== undefined ? [[key, type] as const] : [];
    }),
  );
  return methods.map((method) => {
    const custom = method.action.kind === 'notImplemented' ? findCustomMethod(method, types, lookup) : undefined;
    const action = custom && inferAction(custom);
    return action ? { ...method, action } : method;
  });
}

function findCustomMethod(method: Method, types: ReadonlyMap<string, ObjectType>, lookup: Lookup): CustomMethod | undefined {
  const { steps, verb } = parseTemplate(method.route);
  const last = steps.at(-1);
  const name = verb ?? (last?.kind === 'literal' ? last.text : undefined);
  const target = joinTrailingName(verb === undefined ? steps.slice(0, -1) : steps);
  const type = types.get(formatShapeKey(target));
  if (method.source.kind !== 'published' || method.actionSource !== undefined || name === undefined || !type) return undefined;
  const inPath = new Set(method.parameters.flatMap((parameter) => (parameter.location === 'path' ? parameter.name : [])));
  const fields = lookup.object(method.request)?.fields ?? [];
  const input = fields.filter((field) => !field.deprecated && !field.readOnly && !controlFields.has(field.name) && !inPath.has(field.name));
  return { method, name, resource: toTemplate(target), type, input, lookup };
}

function inferAction(custom: CustomMethod): Action | undefined {
  return inferSetFields(custom) ?? inferElementAction(custom) ?? inferStateChange(custom);
}
