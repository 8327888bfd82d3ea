/** The fixed shape of an action: one file for each kind. */
import type { Action } from '../../rule.js';
import type { CallContext, Plan } from '../call.js';

export type ActionByKind<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

/** Plans what the call does; throws a refusal where it cannot be done. Nothing is changed here. */
export type PlanAction<K extends Action['kind']> = (call: CallContext, action: ActionByKind<K>) => Plan | Promise<Plan>;
