/** The operations that haven't completed: they have a scheduled change that completes them. */
import { HttpError } from '../lib/http-error.js';
import { applyEffects, createFailure, type Effect, type Failure } from './apply-effects.js';
import type { State } from './state.js';
import { listTasks, type Task } from './tasks.js';

type Completion = Extract<Effect, { readonly kind: 'complete' | 'finish' }>;

export interface PendingOperation {
  readonly task: Task;
  readonly completion: Completion;
  /** The canonical paths of the resources that it changes. */
  readonly targets: readonly string[];
}

/** Returns the pending operations by their canonical path, in the order in which they complete. */
export function listPendingOperations(state: State): ReadonlyMap<string, PendingOperation> {
  const pending = listTasks(state).flatMap((task) =>
    task.effects.flatMap((effect) => {
      if (effect.kind !== 'complete' && effect.kind !== 'finish') return [];
      const changes = [...effect.effects, ...(effect.undo ?? [])];
      const paths = changes.flatMap((change) => ('path' in change && isContentChange(change) ? [change.path] : []));
      return [[effect.path, { task, completion: effect, targets: [...new Set(paths)] }] as const];
    }),
  );
  return new Map(pending);
}

function isContentChange({ kind }: Effect): boolean {
  return kind === 'put' || kind === 'remove' || kind === 'set';
}

/** Completes a pending operation now, with its other scheduled changes. `failure`: fails it instead. Throws 400 if it isn't pending. */
export function completeOperation(state: State, path: string, failure: Failure | undefined): void {
  const operation = listPendingOperations(state).get(path);
  if (!operation)
    throw new HttpError('invalid', { message: `The operation '/${path}' is not pending.`, location: 'path', rule: 'control' });
  const { task, completion } = operation;
  const now = state.controls.now();
  const owned = new Set([path, ...(completion.undo ?? []).flatMap((effect) => ('path' in effect ? [effect.path] : []))]);
  const isStep = (effect: Effect): boolean => effect.kind === 'set' && owned.has(effect.path);
  for (const step of listTasks(state)) {
    if (!step.effects.every(isStep)) continue;
    state.transaction.delete(step.key);
    if (!failure) applyEffects(state, step.effects, now);
  }
  state.transaction.delete(task.key);
  const completed = failure ? { ...completion, failure } : completion;
  applyEffects(
    state,
    task.effects.map((effect) => (effect === completion ? completed : effect)),
    now,
  );
}

export function createOperationFailure(code = 'INTERNAL_ERROR', message = 'The operation failed.'): Failure {
  return createFailure(400, code, message);
}
