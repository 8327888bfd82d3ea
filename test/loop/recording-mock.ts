/**
 * Stands for the runtime of generated mocks, and records each exchange of a mock of DNS or Compute: a tape for each test file, a scenario for
 * each mock. Mocks that require credentials are not recorded, and neither are responses of faults and handlers. Mocks with a seed have tapes of
 * their own.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { formatTapeLine, tapeHeader } from '../../fidelity/recordings/write-tape.js';
import { createFetch } from '../../mock/server/fetch.js';
import { createMockServer as createUnrecorded, type AnySession, type ApiBehavior, type MockOptions } from '../../mock/index.js';
import { existingPrefix, toOrigin, toTapeExchange } from './tape.js';

export * from '../../mock/index.js';

/** The number of mocks of each test file. */
const counts = new Map<string, number>();

export const createMockServer = ((behavior, options: MockOptions = {}, peers) => {
  const mock = createUnrecorded(behavior, options, peers);
  const [api, ...others] = [behavior].flat() as readonly ApiBehavior[];
  const origin = api === undefined || others.length > 0 ? undefined : toOrigin(api.name);
  const folder = process.env['DISCOGEN_TAPES'];
  const { auth, store, handlers, seed } = options;
  if (folder === undefined || origin === undefined || auth === 'on' || store !== undefined || handlers !== undefined) return mock;
  const { testPath = '', currentTestName = 'before the tests' } = expect.getState();
  const count = (counts.get(testPath) ?? 0) + 1;
  counts.set(testPath, count);
  const name = testPath.replace(/^.*[/\\]test[/\\]/, '').replaceAll(/[/\\]/g, '.');
  const file = join(folder, `${seed === undefined ? '' : existingPrefix}${name}.jsonl`);
  record(mock, { file, origin, scenario: `${currentTestName} (${count})` });
  return mock;
}) as typeof createUnrecorded;

interface Recorder {
  readonly file: string;
  readonly origin: string;
  readonly scenario: string;
}

function record(mock: AnySession, { file, origin, scenario }: Recorder): void {
  const { handle } = mock;
  const recordingHandle: AnySession['handle'] = async (request) => {
    const response = await handle(request);
    const isControl = new URL(request.url).pathname.startsWith('/__admin');
    const { fault, handler } = mock.requests.at(-1) ?? {};
    if (isControl || fault !== undefined || handler !== undefined || response.stream !== undefined) return response;
    if (!existsSync(file)) appendFileSync(file, tapeHeader);
    appendFileSync(file, formatTapeLine(toTapeExchange(request, response, origin), scenario));
    return response;
  };
  Object.assign(mock, { handle: recordingHandle, fetch: createFetch(recordingHandle) });
}
