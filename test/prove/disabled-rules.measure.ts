/** Disables each rule of the four specifications in a mock in turn, and counts the rules that `verify --target` then reports as refuted. */
import { test } from 'vitest';
import type { Mock } from '../../templates/runtime/mock/index.js';
import type { PlannedClaim } from '../../generator/traffic/prove/prove-claim.js';
import { apiNames } from '../rules/support/specifications.js';
import { count, createTestedApi, formatTally, type TestedApi } from './support/apis.js';
import { disableRule } from './support/disable-rule.js';
import { report } from './support/report.js';

/** `ONLY=dns` measures the rules whose IDs match. */
const only = new RegExp(process.env['ONLY'] ?? '');

/** `inert`: the mock does nothing because of the rule, so that it can't be disabled. */
type Result = 'found' | 'missed' | 'inert' | 'untested' | 'untestable';

async function measureRule(api: TestedApi, planned: PlannedClaim, intact: Mock): Promise<Result> {
  const disabled = disableRule(planned.claim, api);
  if (disabled === undefined) return 'inert';
  if (planned.unplanned !== undefined) return planned.unplanned.kind;
  const mock = disabled.behavior === undefined ? intact : api.createMock(disabled.behavior);
  return (await api.run(planned, mock, disabled.wrap)).verdict.kind === 'refuted' ? 'found' : 'missed';
}

test('disabled rules are reported', async () => {
  const tally = new Map<string, number>();
  const kinds = new Map<string, number>();
  const lines: string[] = [];
  let rules = 0;
  for (const api of apiNames.map(createTestedApi)) {
    const intact = api.createMock();
    for (const claim of api.claims.filter(({ id }) => only.test(id))) {
      rules += 1;
      const planned = await api.plan(claim, 1);
      const result = await measureRule(api, planned, intact);
      count(tally, result);
      count(kinds, `${result} (${claim.key})`);
      if (result !== 'found' && result !== 'inert')
        lines.push(`${result}: ${claim.id}${planned.unplanned === undefined ? '' : `: ${planned.unplanned.reason}`}`);
    }
  }
  const [found, inert] = [tally.get('found') ?? 0, tally.get('inert') ?? 0];
  const toPercent = (all: number): string => ((100 * found) / all).toFixed(1);
  report(
    'disabled rules',
    `${found} of ${rules} listed rules found (${toPercent(rules)} %); ${inert} of them are sentences and notes of deprecation, which no mock can disable: ${toPercent(rules - inert)} % of the others\n${formatTally(tally)}\n${formatTally(kinds)}\n${lines.join('\n')}`,
  );
});
