/** Every rule that concerns what a service keeps, of documents and overlays alike: the mock keeps it, and without it a check fails. */
import { describe, expect, test } from 'vitest';
import { isKept } from './support/kinds.js';
import { rules } from './support/specifications.js';
import { dropped } from './state/drop.js';
import { checksOf } from './state/kinds/index.js';
import { behaviorOf, starter, type Check, type Start } from './state/world.js';

const kept = rules.filter(isKept).map((rule) => ({ id: rule.id, rule, checks: checksOf(behaviorOf(rule.api), rule) }));

async function fails({ accepts, rejects }: Check, start: Start): Promise<boolean> {
  const outcomes = await Promise.allSettled([accepts, rejects].map(async (side) => side(start)));
  return outcomes.some(({ status }) => status === 'rejected');
}

for (const { id, rule, checks } of kept) {
  const api = behaviorOf(rule.api);

  describe(id, () => {
    test('what keeps it is done', async () => {
      for (const { accepts } of checks) await accepts(starter(api));
    });

    test('what would break it is not', async () => {
      for (const { rejects } of checks) await rejects(starter(api));
    });

    test('is noticed where it is dropped', async () => {
      for (const check of checks) expect(await fails(check, starter(dropped(api, rule)))).toBe(true);
    });
  });
}
