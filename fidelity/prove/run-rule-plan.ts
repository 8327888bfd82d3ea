/** Proves one tested rule: plans its scenarios, sends them to the target, and returns the verdict. */
import type { ComparedExchange } from '../verify/exchange-result.js';
import type { TestedRule } from './tested-rule.js';
import { planRule } from './plan-rule.js';
import { Planner, type PlannerOptions } from './planner.js';
import { runScenario, type Refutation, type ScenarioContext } from './run-scenario.js';
import type { Scenario } from './scenario.js';

/**
 * `confirmed`: the target does what the rule says. `refuted`: it doesn't. `untested`: no scenario could be run. `untestable`: nothing that a client
 * sees depends on the rule. `notImplemented`: the target lacks what the rule is about.
 */
export type VerdictKind = 'confirmed' | 'refuted' | 'untested' | 'untestable' | 'notImplemented';

export interface RuleVerdict {
  readonly testedRule: TestedRule;
  readonly kind: VerdictKind;
  /** Why it is untested or untestable. */
  readonly reason?: string;
  readonly refutation?: Refutation;
  readonly requests: number;
}

export interface RulePlan {
  readonly testedRule: TestedRule;
  readonly scenarios: readonly Scenario[];
  /** Why there are no scenarios. */
  readonly unplanned?: { readonly kind: 'untested' | 'untestable'; readonly reason: string };
}

export async function planScenarios(testedRule: TestedRule, options: PlannerOptions): Promise<RulePlan> {
  const planner = new Planner(testedRule, options);
  const { kind, reason = 'no known scenario tests the rule' } = await planRule(planner);
  const { scenarios } = planner;
  return { testedRule, scenarios: kind === 'planned' ? scenarios : [], ...(kind !== 'planned' && { unplanned: { kind, reason } }) };
}

export interface RuleResult {
  readonly verdict: RuleVerdict;
  readonly exchanges: readonly ComparedExchange[];
}

export async function runRulePlan(
  { testedRule, scenarios, unplanned }: RulePlan,
  name: string,
  context: Omit<ScenarioContext, 'at'>,
): Promise<RuleResult> {
  const exchanges: ComparedExchange[] = [];
  const reasons: string[] = [];
  let isConfirmed = false;
  const toResult = (verdict: Omit<RuleVerdict, 'testedRule' | 'requests'>): RuleResult => ({
    verdict: { testedRule, ...verdict, requests: exchanges.length },
    exchanges,
  });
  if (unplanned !== undefined) return toResult(unplanned);
  for (const [at, scenario] of scenarios.entries()) {
    const { file, line, column } = testedRule;
    const result = await runScenario(scenario, `${name}-${at}`, { ...context, at: { file, line, column } });
    exchanges.push(...result.exchanges);
    if (result.kind === 'refuted') return toResult({ kind: 'refuted', ...(result.refutation && { refutation: result.refutation }) });
    if (result.kind === 'confirmed') isConfirmed = true;
    else reasons.push(result.reason ?? '');
  }
  return toResult(isConfirmed ? { kind: 'confirmed' } : { kind: 'untested', reason: reasons[0] ?? 'no known scenario tests the rule' });
}
