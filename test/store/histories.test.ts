/** Each resource of several mock processes with one store behaves as if one process served it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStores, startCluster, type Cluster } from './cluster.js';
import { recordHistories } from './histories.js';
import { findViolation } from './linearizability.js';
import { resourceModel } from './resource-model.js';
import { report, rounds, testTimeout } from './rounds.js';

describeStores('the history of each resource is linearizable, of several processes with', (kind) => {
  let starting: Promise<Cluster> | undefined;
  let cluster: Cluster;
  // The first process may build the packages.
  beforeAll(async () => {
    starting = kind.createPlace().then((place) => startCluster(place, 3));
    cluster = await starting;
  }, 180_000);
  afterAll(async () => (await starting)?.stop(), 180_000);

  test.each([
    ['without failures', rounds.histories, false],
    ['while processes are killed and started again', rounds.historiesWithKill, true],
  ])('%s', { timeout: testTimeout }, async (title, count, hasKill) => {
    const totals = new Map<string, number>();
    for (let round = 0; round < count; round++) {
      const folder = `/compute/v1/projects/histories-${hasKill ? 'kill-' : ''}${round}/global/httpHealthChecks`;
      const interruption = { after: 40, run: () => restart(cluster, round) };
      const histories = await recordHistories(cluster.send, { folder, seed: round, ...(hasKill && { interruption }) });
      for (const history of histories) {
        expect(findViolation(history, resourceModel)).toEqual([]);
        for (const { call } of history) {
          const outcome = `${call.kind} ${call.status ?? 'without a response'}`;
          totals.set(outcome, (totals.get(outcome) ?? 0) + 1);
        }
      }
    }
    // Otherwise, the histories would prove little.
    for (const outcome of ['create 200', 'create 409', 'read 200', 'patch 200', 'patch 412', 'delete 200'])
      expect([...totals.keys()]).toContain(outcome);
    report(`${kind.name}: ${count} histories ${title}: ${[...totals].map(([outcome, number]) => `${number} × ${outcome}`).join(', ')}`);
  });
});

async function restart({ replicas }: Cluster, round: number): Promise<void> {
  const replica = replicas[round % replicas.length];
  await replica?.kill();
  await replica?.start();
}
