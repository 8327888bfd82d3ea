/** What the rule `operation` of a method states about its operations. */
import type { FieldBehavior } from '../../../runtime/behavior.js';
import type { OperationRule } from '../../../runtime/rule.js';
import { createFillContext, type EngineCall, type ActionPlan } from '../call.js';
import { emptyObject } from '../../lib/json.js';
import { createPlaceholderResolver } from '../generated-values/placeholders.js';
import { expandValue, type PlaceholderResolver } from '../generated-values/value-template.js';
import { getResourceSegments, getRule } from '../../catalog/method.js';
import { getFieldAt } from '../../catalog/field-tables.js';
import type { StatedFields } from '../../catalog/operation-fields.js';
import { createPlace, type Place } from '../../catalog/resource.js';

/** Returns the stated fields of an operation at a place, or `undefined` if the method states none. */
export function getStatedFields(call: EngineCall, { target }: ActionPlan, place: Place): StatedFields | undefined {
  const { fields = {}, doneFields = {}, omitted = [] }: Partial<OperationRule> = getRule(call.method, 'operation') ?? {};
  if (Object.keys(fields).length + Object.keys(doneFields).length + omitted.length === 0) return undefined;
  const expand = (templates: NonNullable<OperationRule['fields']>): StatedFields['fields'] =>
    Object.entries(templates).flatMap(([path, template]): StatedFields['fields'] => {
      const resolve = createOperationResolver(call, target?.place ?? place, getFieldAt(place.resource, path.split('.')));
      const value = expandValue(template, target?.body ?? emptyObject, (name) =>
        name === 'operation' ? (place.ids.at(-1) ?? '') : resolve(name),
      );
      return value === undefined ? [] : [[path, value]];
    });
  return { fields: expand(fields), doneFields: expand(doneFields), omitted };
}

/** Returns the stated name of a new operation, or `undefined`. */
export function getStatedName(call: EngineCall, { target }: ActionPlan): string | undefined {
  const template = getRule(call.method, 'operation')?.name;
  const place = template === undefined ? undefined : (target?.place ?? findResourcePlace(call));
  if (template === undefined || !place) return undefined;
  const name = expandValue(template, target?.body ?? emptyObject, createOperationResolver(call, place));
  return typeof name === 'string' ? name : undefined;
}

function findResourcePlace(call: EngineCall): Place | undefined {
  const { resource } = call.method;
  const segments = resource && getResourceSegments(call, resource);
  return segments && createPlace(resource, segments);
}

function createOperationResolver(call: EngineCall, place: Place, field?: FieldBehavior): PlaceholderResolver {
  const resolve = createPlaceholderResolver(place, createFillContext(call), () => field);
  return (name) => (name === 'rootUrl' ? `${call.origin}/` : resolve(name));
}
