/** What the control routes and the same in code do to a session's state. */
import { applySeeds, hashSeeded, requireForm } from './seed/apply.js';
import { exportSeed } from './seed/export.js';
import { Random } from './random.js';
import type { Session } from './session.js';
import type { JsonObject } from './json.js';
import type { SeedDocument } from './types.js';
import { parseInstant } from './duration.js';

/** Merges a document into the state, or replaces it. Rejects with `SeedError`, and has changed nothing then. */
export async function takeSeed(session: Session, document: SeedDocument | JsonObject, replace: boolean): Promise<void> {
  const seed = document as SeedDocument;
  requireForm([seed], session.world);
  await session.run(async (state) => {
    if (replace) {
      for (const [key] of state.transaction.range({ from: '', to: '\uffff' })) state.transaction.delete(key);
    }
    await hashSeeded(state, applySeeds(state, [seed], {
      at: session.clock.now(),
      id: () => session.random.id(),
      uuid: () => session.random.uuid(),
    }));
  });
  if (seed.ids) session.random = new Random(seed.ids);
  const now = parseInstant(seed.clock?.now);
  if (seed.clock && now !== undefined) session.clock.restore({ now, frozen: seed.clock.frozen });
}

export function exportState(session: Session): SeedDocument | Promise<SeedDocument> {
  return session.run((state) => exportSeed(state, session));
}
