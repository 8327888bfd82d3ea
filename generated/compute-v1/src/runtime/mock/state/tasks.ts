/** What falls due later, kept with the state so that it is undone, seeded and reset with it. */
import { isList } from '../json.js';
import { applyAll, type Effect } from './effects.js';
import { key, partsOf, rangeOf } from './keys.js';
import { dueText } from './schedule.js';
import type { State } from './state.js';

/** Lets everything happen that is due by `now`, each at its own time. */
export function runDue(state: State, now: number): void {
  const { from } = rangeOf('task');
  const to = key('task', dueText(Math.floor(now) + 1));
  for (;;) {
    const [next] = state.transaction.range({ from, to, limit: 1 });
    if (!next) return;
    const [text, effects] = next;
    state.transaction.delete(text);
    // Only this module's `schedule`, or a seed that was checked, writes tasks.
    if (isList(effects)) applyAll(state, effects as unknown as readonly Effect[], Number(partsOf(text)[0]));
  }
}
