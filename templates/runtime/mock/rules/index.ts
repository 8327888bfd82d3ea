/** What each kind of rule does to a change. The table is closed: a new kind does not compile without its entry. */
import type { SchemaRule } from '../../rule.js';
import { checkRule, isMessageRule } from '../../rules/index.js';
import { judgeBody, refuseBody } from '../validation.js';
import { defaults } from '../shape.js';
import { emptyObject, type JsonObject } from '../json.js';
import type { Change, ChangeRule } from './change.js';
import { comesWith } from './comes-with.js';
import { complete, contentRules } from './complete.js';
import { exclusiveRole } from './exclusive-role.js';
import { fingerprint } from './fingerprint.js';
import { freshness } from './freshness.js';
import { lockedWhile } from './locked-while.js';
import { requireStates } from './states.js';
import { requireValid, requireValidChange } from './validations.js';

type ChangeRules = { readonly [K in SchemaRule['kind']]: ChangeRule<Extract<SchemaRule, { readonly kind: K }>> };

/** Judged on the resource alone, after all other rules. */
const onMessage = (change: Change): Change => change;
/** Moves that only the server makes; clients cannot set the field. */
const byServer = onMessage;
/** Judged where the resource is deleted. */
const onDeletion = onMessage;

/** In the order in which they refuse. */
const changeRules = {
  fingerprint,
  freshness,
  lockedWhile,
  exclusiveRole,
  ...contentRules,
  comesWith,
  recordData: onMessage,
  states: byServer,
  provided: byServer,
  counter: byServer,
  certificateFacts: byServer,
  reopens: byServer,
  emptyToDelete: onDeletion,
  notWhileUsed: onDeletion,
} as const satisfies ChangeRules;

const order = Object.keys(changeRules);

/** The change as the rules of its resource leave it. Throws a refusal where one of them, or the resource's validator, refuses. */
export async function applyRules(change: Change): Promise<Change> {
  const rules = [...change.place.resource.rules].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  let changed = change;
  for (const rule of rules) changed = await (changeRules[rule.kind] as ChangeRule<SchemaRule>)(changed, rule);
  judgeResource(changed);
  requireValidChange(change.place.resource, { next: changed.next, stored: change.before.body });
  return changed;
}

/**
 * A new resource as its rules leave it, and what comes with it. Throws a refusal where one of them, or the resource's validator, refuses.
 *
 * @param replaced What it takes the place of.
 */
export async function applyCreation(change: Change, replaced?: JsonObject): Promise<Change> {
  let created = await complete(change);
  for (const rule of change.place.resource.rules) if (rule.kind === 'comesWith') created = await comesWith(created, rule);
  // What takes no body can be given none of what the resource must have.
  if (change.call.method.behaviour.method.body !== undefined) judgeResource(created);
  requireValidChange(change.place.resource, { next: created.next, stored: replaced });
  return created;
}

/** Throws 400 where the resource would break a rule that is judged on it alone. */
export function judgeResource({ place, next }: Pick<Change, 'place' | 'next'>): void {
  const { behaviour, fields, rules } = place.resource;
  requireStates(rules, next);
  requireValid(place.resource, next);
  if (behaviour.validate) {
    judgeBody(behaviour.validate, next);
    return;
  }
  for (const rule of rules) {
    const [found] = isMessageRule(rule) ? checkRule(rule, next, { defaults: defaults(fields, emptyObject) }) : [];
    if (found) refuseBody([{ instancePath: found.path, schemaPath: '', keyword: rule.kind, params: found.params, message: found.message }]);
  }
}
