/** What a resource has below it from the start, or while a condition holds. */
import { isConditionMet } from '../../rules/condition.js';
import type { OwnedResourcesRule } from '../../resource-rules.js';
import { chooseNewPlace } from '../actions/new-place.js';
import { fillContext, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { completeNewResource } from '../server-fields.js';
import { emptyObject, isList, isObject, getMemberAt, getTextMember, type JsonObject } from '../json.js';
import { toRelativePath } from '../links.js';
import type { Effect } from '../state/apply-effects.js';
import { addDefaults } from '../field-tables.js';
import { createPlace, type Place, type Resource } from '../world/resource.js';
import { absentEntity, requiredFieldError, type Change, type ApplyRule } from './resource-change.js';
import { applyContentRules } from './apply-content-rules.js';
import { listMembers } from './siblings.js';
import { expandObject } from './value-template.js';

export const createOwnedResources: ApplyRule<OwnedResourcesRule> = async (change, rule) => {
  const had = change.before.version > 0 && has(change.place.resource, rule, change.before.body);
  const will = has(change.place.resource, rule, change.next);
  if (had === will) return change;
  const also = will ? await planCreations(change, rule) : planDeletions(change, rule);
  return { ...change, also: [...change.also, ...also] };
};

function has({ fields }: Resource, { when }: OwnedResourcesRule, body: JsonObject): boolean {
  return when === undefined || isConditionMet(when, addDefaults(fields, body));
}

/** Finds the kind of the owned resources and their collection below the place. */
function findOwnedCollection(
  call: CallContext,
  place: Place,
  { members }: OwnedResourcesRule,
): { readonly resource: Resource; readonly collection: readonly string[] } | undefined {
  const resource = call.state.world.resource(place.resource.api, members);
  const steps = resource?.steps.slice(place.segments.length, -resource.idCount) ?? [];
  const literals = steps.flatMap((step) => ('literal' in step ? [step.literal] : []));
  return resource && literals.length === steps.length ? { resource, collection: [...place.segments, ...literals] } : undefined;
}

/** Builds the bodies of the owned resources. Omits a body that names an absent field. */
function buildOwnedBodies(rule: OwnedResourcesRule, body: JsonObject): readonly JsonObject[] {
  const list = rule.forEach === undefined ? [emptyObject] : getMemberAt(body, rule.forEach);
  const owners = isList(list) ? list.filter(isObject) : [];
  const bodies = owners.flatMap((owner) => rule.each.map((each) => expandObject(each, { ...body, ...owner })));
  return bodies.filter((each) => each !== undefined);
}

async function planCreations(change: Change, rule: OwnedResourcesRule): Promise<readonly Effect[]> {
  const { call } = change;
  const at = findOwnedCollection(call, change.place, rule);
  if (!at) return [];
  const effects: Effect[] = [];
  for (const given of buildOwnedBodies(rule, change.next)) {
    requireNames(change, rule, { resource: at.resource, given });
    const place = chooseNewPlace(call, { ...at, body: given });
    const next = completeNewResource(place, given, fillContext(call));
    const made = await applyContentRules({ call, place, before: absentEntity, sent: given, next, also: [], parent: change.next });
    effects.push({ kind: 'put', path: place.path, body: made.next }, ...made.also);
  }
  return effects;
}

/** What names a member must not be empty. Throws 400 at the field that the rule takes the name from. */
function requireNames(
  change: Change,
  { each }: OwnedResourcesRule,
  { resource, given }: { readonly resource: Resource; readonly given: JsonObject },
): void {
  const nameless = resource.behavior.idFields.find((field) => getTextMember(given, field) === '');
  if (nameless === undefined) return;
  const texts = each.map((body) => body[nameless]).filter((text) => typeof text === 'string');
  const source = texts.map((text) => /^\{([\w.]+)\}$/.exec(text)?.[1]).find((field) => field !== undefined) ?? nameless;
  throw requiredFieldError(change, source, 'ownedResources');
}

function planDeletions({ call, place }: Change, rule: OwnedResourcesRule): readonly Effect[] {
  const at = findOwnedCollection(call, place, rule);
  if (!at) return [];
  const effects: Effect[] = [];
  for (const found of listMembers(call.state, createPlace(at.resource, [...at.collection, '-']))) {
    effects.push({ kind: 'remove', path: found.place.path });
  }
  return effects;
}

/** Whether a member is one that the resource above came with. */
export function isOwnedResource(call: CallContext, owner: { readonly place: Place; readonly body: JsonObject }, found: Place): boolean {
  return owner.place.resource.rules.some((rule) => rule.kind === 'ownedResources' && isOneOf(call, { owner, rule, found }));
}

interface Question {
  readonly owner: { readonly place: Place; readonly body: JsonObject };
  readonly rule: OwnedResourcesRule;
  readonly found: Place;
}

function isOneOf(call: CallContext, { owner, rule, found }: Question): boolean {
  const at = findOwnedCollection(call, owner.place, rule);
  if (at?.resource !== found.resource) return false;
  const { idFields } = found.resource.behavior;
  return buildOwnedBodies(rule, owner.body).some((body) =>
    idFields.every((field, index) => getTextMember(body, field)?.toLowerCase() === found.ids[index]?.toLowerCase()),
  );
}

/** Throws 400 for the deletion of a member that stays as long as the resource above. */
export function requireNotOwned(call: CallContext, place: Place, at: string | undefined): void {
  const over = call.state.getParent(place);
  const body = over && call.state.entity(over)?.body;
  if (!over || !body) return;
  const owner = { place: over, body };
  const lasting = over.resource.rules.some(
    (rule) => rule.kind === 'ownedResources' && rule.lasting && isOneOf(call, { owner, rule, found: place }),
  );
  if (!lasting) return;
  const message = `The resource '${toRelativePath(place.segments)}' can be replaced, but not deleted`;
  throw new HttpError('invalid', { message, ...(at !== undefined && { location: at }), rule: 'ownedResources' });
}
