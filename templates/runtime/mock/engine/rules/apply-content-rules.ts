import type { SchemaRule } from '../../../rule.js';
import { createFillContext } from '../call.js';
import type { Change, ApplyRule } from './resource-change.js';
import { applyServerDefaults, setCreationFields } from './server-default.js';
import { applyDerivedFields } from './derived-from.js';
import { checkSubdomain } from './subdomain-of.js';
import { checkOverlaps } from './range-overlap.js';
import { applyServiceRule } from '../../../services/index.js';
import { checkExclusiveValue } from './exclusive-value.js';

type ContentKind = 'nonOverlapping' | 'subdomainOf' | 'exclusiveValue' | 'serverDefault' | 'derivedFrom' | 'service';

/** What creations and updates apply, in this order. */
export const contentRules: { readonly [K in ContentKind]: ApplyRule<Extract<SchemaRule, { readonly kind: K }>> } = {
  nonOverlapping: checkOverlaps,
  subdomainOf: checkSubdomain,
  exclusiveValue: checkExclusiveValue,
  serverDefault: applyServerDefaults,
  derivedFrom: applyDerivedFields,
  service: applyServiceRule,
};

/** Applies the content rules to a change. Throws an `HttpError` if a rule rejects it. */
export async function applyContentRules(change: Change): Promise<Change> {
  const changed = await applyInOrder(contentRules, change);
  if (changed.before.version > 0) return changed;
  const context = { place: changed.place, call: createFillContext(changed.call) };
  return { ...changed, next: setCreationFields(context, changed.next, changed.before.body) };
}

/** Applies the rules of the resource in the order of their kinds. */
export async function applyInOrder(rulesByKind: Readonly<Record<string, ApplyRule<never>>>, change: Change): Promise<Change> {
  let changed = change;
  for (const [kind, apply] of Object.entries(rulesByKind)) {
    for (const rule of change.place.resource.rules) {
      if (rule.kind === kind) changed = await (apply as ApplyRule<SchemaRule>)(changed, rule);
    }
  }
  return changed;
}
