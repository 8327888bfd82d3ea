/** The four specifications, their tested rules, and mocks of them in memory. */
import { behavior as compute } from '../../../generated/compute-v1/src/behavior.js';
import { behavior as dns } from '../../../generated/dns-v1/src/behavior.js';
import { behavior as errorreporting } from '../../../generated/errorreporting-v1beta1/src/behavior.js';
import { behavior as osconfig } from '../../../generated/osconfig-v1beta/src/behavior.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { ApiIndex } from '../../../fidelity/prove/api-index.js';
import { toTestedRules, type TestedRule } from '../../../fidelity/prove/tested-rule.js';
import { listProperties } from '../../../fidelity/prove/list-properties.js';
import { planScenarios, runRulePlan, type RulePlan, type RuleResult } from '../../../fidelity/prove/run-rule-plan.js';
import { openReference } from '../../../fidelity/prove/reference-mock.js';
import type { TargetSession } from '../../../fidelity/prove/target.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createMockServer, type Mock } from '../../../mock/index.js';
import { getSpecification, rules, type ApiName } from '../../rules/support/specifications.js';
import { buildFullBehavior } from './build-behavior.js';
import type { Wrap } from './disable-rule.js';

export const origin = 'http://localhost';
const behaviors: Readonly<Record<ApiName, ApiBehavior>> = { compute, dns, errorreporting, osconfig };

export interface TestedApi {
  readonly name: ApiName;
  readonly index: ApiIndex;
  readonly document: JsonObject;
  readonly behavior: ApiBehavior;
  /** All rules of the specification. */
  readonly testedRules: readonly TestedRule[];
  readonly properties: readonly TestedRule[];
  readonly plan: (testedRule: TestedRule, seed: number) => Promise<RulePlan>;
  /** Runs a planned tested rule against a mock. `wrap`: changes what the mock does. */
  readonly run: (planned: RulePlan, mock: Mock, wrap?: Wrap) => Promise<RuleResult>;
  /** Creates a mock of the specification, or one with a changed behavior. */
  readonly createMock: (behavior?: ApiBehavior) => Mock;
}

export const createMock = (behavior: ApiBehavior): Mock =>
  createMockServer(behavior, { auth: 'on', warn: () => undefined, journal: 1, history: 20, maxSessions: 10 });

export function createTestedApi(name: ApiName): TestedApi {
  const { value: document, at } = getSpecification(name);
  const { api, behavior } = buildFullBehavior(document, behaviors[name]);
  const index = new ApiIndex(api);
  const reference = createMock(behavior);
  const testedRules = toTestedRules(
    rules.filter((rule) => rule.api === name),
    api,
    document,
  );
  const numbers = new Map<TestedRule, number>();
  const all = [...listProperties(index, (pointer) => at(pointer, 'key')), ...testedRules];
  for (const [number, testedRule] of all.entries()) numbers.set(testedRule, number);
  return {
    name,
    index,
    document,
    behavior,
    testedRules,
    properties: all.slice(0, all.length - testedRules.length),
    plan: (testedRule, seed) =>
      planScenarios(testedRule, {
        index,
        mock: reference,
        origin,
        project: 'p',
        auth: true,
        seed,
        prefix: `p${seed}-${numbers.get(testedRule) ?? 0}`,
      }),
    run: (planned, mock, wrap = (session) => session) => {
      const open = async (session: string): Promise<TargetSession> => wrap(await openReference(mock, session, origin));
      return runRulePlan(planned, 'target', { api, target: { origin, open }, isVarying: () => false });
    },
    createMock: (changed) => createMock(changed ?? behavior),
  };
}

/** Counts by kind, as lines of text. */
export function formatTally(tally: ReadonlyMap<string, number>): string {
  return [...tally]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, count]) => `  ${String(count).padStart(5)} ${key}`)
    .join('\n');
}

export function count(tally: Map<string, number>, key: string): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}
