/** Finds in which fields the responses of a target differ between two runs of the same requests. */
import type { Api } from '../../generator/model/model.js';
import type { Difference } from '../verify/difference.js';
import type { TestedRule } from './tested-rule.js';
import type { PlannerOptions } from './planner.js';
import { planScenarios } from './run-rule-plan.js';
import { runScenario, type ScenarioContext } from './run-scenario.js';
import type { Scenario } from './scenario.js';
import type { Target } from './target.js';

/** The number of scenarios that run twice. */
const scenarioCount = 5;

interface RepeatContext {
  readonly api: Api;
  readonly target: Target;
}

/** Repeats some scenarios. Returns a function that returns whether a difference is in a field that varied. */
export async function findVaryingFields(
  testedRules: readonly TestedRule[],
  options: Omit<PlannerOptions, 'prefix'>,
  { api, target }: RepeatContext,
): Promise<ScenarioContext['isVarying']> {
  const varying = new Set<string>();
  const known = testedRules.filter(({ kind }) => kind === 'property').slice(0, scenarioCount);
  for (const [number, testedRule] of known.entries()) {
    const { scenarios } = await planScenarios(testedRule, { ...options, prefix: `n${options.seed}-${number}` });
    for (const [at, scenario] of scenarios.entries()) {
      const { file, line, column } = testedRule;
      const run = (each: Scenario, name: string) =>
        runScenario(each, name, { api, target, at: { file, line, column }, isVarying: () => false });
      const first = await run(scenario, `${api.name}-repeat-${number}-${at}-1`);
      const again = withReplies(scenario, first.exchanges);
      const { exchanges } = await run(again, `${api.name}-repeat-${number}-${at}-2`);
      for (const { method, differences } of exchanges) for (const difference of differences) varying.add(toKey(method, difference));
    }
  }
  return (method, difference) => varying.has(toKey(method, difference));
}

const toKey = (method: string, { kind, field }: Difference): string => `${method} ${kind} ${field}`;

/** Replaces the responses of the mock with those of the target, as far as the scenario ran. */
function withReplies(scenario: Scenario, exchanges: Awaited<ReturnType<typeof runScenario>>['exchanges']): Scenario {
  let at = 0;
  const { steps } = scenario;
  const replaced = steps.flatMap((step) => {
    if (step.kind === 'control' || step.isConcurrent) return [step];
    const response = exchanges[at]?.exchange.response;
    at += 1;
    if (response === undefined) return [];
    const { status, headers, body } = response;
    const content =
      body === undefined || body.kind === 'bytes' ? undefined : body.kind === 'json' ? { kind: 'json' as const, value: body.value } : body;
    return [{ ...step, reply: { status, headers, ...(content && { body: content }) } }];
  });
  return { ...scenario, steps: replaced };
}
