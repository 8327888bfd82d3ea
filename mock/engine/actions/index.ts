/** Plans the action of a call. */
import type { Action } from '../../../runtime/rule.js';
import { loadOnce } from '../../lib/lazy-module.js';
import { continueWith, type MaybePromise } from '../../lib/maybe-promise.js';
import { createNotImplementedError, type ActionPlan, type Actions, type EngineCall, type PlanAction } from '../call.js';
import { getResource, waitForField } from './get.js';
import { listResources } from './list.js';

/** The actions that most mocks need for their first response. The compiler rejects a kind that neither this table nor that of `later-actions.ts` has. */
const firstActions: Pick<Actions, 'get' | 'list' | 'waitForField' | 'notImplemented'> = {
  get: getResource,
  list: listResources,
  waitForField,
  notImplemented: (call) => {
    throw createNotImplementedError(call.method);
  },
};

const loadLaterActions = loadOnce(() => import('./later-actions.js'));

export function planAction<K extends Action['kind']>(
  call: EngineCall,
  action: Extract<Action, { readonly kind: K }>,
): MaybePromise<ActionPlan> {
  const plan = (actions: Partial<Actions>): MaybePromise<ActionPlan> =>
    (actions[action.kind as K] as PlanAction<K>)(call, action as Parameters<PlanAction<K>>[1]);
  if (Object.hasOwn(firstActions, action.kind)) return plan(firstActions);
  return continueWith(loadLaterActions(), ({ laterActions }) => plan(laterActions satisfies Omit<Actions, keyof typeof firstActions>));
}
