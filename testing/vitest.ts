/** The entry `discogen/vitest`: a fixture that gives each test its own session of a mock, and matchers. */
import { expect, test as base, type TestAPI } from 'vitest';
import type { AnyMock, AnySession } from '../mock/index.js';
import { checkReceived, checkResource, type ExpectedRequest, type MockMatchers } from './checks.js';
import { checkRecordings, type RecordingsResult } from './check-recordings.js';
import { createSessionOpener, type MockFixtures, type MockTestOptions } from './sessions.js';

export type { Expected } from './compare.js';
export type { RecordingsResult } from './check-recordings.js';
export type { ExpectedRequest, MockMatchers } from './checks.js';
export type { FailOn, MockFixtures, MockTestOptions, TestSession } from './sessions.js';

/**
 * Creates a `test` function with the fixtures `mock` and `url`. After each test that uses them, its session is deleted. If the test fails,
 * the requests that the session received are printed.
 *
 * ```ts
 * const test = createMockTest({ mock: () => createMock({ seed }) });
 * test('creates a zone', async ({ mock }) => { … });
 * ```
 */
export function createMockTest<M extends AnyMock>(options: MockTestOptions<M>): TestAPI<MockFixtures<M>> {
  const openSession = createSessionOpener(options);
  const test = base.extend<MockFixtures<AnyMock>>({
    mock: async ({ task }, use) => {
      const session = await openSession(task.name);
      await use(session.mock);
      await session.close({ failed: task.result?.state === 'fail', print: (text) => console.error(text) });
    },
    url: async ({ mock }, use) => use((await mock.listen()).url),
  });
  return test as unknown as TestAPI<MockFixtures<M>>;
}

expect.extend({
  toHaveReceived: (mock: AnySession, methodId: string, expected?: ExpectedRequest) => checkReceived(mock, methodId, expected),
  toHaveResource: (mock: AnySession, path: string, expected?: unknown) => checkResource(mock, path, expected),
  toAgreeWithRecordings: (result: RecordingsResult) => checkRecordings(result),
});

declare module 'vitest' {
  interface Matchers<T> extends MockMatchers<T, void, Promise<void>> {
    /** Passes for a result of `verify` with compared exchanges, and without a difference that the project doesn't accept. */
    toAgreeWithRecordings(): void;
  }
}
