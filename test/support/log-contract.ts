/** What every log does, whatever stores it. */
import { describe, expect, it } from 'vitest';
import type { Commit, Log, MockSnapshot, MockStore } from '../../mock/index.js';

/** Returns what a log contains: the numbers of its commits and checkpoints, and the oldest version from which on it keeps all. */
export async function describeContent(log: Log): Promise<{
  readonly oldest: number;
  readonly commits: readonly number[];
  readonly checkpoints: readonly number[];
}> {
  const latest = await log.latest();
  const commits: number[] = [];
  const checkpoints = new Set<number>();
  for (let sequence = 1; sequence <= latest; sequence++) {
    if ((await log.read(sequence - 1, 1)).length === 1) commits.push(sequence);
    const checkpoint = await log.readCheckpoint(sequence);
    if (checkpoint) checkpoints.add(checkpoint.sequence);
  }
  return { oldest: await log.oldest(), commits, checkpoints: [...checkpoints] };
}

/** Appends commits that count. */
export async function appendCommits(log: Log, count: number): Promise<void> {
  const latest = await log.latest();
  for (let index = 1; index <= count; index++)
    expect(await log.append(latest + index - 1, { writes: [['n', latest + index]] })).toBe('appended');
}

export async function writeCheckpoint(log: Log, sequence: number, from = 1, checkpoints = 4): Promise<void> {
  await log.writeCheckpoint({ sequence, entries: [['n', sequence]] }, { from, checkpoints });
}

export const createSnapshot = (name: string, sequence: number): MockSnapshot => ({ name, sequence, time: '2026-01-01T12:00:00.000Z' });

/** Numbers from the first to the last one. */
const range = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

