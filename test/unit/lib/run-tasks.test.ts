/** Tasks on threads. The test controls the results of the threads. */
import { describe, expect, test } from 'vitest';
import type { Thread, Threads } from '../../../generator/lib/effects.js';
import { runTasks } from '../../../generator/lib/run-tasks.js';

interface StartedTask {
  readonly task: unknown;
  readonly complete: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly sendMessage: (message: unknown) => void;
}

/** Creates threads whose tasks wait until the test completes them. */
function createThreads(count: number): { readonly threads: Threads; readonly started: StartedTask[]; readonly stopped: () => number } {
  const started: StartedTask[] = [];
  let stopped = 0;
  const start = (): Thread => ({
    run: (task, sendMessage) => new Promise((complete, fail) => void started.push({ task, complete, fail, sendMessage })),
    stop: () => {
      stopped += 1;
      return Promise.resolve();
    },
  });
  return { threads: { count, start }, started, stopped: () => stopped };
}

const flushTasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ignore = (): void => undefined;

describe('tasks on threads', () => {
  test('start in order as threads become free and return in order', async () => {
    const { threads, started, stopped } = createThreads(2);
    const done: number[] = [];
    const results = runTasks(threads, { tasks: ['a', 'b', 'c'], onMessage: ignore, onResult: (index) => void done.push(index) });
    await flushTasks();
    expect(started.map(({ task }) => task)).toEqual(['a', 'b']);
    started[1]?.complete('B');
    await flushTasks();
    expect(started.map(({ task }) => task)).toEqual(['a', 'b', 'c']);
    started[2]?.complete('C');
    started[0]?.complete('A');
    expect(await results).toEqual(['A', 'B', 'C']);
    expect([done, stopped()]).toEqual([[1, 2, 0], 2]);
  });
  test('are prepared right before they start', async () => {
    const { threads, started } = createThreads(1);
    let suffix = '';
    const results = runTasks(threads, { tasks: ['a', 'b'], onMessage: ignore, prepareTask: (task) => task + suffix });
    await flushTasks();
    suffix = '!';
    started[0]?.complete(1);
    await flushTasks();
    started[1]?.complete(2);
    await results;
    expect(started.map(({ task }) => task)).toEqual(['a', 'b!']);
  });
  test('report progress by their index', async () => {
    const { threads, started } = createThreads(2);
    const messages: unknown[] = [];
    const results = runTasks(threads, { tasks: ['a', 'b'], onMessage: (index, message) => void messages.push([index, message]) });
    await flushTasks();
    started[1]?.sendMessage('read');
    started.forEach(({ complete }) => complete(undefined));
    await results;
    expect(messages).toEqual([[1, 'read']]);
  });
  test('start no more threads than there are tasks', async () => {
    const { threads, started, stopped } = createThreads(8);
    const results = runTasks(threads, { tasks: ['a'], onMessage: ignore });
    await flushTasks();
    started[0]?.complete('A');
    await results;
    expect(stopped()).toBe(1);
  });
  test('stop all threads and start no other task after a failure', async () => {
    const { threads, started, stopped } = createThreads(2);
    const results = runTasks(threads, { tasks: ['a', 'b', 'c'], onMessage: ignore });
    const failure = expect(results).rejects.toThrow('no space');
    await flushTasks();
    started[0]?.fail(new Error('no space'));
    await failure;
    started[1]?.complete('B');
    await flushTasks();
    expect([started.length, stopped()]).toEqual([2, 2]);
  });
});
