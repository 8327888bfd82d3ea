/** The scheduled changes of a session, and the pending operations, which they complete. */
import { HttpError } from '../lib/http-error.js';
import { applyEffects, findPlace, isOperationDone, type Completion, type Effect, type Failure } from './apply-effects.js';
import { getKeyRange, parseKey } from './keys.js';
import type { State } from './state.js';

export interface Task {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly effects: readonly Effect[];
}

/** Returns all tasks, in the order in which they run. */
function listTasks(state: State): readonly Task[] {
  // The stored values are valid, because only `scheduleEffects` and validated seeds write tasks.
  return state.transaction
    .range(getKeyRange('task'))
    .map(([key, effects]) => ({ key, at: Number(parseKey(key)[0]), effects: effects as unknown as readonly Effect[] }));
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

export interface PendingOperation {
  readonly task: Task;
  /** Absent for the record of a change that has taken effect. The task only sets the record's status. */
  readonly completion?: Completion;
  /** The canonical paths of the resources that completing it changes. */
  readonly targets: readonly string[];
}

/** Returns the pending operations by their canonical path, in the order in which they complete. */
export function listPendingOperations(state: State): ReadonlyMap<string, PendingOperation> {
  const pending = listTasks(state).flatMap((task) =>
    task.effects.flatMap((effect): readonly (readonly [string, PendingOperation])[] => {
      if (effect.kind === 'set' && effect.completesRecord) return [[effect.path, { task, targets: [] }]];
      if ((effect.kind !== 'complete' && effect.kind !== 'finish') || isOperationDone(state, effect.path)) return [];
      const changes = [...effect.effects, ...(effect.undo ?? [])];
      const paths = changes.flatMap((change) =>
        change.kind === 'put' || change.kind === 'remove' || change.kind === 'set' ? [change.path] : [],
      );
      return [[effect.path, { task, completion: effect, targets: [...new Set(paths)] }]];
    }),
  );
  return new Map(pending);
}

/** Completes a pending operation now, with its other scheduled changes. `failure`: fails it instead. Throws 400 if that is impossible. */
export function completeOperation(state: State, path: string, failure: Failure | undefined): void {
  const operation = listPendingOperations(state).get(path);
  if (!operation) throw createControlError('path', `The operation '/${path}' is not pending.`);
  const { task, completion } = operation;
  if (failure && !completion)
    throw createControlError(
      'action',
      `'/${path}' can't fail: its change has taken effect, and it has no status for a failure. Finish it.`,
    );
  const now = state.controls.now();
  const owned = new Set([path, ...(completion?.undo ?? []).flatMap((effect) => ('path' in effect ? [effect.path] : []))]);
  const isStep = (effect: Effect): boolean => effect.kind === 'set' && owned.has(effect.path);
  for (const step of listTasks(state)) {
    if (step.key === task.key || !step.effects.every(isStep)) continue;
    state.transaction.delete(step.key);
    if (!failure) applyEffects(state, step.effects, now);
  }
  state.transaction.delete(task.key);
  applyEffects(
    state,
    task.effects.map((effect) => (failure && effect === completion ? { ...completion, failure } : effect)),
    now,
  );
}

function createControlError(location: string, message: string): HttpError {
  return new HttpError('invalid', { message, location, rule: 'control' });
}
