/** What falls due later, kept with the state so that it is undone, seeded and reset with it. */
import { isList } from '../json.js';
import { applyEffects, type Effect } from './apply-effects.js';
import { createKey, parseKey, keyRange } from './keys.js';
import { toDueKey } from './schedule.js';
import type { State } from './state.js';

/** Lets everything happen that is due by `now`, each at its own time. */
export function runDueTasks(state: State, now: number): void {
  const { from } = keyRange('task');
  const to = createKey('task', toDueKey(Math.floor(now) + 1));
  for (;;) {
    const [next] = state.transaction.range({ from, to, limit: 1 });
    if (!next) return;
    const [text, effects] = next;
    state.transaction.delete(text);
    // Only this module's `scheduleEffects`, or a seed that was checked, writes tasks.
    if (isList(effects)) applyEffects(state, effects as unknown as readonly Effect[], Number(parseKey(text)[0]));
  }
}
