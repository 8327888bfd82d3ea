import { existing } from '../call.js';
import { emptyObject, member } from '../json.js';
import { hasEndTime } from '../long-running.js';
import { failureOf } from '../state/effects.js';
import type { Perform } from './action.js';

/** Ends a running operation with the error `CANCELLED`, without its effects. An operation that is done stays as it is. */
export const cancel: Perform<'cancel'> = (call) => {
  const { place, entity } = existing(call);
  const isDone = member(entity.body, 'done') === true;
  const failure = failureOf(499, 'CANCELLED', 'The operation was cancelled.');
  const endsMetadata = hasEndTime(call, entity.body);
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
            ...(endsMetadata && { endsMetadata: true as const }),
          },
        ],
    answer: { body: emptyObject },
  };
};
