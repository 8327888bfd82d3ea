/** Proves one claim: plans its scenarios, sends them to the target, and returns the verdict. */
import type { ComparedExchange } from '../verify/exchange-result.js';
import type { Claim } from './claim.js';
import { planClaim } from './plan-claim.js';
import { Planner, type PlannerOptions } from './planner.js';
import { runScenario, type Refutation, type ScenarioContext } from './run-scenario.js';
import type { Scenario } from './scenario.js';

/**
 * `confirmed`: the target does what the rule says. `refuted`: it doesn't. `untested`: no scenario could be run. `untestable`: nothing that a client
 * sees depends on the rule.
 */
export type VerdictKind = 'confirmed' | 'refuted' | 'untested' | 'untestable';

export interface ClaimVerdict {
  readonly claim: Claim;
  readonly kind: VerdictKind;
  /** Why it is untested or untestable. */
  readonly reason?: string;
  readonly refutation?: Refutation;
  readonly requests: number;
}

export interface PlannedClaim {
  readonly claim: Claim;
  readonly scenarios: readonly Scenario[];
  /** Why there are no scenarios. */
  readonly unplanned?: { readonly kind: 'untested' | 'untestable'; readonly reason: string };
}

export async function planScenarios(claim: Claim, options: PlannerOptions): Promise<PlannedClaim> {
  const planner = new Planner(claim, options);
  const { kind, reason = 'no known scenario tests the rule' } = await planClaim(planner);
  const { scenarios } = planner;
  return { claim, scenarios: kind === 'planned' ? scenarios : [], ...(kind !== 'planned' && { unplanned: { kind, reason } }) };
}

export interface ProvenClaim {
  readonly verdict: ClaimVerdict;
  readonly exchanges: readonly ComparedExchange[];
}

export async function runClaim(
  { claim, scenarios, unplanned }: PlannedClaim,
  name: string,
  context: Omit<ScenarioContext, 'at'>,
): Promise<ProvenClaim> {
  const exchanges: ComparedExchange[] = [];
  const reasons: string[] = [];
  let isConfirmed = false;
  const toResult = (verdict: Omit<ClaimVerdict, 'claim' | 'requests'>): ProvenClaim => ({
    verdict: { claim, ...verdict, requests: exchanges.length },
    exchanges,
  });
  if (unplanned !== undefined) return toResult(unplanned);
  for (const [at, scenario] of scenarios.entries()) {
    const { file, line, column } = claim;
    const result = await runScenario(scenario, `${name}-${at}`, { ...context, at: { file, line, column } });
    exchanges.push(...result.exchanges);
    if (result.kind === 'refuted') return toResult({ kind: 'refuted', ...(result.refutation && { refutation: result.refutation }) });
    if (result.kind === 'confirmed') isConfirmed = true;
    else reasons.push(result.reason ?? '');
  }
  return toResult(isConfirmed ? { kind: 'confirmed' } : { kind: 'untested', reason: reasons[0] ?? 'no known scenario tests the rule' });
}
