/** The operations that haven't completed: they have a scheduled change that completes them. */
import { HttpError } from '../lib/http-error.js';
import { getMember } from '../lib/json.js';
import { applyEffects, createFailure, findPlace, type Effect, type Failure } from './apply-effects.js';
import type { State } from './state.js';
import { listTasks, type Task } from './tasks.js';

type Completion = Extract<Effect, { readonly kind: 'complete' | 'finish' }>;

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

/** Returns whether an operation is done although its completion is scheduled, because it was cancelled. */
function isDone(state: State, path: string): boolean {
  return getMember(state.findEntity(findPlace(state, path))?.body, 'done') === true;
}

function isRecordCompletion(state: State, effect: Effect): effect is Extract<Effect, { readonly kind: 'set' }> {
  if (effect.kind !== 'set') return false;
  const { recordStates } = findPlace(state, effect.path).resource.behavior;
  return recordStates !== undefined && effect.fields['status'] === recordStates[1];
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

export function createOperationFailure(code = 'INTERNAL_ERROR', message = 'The operation failed.'): Failure {
  return createFailure(400, code, message);
}
