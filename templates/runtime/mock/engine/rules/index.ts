/** Maps every rule kind to its effect on a change. The compiler rejects a kind without an entry. */
import type { SchemaRule } from '../../../rule.js';
import { checkRule, isMessageRule } from '../../../rules/index.js';
import { validateBody, throwInvalidBody } from '../../lib/request-validation.js';
import type { JsonObject } from '../../lib/json.js';
import type { Change, ApplyRule } from './resource-change.js';
import { createOwnedResources } from './owned-resources.js';
import { applyContentRules, contentRules, createRuleApplier } from './apply-content-rules.js';
import { applyActiveStandby } from './active-standby.js';
import { checkEtag } from './etag.js';
import { validateStates, checkImmutableState } from './resource-states.js';
import { requireValid, requireValidChange } from './validations.js';

type ChangeRules = { readonly [K in SchemaRule['kind']]: ApplyRule<Extract<SchemaRule, { readonly kind: K }>> };

const keepChange = (change: Change): Change => change;

/** What an update applies, in this order. A new resource gets only `contentRules` and the resources that it owns. */
const updateRules = {
  etag: checkEtag,
  states: checkImmutableState,
  activeStandby: applyActiveStandby,
  ...contentRules,
  ownedResources: createOwnedResources,
  // Applied by the server.
  builtIn: keepChange,
  counter: keepChange,
  projectNumber: keepChange,
  resourceUrl: keepChange,
  // Applied to responses.
  omitted: keepChange,
  // Checked when the resource is deleted.
  deleteRequiresEmpty: keepChange,
  deleteBlockedByReference: keepChange,
} as const satisfies ChangeRules;

/** Applies the rules of a resource to an update. Throws an `HttpError` if a rule rejects it. */
export const applyRules: (change: Change) => Promise<Change> = createRuleApplier(updateRules);

/** Throws 400 if the changed resource or the change is invalid. */
export function validateChange(change: Change, stored: JsonObject): void {
  validateResource(change);
  requireValidChange(change.place.resource, { next: change.next, stored });
}

/**
 * Applies the rules to a new resource, and creates the resources that it owns. Throws an `HttpError` if a rule or the validator rejects it.
 *
 * @param replaced The resource that the new one replaces.
 */
export async function applyCreationRules(change: Change, replaced?: JsonObject): Promise<Change> {
  let created = await applyContentRules(change);
  for (const rule of change.place.resource.rules) if (rule.kind === 'ownedResources') created = await createOwnedResources(created, rule);
  // A method without a request body can't receive the required fields.
  if (change.call.method.behavior.method.body !== undefined) validateResource(created);
  requireValidChange(change.place.resource, { next: created.next, stored: replaced });
  return created;
}

/** Throws 400 if the resource violates a rule on its own content. */
export function validateResource(resource: Pick<Change, 'place' | 'next'>): void {
  for (const check of listContentChecks(resource)) check();
}

/** Returns the checks of a resource's own content. Each throws 400 if the resource violates it. */
export function listContentChecks({ place, next }: Pick<Change, 'place' | 'next'>): readonly (() => void)[] {
  const { validate } = place.resource.behavior;
  return [
    () => validateStates(place.resource.rules, next),
    () => requireValid(place.resource, next),
    () => (validate ? validateBody(validate, next) : validateMessageRules(place.resource.rules, next)),
  ];
}

function validateMessageRules(rules: readonly SchemaRule[], next: JsonObject): void {
  for (const rule of rules) {
    const [violation] = isMessageRule(rule) ? checkRule(rule, next) : [];
    if (violation)
      throwInvalidBody([
        { instancePath: violation.path, schemaPath: '', keyword: rule.kind, params: violation.params, message: violation.message },
      ]);
  }
}
