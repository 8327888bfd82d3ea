/** Proves the rules of APIs against a target. */
import type { AnyMock } from '../../mock/index.js';
import type { Location } from '../../generator/lib/diagnostics.js';
import type { JsonObject, Pointer } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { Tally, type Verdict } from '../verify/verdict.js';
import { ApiIndex } from './api-index.js';
import { toTestedRules, type TestedRule, type ProvableRule } from './tested-rule.js';
import { listProperties } from './list-properties.js';
import { LiveProver } from './live/live-prover.js';
import type { ExplainMissing } from './live/missing-methods.js';
import type { GivenValues } from './live/requests.js';
import { planScenarios, runRulePlan, type RuleVerdict, type RuleResult } from './run-rule-plan.js';
import type { Target } from './target.js';
import { findVaryingFields } from './varying-fields.js';

/** An API with its rules. */
export interface ProveApi {
  readonly api: Api;
  /** The specification with its overlays. */
  readonly document: JsonObject;
  readonly rules: readonly ProvableRule[];
  /** Locates a part of the specification. */
  readonly at: (pointer: Pointer) => Location;
  /** The mock with whose responses those of the target are compared. */
  readonly mock: AnyMock;
}

export interface ProveOptions {
  /** The address of the target without a slash at its end. */
  readonly origin: string;
  /** Returns the target as the calls of an API reach it. */
  readonly openTarget: (index: ApiIndex) => Target;
  /** Whether the user wants to stop. */
  readonly isStopped?: () => boolean;
  /** Another seed selects other names and values. */
  readonly seed: number;
  readonly project: string;
  /** Whether the target checks credentials. */
  readonly auth: boolean;
  /** Whether what scenarios create must be deleted. Default: false. */
  readonly mustUndo?: boolean;
  /** The number of rules to prove at the same time. Default: 1. */
  readonly parallel?: number;
  /** Present if the target isn't a mock of discogen. */
  readonly live?: LiveOptions;
  /** Whether to prove a rule. Default: all rules. */
  readonly isSelected?: (rule: { readonly id: string }) => boolean;
}

/** What is known of a target that isn't a mock of discogen. */
export interface LiveOptions {
  /** Values for requests, by the ID of a method. */
  readonly values: GivenValues;
  readonly explainMissing: ExplainMissing;
  /** The beginning of all names, which no earlier run used. */
  readonly prefix: string;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

export interface ProveReport {
  readonly testedRules: readonly RuleVerdict[];
  /** All exchanges with the target, compared with the mock. */
  readonly verdict: Verdict;
}

export async function prove(apis: readonly ProveApi[], options: ProveOptions, keepsSamples = false): Promise<ProveReport> {
  const tally = new Tally(keepsSamples);
  const testedRules: RuleVerdict[] = [];
  for (const proven of apis) testedRules.push(...(await proveApi(proven, options, tally)));
  return { testedRules, verdict: tally.toVerdict() };
}

async function proveApi(
  { api, document, rules, at, mock }: ProveApi,
  options: ProveOptions,
  tally: Tally,
): Promise<readonly RuleVerdict[]> {
  const {
    origin,
    openTarget,
    seed,
    project,
    auth,
    mustUndo = false,
    isSelected = () => true,
    isStopped = () => false,
    parallel = 1,
  } = options;
  const index = new ApiIndex(api);
  const target = openTarget(index);
  const testedRules = [...listProperties(index, at), ...toTestedRules(rules, api, document)].filter(isSelected);
  const planning = { index, mock, origin, project, auth, seed, mustUndo };
  const prover = options.live && new LiveProver({ ...options.live, index, target, project, isStopped });
  await prover?.explore();
  const isCompared = prover === undefined || !testedRules.every((rule) => prover.canProve(rule));
  const isVarying = isCompared ? await findVaryingFields(testedRules, planning, { api, target }) : () => false;
  const verdicts: RuleVerdict[] = [];
  const proveRule = async (testedRule: TestedRule, number: number): Promise<RuleResult> => {
    if (isStopped()) return { verdict: { testedRule, kind: 'untested', reason: 'the run was stopped', requests: 0 }, exchanges: [] };
    if (prover?.canProve(testedRule)) return { verdict: await prover.prove(testedRule), exchanges: [] };
    const prefix = `p${seed}-${number}`;
    const planned = await planScenarios(testedRule, { ...planning, prefix });
    return runRulePlan(planned, `${api.name}-${prefix}`, { api, target, isVarying });
  };
  for (let start = 0; start < testedRules.length; start += parallel) {
    const proven = await Promise.all(testedRules.slice(start, start + parallel).map((testedRule, at) => proveRule(testedRule, start + at)));
    for (const { verdict, exchanges } of proven) {
      if (exchanges.length > 0) tally.addScenario(exchanges);
      verdicts.push(verdict);
    }
  }
  return prover === undefined ? verdicts : verdicts.map((verdict) => prover.review(verdict));
}
