import { planResponse, requireExisting, type PlanAction } from '../call.js';
import { emptyObject, getMember } from '../../lib/json.js';
import { canHaveEndTime } from '../operations/long-running.js';
import { createFailure, type Effect } from '../../state/apply-effects.js';

/** Ends a running operation with the error `CANCELLED` and drops its effects. An operation that is done doesn't change. */
export const cancelOperation: PlanAction<'cancel'> = (call) => {
  const { place, entity } = requireExisting(call);
  const plan = planResponse(emptyObject);
  if (getMember(entity.body, 'done') === true) return plan;
  const failure = createFailure(499, 'CANCELLED', 'The operation was cancelled.');
  const finish: Effect = { kind: 'finish', path: place.path, effects: [], origin: call.origin, failure };
  return { ...plan, effects: [canHaveEndTime(call, entity.body) ? { ...finish, setsEndTime: true } : finish] };
};
