/** The scheduled changes of a session. */
import type { Entry } from '../store/store.js';
import { findPlace, type Effect } from './apply-effects.js';
import { getKeyRange, parseKey } from './keys.js';
import type { State } from './state.js';

export interface Task {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly effects: readonly Effect[];
}

/** Returns all tasks, in the order in which they run. */
export function listTasks(state: State): readonly Task[] {
  return state.transaction.range(getKeyRange('task')).map(toTask);
}

function toTask([key, effects]: Entry): Task {
  // The stored value is valid, because only `scheduleEffects` and validated seeds write tasks.
  return { key, at: Number(parseKey(key)[0]), effects: effects as unknown as readonly Effect[] };
}

/** Returns the first task that does more than remove completed operations. */
export function findNextTask(state: State): Task | undefined {
  return listTasks(state).find(({ effects }) => !effects.every((effect) => isRemoval(state, effect)));
}

function isRemoval(state: State, effect: Effect): boolean {
  return (
    effect.kind === 'forgetRequest' || (effect.kind === 'remove' && findPlace(state, effect.path).resource.behavior.operation !== undefined)
  );
}
