/** Reads and changes a session's state and settings, for control routes and in-process callers. It is loaded at first use. */
import { applySeeds, hashSeededKeys, prepareSeeds } from './seed/apply-seeds.js';
import { exportSeed } from './seed/export-seed.js';
import { exportMinimalSeed } from './seed/minimal-seed.js';
import { HttpError } from '../lib/http-error.js';
import { findFaultCountError } from '../state/faults.js';
import { isKeptOnReplace } from '../state/keys.js';
import type { Session } from '../state/session.js';
import type { Version } from '../store/store.js';
import type { JsonObject } from '../lib/json.js';
import { checkSettings } from '../lib/option-table.js';
import { parseInstant } from '../lib/instants.js';
import type { FaultRule, SeedDocument } from '../types/mock.js';
import type { SeedExportOptions } from '../types/seed.js';
import type { MockSettings, MockSettingsChange } from '../types/settings.js';

/** Merges a document into the state, or replaces the state. Rejects with `SeedError` without changing anything if the document is invalid. */
export async function applySeed(session: Session, document: SeedDocument | JsonObject, replace: boolean): Promise<void> {
  const prepared = prepareSeeds([document], session.catalog);
  const seed = document as SeedDocument;
  await session.run(
    async (state) => {
      const { controls } = state;
      if (replace) {
        for (const [key] of state.transaction.range({ from: '', to: '\uffff' })) if (!isKeptOnReplace(key)) state.transaction.delete(key);
      }
      await hashSeededKeys(state, applySeeds(state, prepared, controls.now()));
      if (seed.ids) controls.restoreIds(seed.ids);
      const time = parseInstant(seed.clock?.now);
      if (seed.clock && time !== undefined) controls.setClock(time, seed.clock.frozen);
    },
    { control: replace ? 'state' : 'seed' },
  );
  session.isPrepared = true;
}

/** Returns the state as a seed document. Links begin with `origin`. */
export async function exportState(session: Session, origin = 'http://localhost'): Promise<SeedDocument> {
  return session.run((state) => exportSeed(state, origin));
}

/** Returns what a test needs of the state as a seed document. */
export async function exportTestSeed(session: Session, options: SeedExportOptions): Promise<SeedDocument> {
  return session.run((state) => exportMinimalSeed(state, options));
}

/** Returns the state of a version as a seed document. Scheduled changes that have become due since then are still scheduled. */
export function exportVersion(session: Session, version: Version, origin: string): SeedDocument {
  return exportSeed(session.readVersion(version), origin);
}

/** Replaces all fault rules, and restarts their random numbers. */
export async function replaceFaults(session: Session, rules: readonly FaultRule[]): Promise<void> {
  checkFaultCount(rules);
  session.isPrepared ||= rules.length > 0;
  await session.change(({ controls }) => controls.change({ faults: { rules, random: session.settings.randomSeed } }), {
    control: 'faults',
  });
}

export async function addFaults(session: Session, rules: readonly FaultRule[]): Promise<void> {
  session.isPrepared = true;
  await session.change(
    ({ controls }) => {
      const { faults } = controls.values;
      const all = [...faults.rules, ...rules];
      checkFaultCount(all);
      controls.change({ faults: { ...faults, rules: all } });
    },
    { control: 'faults' },
  );
}

/** Throws 400 for too many rules. */
function checkFaultCount({ length }: readonly FaultRule[]): void {
  const message = findFaultCountError(length);
  if (message !== undefined) throw new HttpError('invalid', { message, rule: 'control' });
}

export function getSettings({ controls }: Session): MockSettings {
  return { ignored: controls.ignored };
}

/** Changes the given settings. Rejects with a `TypeError` without changing anything for an invalid setting. */
export async function changeSettings(session: Session, settings: object): Promise<void> {
  checkSettings(settings);
  const { ignored } = settings as MockSettingsChange;
  if (ignored !== undefined) await session.change(({ controls }) => controls.change({ ignored }), { control: 'settings' });
}
