/** Finds the HTTP status with which a method succeeds, if it isn't the one that the mock sends. */
import { compareText } from '../../generator/lib/diagnostics.js';
import { groupBy } from '../../generator/lib/group-by.js';
import { isObject } from '../../generator/lib/json.js';
import type { Api } from '../../generator/model/model.js';
import { type CallScenario, isSuccess, type ObservedCall } from './calls.js';
import type { Findings, KeyEntry, Question } from './entry.js';
import { minScenarios, Support } from './evidence.js';
import { getMethodPath } from './propose-operations.js';

interface Success {
  readonly call: ObservedCall;
  readonly scenario: CallScenario;
}

/** The statuses that a specification can state. */
const statable: ReadonlySet<number> = new Set([200, 201, 202, 204]);

/** A method has one status, whatever the request is. */
export function proposeStatuses(api: Api, scenarios: readonly CallScenario[]): Pick<Findings, 'keys' | 'questions'> {
  const keys: KeyEntry[] = [];
  const questions: Question[] = [];
  const successes = scenarios.flatMap((scenario) => scenario.calls.filter(isSuccess).map((call): Success => ({ call, scenario })));
  const byMethod = [...groupBy(successes, ({ call }) => call.method.id)].sort(([left], [right]) => compareText(left, right));
  for (const [id, own] of byMethod) {
    const { method } = own[0].call;
    const statuses = [...new Set(own.map(({ call }) => call.status))].sort((left, right) => left - right);
    const [status = 0] = statuses;
    if (method.statedStatus !== undefined || (statuses.length === 1 && status === (method.successStatus ?? 200))) continue;
    const support = new Support();
    for (const { scenario } of own) support.add(scenario);
    const reason = findReason(statuses, own, support);
    const entry = { id: `${id}:status`, value: status };
    if (reason === undefined) keys.push({ at: [...getMethodPath(method), 'x-status'], ...entry, support });
    else questions.push({ ...entry, reason, scenarios: support.scenarios });
  }
  return { keys, questions };
}

/** Returns why a status stays open. */
function findReason(statuses: readonly number[], successes: readonly Success[], { scenarios }: Support): string | undefined {
  if (statuses.length > 1) return `the method responds with ${statuses.join(' and ')}`;
  if (!statable.has(statuses[0]!)) return 'no specification can state it';
  if (statuses[0] === 204 && successes.some(({ call }) => returnsContent(call))) return 'the mock responds with a body';
  return scenarios < minScenarios ? `seen in ${scenarios} independent scenarios` : undefined;
}

function returnsContent({ actual }: ObservedCall): boolean {
  const body = actual?.body;
  return actual !== undefined && actual.status < 300 && body?.kind === 'json' && isObject(body.value) && Object.keys(body.value).length > 0;
}
