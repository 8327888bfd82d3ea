/** The actions that delete a resource, and restore a deleted one. */
import {
  createAlreadyExistsError,
  createNotFoundError,
  createNotImplementedError,
  getParameter,
  requireExisting,
  type EngineCall,
  type ActionPlan,
  type PlanAction,
} from '../call.js';
import { emptyObject, getMember, withMember, withoutMember, type JsonObject } from '../../lib/json.js';
import { formatTime } from '../../lib/instants.js';
import type { SoftDeletion } from '../../../runtime/resource-rules.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Member } from '../../state/entity.js';
import { getField } from '../../catalog/field-tables.js';
import { renderResource } from '../../catalog/links.js';
import { isDeleted } from '../../catalog/soft-deletion.js';
import { requireSentEtags } from '../rule-kinds/etag.js';
import { requireDeletable } from '../rule-kinds/index.js';
import { planChange } from './plan-change.js';
import { canBeMissing, isMissingAndAllowed } from '../conditions/allow-missing.js';

/** In milliseconds. */
const day = 86_400_000;

/** Removes the resource, its descendants, and their access policies, or marks the resource as deleted. */
export const deleteResource: PlanAction<'delete'> = (call, { keeps, returnsResource: isInOperation, onlyIf }) => {
  if (isMissingAndAllowed(call)) return { effects: [], response: { body: emptyObject }, startsOperation: true };
  const member = requireExisting(call);
  const { place, entity } = member;
  if (entity.version === 0) throw createNotFoundError(call, place);
  if (onlyIf && (getParameter(call, onlyIf.parameter) === true) !== onlyIf.value) throw createNotImplementedError(call.method);
  // Some services return the deleted resource.
  const { schema } = place.resource.behavior;
  const returnsResource = isInOperation || (schema !== undefined && call.method.behavior.responseType === schema);
  if (keeps && isDeleted(entity.body, keeps)) return planRepeatedDeletion(call, member, returnsResource);
  requireDeletable(call, member);
  if (keeps) return markDeleted(call, member, { deletion: keeps, returnsResource });
  return {
    effects: [
      { kind: 'remove', path: place.path, version: entity.version },
      { kind: 'count', path: place.path, by: -1 },
    ],
    response: { body: returnsResource ? renderResource(place, entity.body, call.origin) : emptyObject },
    target: { place, body: entity.body },
  };
};

/** A deleted resource doesn't exist for another deletion (AIP-164). */
function planRepeatedDeletion(call: EngineCall, { place, entity }: Member, returnsResource: boolean): ActionPlan {
  if (!canBeMissing(call)) throw createNotFoundError(call, place);
  const body = returnsResource ? renderResource(place, entity.body, call.origin) : emptyObject;
  return { effects: [], response: { body }, startsOperation: true };
}

interface MarkedDeletion {
  readonly deletion: SoftDeletion;
  readonly returnsResource: boolean;
}

/** Marks a resource that can be undeleted. An operation returns the resource (AIP-164). */
async function markDeleted(call: EngineCall, member: Member, { deletion, returnsResource }: MarkedDeletion): Promise<ActionPlan> {
  const { place, entity } = member;
  const { state, deleteTime, expireTime, days } = deletion;
  const end = days === undefined ? undefined : call.at + days * day;
  const setTime = (body: JsonObject, name: string | undefined, at: number | undefined): JsonObject =>
    name === undefined || at === undefined ? body : withMember(body, name, formatTime(at, getField(place.resource.fields, name) ?? {}));
  const marked = state ? withMember(entity.body, state.field, state.deleted) : entity.body;
  const next = setTime(setTime(marked, deleteTime, call.at), expireTime, end);
  const plan = await planChange({ call, member, next });
  const removal = days === undefined ? [] : [planRemoval(place.path, next, { ...deletion, days })];
  const isReturned = returnsResource || call.method.behavior.method.operation !== undefined;
  return { ...plan, effects: [...plan.effects, ...removal], ...(!isReturned && { response: { body: emptyObject } }) };
}

/** Schedules the removal of a deleted resource, unless it is undeleted before. */
function planRemoval(path: string, body: JsonObject, { state, deleteTime, expireTime, days = 0 }: SoftDeletion): Effect {
  const field = expireTime ?? deleteTime ?? state?.field ?? '';
  return { kind: 'later', after: days * day, effects: [{ kind: 'purge', path, field, value: getMember(body, field) ?? null }] };
}

/** Restores a deleted resource. Throws 409 if it isn't deleted (AIP-164). */
export const undeleteResource: PlanAction<'undelete'> = async (call, { deletion, returns }) => {
  const member = requireExisting(call);
  const { place, entity } = member;
  if (!isDeleted(entity.body, deletion)) throw createAlreadyExistsError(call, place);
  requireSentEtags(call, member);
  const { state, deleteTime, expireTime } = deletion;
  const unmarked = [deleteTime, expireTime].reduce((body, name) => (name === undefined ? body : withoutMember(body, name)), entity.body);
  const next = !state
    ? unmarked
    : state.restored === undefined
      ? withoutMember(unmarked, state.field)
      : withMember(unmarked, state.field, state.restored);
  const plan = await planChange({ call, member, next });
  return returns === 'resource' ? plan : { ...plan, response: { body: emptyObject } };
};
