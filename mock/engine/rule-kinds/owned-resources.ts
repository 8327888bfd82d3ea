/** The `ownedResources` rule: resources that the server creates below a resource, permanently or while a condition is met. */
import type { OwnedResourcesRule } from '../../../runtime/resource-rules.js';
import { chooseNewPlace, type CollectionPlace } from '../actions/new-place.js';
import { createFillContext, planPut, createRequiredFieldError, type EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { completeNewResource } from '../server-fields.js';
import { emptyObject, isList, isObject, getMemberAt, getTextMember, type JsonObject } from '../../lib/json.js';
import { formatPlace } from '../../catalog/links.js';
import type { Effect } from '../../state/apply-effects.js';
import type { PlacedResource } from '../../state/entity.js';
import { createPlace, type Place, type CompiledResource } from '../../catalog/resource.js';
import { absentEntity, locateField, type PendingChange } from '../resource-change.js';
import { isRuleConditionMet } from '../../catalog/rule-conditions.js';
import type { ApplyToCreated, RuleHooks } from './rule-hooks.js';
import { listMembers } from '../../state/list-members.js';
import { expandObject } from '../generated-values/value-template.js';

export const ownedResources: RuleHooks<OwnedResourcesRule> = {
  planEffects(change, rule, applyToCreated) {
    const { resource } = change.place;
    const hadResources = change.before.version > 0 && isRuleConditionMet(resource, rule, change.before.body);
    const needsResources = isRuleConditionMet(resource, rule, change.next);
    if (hadResources === needsResources) return [];
    return needsResources ? planCreations(change, rule, applyToCreated) : planDeletions(change, rule);
  },
};

/** Finds the resource type of the owned resources and their collection below the place. */
function findOwnedCollection(call: EngineCall, place: Place, { members }: OwnedResourcesRule): CollectionPlace | undefined {
  const resource = call.state.catalog.findResource(place.resource.api, members);
  const steps = resource?.steps.slice(place.segments.length, -resource.idCount) ?? [];
  const literals = steps.flatMap((step) => ('literal' in step ? [step.literal] : []));
  return resource && literals.length > 0 && literals.length === steps.length
    ? { resource, collection: [...place.segments, ...literals] }
    : undefined;
}

/** Builds the bodies of the owned resources. Omits a body that names an absent field. */
function buildOwnedBodies(rule: OwnedResourcesRule, body: JsonObject): readonly JsonObject[] {
  const elements = rule.forEach === undefined ? [emptyObject] : getMemberAt(body, rule.forEach);
  const owners = isList(elements) ? elements.filter(isObject) : [];
  const bodies = owners.flatMap((owner) => rule.each.map((each) => expandObject(each, { ...body, ...owner })));
  return bodies.filter((each) => each !== undefined);
}

async function planCreations(change: PendingChange, rule: OwnedResourcesRule, applyToCreated: ApplyToCreated): Promise<readonly Effect[]> {
  const { call } = change;
  const collection = findOwnedCollection(call, change.place, rule);
  if (!collection) return [];
  const effects: Effect[] = [];
  for (const body of buildOwnedBodies(rule, change.next)) {
    requireNames(change, rule, { resource: collection.resource, body });
    const place = chooseNewPlace(call, { ...collection, body });
    const next = completeNewResource(place, body, createFillContext(call));
    const created = await applyToCreated({ call, place, before: absentEntity, next, parent: change.next });
    effects.push(planPut(call, place, created.next), ...created.sideEffects);
  }
  return effects;
}

/** Throws 400 if the name of an owned resource is empty, at the field that the rule takes the name from. */
function requireNames(
  change: PendingChange,
  { each }: OwnedResourcesRule,
  { resource, body }: { readonly resource: CompiledResource; readonly body: JsonObject },
): void {
  const missingField = resource.behavior.idFields.find((field) => getTextMember(body, field) === '');
  if (missingField === undefined) return;
  const texts = each.map((body) => body[missingField]).filter((text) => typeof text === 'string');
  const source = texts.map((text) => /^\{([\w.]+)\}$/.exec(text)?.[1]).find((field) => field !== undefined) ?? missingField;
  throw createRequiredFieldError(locateField(change, source), 'ownedResources');
}

function planDeletions({ call, place }: PendingChange, rule: OwnedResourcesRule): readonly Effect[] {
  const collection = findOwnedCollection(call, place, rule);
  if (!collection) return [];
  const members = listMembers(call.state, createPlace(collection.resource, [...collection.collection, '-']));
  return Array.from(members, ({ place: { path } }) => ({ kind: 'remove', path }));
}

/** Lists the rules of the owner by which the server created the member. */
export function listOwnershipRules(call: EngineCall, owner: PlacedResource, member: Place): readonly OwnedResourcesRule[] {
  const { idFields } = member.resource.behavior;
  const rules = owner.place.resource.rules.filter((rule) => rule.kind === 'ownedResources');
  return rules.filter((rule) => {
    if (findOwnedCollection(call, owner.place, rule)?.resource !== member.resource) return false;
    return buildOwnedBodies(rule, owner.next).some((body) =>
      idFields.every((field, index) => getTextMember(body, field)?.toLowerCase() === member.ids[index]?.toLowerCase()),
    );
  });
}

/** Throws 400 if a rule requires the resource to exist as long as its parent. */
export function requireNotOwned(call: EngineCall, place: Place, location: string | undefined): void {
  const parent = call.state.getParent(place);
  const body = parent && call.state.findEntity(parent)?.body;
  const rules = parent && body ? listOwnershipRules(call, { place: parent, next: body }, place) : [];
  if (!rules.some(({ lasting }) => lasting)) return;
  const message = `The resource '${formatPlace(place)}' can be replaced, but not deleted`;
  throw new HttpError('invalid', { message, ...(location !== undefined && { location }), rule: 'ownedResources' });
}
