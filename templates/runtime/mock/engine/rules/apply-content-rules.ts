import type { SchemaRule } from '../../../rule.js';
import { createFillContext } from '../call.js';
import type { Resource } from '../../world/resource.js';
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

const applyRulesInOrder = createRuleApplier(contentRules);

/** Applies the content rules to a change. Throws an `HttpError` if a rule rejects it. */
export async function applyContentRules(change: Change): Promise<Change> {
  const changed = await applyRulesInOrder(change);
  if (changed.before.version > 0) return changed;
  const context = { place: changed.place, call: createFillContext(changed.call) };
  return { ...changed, next: setCreationFields(context, changed.next, changed.before.body) };
}

type RuleStep = (change: Change) => Change | Promise<Change>;

/** Creates a function that applies the rules of a resource in the order of their kinds. */
export function createRuleApplier(rulesByKind: Readonly<Record<string, ApplyRule<never>>>): (change: Change) => Promise<Change> {
  const kinds = Object.entries(rulesByKind) as unknown as readonly (readonly [kind: string, apply: ApplyRule<SchemaRule>])[];
  const stepsByResource = new WeakMap<Resource, readonly RuleStep[]>();
  const createSteps = ({ rules }: Resource): readonly RuleStep[] =>
    kinds.flatMap(([kind, apply]) => rules.flatMap((rule) => (rule.kind === kind ? [(change: Change) => apply(change, rule)] : [])));
  return async (change) => {
    const { resource } = change.place;
    let steps = stepsByResource.get(resource);
    if (!steps) stepsByResource.set(resource, (steps = createSteps(resource)));
    let changed = change;
    for (const step of steps) {
      const result = step(changed);
      // Most rules apply synchronously.
      changed = result instanceof Promise ? await result : result;
    }
    return changed;
  };
}
