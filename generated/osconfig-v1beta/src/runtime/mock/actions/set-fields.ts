import { requireExisting, fillContext, type CallContext } from '../call.js';
import { completeChangedResource } from '../server-fields.js';
import { getMember, withMember, withoutMember, type JsonObject } from '../json.js';
import { applyContentRules } from '../rules/apply-content-rules.js';
import { requireEtag } from '../rules/etag.js';
import { requireUnlocked } from '../rules/immutable-while.js';
import { validateResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import { getField } from '../field-tables.js';
import type { Resource } from '../world/resource.js';
import type { ActionByKind, PlanAction } from './action.js';

/** The etag that the request body must contain, and those of the resource that cover the fields to set. */
function getGuardFields({ rules }: Resource, { fingerprint, fields }: ActionByKind<'setFields'>): ReadonlySet<string> {
  const covering = rules.flatMap((rule) =>
    rule.kind === 'etag' && rule.match === 'required' && rule.covers?.some((name) => fields.includes(name)) ? [rule.field] : [],
  );
  return new Set([...(fingerprint === undefined ? [] : [fingerprint]), ...covering]);
}

/** Replaces single fields by those of the body; what the body lacks becomes empty. */
export const setFields: PlanAction<'setFields'> = async (call, action) => {
  const { place, entity } = requireExisting(call);
  for (const field of getGuardFields(place.resource, action)) requireEtag(field, call.body, entity.body);
  requireUnlocked(place, entity.body);
  const set = action.fields.reduce((body, field) => replaceField(body, field, call), entity.body);
  const { next, also } = await applyContentRules({ call, place, before: entity, sent: call.body, next: set, also: [] });
  validateResource({ place, next });
  requireValidChange(place.resource, { next, stored: entity.body });
  const body = completeChangedResource(place, { before: entity.body, body: next }, fillContext(call));
  return {
    effects: [{ kind: 'put', path: place.path, body, version: entity.version }, ...also],
    response: { place },
    target: { place, body: entity.body },
  };
};

/** A map that the body lacks is empty, anything else is unset. */
function replaceField(body: JsonObject, field: string, call: CallContext): JsonObject {
  const value = getMember(call.body, field);
  if (value !== undefined) return withMember(body, field, value);
  const known = getField(call.method.resource?.fields, field);
  return !known || known.type === 'map' || known.type === 'object' ? withMember(body, field, {}) : withoutMember(body, field);
}
