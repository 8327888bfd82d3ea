/** Runs scheduled tasks. Tasks are part of the state, so that rollbacks, seeds, and resets include them. */
import { isList } from '../lib/json.js';
import { applyEffects, type Effect } from './apply-effects.js';
import { createKey, parseKey, getKeyRange } from './keys.js';
import { toDueKey } from './schedule.js';
import type { State } from './state.js';

/** Applies the effects of all tasks that are due by `now`, each at its own time. */
export function runDueTasks(state: State, now: number): void {
  const { from } = getKeyRange('task');
  const to = createKey('task', toDueKey(Math.floor(now) + 1));
  for (;;) {
    const [next] = state.transaction.range({ from, to, limit: 1 });
    if (!next) return;
    const [key, effects] = next;
    state.transaction.delete(key);
    // The stored value is valid, because only `scheduleEffects` and validated seeds write tasks.
    if (isList(effects)) applyEffects(state, effects as unknown as readonly Effect[], Number(parseKey(key)[0]));
  }
}
