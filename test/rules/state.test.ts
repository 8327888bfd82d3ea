/** The mock enforces every rule about stored resources. Without the rule, its check fails. */
import { describe, expect, test } from 'vitest';
import { isCheckedByMock } from './support/kinds.js';
import { rules } from './support/specifications.js';
import { removeRule } from './state/remove-rule.js';
import { createChecks } from './state/kinds/index.js';
import { findBehavior, createStarter, type Check, type Start } from './state/world.js';

const rulesOfState = rules
  .filter(isCheckedByMock)
  .map((rule) => ({ id: rule.id, rule, checks: createChecks(findBehavior(rule.api), rule) }));

async function fails({ accepts, rejects }: Check, start: Start): Promise<boolean> {
  const run = (side: Check['accepts']): Promise<boolean> =>
    side(start).then(
      () => false,
      () => true,
    );
  return (await run(rejects)) || run(accepts);
}

for (const { id, rule, checks } of rulesOfState) {
  const api = findBehavior(rule.api);

  describe(id, () => {
    test('accepts a request that satisfies the rule', async () => {
      for (const { accepts } of checks) await accepts(createStarter(api));
    });

    test('rejects a request that violates the rule', async () => {
      for (const { rejects } of checks) await rejects(createStarter(api));
    });

    test('the check fails without the rule', async () => {
      const start = createStarter(removeRule(api, rule));
      for (const check of checks) expect(await fails(check, start)).toBe(true);
    });
  });
}
