/** A model of mocks that share a store: one mock in memory. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { MockStore } from '../../mock/index.js';
import { LogStore } from '../../mock/store/log-store.js';
import { checks, seed } from './replicas.js';
import { startMock, type MockClient } from './request.js';

/** Compacts a log like a process that keeps two versions. */
async function compact(store: MockStore, session: string): Promise<void> {
  const openLogStore = (name: string): LogStore =>
    new LogStore(store.openLog(name), 2, {
      session: name,
      loadOrigin: (origin) => openLogStore(origin.session).loadVersion(origin.sequence),
    });
  const logStore = openLogStore(session);
  await logStore.catchUp();
  await logStore.compact();
}

/** Runs a call, and returns the reason of its error, or `ok`. */
const summarize = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error as { readonly reason?: unknown }).reason ?? error,
  );

/** Expects that processes that share a store, restart, and compact it behave like one mock in memory. `openStore` returns an empty store. */
export async function expectToBehaveLikeMemory(numRuns: number, openStore: () => Promise<MockStore>): Promise<void> {
  const kinds = ['create', 'delete', 'snapshot', 'drop', 'rewind', 'rewind', 'return', 'fork', 'forkAt', 'end', 'reset'] as const;
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    session: fc.constantFrom('default', 'default', 'a', 'b'),
    other: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('x', 'y'),
    choice: fc.nat(20),
    replica: fc.nat(1),
    isCompacted: fc.boolean(),
    isRestarted: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const store = await openStore();
      const start = (): MockClient => startMock('compute', { seed, store, history: 2 });
      const replicas = [start(), start()];
      const model = startMock('compute', { seed, history: 1000 });
      /** The sequence numbers in the model and in the store of each state of the sessions that exist. */
      const versions = new Map<string, (readonly [number, number])[]>([['default', []]]);
      for (const { kind, session, other, name, choice, replica, isCompacted, isRestarted } of steps) {
        if (isCompacted) await compact(store, session);
        if (isRestarted) replicas[replica] = start();
        const client = replicas[replica] as MockClient;
        const known = versions.get(session);
        const isNew = known === undefined;
        // A session that exists in the store only was deleted.
        if (isNew && kind !== 'create') continue;
        const [modelAt, storeAt] = known?.[choice % known.length] ?? [1, 1];
        const run = async ({ mock, send, admin }: MockClient, at: number): Promise<unknown> => {
          const view = mock.session(session);
          if (kind === 'create') return (await send(`POST ${checks}`, { name }, { 'x-mock-session': session })).status;
          if (kind === 'delete') return (await send(`DELETE ${checks}/${name}`, undefined, { 'x-mock-session': session })).status;
          if (kind === 'end' && session !== 'default') return (await admin(`DELETE sessions/${session}`)).status;
          if (kind === 'snapshot') return summarize(view.snapshots.create(name));
          if (kind === 'drop') return summarize(view.snapshots.delete(name));
          if (kind === 'rewind') return summarize(view.rewind(name));
          if (kind === 'return') return summarize(view.rewind(at));
          if (kind === 'fork') return summarize(view.fork(other, choice % 2 === 0 ? {} : { at: name }));
          if (kind === 'forkAt') return summarize(view.fork(other, { at }));
          if (kind === 'reset') return view.reset();
          return undefined;
        };
        const outcome = await run(client, storeAt);
        if (['return', 'forkAt'].includes(kind) && outcome === 'invalid') {
          const isPinned = (await client.mock.session(session).snapshots.list()).some(({ sequence }) => sequence === storeAt);
          expect([isPinned, storeAt < (await client.mock.session(session).sequence()) - 1]).toEqual([false, true]);
          continue;
        }
        expect([kind, outcome]).toEqual([kind, await run(model, modelAt)]);
        if (kind === 'end' && session !== 'default') versions.delete(session);
        else if (isNew) versions.set(session, []);
        if (kind.startsWith('fork') && outcome === 'ok') versions.set(other, []);
        for (const [existing, list] of versions) {
          const [expected, ...views] = [model, ...replicas].map(({ mock }) => mock.session(existing));
          const state = await expected?.state();
          const snapshots = (await expected?.snapshots.list())?.map((each) => each.name);
          for (const view of views) {
            expect(await view.state()).toEqual(state);
            expect((await view.snapshots.list()).map((each) => each.name)).toEqual(snapshots);
          }
          list.push([(await expected?.sequence()) ?? 0, (await views[0]?.sequence()) ?? 0]);
        }
      }
    }),
    { numRuns },
  );
}
