/** The entry `discogen/node-test`: gives each test its own session of a mock, and assertion functions. */
import { AssertionError } from 'node:assert';
import type { AnyMock, AnySession } from '../mock/index.js';
import {
  checkReceived,
  checkResource,
  type CheckResult,
  type ExpectedRequest,
  type ExpectedRequestOf,
  type ExpectedResourceOf,
  type MethodIdOf,
} from './checks.js';
import { checkRecordings, type RecordingsResult } from './check-recordings.js';
import { createSessionOpener, type MockTestOptions, type TestSession } from './sessions.js';

export type { Expected } from './compare.js';
export type { RecordingsResult } from './check-recordings.js';
export type { ExpectedRequest } from './checks.js';
export type { FailOn, MockTestOptions, TestSession } from './sessions.js';

/** The members of a `TestContext` of `node:test` that the function uses. */
export interface TestContextLike {
  readonly name: string;
  readonly error?: Error | null;
  after(callback: () => Promise<void>): void;
  diagnostic(message: string): void;
}

/**
 * Creates a function that opens a session of the mock for a test. After the test, the session is deleted. If the test fails, the requests
 * that the session received are printed.
 *
 * ```ts
 * const openMock = createMockFixture({ mock: () => createMock({ seed }) });
 * test('creates a zone', async (t) => { const mock = await openMock(t); … });
 * ```
 */
export function createMockFixture<M extends AnyMock>(options: MockTestOptions<M>): (t: TestContextLike) => Promise<TestSession<M>> {
  const openSession = createSessionOpener(options);
  return async (t) => {
    const { mock, close } = await openSession(t.name);
    const print = (text: string): void => text.split('\n').forEach((line) => t.diagnostic(line));
    t.after(() => close({ failed: Boolean(t.error), print }));
    return mock;
  };
}

/** Throws an `AssertionError` unless the mock received a request of a method with these parameters, body, headers, and status, as often as `times` states. */
export function assertReceived<Target extends AnySession, Id extends MethodIdOf<Target>>(
  mock: Target,
  methodId: Id,
  expected?: ExpectedRequestOf<Target, Id>,
): void {
  requirePass(checkReceived(mock, methodId, expected as ExpectedRequest | undefined), assertReceived);
}

/** Rejects with an `AssertionError` unless the mock has a resource at a URL path, with these fields. */
export async function assertResource<Target extends AnySession, Path extends string>(
  mock: Target,
  path: Path,
  expected?: ExpectedResourceOf<Target, Path>,
): Promise<void> {
  requirePass(await checkResource(mock, path, expected), assertResource);
}

/** Throws an `AssertionError` unless a result of `verify` has compared exchanges, and no difference that the project doesn't accept. */
export function assertAgreement(result: RecordingsResult): void {
  requirePass(checkRecordings(result), assertAgreement);
}

function requirePass({ pass, message }: CheckResult, caller: (...parameters: never) => unknown): void {
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- the type of the option
  if (!pass) throw new AssertionError({ message: message(), operator: caller.name, stackStartFn: caller as unknown as Function });
}
