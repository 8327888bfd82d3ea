import { requireExisting, createFillContext, type CallContext, type ActionByKind, type PlanAction } from '../call.js';
import { completeChangedResource } from '../server-fields.js';
import { getMember, withMember, withoutMember, type JsonObject } from '../../lib/json.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { requireEtag } from '../rules/etag.js';
import { validateResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import { getField } from '../../world/field-tables.js';
import type { EtagField, Resource } from '../../world/resource.js';
import { requireMutable } from '../rules/resource-states.js';

/** Returns the etags to check: the one that the method requires, and those of the resource that cover the fields to set. */
function listGuards({ rules }: Resource, { fingerprint, fields }: ActionByKind<'setFields'>): readonly EtagField[] {
  const covering = rules
    .filter((rule) => rule.kind === 'etag')
    .filter(({ field, match, covers }) => match === 'required' && field !== fingerprint && covers?.some((name) => fields.includes(name)));
  return [...(fingerprint === undefined ? [] : [{ field: fingerprint, covers: fields }]), ...covering];
}

/** Replaces the listed fields with those of the body, and clears those that the body lacks. */
export const setFields: PlanAction<'setFields'> = async (call, action) => {
  const { place, entity } = requireExisting(call);
  for (const guard of listGuards(place.resource, action)) requireEtag(guard, call.body, entity.body);
  requireMutable(place, entity.body);
  const replaced = action.fields.reduce((body, field) => replaceField(body, field, call), entity.body);
  const { next, sideEffects } = await applyContentRules({
    call,
    place,
    before: entity,
    sent: call.body,
    next: replaced,
    sideEffects: [],
  });
  validateResource({ place, next });
  requireValidChange(place.resource, { next, stored: entity.body });
  const body = completeChangedResource(place, { before: entity.body, body: next }, createFillContext(call));
  return {
    effects: [{ kind: 'put', path: place.path, body, version: entity.version }, ...sideEffects],
    response: { place },
    target: { place, body: entity.body },
  };
};

/** Clears a field that the body lacks: a map or an object becomes empty, any other field is removed. */
function replaceField(body: JsonObject, field: string, call: CallContext): JsonObject {
  const value = getMember(call.body, field);
  if (value !== undefined) return withMember(body, field, value);
  const fieldBehavior = getField(call.method.resource?.fields, field);
  return !fieldBehavior || fieldBehavior.type === 'map' || fieldBehavior.type === 'object'
    ? withMember(body, field, {})
    : withoutMember(body, field);
}
