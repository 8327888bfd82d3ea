/** Distributes tasks to threads, so that no thread is idle while tasks remain. */
import type { Thread, Threads } from './effects.js';

export interface TaskList<T> {
  readonly tasks: readonly T[];
  /** The MiB of memory that the objects of a thread may take. */
  readonly megabytes?: number;
  /** Called with each message of the task with this index. */
  readonly onMessage: (index: number, message: unknown) => void;
  /** Prepares the task when its turn comes. */
  readonly prepareTask?: (task: T) => T;
  /** Called with each result. */
  readonly onResult?: (index: number, result: unknown) => void;
}

/** Returns the results in the order of the tasks. Tasks start in that order. Rejects with the first failure, after all threads have stopped. */
export async function runTasks<T>(
  threads: Threads,
  { tasks, megabytes, onMessage, prepareTask = (task) => task, onResult }: TaskList<T>,
): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  const remaining = [...tasks.entries()];
  const started: Thread[] = [];
  const runWaitingTasks = async (thread: Thread): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      const [index, task] = next;
      results[index] = await thread.run(prepareTask(task), (message) => onMessage(index, message));
      onResult?.(index, results[index]);
    }
  };
  try {
    for (let count = Math.min(threads.count, tasks.length); count > 0; count -= 1) started.push(threads.start(megabytes));
    await Promise.all(started.map(runWaitingTasks));
  } finally {
    remaining.length = 0;
    await Promise.all(started.map((thread) => thread.stop()));
  }
  return results;
}
