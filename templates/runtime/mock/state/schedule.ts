/** Schedules effects. */
import type { Json } from '../lib/json.js';
import { createKey } from './keys.js';
import type { State } from './state.js';

const keyWidth = 16;

export function toDueKey(at: number): string {
  return Math.max(0, Math.ceil(at)).toString().padStart(keyWidth, '0');
}

/** Schedules effects for a time. Tasks with the same time run in the order in which they were scheduled. */
export function scheduleEffects(state: State, at: number, effects: Json): void {
  const number = state.nextNumber('task');
  state.transaction.put(createKey('task', toDueKey(at), number.toString().padStart(keyWidth, '0')), effects);
}
