/** The mock process stops under load and completes each started request. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../generator/lib/root.js';
import { start, type Running } from '../support/discogen.js';

const path = '/dns/v1/projects/p/managedZones';
let running: Running;
beforeAll(async () => {
  running = await start(['mock', 'dns', '--port', '0'], { cwd: packageRoot });
});
afterAll(() => running.end('SIGKILL').catch(() => undefined));

interface RequestOutcome {
  readonly status: number | undefined;
  readonly isComplete: boolean;
}

/** Sends one request. `isComplete` is true if the response is complete and readable, or if nothing arrived. */
function createZone(origin: string, agent: Agent, name: string): Promise<RequestOutcome> {
  const labels = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`label-${index}`, 'x'.repeat(60)]));
  const body = JSON.stringify({ name, dnsName: `${name}.example.`, description: '', labels });
  return new Promise((resolve) => {
    const outgoing = request(
      `${origin}${path}`,
      { method: 'POST', agent, headers: { 'content-length': String(body.length) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('error', () => resolve({ status: response.statusCode, isComplete: false }));
        response.on('close', () => resolve({ status: response.statusCode, isComplete: response.complete && isJson(text) }));
      },
    );
    outgoing.on('error', () => resolve({ status: undefined, isComplete: true }));
    outgoing.end(body);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['a latency', 'dns', 'GET', '/dns/v1/projects/p', [{ latencyMs: 3_600_000 }]],
  [
    'an operation',
    'compute',
    'POST',
    '/compute/v1/projects/p/global/operations/op/wait',
    { resources: { '/compute/v1/projects/p/global/operations/op': { name: 'op', status: 'RUNNING' } } },
  ],
])('SIGTERM stops the process while a request waits for %s', async (_, api, method, waitingPath, setup) => {
  const mockProcess = await start(['mock', api, '--port', '0'], { cwd: packageRoot });
  try {
    const origin = /http:\/\/\S+/.exec(mockProcess.line)?.[0] ?? '';
    const control = Array.isArray(setup) ? 'faults' : 'state';
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(setup) };
    expect((await fetch(`${origin}/__admin/${control}`, init)).status).toBe(200);
    const pending = fetch(`${origin}${waitingPath}`, { method }).catch((error: unknown) => error);
    // The response to a second request shows that the first one is in progress.
    await fetch(`${origin}/__admin/health`);
    expect(await mockProcess.end('SIGTERM')).toMatchObject({ status: 0, signal: null });
    expect(await pending).toBeInstanceOf(TypeError);
  } finally {
    await mockProcess.end('SIGKILL').catch(() => undefined);
  }
});

test('SIGTERM stops the process under load', async () => {
  const origin = /http:\/\/\S+/.exec(running.line)?.[0] ?? '';
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const outcomes: RequestOutcome[] = [];
  const stop = new AbortController();
  const workers = Array.from({ length: 16 }, async (_, worker) => {
    for (let round = 0; !stop.signal.aborted; round++) {
      const outcome = await createZone(origin, agent, `z${worker}-${round}`);
      outcomes.push(outcome);
      if (outcome.status === undefined) return;
    }
  });
  while (outcomes.length < 200) await new Promise((resolve) => setImmediate(resolve));
  const exit = await running.end('SIGTERM');
  stop.abort();
  await Promise.all(workers);
  agent.destroy();
  expect(exit).toMatchObject({ status: 0, signal: null });
  expect(outcomes.every(({ isComplete }) => isComplete)).toBe(true);
  expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
});
