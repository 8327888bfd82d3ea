/** The logs of projects. */
import type { JsonObject } from '../lib/json.js';
import { createKey } from './keys.js';
import type { State } from './state.js';

/** Appends an entry after the entries that the log already has. */
export function appendToLog(state: State, project: string, entry: JsonObject): void {
  state.transaction.put(createKey('log', project, String(state.nextNumber('log')).padStart(12, '0')), entry);
}
