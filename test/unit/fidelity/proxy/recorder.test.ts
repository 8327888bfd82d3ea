/** A recorder whose thread works when the test lets it. */
import { describe, expect, test } from 'vitest';
import type { SentExchange } from '../../../../fidelity/proxy/capture.js';
import { Recorder } from '../../../../fidelity/proxy/recorder.js';
import { createRecordingRunner, type RecordingTask } from '../../../../fidelity/proxy/recording-thread.js';
import type { Thread } from '../../../../generator/lib/effects.js';

const maxBody = 100_000;
const filler = 'a'.repeat(maxBody - 1000);

const createExchange = (text: string): SentExchange => ({
  time: 0,
  request: { method: 'POST', url: 'https://a.example/v1/things', headers: [['content-type', 'text/plain']], body: Buffer.from(text) },
  response: { status: 200, headers: [] },
});

interface Setup {
  readonly recorder: Recorder;
  /** The bodies on the tape, without the filler. */
  readonly list: () => readonly string[];
  readonly warnings: readonly string[];
  /** Lets the thread run its next task, or end. */
  readonly next: (problem?: Error) => Promise<void>;
}

function createRecorder(): Setup {
  const lines: string[] = [];
  const warnings: string[] = [];
  const tasks: ((problem?: Error) => void)[] = [];
  const runTask = createRecordingRunner();
  const run = (task: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const copy = structuredClone(task) as RecordingTask;
      tasks.push((problem) => (problem === undefined ? resolve(structuredClone(runTask(copy))) : reject(problem)));
    });
  const thread: Thread = { run, stop: () => Promise.resolve() };
  const recorder = new Recorder({
    settings: { key: Buffer.alloc(32, 1), patterns: [] },
    maxBody,
    tape: { write: (line) => void lines.push(line), close: () => undefined },
    warn: (message) => void warnings.push(message),
    startThread: () => thread,
  });
  const next = async (problem?: Error): Promise<void> => {
    while (tasks.length === 0) await Promise.resolve();
    tasks.shift()?.(problem);
    await new Promise(setImmediate);
  };
  const list = (): readonly string[] =>
    lines.map((line) => (JSON.parse(line) as { request: { body: { text: string } } }).request.body.text.replace(/ ?a{1000,}/, ''));
  return { recorder, list, warnings, next };
}

describe('a recorder', () => {
  test('writes small exchanges at once, and those after a large one in the order of their requests', async () => {
    const { recorder, list, next } = createRecorder();
    const numbers = [recorder.record(createExchange('one'))];
    expect(list()).toEqual(['one']);
    for (const text of [`two ${filler}`, 'three']) numbers.push(recorder.record(createExchange(text)));
    expect(list()).toEqual(['one']);
    await next();
    await next();
    numbers.push(recorder.record(createExchange('four')));
    expect(list()).toEqual(['one', 'two', 'three', 'four']);
    expect(await Promise.all(numbers)).toEqual([2, 3, 4, 5]);
  });

  test('replaces a secret in the same way in and outside of the thread', async () => {
    const { recorder, list, next } = createRecorder();
    void recorder.record(createExchange('password: first-1234'));
    void recorder.record(createExchange(`first-1234 password: second-1234 ${filler}`));
    await next();
    void recorder.record(createExchange('first-1234 second-1234'));
    const [first = '', large = '', last = ''] = list().map((text) => text.replaceAll('password: ', ''));
    expect(first).toMatch(/^(?!first)[a-z]{5}-\d{4}$/);
    expect(large).toMatch(new RegExp(`^${first} (?!second)[a-z]{6}-\\d{4}$`));
    expect(last).toBe(large);
  });

  test('ends the tape with a warning if the thread ends', async () => {
    const { recorder, list, warnings, next } = createRecorder();
    const large = recorder.record(createExchange(filler));
    await next(new Error('out of memory'));
    expect(await large).toBeUndefined();
    expect(await recorder.record(createExchange('small'))).toBeUndefined();
    expect([list(), warnings]).toEqual([[], ['the tape ends here: out of memory']]);
  });

  test('has no space for more exchanges while several large ones wait', async () => {
    const { recorder, list, next } = createRecorder();
    for (let index = 0; index < 5; index += 1) void recorder.record(createExchange(`${index} ${filler}`));
    const space = recorder.waitForSpace();
    expect(space).toBeDefined();
    await next();
    await space;
    expect(recorder.waitForSpace()).toBeUndefined();
    const finished = recorder.finish();
    for (let index = 1; index < 5; index += 1) await next();
    await finished;
    expect(list()).toEqual(['0', '1', '2', '3', '4']);
  });
});
