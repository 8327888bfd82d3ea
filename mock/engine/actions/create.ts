import {
  createAlreadyExistsError,
  getCollectionSegments,
  createFillContext,
  planPut,
  getOperationDelay,
  requireParent,
  requireResource,
  type EngineCall,
  type ActionPlan,
  type PlanAction,
} from '../call.js';
import { hashEncryptionKeys } from '../generated-values/encryption-key.js';
import { completeNewResource, continueGenerations, omitServerFields } from '../server-fields.js';
import { isEqual, pick, type JsonObject } from '../../lib/json.js';
import { findQuota } from '../conditions/quota.js';
import { absentEntity } from '../resource-change.js';
import { applyCreationRules } from '../rule-kinds/index.js';
import type { Effect } from '../../state/apply-effects.js';
import type { Member } from '../../state/entity.js';
import { getRule } from '../../catalog/method.js';
import type { Place, CompiledResource } from '../../catalog/resource.js';
import { chooseNewPlace, omitNamesSetByParameters } from './new-place.js';
import { requireEntityTag } from '../conditions/entity-tags.js';
import { requireVersion } from '../conditions/preconditions.js';

export const createResource: PlanAction<'create'> = async (call, { replaces }) => {
  const resource = requireResource(call);
  const collection = getCollectionSegments(call);
  const body = omitNamesSetByParameters(call, resource, omitServerFields(resource, call.body));
  const place = chooseNewPlace(call, { resource, collection, body });
  requireParent(call, place);
  const present = call.state.locate(place);
  requireVersion(call, present);
  if (replaces) requireEntityTag(call, present);
  return addCreatingStates(call, await planCreation(call, { place, body, ...(replaces && present && { replaced: present }) }));
};

interface PlannedCreation {
  readonly place: Place;
  readonly body: JsonObject;
  /** The present resource that the new one replaces. */
  readonly replaced?: Member;
}

/** Throws 409 if a resource other than `replaced` exists, and 400 if the new resource breaks a rule. */
export async function planCreation(call: EngineCall, { place, body, replaced }: PlannedCreation): Promise<ActionPlan> {
  if (!replaced && call.state.locate(place)) throw createAlreadyExistsError(call, place);
  const completed = completeNewResource(place, await hashEncryptionKeys(place.resource, body), createFillContext(call));
  const filled = replaced ? continueGenerations(place, { before: replaced.entity.body, body: completed }) : completed;
  const { next, sideEffects } = await applyCreationRules({ call, place, before: absentEntity, next: filled }, replaced?.entity.body);
  const quota = findQuota(call, place);
  return {
    effects: [
      ...(replaced ? [{ kind: 'remove', path: place.path, version: replaced.entity.version } as const] : []),
      { ...planPut(call, place, next), ...(!replaced && { version: 0 }) },
      ...sideEffects,
      ...(quota?.effects ?? []),
    ],
    response: { place },
    target: { place, body: next },
    ...(quota?.failure && { failure: quota.failure }),
  };
}

/**
 * Lets a new resource exist from acceptance, in the state of a resource that is being created, if it has such a state and an operation
 * with a delay creates it. Other resources exist when the operation completes.
 */
function addCreatingStates(call: EngineCall, plan: ActionPlan): ActionPlan {
  const startsOperation = call.method.behavior.method.operation !== undefined || getRule(call.method, 'operation') !== undefined;
  const put = plan.effects.find((effect) => effect.kind === 'put' && effect.path === plan.target?.place.path);
  if (!startsOperation || getOperationDelay(call) === 0 || put?.kind !== 'put' || put.version !== 0) return plan;
  const creating = listCreatingStates(plan.target?.place.resource, put.body);
  const names = Object.keys(creating);
  if (names.length === 0) return plan;
  const ready: Effect = { kind: 'set', path: put.path, fields: pick(put.body, names) };
  return {
    ...plan,
    onAcceptance: [{ ...put, body: { ...put.body, ...creating } }],
    effects: plan.effects.map((effect) => (effect === put ? ready : effect)),
  };
}

function listCreatingStates(resource: CompiledResource | undefined, body: JsonObject): JsonObject {
  const states = (resource?.generatedFields ?? []).flatMap(([name, { creationStates }]) =>
    creationStates?.creating !== undefined && isEqual(body[name], creationStates.ready) ? [[name, creationStates.creating] as const] : [],
  );
  return Object.fromEntries(states);
}
