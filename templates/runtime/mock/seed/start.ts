/** Judges start-up seeds before the mock is there, so that a faulty one is an error at once. */
import { Random } from '../random.js';
import { State } from '../state/state.js';
import { MemoryStore } from '../store/memory.js';
import type { SeedDocument } from '../types.js';
import type { World } from '../world/world.js';
import { faultsOfSeed } from './check.js';
import { requireNone } from './fault.js';
import { faultsIn, putBeside, putResources } from './put.js';

/** Throws `SeedError` with all faults of the documents, which are taken together. */
export function requireSound(seeds: readonly SeedDocument[], world: World): void {
  requireNone(seeds.flatMap((seed) => faultsOfSeed(seed, world)));
  const random = new Random(1);
  void new MemoryStore().transaction((transaction) => {
    const state = new State(transaction, world);
    const put = seeds.flatMap((seed) => putResources(state, seed, { at: 0, id: () => random.id() }));
    requireNone([...faultsIn(state, put), ...seeds.flatMap((seed) => putBeside(state, seed))]);
  });
}
