/** A store in PostgreSQL that loses its connection in the middle of a change. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type MockStore } from '../../../../mock/stores/index.js';
import { LogStore } from '../../../../mock/store/log-store.js';
import type { Checkpoint, Commit, Log } from '../../../../mock/types/store.js';
import { startCuttingProxy, type CuttingProxy } from '../../../support/cutting-proxy.js';
import { appendCommits, createSnapshot, describeContent, writeCheckpoint } from '../../../support/log-contract.js';
import { postgresObstacle } from '../../../support/postgres-server.js';
import { createDatabase } from '../../../support/shared-postgres.js';

const setA: Commit = { writes: [['a', 1]] };
const setB: Commit = { writes: [['b', 2]] };
/** The statements after which the outcome is unknown: the only one of an append, and the last one of a transaction. */
const [statement, commit] = ['INSERT INTO discogen.commits', 'COMMIT\0'];
const opened: MockStore[] = [];
let database: string;
let proxy: CuttingProxy;
let session = 0;

async function open(address = database): Promise<MockStore> {
  const store = await openStore(address);
  opened.push(store);
  return store;
}

async function openLogs(): Promise<Record<'log' | 'other', Log>> {
  const [store, direct] = await Promise.all([open(proxy.address), open()]);
  return { log: store.openLog(`lost-${session}`), other: direct.openLog(`lost-${session}`) };
}

describe.skipIf(postgresObstacle)(`a lost connection to PostgreSQL${postgresObstacle ? ` (skipped: ${postgresObstacle})` : ''}`, () => {
  beforeAll(async () => {
    database = await createDatabase();
    proxy = await startCuttingProxy(database);
  });
  afterAll(async () => {
    // The proxy closes when its clients have.
    for (const store of opened.splice(0)) await store.close();
    await proxy.close();
  });
  beforeEach(() => {
    session++;
  });

  describe('during an append', () => {
    it('appends once, whether the server executed it or not', async () => {
      const { log, other } = await openLogs();
      proxy.cutNext({ text: statement });
      expect(await log.append(0, setA)).toBe('appended');
      proxy.cutNext({ text: statement, afterExecution: async () => undefined });
      expect(await log.append(1, setB)).toBe('appended');
      expect(await other.read(0, 10)).toEqual([setA, setB]);
    });

    it('detects its commit before one of another process', async () => {
      const { log, other } = await openLogs();
      proxy.cutNext({ text: statement, afterExecution: async () => other.append(1, setB) });
      expect(await log.append(0, setA)).toBe('appended');
      expect(await log.read(0, 10)).toEqual([setA, setB]);
    });

    it('detects the commit of another process instead', async () => {
      const { log, other } = await openLogs();
      proxy.cutNext({ text: statement, instead: async () => other.append(0, setB) });
      expect(await log.append(0, setA)).toBe('conflict');
      expect(await log.read(0, 10)).toEqual([setB]);
    });

    it('rejects if a checkpoint hides the outcome, which a later transaction reads', async () => {
      const { log, other } = await openLogs();
      const store = new LogStore(log);
      const compact = async (): Promise<void> => {
        await other.append(1, setB);
        const entries: Checkpoint['entries'] = [
          ['a', 1],
          ['b', 2],
        ];
        await other.writeCheckpoint({ sequence: 2, entries }, { from: 2, checkpoints: 1 });
      };
      proxy.cutNext({ text: statement, afterExecution: compact });
      await expect(store.transaction((transaction) => transaction.put('a', 1))).rejects.toMatchObject({
        code: 503,
        message: expect.stringContaining('the connection was lost while the commit 1 was written') as string,
      });
      await store.catchUp();
      expect([store.get('a'), store.get('b')]).toEqual([1, 2]);
    });

    it('holds no lock that the lost connection held', async () => {
      const { log, other } = await openLogs();
      const unlock = await log.lock();
      proxy.cutNext({ text: statement });
      expect(await log.append(0, setA)).toBe('appended');
      expect(await other.append(1, setB)).toBe('appended');
      await unlock();
    });
  });

  describe('at the end of a transaction', () => {
    const nothing = async (): Promise<void> => undefined;
    interface Row {
      readonly case: string;
      /** Changes a log whose 4 commits a checkpoint replaces, except the first 2 for the snapshot `a`. */
      readonly change: (log: Log) => unknown;
      readonly outcome: unknown;
      readonly snapshots: readonly string[];
      readonly commits: readonly number[];
    }

    const getOrigin = (): Commit => ({ origin: { session: `lost-${session}`, sequence: 2 }, writes: [] });
    const rows: readonly Row[] = [
      {
        case: 'createSnapshot',
        change: (log) => log.createSnapshot(createSnapshot('b', 4), 2),
        outcome: 'created',
        snapshots: ['a', 'b'],
        commits: [1, 2],
      },
      { case: 'deleteSnapshot', change: (log) => log.deleteSnapshot('a'), outcome: true, snapshots: [], commits: [1, 2] },
      { case: 'append of a fork', change: (log) => log.append(4, getOrigin()), outcome: 'appended', snapshots: ['a'], commits: [1, 2, 5] },
      { case: 'writeCheckpoint', change: (log) => writeCheckpoint(log, 4, 4), outcome: undefined, snapshots: ['a'], commits: [1, 2] },
    ];

    const prepare = async (): Promise<Record<'log' | 'other', Log>> => {
      const logs = await openLogs();
      await appendCommits(logs.other, 4);
      await logs.other.createSnapshot(createSnapshot('a', 2), 2);
      await writeCheckpoint(logs.other, 4, 4);
      return logs;
    };

    it.each(
      rows.flatMap((row) => [
        { ...row, executed: 'executed' },
        { ...row, executed: 'not executed' },
      ]),
    )('$case, $executed, takes effect once', async ({ change, executed, outcome, snapshots, commits }) => {
      const { log, other } = await prepare();
      proxy.cutNext(executed === 'executed' ? { text: commit, afterExecution: nothing } : { text: commit });
      expect(await change(log)).toBe(outcome);
      expect((await other.listSnapshots()).map(({ name }) => name)).toEqual(snapshots);
      expect(await describeContent(other)).toEqual({ oldest: 4, commits, checkpoints: [4] });
    });

    it('does not create a snapshot again that another process has deleted, and not delete one that it has created', async () => {
      const { log, other } = await prepare();
      proxy.cutNext({ text: commit, afterExecution: async () => other.deleteSnapshot('b') });
      expect(await log.createSnapshot(createSnapshot('b', 4), 2)).toBe('created');
      proxy.cutNext({ text: commit, afterExecution: async () => other.createSnapshot(createSnapshot('a', 4), 2) });
      expect(await log.deleteSnapshot('a')).toBe(true);
      expect(await other.listSnapshots()).toEqual([createSnapshot('a', 4)]);
    });
  });
});
