/** Names in paths that stand for others, such as `me` for the user. Service modules know them. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { ServiceDefinition } from '../types/services.js';
import { listServices } from './services.js';

interface AliasRule {
  /** The segments of the path template. A variable is `undefined`. */
  readonly steps: readonly (string | undefined)[];
  readonly resolve: NonNullable<ServiceDefinition['aliases']>[string];
}

const rulesByApi = new WeakMap<ApiBehavior, readonly AliasRule[]>();

function listRules(api: ApiBehavior): readonly AliasRule[] {
  let rules = rulesByApi.get(api);
  if (rules === undefined) rulesByApi.set(api, (rules = compileRules(api)));
  return rules;
}

function compileRules(api: ApiBehavior): readonly AliasRule[] {
  return listServices(api).flatMap(({ aliases = {} }) =>
    Object.entries(aliases).map(([template, resolve]) => ({
      steps: template
        .slice(1)
        .split('/')
        .map((step) => (step.startsWith('{') ? undefined : step)),
      resolve,
    })),
  );
}

/** Returns the segments of a path without aliases. `getUser`: the user on whom their meaning depends. */
export function resolveAliases(api: ApiBehavior, segments: readonly string[], getUser: () => string): readonly string[] {
  if (api.services === undefined) return segments;
  return listRules(api)
    .filter(({ steps }) => isBelow(segments, steps))
    .reduce((resolved, { steps, resolve }) => {
      const index = steps.length - 1;
      return resolved.map((segment, position) => (position === index ? resolve(segment, { user: getUser() }) : segment));
    }, segments);
}

function isBelow(segments: readonly string[], steps: AliasRule['steps']): boolean {
  return segments.length >= steps.length && steps.every((step, index) => step === undefined || step === segments[index]);
}
