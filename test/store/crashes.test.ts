/** Writes that a failure interrupts are stored as a whole or not at all. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { postgresObstacle, startPostgres } from '../support/postgres-server.js';
import { describeStores, withCluster, type Cluster } from './cluster.js';
import type { Response } from './http-client.js';
import { report, rounds, testTimeout } from './rounds.js';
import { CheckWriter, ZoneWriter, type Writer } from './writers.js';

const zones = '/dns/v1/projects/p/managedZones';
const project = '/compute/v1/projects/p';

async function createWriters({ send }: Cluster): Promise<readonly Writer[]> {
  const zoneWriters = [1, 2].map((index) => new ZoneWriter(`${zones}/z${index}`));
  for (const writer of zoneWriters) await writer.create(send);
  return [...zoneWriters, new CheckWriter(project, 1), new CheckWriter(project, 2)];
}

const countWrites = (writers: readonly Writer[]): number => writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

describeStores('a process with', (kind) => {
  test('has stored each write that it confirmed when it is killed, and no part of another one', { timeout: testTimeout }, async () =>
    withCluster(await kind.createPlace(), 1, async (cluster) => {
      const [replica] = cluster.replicas;
      const writers = await createWriters(cluster);
      for (let round = 0; round < rounds.kills; round++) {
        const goal = countWrites(writers) + 5 + (round % 10);
        const killed = new AbortController();
        const kill = async (): Promise<void> => {
          // The other writers have sent their next requests. The number of turns changes what the signal interrupts.
          for (let turn = 0; turn < (round * 7) % 30; turn++) await new Promise((resolve) => setImmediate(resolve));
          killed.abort();
          await replica?.kill();
        };
        const write = async (writer: Writer): Promise<void> => {
          while (!killed.signal.aborted) {
            await writer.step(cluster.send);
            if (countWrites(writers) >= goal) await kill();
          }
        };
        await Promise.all(writers.map(async (writer) => write(writer).finally(() => killed.abort())));
        await replica?.start();
        for (const writer of writers) await writer.verify(cluster.send);
      }
      report(`${kind.name}: ${rounds.kills} processes killed, with ${countWrites(writers)} confirmed writes`);
    }),
  );
});

describe.skipIf(postgresObstacle !== undefined)('a database that is interrupted', () => {
  test('causes 503, and loses or repeats no write', { timeout: testTimeout }, async () => {
    const server = await startPostgres();
    try {
      await withCluster({ address: server.url }, 3, async (cluster) => {
        const writers = await createWriters(cluster);
        const load = startLoad(writers, cluster);
        for (let round = 0; round < rounds.outages; round++) {
          await load.untilEachWrites(5);
          await server.halt();
          await load.untilFailures(10);
          await server.restart();
        }
        await load.untilEachWrites(5);
        await load.stop();
        for (const writer of writers) await writer.verify(cluster.send);
        report(`${rounds.outages} interruptions of PostgreSQL, with ${countWrites(writers)} confirmed writes and ${load.failures} × 503`);
      });
    } finally {
      await server.stop();
    }
  });
});

interface Load {
  /** The number of responses with 503. */
  readonly failures: number;
  /** Resolves when each writer has written this often. */
  untilEachWrites(count: number): Promise<void>;
  untilFailures(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Lets all writers write until `stop`. Its promises reject if a response is neither a success nor a correct 503. */
function startLoad(writers: readonly Writer[], { send }: Cluster): Load {
  const done = new AbortController();
  let failures = 0;
  let notify = (): void => undefined;
  const write = async (writer: Writer): Promise<void> => {
    while (!done.signal.aborted) {
      const response = await writer.step(send);
      if (response.status !== 200) {
        expectUnavailable(response);
        failures++;
        // As clients do, so that the processor is free for the server.
        await wait(20);
      }
      notify();
    }
  };
  const writing = Promise.all(writers.map(write));
  // Otherwise, a failure while nobody waits would count as unhandled.
  writing.catch(() => done.abort());
  const until = async (condition: () => boolean): Promise<void> => {
    const reached = new Promise<void>((resolve) => {
      notify = () => void (condition() && resolve());
    });
    await Promise.race([reached, writing]);
  };
  return {
    get failures() {
      return failures;
    },
    untilEachWrites: (count) => {
      const goals = writers.map(({ acknowledged }) => acknowledged + count);
      return until(() => writers.every(({ acknowledged }, index) => acknowledged >= (goals[index] as number)));
    },
    untilFailures: (count) => {
      const goal = failures + count;
      return until(() => failures >= goal);
    },
    stop: async () => {
      done.abort();
      await writing;
    },
  };
}

function expectUnavailable({ status, headers, body }: Response): void {
  expect(status).toBe(503);
  expect(body.error.errors[0].reason).toBe('backendError');
  expect(headers['retry-after']).toBe('1');
}
