/** The operations that haven't completed: they have a scheduled change that completes them. */
import { HttpError } from '../lib/http-error.js';
import { isChangeRecord } from '../world/operation-fields.js';
import { applyEffects, findPlace, isDone, type Completion, type Effect, type Failure } from './apply-effects.js';
import type { State } from './state.js';
import { listTasks, type Task } from './tasks.js';

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
      if (isRecordCompletion(state, effect)) return [[effect.path, { task, targets: [] }]];
      if ((effect.kind !== 'complete' && effect.kind !== 'finish') || isDone(state, effect.path)) return [];
      const changes = [...effect.effects, ...(effect.undo ?? [])];
      const paths = changes.flatMap((change) => ('path' in change && isContentChange(change) ? [change.path] : []));
      return [[effect.path, { task, completion: effect, targets: [...new Set(paths)] }]];
    }),
  );
  return new Map(pending);
}

function isRecordCompletion(state: State, effect: Effect): effect is Extract<Effect, { readonly kind: 'set' }> {
  if (effect.kind !== 'set' || effect.fields['status'] !== 'done') return false;
  return isChangeRecord(state.world, findPlace(state, effect.path).resource);
}

function isContentChange({ kind }: Effect): boolean {
  return kind === 'put' || kind === 'remove' || kind === 'set';
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
