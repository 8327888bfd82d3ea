/** Writes that a failure interrupts are stored as a whole or not at all. */
import { describe, expect, test } from 'vitest';
import { startCluster, type Cluster } from './cluster.js';
import type { Response } from './http-client.js';
import { report, rounds, testTimeout } from './rounds.js';
import { storeKinds } from './stores.js';
import { CheckWriter, ZoneWriter, type Writer } from './writers.js';

const zones = '/dns/v1/projects/p/managedZones';
const project = '/compute/v1/projects/p';

async function createWriters({ send }: Cluster): Promise<readonly Writer[]> {
  const zoneWriters = [1, 2].map((index) => new ZoneWriter(`${zones}/z${index}`));
  for (const writer of zoneWriters) await writer.create(send);
  return [...zoneWriters, new CheckWriter(project, 1), new CheckWriter(project, 2)];
}

const countWrites = (writers: readonly Writer[]): number => writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

describe.each(storeKinds)('$name', (kind) => {
  test(
    'a process that is killed has stored each write that it confirmed, and no part of another one',
    { timeout: testTimeout },
    async () => {
      const cluster = await startCluster(kind, 1);
      try {
        const [replica] = cluster.replicas;
        const writers = await createWriters(cluster);
        for (let round = 0; round < rounds.kills; round++) {
          const before = countWrites(writers);
          let killed: Promise<void> | undefined;
          const write = async (writer: Writer): Promise<void> => {
            while (killed === undefined) {
              await writer.step(cluster.send);
              if (countWrites(writers) - before < 5 + (round % 10)) continue;
              // The next write has begun. The number of turns changes what the signal interrupts.
              for (let turn = 0; turn < (round * 7) % 30; turn++) await new Promise((resolve) => setImmediate(resolve));
              killed ??= replica?.kill();
            }
          };
          await Promise.all(writers.map(write));
          await killed;
          await replica?.start();
          for (const writer of writers) await writer.verify(cluster.send);
        }
        report(`${kind.name}: ${rounds.kills} processes killed, with ${countWrites(writers)} confirmed writes`);
      } finally {
        await cluster.stop();
      }
    },
  );
});

describe.each(storeKinds.filter(({ canHalt }) => canHalt))('$name that is interrupted', (kind) => {
  test('causes 503, and loses or repeats no write', { timeout: testTimeout }, async () => {
    const cluster = await startCluster(kind);
    try {
      const writers = await createWriters(cluster);
      const statuses = new Map<number | undefined, number>();
      const done = new AbortController();
      let progressed = (): void => undefined;
      const write = async (writer: Writer): Promise<void> => {
        while (!done.signal.aborted) {
          const response = await writer.step(cluster.send);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          expect([200, 503]).toContain(response.status);
          if (response.status === 503) expectUnavailable(response);
          progressed();
        }
      };
      /** Resolves when the condition is true after a response. */
      const until = (condition: () => boolean): Promise<void> =>
        new Promise((resolve) => {
          progressed = () => void (condition() && resolve());
        });
      const untilEachWrites = (count: number): Promise<void> => {
        const goals = writers.map(({ acknowledged }) => acknowledged + count);
        return until(() => writers.every(({ acknowledged }, index) => acknowledged >= (goals[index] as number)));
      };
      const writing = Promise.all(writers.map(write));
      const interrupt = async (): Promise<void> => {
        for (let round = 0; round < rounds.outages; round++) {
          await untilEachWrites(5);
          await cluster.store.halt?.();
          const failures = statuses.get(503) ?? 0;
          await until(() => (statuses.get(503) ?? 0) >= failures + 10);
          await cluster.store.restart?.();
        }
        await untilEachWrites(5);
        done.abort();
      };
      await Promise.race([Promise.all([interrupt(), writing]), writing]);
      for (const writer of writers) await writer.verify(cluster.send);
      report(`${kind.name}: ${rounds.outages} interruptions, with ${countWrites(writers)} confirmed writes and ${statuses.get(503)} × 503`);
    } finally {
      await cluster.stop();
    }
  });
});

function expectUnavailable({ headers, body }: Response): void {
  expect(body.error.errors[0].reason).toBe('backendError');
  expect(headers['retry-after']).toBe('1');
}
