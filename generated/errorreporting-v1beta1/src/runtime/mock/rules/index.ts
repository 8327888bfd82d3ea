/** What each kind of rule does to a change. The table is closed: a new kind does not compile without its entry. */
import type { SchemaRule } from '../../rule.js';
import { checkRule, isMessageRule } from '../../rules/index.js';
import { validateBody, throwInvalidBody } from '../request-validation.js';
import { getDefaults } from '../field-tables.js';
import { emptyObject, type JsonObject } from '../json.js';
import type { Change, ApplyRule } from './resource-change.js';
import { createOwnedResources } from './owned-resources.js';
import { applyContentRules, contentRules } from './apply-content-rules.js';
import { applyActiveStandby } from './active-standby.js';
import { checkEtag } from './etag.js';
import { checkLocked } from './immutable-while.js';
import { validateStates } from './resource-states.js';
import { requireValid, requireValidChange } from './validations.js';

type ChangeRules = { readonly [K in SchemaRule['kind']]: ApplyRule<Extract<SchemaRule, { readonly kind: K }>> };

/** Judged on the resource alone, after all other rules. */
const onMessage = (change: Change): Change => change;
/** Moves that only the server makes; clients cannot set the field. */
const byServer = onMessage;
/** Judged where the resource is deleted. */
const onDeletion = onMessage;

/** In the order in which they refuse. */
const changeRules = {
  etag: checkEtag,
  states: checkLocked,
  activeStandby: applyActiveStandby,
  ...contentRules,
  ownedResources: createOwnedResources,
  builtIn: byServer,
  counter: byServer,
  deleteRequiresEmpty: onDeletion,
  deleteBlockedByReference: onDeletion,
} as const satisfies ChangeRules;

const order = Object.keys(changeRules);

/** The change as the rules of its resource leave it. Throws a refusal where one of them, or the resource's validator, refuses. */
export async function applyRules(change: Change): Promise<Change> {
  const rules = [...change.place.resource.rules].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  let changed = change;
  for (const rule of rules) changed = await (changeRules[rule.kind] as ApplyRule<SchemaRule>)(changed, rule);
  validateResource(changed);
  requireValidChange(change.place.resource, { next: changed.next, stored: change.before.body });
  return changed;
}

/**
 * A new resource as its rules leave it, and what comes with it. Throws a refusal where one of them, or the resource's validator, refuses.
 *
 * @param replaced What it takes the place of.
 */
export async function applyCreationRules(change: Change, replaced?: JsonObject): Promise<Change> {
  let created = await applyContentRules(change);
  for (const rule of change.place.resource.rules) if (rule.kind === 'ownedResources') created = await createOwnedResources(created, rule);
  // What takes no body can be given none of what the resource must have.
  if (change.call.method.behavior.method.body !== undefined) validateResource(created);
  requireValidChange(change.place.resource, { next: created.next, stored: replaced });
  return created;
}

/** Throws 400 where the resource would break a rule that is judged on it alone. */
export function validateResource({ place, next }: Pick<Change, 'place' | 'next'>): void {
  const { behavior, fields, rules } = place.resource;
  validateStates(rules, next);
  requireValid(place.resource, next);
  if (behavior.validate) {
    validateBody(behavior.validate, next);
    return;
  }
  for (const rule of rules) {
    const [found] = isMessageRule(rule) ? checkRule(rule, next, { defaults: getDefaults(fields, emptyObject) }) : [];
    if (found)
      throwInvalidBody([{ instancePath: found.path, schemaPath: '', keyword: rule.kind, params: found.params, message: found.message }]);
  }
}
