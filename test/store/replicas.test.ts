/** Several mock processes with one store behave like one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStores, startCluster, type Cluster } from './cluster.js';
import { recordHistories } from './histories.js';
import { findViolation } from './linearizability.js';
import { resourceModel } from './resource-model.js';
import { report, rounds, testTimeout } from './rounds.js';
import { changeZone, createUuid, createZone, listPages, readZone } from './requests.js';

const global = (project: string): string => `/compute/v1/projects/${project}/global`;
const times = <T>(count: number, run: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => run(index));
const add = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

describeStores('several processes with', (kind) => {
  let starting: Promise<Cluster> | undefined;
  let cluster: Cluster;
  // The first process may build the packages.
  beforeAll(async () => {
    starting = kind.createPlace().then((place) => startCluster(place, 3));
    cluster = await starting;
  });
  afterAll(async () => (await starting)?.stop());

  test('accept one of several changes with the same fingerprint', { timeout: testTimeout }, async () => {
    const policies = `${global('races')}/sslPolicies`;
    await cluster.send(`POST ${policies}`, { name: 'p' });
    for (let round = 0; round < rounds.races; round++) {
      const { body } = await cluster.send(`GET ${policies}/p`);
      const change = (index: number) => ({ fingerprint: body.fingerprint, description: `${round}-${index}` });
      const responses = await Promise.all(times(10, (index) => cluster.send(`PATCH ${policies}/p`, change(index))));
      const statuses = responses.map(({ status }) => status);
      expect([...statuses].sort()).toEqual([200, ...times(9, () => 412)]);
      expect(responses.find(({ status }) => status === 412)?.body.error.errors[0].reason).toBe('conditionNotMet');
      expect((await cluster.send(`GET ${policies}/p`)).body.description).toBe(change(statuses.indexOf(200)).description);
    }
    report(`${kind.name}: ${rounds.races} times 10 changes with one fingerprint, each time 1 accepted and 9 rejected`);
  });

  test('apply a request that repeats a request ID once', { timeout: testTimeout }, async () => {
    const policies = `${global('replays')}/sslPolicies`;
    for (let round = 0; round < rounds.replays; round++) {
      const send = async (route: string, body: object): Promise<string> => {
        const sendTo = ({ send }: { readonly send: Cluster['send'] }) => send(route, body);
        const concurrent = await Promise.all([...cluster.replicas, ...cluster.replicas].map(sendTo));
        const later = await Promise.all(cluster.replicas.map(sendTo));
        const responses = [...concurrent, ...later];
        expect(responses.map(({ status }) => status)).toEqual(times(9, () => 200));
        const names = new Set(responses.map((response) => response.body.name as string));
        expect(names.size).toBe(1);
        return [...names][0] as string;
      };
      const [creationId, changeId] = [createUuid(2 * round), createUuid(2 * round + 1)];
      const created = await send(`POST ${policies}?requestId=${creationId}`, { name: `p-${round}` });
      const { fingerprint } = (await cluster.send(`GET ${policies}/p-${round}`)).body;
      // The second one would be rejected.
      const changed = await send(`PATCH ${policies}/p-${round}?requestId=${changeId}`, { fingerprint, description: 'changed' });
      const operations = await listPages(cluster.send, `${global('replays')}/operations?maxResults=500`);
      const findNames = (id: string): unknown[] =>
        operations.filter(({ clientOperationId }) => clientOperationId === id).map(({ name }) => name);
      expect([findNames(creationId), findNames(changeId)]).toEqual([[created], [changed]]);
    }
    report(`${kind.name}: ${2 * rounds.replays} requests sent 9 times to 3 processes, each with one operation`);
  });

  test('list what exists in pages, during writes', { timeout: testTimeout }, async () => {
    const checks = `${global('listings')}/httpHealthChecks`;
    const expected = times(40, (index) => `check-${String(index).padStart(2, '0')}`);
    for (const name of expected) await cluster.send(`POST ${checks}`, { name });
    const done = new AbortController();
    /** Creates and deletes resources whose names are before, between, and after the others. */
    const write = async (worker: number): Promise<number> => {
      let count = 0;
      for (; !done.signal.aborted; count++) {
        const name = [`a-${worker}-${count}`, `check-${String(count % 40).padStart(2, '0')}-${worker}`, `z-${worker}-${count}`][count % 3];
        expect((await cluster.send(`POST ${checks}`, { name })).status).toBe(200);
        expect((await cluster.send(`DELETE ${checks}/${name}`)).status).toBe(200);
      }
      return count;
    };
    const list = async (): Promise<void> => {
      for (let round = 0; round < rounds.listings; round++) {
        const order = round % 2 === 0 ? '' : `&orderBy=${encodeURIComponent('creationTimestamp desc')}`;
        const names = (await listPages(cluster.send, `${checks}?maxResults=3${order}`)).map(({ name }) => String(name));
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => expected.includes(name)).sort()).toEqual(expected);
      }
    };
    const [, ...counts] = await Promise.all([list().finally(() => done.abort()), ...times(3, write)]);
    report(`${kind.name}: ${rounds.listings} complete listings of 40 resources during ${2 * add(counts)} writes`);
  });

  test('show each change of a zone as a whole', { timeout: testTimeout }, async () => {
    const zone = '/dns/v1/projects/changes/managedZones/z';
    await createZone(cluster.send, zone);
    let acknowledged = 0;
    const read = async (): Promise<number> => {
      let count = 0;
      for (let last = 0; last < rounds.changes; count++) {
        const least = Math.max(last, acknowledged);
        last = await readZone(cluster.send, zone);
        expect(last).toBeGreaterThanOrEqual(least);
      }
      return count;
    };
    const change = async (): Promise<void> => {
      while (acknowledged < rounds.changes) {
        expect((await changeZone(cluster.send, zone, acknowledged + 1)).status).toBe(200);
        acknowledged++;
      }
    };
    const [, ...counts] = await Promise.all([change(), ...times(4, read)]);
    report(`${kind.name}: ${rounds.changes} changes of a zone, whole in each of ${add(counts)} reads`);
  });

  test.each([
    ['without failures', rounds.histories, false],
    ['while processes are killed and started again', rounds.historiesWithKill, true],
  ])('make the history of each resource linearizable %s', { timeout: testTimeout }, async (title, count, hasKill) => {
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
