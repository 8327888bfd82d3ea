import { requireExisting, type PlanAction } from '../call.js';
import { emptyObject, getMember } from '../../lib/json.js';
import { hasEndTime } from '../operations/long-running.js';
import { createFailure } from '../../state/apply-effects.js';

/** Ends a running operation with the error `CANCELLED` and drops its effects. An operation that is done doesn't change. */
export const cancelOperation: PlanAction<'cancel'> = (call) => {
  const { place, entity } = requireExisting(call);
  const isDone = getMember(entity.body, 'done') === true;
  const failure = createFailure(499, 'CANCELLED', 'The operation was cancelled.');
  const setsEndTime = hasEndTime(call, entity.body);
  return {
    effects: isDone
      ? []
      : [
          {
            kind: 'finish',
            path: place.path,
            effects: [],
            origin: call.origin,
            failure,
            ...(setsEndTime && { setsEndTime: true as const }),
          },
        ],
    response: { body: emptyObject },
  };
};
