/** Disables each rule of the four specifications in a mock in turn, and counts the rules that `verify --target` then reports as refuted. */
import { test } from 'vitest';
import type { Mock } from '../../mock/index.js';
import type { RulePlan } from '../../fidelity/prove/run-rule-plan.js';
import { apiNames } from '../rules/support/specifications.js';
import { count, createTestedApi, formatTally, type TestedApi } from './support/apis.js';
import { disableRule } from './support/disable-rule.js';
import { report } from './support/report.js';

/** `ONLY=dns` measures the rules whose IDs match. */
const only = new RegExp(process.env['ONLY'] ?? '');

/** `untested`, `untestable`: the rule has no scenario. */
type Result = 'found' | 'missed' | 'untested' | 'untestable';

async function measureRule(api: TestedApi, planned: RulePlan, intact: Mock): Promise<Result> {
  if (planned.unplanned !== undefined) return planned.unplanned.kind;
  const { behavior, wrap } = disableRule(planned.testedRule, api);
  const mock = behavior === undefined ? intact : api.createMock(behavior);
  return (await api.run(planned, mock, wrap)).verdict.kind === 'refuted' ? 'found' : 'missed';
}

/** The entries that state nothing about a request or a response. No mock does anything because of them, so they can't be disabled. */
const noteKinds: ReadonlyMap<string, string> = new Map([
  ['statement', 'sentences'],
  ['deprecated', 'notes of deprecation, which change no behavior'],
]);

test('disabled rules are reported', async () => {
  const apis = apiNames.map(createTestedApi);
  const tally = new Map<string, number>();
  const kinds = new Map<string, number>();
  const lines: string[] = [];
  const entries = apis.flatMap(({ testedRules }) => testedRules);
  for (const api of apis) {
    const intact = api.createMock();
    for (const testedRule of api.testedRules.filter(({ id, key }) => only.test(id) && !noteKinds.has(key))) {
      const planned = await api.plan(testedRule, 1);
      const result = await measureRule(api, planned, intact);
      count(tally, result);
      count(kinds, `${result} (${testedRule.key})`);
      if (result !== 'found')
        lines.push(`${result}: ${testedRule.id}${planned.unplanned === undefined ? '' : `: ${planned.unplanned.reason}`}`);
    }
  }
  const rules = [...tally.values()].reduce((sum, each) => sum + each, 0);
  const found = tally.get('found') ?? 0;
  const notes = [...noteKinds].map(([key, name]) => `${entries.filter((testedRule) => testedRule.key === key).length} ${name}`);
  report(
    'disabled rules',
    `${entries.length} entries of \`lint --rules\`: ${notes.join(', ')}, and ${rules} rules about requests or responses
${found} of the rules found: ${((100 * found) / rules).toFixed(1)} % (${((100 * found) / entries.length).toFixed(1)} % of the entries)
${formatTally(tally)}\n${formatTally(kinds)}\n${lines.join('\n')}`,
  );
});
