import { requireExisting, type CallContext, type ActionByKind, type PlanAction } from '../call.js';
import { getMember, withMember, withoutMember, type JsonObject } from '../../lib/json.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { requireEtag } from '../rules/etag.js';
import { getField } from '../../world/field-tables.js';
import type { Resource } from '../../world/resource.js';
import { requireMutable } from '../rules/resource-states.js';
import { planChange } from './plan-change.js';

/** Returns the etag fields to check: the one that the method requires, and those of the resource that cover the fields to set. */
function getGuardFields({ rules }: Resource, { fingerprint, fields }: ActionByKind<'setFields'>): ReadonlySet<string> {
  const covering = rules.flatMap((rule) =>
    rule.kind === 'etag' && rule.match === 'required' && rule.covers?.some((name) => fields.includes(name)) ? [rule.field] : [],
  );
  return new Set([...(fingerprint === undefined ? [] : [fingerprint]), ...covering]);
}

/** Replaces the listed fields with those of the body, and clears those that the body lacks. */
export const setFields: PlanAction<'setFields'> = (call, action) => {
  const member = requireExisting(call);
  const { place, entity } = member;
  for (const field of getGuardFields(place.resource, action)) requireEtag(field, call.body, entity.body);
  requireMutable(place, entity.body);
  const next = action.fields.reduce((body, field) => replaceField(body, field, call), entity.body);
  return planChange({ call, member, next }, applyContentRules);
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
