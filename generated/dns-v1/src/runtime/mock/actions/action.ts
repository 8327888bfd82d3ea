/** The fixed shape of an action: one file for each kind. */
import type { Action } from '../../rule.js';
import type { Call, Plan } from '../call.js';

export type ActionOf<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

/** Plans what the call does; throws a refusal where it cannot be done. Nothing is changed here. */
export type Perform<K extends Action['kind']> = (call: Call, action: ActionOf<K>) => Plan | Promise<Plan>;
