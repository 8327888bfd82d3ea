/** Lists the requests of a run without sending any. */
import type { Json } from '../../generator/lib/json.js';
import { ApiIndex } from './api-index.js';
import { toTestedRules } from './tested-rule.js';
import type { Guard } from './guard.js';
import { listProperties } from './list-properties.js';
import type { ProveApi, ProveOptions } from './prove.js';
import { planScenarios } from './run-rule-plan.js';
import { getBody } from './reference-mock.js';
import { resolveText } from './references.js';
import { formatCurl } from './reports/format-request.js';
import { toHttpCall, type Step } from './scenario.js';

export interface DryRunOptions extends Pick<ProveOptions, 'origin' | 'seed' | 'project' | 'isSelected'> {
  /** Absent if every call is allowed. */
  readonly createGuard?: (index: ApiIndex) => Guard;
}

/** Yields lines of text: each rule, and its requests with the values that the mock generates. Marks a request that isn't allowed. */
export async function* listRequests(apis: readonly ProveApi[], options: DryRunOptions): AsyncGenerator<string> {
  const { origin, seed, project, isSelected = () => true, createGuard } = options;
  for (const { api, document, rules, at, mock } of apis) {
    const index = new ApiIndex(api);
    const testedRules = [...listProperties(index, at), ...toTestedRules(rules, api, document)].filter(isSelected);
    const planning = { index, mock, origin, project, seed, auth: false, mustUndo: createGuard !== undefined };
    for (const [number, testedRule] of testedRules.entries()) {
      const { scenarios } = await planScenarios(testedRule, { ...planning, prefix: `p${seed}-${number}` });
      if (scenarios.length > 0) yield testedRule.id;
      for (const { steps, irreversible } of scenarios)
        if (irreversible === undefined) yield* formatSteps(steps, { origin, guard: createGuard?.(index) });
        else yield `  # not sent: ${irreversible}`;
    }
  }
}

interface StepContext {
  readonly origin: string;
  readonly guard: Guard | undefined;
}

function* formatSteps(steps: readonly Step[], { origin, guard }: StepContext): Generator<string> {
  const replies: (Json | undefined)[] = [];
  for (const step of steps) {
    if (step.kind === 'control') {
      replies.push(undefined);
      if (guard !== undefined) return yield '  # requires the control routes of a mock';
      const body = step.body === undefined ? {} : { body: JSON.stringify(step.body) };
      yield `  ${formatCurl({ method: step.method, path: step.path, headers: {}, ...body }, origin)}`;
      continue;
    }
    const { method } = step.template;
    const call = toHttpCall(step.template, (at) => replies[at]);
    replies.push(getBody(step.reply));
    const reason = guard?.explainRejection(call, method);
    yield `  ${formatCurl(call, origin)}`;
    if (reason !== undefined) return yield `  # not sent: ${reason}`;
    if (step.creates !== undefined) guard?.created.add(resolve(step.creates, replies));
  }
}

const resolve = (path: string, replies: readonly (Json | undefined)[]): string => resolveText(path, (at) => replies[at]);
