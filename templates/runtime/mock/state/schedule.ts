/** Puts work off. */
import type { Json } from '../json.js';
import { createKey } from './keys.js';
import type { State } from './state.js';

const width = 16;

export function toDueKey(at: number): string {
  return Math.max(0, Math.ceil(at)).toString().padStart(width, '0');
}

/** Tasks due at the same time happen in the order in which they were scheduled. */
export function scheduleEffects(state: State, at: number, effects: Json): void {
  const number = state.nextCount('task');
  state.transaction.put(createKey('task', toDueKey(at), number.toString().padStart(width, '0')), effects);
}
