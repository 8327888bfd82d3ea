/** Proves the mocks of the four specifications against themselves with 20 seeds, and counts findings and confirmed rules. */
import { test } from 'vitest';
import { count, createTestedApi, formatTally, type TestedApi } from './support/apis.js';
import { report } from './support/report.js';
import { apiNames } from '../rules/support/specifications.js';

const seedCount = Number(process.env['SEEDS'] ?? 20);
const firstSeed = Number(process.env['SEED'] ?? 1);

test('an intact mock has no findings', async () => {
  const apis = apiNames.map(createTestedApi);
  const rules = apis.reduce((sum, { testedRules }) => sum + testedRules.length, 0);
  let total = 0;
  for (let seed = firstSeed; seed < firstSeed + seedCount; seed += 1) total += await measureSeed(apis, seed);
  report('seeds', `${rules} rules, ${seedCount} seeds: ${total} findings`);
});

/** Returns the number of findings. */
async function measureSeed(apis: readonly TestedApi[], seed: number): Promise<number> {
  const tally = new Map<string, number>();
  const unconfirmed = new Map<string, number>();
  const findings: string[] = [];
  let rules = 0;
  for (const api of apis) {
    rules += api.testedRules.length;
    const mock = api.createMock();
    for (const testedRule of [...api.properties, ...api.testedRules]) {
      const { verdict, exchanges } = await api.run(await api.plan(testedRule, seed), mock);
      const kind = testedRule.kind === 'property' ? `property ${verdict.kind}` : verdict.kind;
      count(tally, kind);
      if (verdict.kind !== 'confirmed') count(unconfirmed, `${testedRule.key}: ${verdict.kind}: ${verdict.reason ?? ''}`);
      const differences = exchanges.flatMap(({ differences: each }) => each);
      if (verdict.kind === 'refuted' || differences.length > 0)
        findings.push(`seed ${seed}: ${testedRule.id}: ${JSON.stringify(differences[0] ?? verdict.refutation?.difference)}`);
    }
  }
  const confirmed = tally.get('confirmed') ?? 0;
  report(
    'seeds',
    `seed ${seed}: ${rules} rules: ${findings.length} findings, ${((100 * confirmed) / rules).toFixed(1)} % of the rules confirmed\n${formatTally(tally)}\n${formatTally(unconfirmed)}\n${findings.join('\n')}`,
  );
  return findings.length;
}
