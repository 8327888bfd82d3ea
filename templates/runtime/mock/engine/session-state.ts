/** Reads and changes a session's state and settings, for control routes and in-process callers. */
import { describeValue } from '../../error-text.js';
import { applySeeds, hashSeededKeys, validateSeedShape } from './seed/apply-seeds.js';
import { exportSeed } from './seed/export-seed.js';
import { Random } from '../lib/random.js';
import type { Session } from '../state/session.js';
import type { JsonObject } from '../lib/json.js';
import type { SeedDocument, MockSettings, MockSettingsChange } from '../types/mock.js';
import { parseInstant } from '../lib/instants.js';

/** Merges a document into the state, or replaces the state. Rejects with `SeedError` without changing anything if the document is invalid. */
export async function applySeed(session: Session, document: SeedDocument | JsonObject, replace: boolean): Promise<void> {
  const seed = document as SeedDocument;
  validateSeedShape([seed], session.world);
  await session.run(async (state) => {
    if (replace) {
      for (const [key] of state.transaction.range({ from: '', to: '\uffff' })) state.transaction.delete(key);
    }
    await hashSeededKeys(
      state,
      applySeeds(state, [seed], {
        at: session.clock.now(),
        createId: () => session.random.nextId(),
        createUuid: () => session.random.nextUuid(),
      }),
    );
  });
  session.isPrepared = true;
  if (seed.ids) session.random = new Random(seed.ids);
  const now = parseInstant(seed.clock?.now);
  if (seed.clock && now !== undefined) session.clock.restore({ now, frozen: seed.clock.frozen });
}

/** Returns the state as a seed document. Links begin with `origin`. */
export function exportState(session: Session, origin = 'http://localhost'): SeedDocument | Promise<SeedDocument> {
  return session.run((state) => exportSeed(state, session, origin));
}

export function getSettings({ strict }: Session): MockSettings {
  return { strict };
}

/** Changes the given settings. Throws a `TypeError` without changing anything for an invalid setting. */
export function changeSettings(session: Session, settings: object): void {
  checkSettings(settings);
  const { strict } = settings as MockSettingsChange;
  if (strict !== undefined) session.strict = strict;
}

/** Throws a `TypeError` for a setting that is unknown or has the wrong type. */
export function checkSettings(settings: object): void {
  for (const [name, value] of Object.entries(settings)) {
    if (name !== 'strict') throw new TypeError(`unknown setting "${name}"; expected strict`);
    if (value !== undefined && typeof value !== 'boolean')
      throw new TypeError(`strict must be true or false (received ${describeValue(value)})`);
  }
}