export function describeLogContract(openStore: () => Promise<MockStore>): void {
  const openLog = async (): Promise<Log> => (await openStore()).openLog('default');

  it('reads commits up to the limit or the last one', async () => {
    const log = await openLog();
    expect([await log.latest(), await log.oldest(), await log.read(0, 10)]).toEqual([0, 0, []]);
    await appendCommits(log, 3);
    expect(await log.append(2, { writes: [] })).toBe('conflict');
    expect(await log.read(1, 10)).toEqual([{ writes: [['n', 2]] }, { writes: [['n', 3]] }]);
    expect(await log.read(0, 1)).toEqual([{ writes: [['n', 1]] }]);
  });

  it('lists the sessions with commits, whatever their names', async () => {
    const store = await openStore();
    const names = ['default', '\u0001key', 'long'.repeat(1000), 'é\ud800'];
    for (const [index, name] of names.entries()) await appendCommits(store.openLog(name), index + 1);
    expect(await store.openLog('none').latest()).toBe(0);
    const expected = names.map((session, index) => ({ session, sequence: index + 1 }));
    expect(await store.listSessions()).toEqual(expect.arrayContaining(expected));
    expect((await store.listSessions()).length).toBe(expected.length);
  });

  it('keeps snapshots in the order of their creation', async () => {
    const log = await openLog();
    await appendCommits(log, 2);
    const snapshots = ['b', 'c', 'a'].map((name) => createSnapshot(name, 2));
    for (const snapshot of snapshots) expect(await log.createSnapshot(snapshot, 3)).toBe('created');
    expect(await log.listSnapshots()).toEqual(snapshots);
    expect(await log.createSnapshot(createSnapshot('a', 1), 3)).toBe('exists');
    expect(await log.createSnapshot(createSnapshot('d', 1), 3)).toBe('full');
    expect(await log.deleteSnapshot('c')).toBe(true);
    expect(await log.deleteSnapshot('c')).toBe(false);
    expect(await log.createSnapshot(createSnapshot('d', 3), 3)).toBe('notKept');
    expect((await log.listSnapshots()).map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('creates one of several snapshots with the same name, and at most the limit', async () => {
    const store = await openStore();
    const logs = [store.openLog('default'), store.openLog('default')];
    await appendCommits(logs[0] as Log, 1);
    const sameName = await Promise.all(logs.map((log) => log.createSnapshot(createSnapshot('a', 1), 2)));
    const otherNames = await Promise.all(logs.map((log, index) => log.createSnapshot(createSnapshot(`b${index}`, 1), 2)));
    expect([sameName, otherNames].map((outcomes) => outcomes.toSorted())).toEqual([
      ['created', 'exists'],
      ['created', 'full'],
    ]);
  });

  it('finds the newest checkpoint at or before a version', async () => {
    const log = await openLog();
    await appendCommits(log, 6);
    for (const sequence of [2, 4]) await writeCheckpoint(log, sequence, 0);
    const found = [];
    for (const at of [1, 2, 3, 4, 6, undefined]) found.push((await log.readCheckpoint(at))?.sequence);
    expect(found).toEqual([undefined, 2, 2, 4, 4, 4]);
    expect(await log.readCheckpoint()).toEqual({ sequence: 4, entries: [['n', 4]] });
  });

  describe('keeps after compaction', () => {
    interface Row {
      readonly case: string;
      /** Written in this order. The last one is written with the retention. */
      readonly checkpoints: readonly number[];
      readonly snapshots?: readonly number[];
      readonly forks?: readonly number[];
      readonly from: number;
      readonly limit?: number;
      readonly expected: Awaited<ReturnType<typeof describeContent>>;
    }

    it.each<Row>([
      { case: 'the last versions', checkpoints: [4, 8], from: 6, expected: { oldest: 4, commits: range(5, 12), checkpoints: [4, 8] } },
      { case: 'a checkpoint alone', checkpoints: [4, 8], from: 8, expected: { oldest: 8, commits: range(9, 12), checkpoints: [8] } },
      {
        case: 'all commits before the first checkpoint',
        checkpoints: [8],
        from: 7,
        expected: { oldest: 0, commits: range(1, 12), checkpoints: [8] },
      },
      {
        case: 'the last checkpoints, however many versions that is',
        checkpoints: [2, 4, 6, 8],
        from: 0,
        limit: 3,
        expected: { oldest: 4, commits: range(5, 12), checkpoints: [4, 6, 8] },
      },
      {
        case: 'the checkpoint and the commits that a snapshot needs',
        checkpoints: [4, 8],
        snapshots: [6],
        from: 8,
        expected: { oldest: 8, commits: [5, 6, ...range(9, 12)], checkpoints: [4, 8] },
      },
      {
        case: 'the commits that a snapshot before the first checkpoint needs',
        checkpoints: [4, 8],
        snapshots: [1, 2],
        from: 8,
        expected: { oldest: 8, commits: [1, 2, ...range(9, 12)], checkpoints: [8] },
      },
      {
        case: 'the checkpoint that a snapshot names',
        checkpoints: [4, 8],
        snapshots: [4],
        from: 8,
        expected: { oldest: 8, commits: range(9, 12), checkpoints: [4, 8] },
      },
      {
        case: 'what forks and snapshots need',
        checkpoints: [3, 6, 9],
        snapshots: [8],
        forks: [2, 1],
        from: 9,
        expected: { oldest: 9, commits: [1, 2, 7, 8, 10, 11, 12], checkpoints: [6, 9] },
      },
      {
        case: 'everything if there is an earlier checkpoint only',
        checkpoints: [8, 4],
        from: 4,
        expected: { oldest: 0, commits: range(1, 12), checkpoints: [8] },
      },
    ])('$case', async ({ checkpoints, snapshots = [], forks = [], from, limit = 4, expected }) => {
      const store = await openStore();
      const log = store.openLog('default');
      await appendCommits(log, 12);
      for (const sequence of snapshots) expect(await log.createSnapshot(createSnapshot(`s${sequence}`, sequence), 100)).toBe('created');
      for (const sequence of forks)
        expect(await store.openLog(`fork-${sequence}`).append(0, { origin: { session: 'default', sequence }, writes: [] })).toBe(
          'appended',
        );
      for (const sequence of checkpoints.slice(0, -1)) await writeCheckpoint(log, sequence, 0);
      await writeCheckpoint(log, checkpoints.at(-1) ?? 0, from, limit);
      expect(await describeContent(log)).toEqual(expected);
    });
  });

  it('frees what deleted snapshots, and forks with a checkpoint, needed', async () => {
    const store = await openStore();
    const [log, fork] = [store.openLog('default'), store.openLog('fork')];
    await appendCommits(log, 4);
    await log.createSnapshot(createSnapshot('a', 3), 100);
    await fork.append(0, { origin: { session: 'default', sequence: 2 }, writes: [] });
    await writeCheckpoint(log, 4, 4);
    expect(await describeContent(log)).toEqual({ oldest: 4, commits: [1, 2, 3], checkpoints: [4] });

    await log.deleteSnapshot('a');
    await writeCheckpoint(log, 4, 4);
    expect(await describeContent(log)).toEqual({ oldest: 4, commits: [1, 2], checkpoints: [4] });

    await writeCheckpoint(fork, 1, 1);
    await writeCheckpoint(log, 4, 4);
    expect(await describeContent(log)).toEqual({ oldest: 4, commits: [], checkpoints: [4] });
  });

  it('rejects forks and snapshots of versions that it does not keep', async () => {
    const store = await openStore();
    const log = store.openLog('default');
    await appendCommits(log, 4);
    await log.createSnapshot(createSnapshot('a', 2), 100);
    await writeCheckpoint(log, 4, 4);
    const fork = (sequence: number, session = 'default'): Commit => ({ origin: { session, sequence }, writes: [] });
    expect(await log.createSnapshot(createSnapshot('b', 1), 100)).toBe('notKept');
    expect(await log.createSnapshot(createSnapshot('b', 2), 100)).toBe('created');
    for (const commit of [fork(1), fork(3), fork(5), fork(1, 'none')])
      expect(await store.openLog('fork').append(0, commit)).toBe('notKept');
    expect(await store.openLog('fork').latest()).toBe(0);
    await log.deleteSnapshot('a');
    expect(await store.openLog('fork').append(0, fork(2))).toBe('appended');
    expect(await store.openLog('fork').read(0, 10)).toEqual([fork(2)]);
    await log.deleteSnapshot('b');
    expect(await store.openLog('again').append(0, fork(2))).toBe('appended');
  });

  it('keeps the version of each fork that it accepts during compaction', async () => {
    const store = await openStore();
    for (let round = 0; round < 8; round++) {
      const log = store.openLog(`origin-${round}`);
      await appendCommits(log, 4);
      await log.createSnapshot(createSnapshot('a', 2), 100);
      await writeCheckpoint(log, 4, 4);
      const commit: Commit = { origin: { session: `origin-${round}`, sequence: 2 }, writes: [] };
      const forks = Array.from({ length: 5 }, (_, index) => store.openLog(`fork-${round}-${index}`));
      // Several calls increase the number of different orders.
      const [outcomes] = await Promise.all([
        Promise.all(forks.map(async (fork) => fork.append(0, commit))),
        log.deleteSnapshot('a'),
        ...forks.map(async () => writeCheckpoint(log, 4, 4)),
      ]);
      await writeCheckpoint(log, 4, 4);
      const isKept = outcomes.includes('appended');
      expect(outcomes.every((outcome) => ['appended', 'notKept'].includes(outcome))).toBe(true);
      expect(await describeContent(log)).toEqual({ oldest: 4, commits: isKept ? [1, 2] : [], checkpoints: [4] });
    }
  });
}
