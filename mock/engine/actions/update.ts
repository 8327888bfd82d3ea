/** The actions that change a resource. */
import {
  requireExisting,
  requireResource,
  type PlanAction,
  getResourcePlace,
  requireParent,
  type ActionByKind,
  type EngineCall,
  type ActionPlan,
} from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { getRule } from '../../catalog/method.js';
import {
  applyUpdateMask,
  getUpdateMaskPaths,
  planChange,
  omitUnchangedFields,
  keepServerFields,
  omitConflictingNames,
  isReplacement,
} from './plan-change.js';
import { HttpError } from '../../lib/http-error.js';
import {
  emptyObject,
  getMember,
  getTextMember,
  pick,
  withMember,
  withoutMember,
  applyMergePatch,
  type JsonObject,
} from '../../lib/json.js';
import { formatPlace } from '../../catalog/links.js';
import type { EtagField, CompiledResource } from '../../catalog/resource.js';
import { isMissingAndAllowed } from '../conditions/allow-missing.js';
import { planCreation } from './create.js';
import { requireEtag, requireSentEtags } from '../rule-kinds/etag.js';
import { ignoreInvalidChanges, requireSupportedFields } from '../conditions/validations.js';
import { getField } from '../../catalog/field-tables.js';
import { clearOtherMembers } from './clear-oneofs.js';

/** Replaces the resource, or merges the body into it if a rule says that the body is a merge patch. */
export const updateResource: PlanAction<'update'> = async (call, action) => {
  if (getRule(call.method, 'update')?.merge) return patchResource(call, action);
  if (isMissingAndAllowed(call)) return planMissingResource(call);
  const member = requireExisting(call);
  const { body } = member.entity;
  const sent = omitUnchangedFields(call, member, omitServerFields(requireResource(call), call.body));
  const mask = getUpdateMaskPaths(call);
  const { fields } = requireResource(call);
  const next = mask ? clearOtherMembers(fields, sent, applyUpdateMask(body, sent, mask)) : keepServerFields(fields, body, sent);
  return planChange({ call, member, next, sent: call.body });
};

/** Creates the resource that an update names, from the whole body regardless of the mask. Throws 400 if the body names another resource. */
function planMissingResource(call: EngineCall): Promise<ActionPlan> {
  const place = getResourcePlace(call);
  requireParent(call, place);
  const body = applyMergePatch(emptyObject, omitServerFields(requireResource(call), call.body));
  return planCreation(call, { place, body: omitConflictingNames(place, body) });
}

/** Omits the updatable fields that the schema doesn't mark as patchable. Keeps all of them if the schema marks none. */
function omitUnmarkedFields(updatable: readonly string[], { fields, hasPatchableFields }: CompiledResource): readonly string[] {
  return hasPatchableFields ? updatable.filter((name) => getField(fields, name)?.patchable) : updatable;
}

/** Merges the body into the resource. If a rule lists the fields to update, the others are ignored. */
export const patchResource: PlanAction<'patch'> = async (call) => {
  if (isMissingAndAllowed(call)) return planMissingResource(call);
  const member = requireExisting(call);
  const sent = omitServerFields(requireResource(call), call.body);
  const updatable = getRule(call.method, 'update')?.fields;
  const mask = getUpdateMaskPaths(call);
  const changes = updatable ? pick(sent, omitUnmarkedFields(updatable, member.place.resource)) : omitUnchangedFields(call, member, sent);
  const merged = mask
    ? applyUpdateMask(member.entity.body, changes, mask)
    : isReplacement(call)
      ? keepServerFields(member.place.resource.fields, member.entity.body, changes)
      : applyMergePatch(member.entity.body, changes);
  // A method that lists its updatable fields ignores all other changes, and invalid changes of those fields.
  const cleared = clearOtherMembers(member.place.resource.fields, changes, merged);
  const next = updatable ? ignoreInvalidChanges(member.place.resource, cleared, member.entity.body) : cleared;
  const plan = await planChange({ call, member, next, sent: call.body });
  // Ignored fields must still be supported by the resource.
  if (updatable) requireSupportedFields(member.place.resource, sent, next);
  return plan;
};

/** Returns the etags to check: the one that the method requires, and those of the resource that cover the fields to set. */
function listEtagsToCheck(
  { rules }: CompiledResource,
  { fingerprint, fields, match }: ActionByKind<'setFields'>,
  sent: JsonObject,
): readonly EtagField[] {
  const covering = rules
    .filter((rule) => rule.kind === 'etag')
    .filter(({ field, match, covers }) => match === 'required' && field !== fingerprint && covers?.some((name) => fields.includes(name)));
  const isChecked = fingerprint !== undefined && (match !== 'optional' || getTextMember(sent, fingerprint));
  return [...(isChecked ? [{ field: fingerprint, covers: fields }] : []), ...covering];
}

/** Replaces the listed fields with those of the body, and clears those that the body lacks. */
export const setFields: PlanAction<'setFields'> = (call, action) => {
  const member = requireExisting(call);
  const { place, entity } = member;
  for (const guard of listEtagsToCheck(place.resource, action, call.body)) requireEtag(guard, call.body, entity.body);
  const replace = (body: JsonObject, field: string): JsonObject =>
    action.isBare ? withMember(body, field, call.body) : replaceField(body, field, call);
  const next = action.fields.reduce(replace, entity.body);
  return planChange({ call, member, next });
};

/** Clears a field that the body lacks: a map or an object becomes empty, any other field is removed. */
function replaceField(body: JsonObject, field: string, call: EngineCall): JsonObject {
  const value = getMember(call.body, field);
  if (value !== undefined) return withMember(body, field, value);
  const fieldBehavior = getField(call.method.resource?.fields, field);
  return !fieldBehavior || fieldBehavior.type === 'map' || fieldBehavior.type === 'object'
    ? withMember(body, field, {})
    : withoutMember(body, field);
}

/**
 * Applies the state transition that the `states` rules of the resource define for the method. Throws 400 if the current state doesn't allow
 * it.
 */
export const applyTransition: PlanAction<'transition'> = async (call, { returns }) => {
  const member = requireExisting(call);
  const { place, entity } = member;
  requireSentEtags(call, member);
  let next = entity.body;
  for (const rule of place.resource.rules) {
    if (rule.kind !== 'states') continue;
    const transitions = (rule.transitions ?? []).filter(({ method }) => method === call.method.id);
    if (transitions.length === 0) continue;
    const state = getTextMember(entity.body, rule.field);
    const allowedTransition = transitions.find(({ from }) => from === state);
    if (!allowedTransition) {
      const allowed = transitions.map(({ from }) => from).join(' or ');
      const message = `The resource '${formatPlace(place)}' must be ${allowed} (its ${rule.field} is ${state ?? 'not set'})`;
      throw new HttpError('resourceNotReady', { message, location: rule.field, rule: 'states' });
    }
    next = withMember(next, rule.field, allowedTransition.to);
  }
  const plan = await planChange({ call, member, next });
  return returns === 'resource' ? plan : { ...plan, response: { body: emptyObject } };
};

/** Sets the state of the resource. A boolean field that is false is absent. */
export const setState: PlanAction<'setState'> = async (call, { field, value, returns }) => {
  const member = requireExisting(call);
  const { body } = member.entity;
  const next = value === false ? withoutMember(body, field) : withMember(body, field, value);
  const plan = await planChange({ call, member, next });
  return returns === 'resource' ? plan : { ...plan, response: { body: emptyObject } };
};
