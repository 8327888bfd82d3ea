/** The entry `discogen/playwright`: fixtures that give each test its own session of a mock, and matchers. */
import {
  expect as baseExpect,
  test as base,
  type Expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import type { AnyMock, AnySession } from '../mock/index.js';
import { checkRecordings, type RecordingsResult } from './check-recordings.js';
import { checkReceived, checkResource, type CheckResult, type ExpectedRequest, type MockMatchers } from './checks.js';
import { listRootUrls, toMockUrl } from './root-urls.js';
import { createSessionOpener, type MockFixtures, type MockTestOptions } from './sessions.js';

export type { RecordingsResult } from './check-recordings.js';
export type { Expected } from './compare.js';
export type { ExpectedRequest, MockMatchers } from './checks.js';
export type { FailOn, MockFixtures, MockTestOptions, TestSession } from './sessions.js';

export interface PlaywrightMockOptions<M extends AnyMock> extends MockTestOptions<M> {
  /**
   * The URLs below which the browser's requests go to the session of the test. Default: the addresses of the mock's APIs. An API whose
   * description has no address needs this option.
   */
  readonly rootUrls?: readonly string[] | undefined;
}

/** A mock that listens. The tests of a worker share it. */
export interface MockServer<M extends AnyMock> {
  readonly mock: M;
  /** The base URL, without a trailing slash. Requests of the browser carry the header `x-mock-session`, which selects the test's session. */
  readonly url: string;
}

export interface MockWorkerFixtures<M extends AnyMock> {
  mockServer: MockServer<M>;
}

type MockTest<M extends AnyMock> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & MockFixtures<M>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & MockWorkerFixtures<M>
>;

/**
 * Creates a `test` function with the fixtures `mock`, `url`, and `mockServer`. The requests of the browser to the mock, and to the
 * addresses of its APIs, go to the session of the test. After the test, the session is deleted. If the test fails, the requests that the
 * session received are attached to its report.
 *
 * ```ts
 * const test = createMockTest({ mock: () => createMock({ seed }) });
 * test('shows a zone', async ({ page, mock }) => { … });
 * ```
 */
export function createMockTest<M extends AnyMock>({ mock: createMock, failOn, rootUrls }: PlaywrightMockOptions<M>): MockTest<M> {
  let openSession: ReturnType<typeof createSessionOpener<M>>;
  const test = base.extend<MockFixtures<AnyMock>, MockWorkerFixtures<AnyMock>>({
    mockServer: [
      // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
      async ({}, use) => {
        const mock = await createMock();
        openSession = createSessionOpener({ mock: () => mock, failOn });
        const { url, close } = await mock.listen();
        await use({ mock, url });
        await close();
      },
      { scope: 'worker' },
    ],
    mock: async ({ mockServer: _ }, use, testInfo) => {
      const session = await openSession(testInfo.title);
      await use(session.mock);
      let journal: string | undefined;
      const closed = session.close({ failed: testInfo.errors.length > 0, print: (text) => (journal = text) });
      await closed.finally(() => journal && testInfo.attach('requests', { body: journal, contentType: 'text/plain' }));
    },
    url: async ({ mock }, use) => use((await mock.listen()).url),
    context: async ({ context, mock, mockServer }, use) => {
      await context.route(
        (url) => url.origin === mockServer.url,
        (route) => route.continue({ headers: { ...route.request().headers(), 'x-mock-session': mock.name } }),
      );
      for (const rootUrl of listRootUrls(mock, rootUrls)) {
        await context.route(
          (url) => url.href.startsWith(rootUrl),
          async (route) => {
            const request = route.request();
            const response = await mock
              .handle({
                method: request.method(),
                url: toMockUrl(request.url(), rootUrl, mock),
                headers: await request.allHeaders(),
                body: request.postDataBuffer() ?? undefined,
              })
              .catch(() => undefined);
            if (!response) return route.abort();
            const { status, headers, body, bytes } = response;
            return route.fulfill({ status, headers, body: bytes ? Buffer.from(bytes) : body });
          },
        );
      }
      await use(context);
    },
  });
  return test as unknown as MockTest<M>;
}

interface MatcherState {
  readonly isNot: boolean;
  readonly timeout: number;
}

/** `expect` with the matchers. They wait until they pass, or until the time limit of `expect` has passed. */
export const expect: Expect = baseExpect.extend({
  toHaveReceived(mock: AnySession, methodId: string, expected?: ExpectedRequest) {
    return waitForResult(async () => checkReceived(mock, methodId, expected), this);
  },
  toHaveResource(mock: AnySession, path: string, expected?: unknown) {
    return waitForResult(() => checkResource(mock, path, expected), this);
  },
  toAgreeWithRecordings: (result: RecordingsResult) => checkRecordings(result),
}) as unknown as Expect;

/** The time between checks, in milliseconds. */
const interval = 100;

async function waitForResult(check: () => Promise<CheckResult>, { isNot, timeout }: MatcherState): Promise<CheckResult> {
  for (let waited = 0; ; waited += interval) {
    const result = await check();
    if (result.pass !== isNot || waited >= timeout) return result;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the namespace that Playwright declares for matchers
  namespace PlaywrightTest {
    interface Matchers<R, T> extends MockMatchers<T, Promise<R>> {
      /** Passes for a result of `verify` with compared exchanges, and without a difference that the project doesn't accept. */
      toAgreeWithRecordings(): R;
    }
  }
}
