/** The signature that every action implements. Each kind of action has its own file. */
import type { Action } from '../../../rule.js';
import type { CallContext, Plan } from '../call.js';

export type ActionByKind<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

/** Plans the effects and the response of a call without changing any state. Throws an `HttpError` if the call is invalid. */
export type PlanAction<K extends Action['kind']> = (call: CallContext, action: ActionByKind<K>) => Plan | Promise<Plan>;
