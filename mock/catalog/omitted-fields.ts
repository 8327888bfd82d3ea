/** The `omitted` rule: fields that responses don't contain. */
import type { OmittedRule } from '../../runtime/resource-rules.js';
import { isEqual, isList, isObject, withMember, withoutMember, type Json, type JsonObject } from '../lib/json.js';
import { mapObjectsAt } from './located-objects.js';
import type { CompiledResource } from './resource.js';
import { isRuleConditionMet } from './rule-conditions.js';

/** Returns a rendered resource without the fields that the rules of its schemas omit. Conditions also see the fields of the stored body. */
export function omitFields(resource: CompiledResource, complete: JsonObject, stored: JsonObject): JsonObject {
  return resource.omissions.reduce(
    (remaining, rule) =>
      mapObjectsAt(rule, { body: remaining, other: complete }, (object, original = object) => {
        const isMet = isRuleConditionMet(resource, rule, rule.at || !rule.when ? original : { ...stored, ...original });
        return isMet ? rule.fields.reduce<JsonObject>((left, field) => omitField(left, field.split('.'), rule), object) : object;
      }),
    complete,
  );
}

/** Removes a field from an object, and from each object in the lists on its path. */
function omitField(object: JsonObject, [name = '', ...rest]: readonly string[], rule: OmittedRule): JsonObject {
  if (!Object.hasOwn(object, name)) return object;
  const value = object[name] as Json;
  if (rest.length === 0) return rule.values?.every((each) => !isEqual(each as Json, value)) ? object : withoutMember(object, name);
  const omitFromElement = (element: Json): Json => (isObject(element) ? omitField(element, rest, rule) : element);
  return withMember(object, name, isList(value) ? value.map(omitFromElement) : omitFromElement(value));
}
