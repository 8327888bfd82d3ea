/** Tasks on threads, with functions as threads whose results the test controls. */
import { describe, expect, test } from 'vitest';
import type { Thread, Threads } from '../../generator/effects.js';
import { runTasks } from '../../generator/run-tasks.js';

interface Started {
  readonly task: unknown;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly tell: (message: unknown) => void;
}

/** Threads whose tasks wait until the test completes them. */
function waitingThreads(count: number): { readonly threads: Threads; readonly begun: Started[]; readonly stopped: () => number } {
  const begun: Started[] = [];
  let stopped = 0;
  const start = (): Thread => ({
    run: (task, tell) => new Promise((answer, fail) => void begun.push({ task, answer, fail, tell })),
    stop: () => {
      stopped += 1;
      return Promise.resolve();
    },
  });
  return { threads: { count, start }, begun, stopped: () => stopped };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ignore = (): void => undefined;

describe('tasks on threads', () => {
  test('start in order as threads become free and return in order', async () => {
    const { threads, begun, stopped } = waitingThreads(2);
    const done: number[] = [];
    const answers = runTasks(threads, { tasks: ['a', 'b', 'c'], onMessage: ignore, onResult: (index) => void done.push(index) });
    await settled();
    expect(begun.map(({ task }) => task)).toEqual(['a', 'b']);
    begun[1]?.answer('B');
    await settled();
    expect(begun.map(({ task }) => task)).toEqual(['a', 'b', 'c']);
    begun[2]?.answer('C');
    begun[0]?.answer('A');
    expect(await answers).toEqual(['A', 'B', 'C']);
    expect([done, stopped()]).toEqual([[1, 2, 0], 2]);
  });
  test('are prepared when their turn comes', async () => {
    const { threads, begun } = waitingThreads(1);
    let more = '';
    const answers = runTasks(threads, { tasks: ['a', 'b'], onMessage: ignore, prepareTask: (task) => task + more });
    await settled();
    more = '!';
    begun[0]?.answer(1);
    await settled();
    begun[1]?.answer(2);
    await answers;
    expect(begun.map(({ task }) => task)).toEqual(['a', 'b!']);
  });
  test('report progress by their index', async () => {
    const { threads, begun } = waitingThreads(2);
    const told: unknown[] = [];
    const answers = runTasks(threads, { tasks: ['a', 'b'], onMessage: (index, message) => void told.push([index, message]) });
    await settled();
    begun[1]?.tell('read');
    begun.forEach(({ answer }) => answer(undefined));
    await answers;
    expect(told).toEqual([[1, 'read']]);
  });
  test('start no more threads than there are tasks', async () => {
    const { threads, begun, stopped } = waitingThreads(8);
    const answers = runTasks(threads, { tasks: ['a'], onMessage: ignore });
    await settled();
    begun[0]?.answer('A');
    await answers;
    expect(stopped()).toBe(1);
  });
  test('that fail stop all threads and start no further task', async () => {
    const { threads, begun, stopped } = waitingThreads(2);
    const answers = runTasks(threads, { tasks: ['a', 'b', 'c'], onMessage: ignore });
    const failure = expect(answers).rejects.toThrow('no space');
    await settled();
    begun[0]?.fail(new Error('no space'));
    await failure;
    begun[1]?.answer('B');
    await settled();
    expect([begun.length, stopped()]).toEqual([2, 2]);
  });
});
