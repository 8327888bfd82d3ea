/** The process over HTTP stops under load and completes each started request. */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../generator/root.js';
import { ensureBuilt, start, type Running } from '../support/discogen.js';

const path = '/dns/v1/projects/p/managedZones';
let running: Running;
beforeAll(async () => {
  ensureBuilt();
  running = await start(['mock', '--port', '0'], { cwd: packageRoot });
}, 60_000);
afterAll(() => running.end('SIGKILL').catch(() => undefined));

interface Ended {
  readonly status: number | undefined;
  readonly whole: boolean;
}

/** Sends one request; `whole` if the response is complete and readable, or if nothing arrived. */
function ask(origin: string, agent: Agent, name: string): Promise<Ended> {
  const labels = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`label-${index}`, 'x'.repeat(60)]));
  const body = JSON.stringify({ name, dnsName: `${name}.example.`, description: '', labels });
  return new Promise((resolve) => {
    const sending = request(`${origin}${path}`, { method: 'POST', agent, headers: { 'content-length': String(body.length) } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('error', () => resolve({ status: answer.statusCode, whole: false }));
      answer.on('close', () => resolve({ status: answer.statusCode, whole: answer.complete && isJson(text) }));
    });
    sending.on('error', () => resolve({ status: undefined, whole: true }));
    sending.end(body);
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
  ['a latency', 'GET', '/dns/v1/projects/p', [{ latencyMs: 3_600_000 }]],
  [
    'an operation',
    'POST',
    '/compute/v1/projects/p/global/operations/op/wait',
    { resources: { '/compute/v1/projects/p/global/operations/op': { name: 'op', status: 'RUNNING' } } },
  ],
])(
  'SIGTERM stops the process while a request waits for %s',
  async (_, method, waiting, given) => {
    const other = await start(['mock', '--port', '0'], { cwd: packageRoot });
    try {
      const origin = /http:\/\/\S+/.exec(other.line)?.[0] ?? '';
      const control = Array.isArray(given) ? 'faults' : 'state';
      const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) };
      expect((await fetch(`${origin}/__admin/${control}`, init)).status).toBe(200);
      const asked = fetch(`${origin}${waiting}`, { method }).catch((error: unknown) => error);
      // A second request, which shows that the first one is in progress.
      await fetch(`${origin}/__admin/health`);
      expect(await other.end('SIGTERM')).toMatchObject({ status: 0, signal: null });
      expect(await asked).toBeInstanceOf(TypeError);
    } finally {
      await other.end('SIGKILL').catch(() => undefined);
    }
  },
  30_000,
);

test('SIGTERM stops the process under load', async () => {
  const origin = /http:\/\/\S+/.exec(running.line)?.[0] ?? '';
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ended: Ended[] = [];
  const stop = new AbortController();
  const workers = Array.from({ length: 16 }, async (_, worker) => {
    for (let round = 0; !stop.signal.aborted; round++) {
      const each = await ask(origin, agent, `z${worker}-${round}`);
      ended.push(each);
      if (each.status === undefined) return;
    }
  });
  while (ended.length < 200) await new Promise((resolve) => setImmediate(resolve));
  const began = performance.now();
  const finished = await running.end('SIGTERM');
  const took = performance.now() - began;
  stop.abort();
  await Promise.all(workers);
  agent.destroy();
  expect(finished).toMatchObject({ status: 0, signal: null });
  expect(took).toBeLessThan(5000);
  expect(ended.every(({ whole }) => whole)).toBe(true);
  expect(ended.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
}, 30_000);
