/** Gives each test its own session of one mock. The adapters of test runners use it. */
import type { AnyMock, AnySession, JournalEntry, RunningServer } from '../mock/index.js';
import { isExpected } from './checks.js';
import { formatCount } from '../generator/lib/format-count.js';
import { formatJournal } from './journal.js';

/**
 * Which requests fail a test that otherwise passes:
 *
 * - `unrouted`: requests that the mock can't handle: unknown paths (404), unsupported HTTP methods (405), and methods without behavior (501).
 * - `rejected`: in addition, all other requests to which the mock responded with an error, except those of the test's own faults, and
 *   those that a `toHaveReceived` of the test expects.
 * - A function: the requests for which it returns true.
 */
export type FailOn = 'unrouted' | 'rejected' | ((entry: JournalEntry) => boolean);

export interface MockTestOptions<M extends AnyMock> {
  /** Creates the mock on first use. Each test starts with a copy of its state, so you can prepare the state with requests, too. */
  readonly mock: () => M | Promise<M>;
  /** Which requests fail a test. Default: none. */
  readonly failOn?: FailOn | undefined;
}

/** The session of a test: the members of the mock for that session. It closes what `listen` opened after the test. */
export type TestSession<M extends AnyMock> = ReturnType<M['session']> & Pick<M, Extract<keyof M, '~methods' | '~resources'>>;

/** The fixtures of a test runner. */
export interface MockFixtures<M extends AnyMock> {
  /** The test's own session of the mock. */
  mock: TestSession<M>;
  /** The base URL of a server for the test's session only, without a trailing slash. */
  url: string;
}

export interface TestOutcome {
  readonly failed: boolean;
  /** Prints the journal of a failed test. */
  readonly print: (text: string) => void;
}

export interface OpenSession<M extends AnyMock> {
  readonly mock: TestSession<M>;
  /** Deletes the session. Rejects if the test passed, but unexpected requests fail it. */
  close(outcome: TestOutcome): Promise<void>;
}

/** Returns a function that opens a session for the test with a title. All sessions start with the state that `mock` prepared. */
export function createSessionOpener<M extends AnyMock>({ mock, failOn }: MockTestOptions<M>): (title: string) => Promise<OpenSession<M>> {
  let origin: Promise<AnySession> | undefined;
  return async (title) => {
    // A session that no request changes.
    origin ??= Promise.resolve(mock()).then((created) => created.fork(createName('tests')));
    const session = await (await origin).fork(createName(title));
    const servers: RunningServer[] = [];
    const { listen } = session;
    session.listen = async (options) => {
      const server = await listen(options);
      servers.push(server);
      return server;
    };
    return {
      mock: session as unknown as TestSession<M>,
      async close({ failed, print }) {
        await Promise.all(servers.map((server) => server.close()));
        const entries = session.requests;
        const unexpected = failed ? [] : entries.filter((entry) => isUnexpected(entry, session, failOn));
        await session.delete();
        if (failed || unexpected.length > 0) print(`Requests of the test "${title}":\n${formatJournal(entries) || 'none'}`);
        if (unexpected.length === 0) return;
        const error = new Error(`the mock received ${formatCount(unexpected.length, 'unexpected request')}:\n${formatJournal(unexpected)}`);
        // The stack has no line of the test.
        error.stack = String(error);
        throw error;
      },
    };
  };
}

function isUnexpected(entry: JournalEntry, session: object, failOn: FailOn | undefined): boolean {
  if (failOn === undefined) return false;
  if (typeof failOn === 'function') return failOn(entry);
  const { status, fault, rejection, methodId } = entry;
  const isError = status >= 400 && fault === undefined;
  const isUnrouted = methodId === undefined || rejection?.rule === 'route' || status === 501;
  return isError && (isUnrouted || failOn === 'rejected') && !isExpected(session, entry);
}

/** Creates the unique name of a session. Processes may share a store. */
function createName(title: string): string {
  return `${title.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}-${crypto.randomUUID().slice(0, 8)}`;
}
