/** `discogen mock --workers`: several processes serve one mock. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../generator/lib/root.js';
import { postgresObstacle } from '../support/postgres-server.js';
import { isQuickRun } from '../support/quick-run.js';
import { createDatabase } from '../support/shared-postgres.js';
import { discogen, type ProcessOptions, runInProcess, start, type Running } from '../support/discogen.js';

const zones = '/dns/v1/projects/p/managedZones';
/** Makes a GET of a project return the ID of the process that serves the connection. */
const handlers = "export default { 'dns.projects.get': () => ({ number: String(process.pid) }) };";
let folder: string;
/** The parent of temporary stores. */
let temporary: string;
let running: Running | undefined;
const agents = new Set<Agent>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-workers-'));
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  writeFileSync(join(folder, 'handlers.mjs'), handlers);
});
afterEach(async () => {
  for (const agent of agents) agent.destroy();
  agents.clear();
  await running?.end('SIGTERM').catch(() => undefined);
  running = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const getOptions = (): ProcessOptions => ({ cwd: packageRoot, env: { TMPDIR: temporary } });

interface Response {
  readonly status: number | undefined;
  readonly body: Record<string, unknown>;
}

/** One connection, which one process serves. */
interface Connection {
  readonly process: number;
  send(line: string, body?: object, headers?: Record<string, string>): Promise<Response>;
}

interface WorkerMock {
  /** Retries while a process is being replaced. */
  connect(): Promise<Connection>;
}

const getOrigin = (): string => /http:\/\/\S+/.exec(running?.line ?? '')?.[0] ?? '';

async function startWorkers(...options: readonly string[]): Promise<WorkerMock> {
  const words = ['mock', 'dns', '--port', '0', '--workers', '2', '--handlers', join(folder, 'handlers.mjs'), ...options];
  running = await start(words, getOptions());
  const connectOnce = async (patience: number): Promise<Connection> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.add(agent);
    const send: Connection['send'] = (line, body, headers = {}) => sendRequest({ agent, origin: getOrigin(), line, body, headers });
    // A connection that is passed to a process while that ends gets no response.
    const retry = setTimeout(() => agent.destroy(), patience);
    const { body } = await send('GET /dns/v1/projects/p').finally(() => clearTimeout(retry));
    return { process: Number(body['number']), send };
  };
  // The machine can be so busy that a process that lives responds late.
  const connect = (patience: number): Promise<Connection> => connectOnce(patience).catch(() => connect(2 * patience));
  return { connect: () => connect(3000) };
}

interface SentRequest {
  readonly agent: Agent;
  readonly origin: string;
  readonly line: string;
  readonly body: object | undefined;
  readonly headers: Record<string, string>;
}

function sendRequest({ agent, origin, line, body, headers }: SentRequest): Promise<Response> {
  const [method, path] = line.split(' ') as [string, string];
  const init = { method, agent, headers: { 'content-type': 'application/json', ...headers } };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, init, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, body: text === '' ? {} : (JSON.parse(text) as Response['body']) }));
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Returns connections to two processes. */
async function connectToBoth({ connect }: Pick<WorkerMock, 'connect'>): Promise<readonly [Connection, Connection]> {
  const first = await connect();
  for (;;) {
    const second = await connect();
    if (second.process !== first.process) return [first, second];
  }
}

const createZone = ({ send }: Connection, name: string, headers?: Record<string, string>): Promise<Response> =>
  send(`POST ${zones}`, { name, dnsName: `${name}.example.`, description: '' }, headers);

async function listZones({ send }: Connection): Promise<readonly unknown[]> {
  const { body } = await send(`GET ${zones}`);
  return ((body['managedZones'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
}

async function listRequests({ send }: Connection): Promise<readonly unknown[]> {
  const { body } = await send('GET /__admin/requests');
  return (body['requests'] as readonly { readonly path: string }[]).map(({ path }) => path.split('/').at(-1));
}

test('two processes serve one state, control requests apply to both, and the stream of events reports the requests of both', async () => {
  const [first, second] = await connectToBoth(await startWorkers());
  expect(readdirSync(temporary)).toHaveLength(1);
  await first.send('POST /__admin/reset');
  await createZone(first, 'a');
  await createZone(second, 'b');
  expect(await listZones(first)).toEqual(['a', 'b']);
  expect(await listZones(second)).toEqual(['a', 'b']);

  await Promise.all([first, second].map(({ send }) => send(`GET ${zones}/a`)));
  await second.send(`GET ${zones}/none`);
  const paths = ['managedZones', 'managedZones', 'managedZones', 'managedZones', 'a', 'a', 'none'];
  for (const connection of [first, second]) {
    expect(await listRequests(connection)).toEqual(paths);
    const { body } = await connection.send('GET /__admin/coverage');
    expect(body['methods']).toEqual({
      'dns.managedZones.create': { 200: 2 },
      'dns.managedZones.get': { 200: 2, 404: 1 },
      'dns.managedZones.list': { 200: 2 },
    });
  }
  const { body: page } = await first.send('GET /__admin/requests?limit=3');
  const entries = page['requests'] as readonly { readonly index: number; readonly path: string }[];
  expect(entries.map(({ path }) => path.split('/').at(-1))).toEqual(['a', 'a', 'none']);
  for (const { index, path } of entries)
    for (const connection of [first, second])
      expect((await connection.send(`GET /__admin/requests/${index}`)).body).toMatchObject({ index, path });
  expect((await second.send(`GET /__admin/requests?after=${entries[1]?.index}`)).body['requests']).toHaveLength(1);
  expect((await second.send('GET /__admin/statistics')).body).toMatchObject({ requests: 7, errorsByReason: { notFound: 1 } });
  await first.send('DELETE /__admin/requests');
  expect(await listRequests(second)).toEqual([]);
  await second.send('POST /__admin/reset');
  expect((await first.send('GET /__admin/coverage')).body['methods']).toEqual({});
  expect(await listZones(first)).toEqual([]);

  await createZone(first, 'a', { 'x-mock-session': 'one' });
  await createZone(second, 'a', { 'x-mock-session': 'two' });
  expect((await second.send('GET /__admin/sessions')).body).toEqual({ sessions: ['default', 'one', 'two'] });
  await second.send('DELETE /__admin/sessions/one');
  expect((await first.send('GET /__admin/sessions')).body).toEqual({ sessions: ['default', 'two'] });

  const stream = await fetch(`${getOrigin()}/__admin/events`);
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const readUntil = async (expected: string): Promise<void> => {
    while (!text.includes(expected)) text += decoder.decode((await reader.read()).value);
  };
  await readUntil('event: state');
  await first.send(`GET ${zones}/one`);
  await second.send(`GET ${zones}/two`);
  await readUntil('managedZones/one');
  await readUntil('managedZones/two');
  await reader.cancel();

  const { status, stderr } = (await running?.end('SIGTERM')) ?? {};
  expect(status).toBe(0);
  expect(stderr?.split('\n')).toEqual([
    expect.stringContaining('implemented'),
    expect.stringContaining('ignores'),
    'discogen: credentials are not enforced',
    '',
  ]);
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(isQuickRun)(
  'a journal has the latest requests of all processes, which are replaced on the same port if they are killed, without losing a write',
  async () => {
    const mock = await startWorkers('--journal', '3');
    const [first, second] = await connectToBoth(mock);
    for (const name of ['a', 'b', 'c']) for (const { send } of [first, second]) await send(`GET ${zones}/${name}`);
    for (const connection of [first, second]) expect(await listRequests(connection)).toEqual(['b', 'c', 'c']);
    const port = /\d+$/.exec(running?.line ?? '')?.[0] ?? '';
    // The primary process tries the port before any worker reads the specifications.
    expect(discogen(['mock', 'missing.yaml', '--port', port, '--workers', '2'], getOptions())).toEqual({
      status: 1,
      stdout: '',
      stderr: `discogen: cannot listen on 127.0.0.1:${port}: the port is already in use\n`,
    });

    const acknowledged: string[] = [];
    let hasWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      hasWritten = resolve;
    });
    const write = async (connection: Connection, count: number): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const name = `z${connection.process}-${index}`;
        const { status } = await createZone(connection, name);
        if (status === 200) acknowledged.push(name);
        if (acknowledged.length === 30) hasWritten();
      }
    };
    const isCut = write(first, Infinity).then(
      () => false,
      () => true,
    );
    const others = write(second, 50);
    await written;
    process.kill(first.process, 'SIGKILL');
    expect(await isCut).toBe(true);
    await others;
    const [, replacement] = await connectToBoth({
      connect: async () => {
        const connection = await mock.connect();
        return connection.process === second.process ? second : connection;
      },
    });
    expect(await listZones(replacement)).toEqual(expect.arrayContaining(acknowledged));
    expect(await listRequests(replacement)).toContain('p');
    const replaced = [second, replacement];
    for (const { process: id } of replaced) process.kill(id, 'SIGKILL');
    const last = await connectToBoth(mock);
    expect(new Set([...replaced, ...last].map(({ process: id }) => id)).size).toBe(4);
    const { status, stderr } = (await running?.end('SIGINT')) ?? {};
    expect(status).toBe(0);
    expect(stderr).toContain(`discogen: worker process ${first.process} ended (SIGKILL); starting another one\n`);
    expect(stderr?.split('credentials are not enforced')).toHaveLength(2);
  },
);

test.skipIf(isQuickRun || postgresObstacle !== undefined)('two processes share a database', async () => {
  const [first, second] = await connectToBoth(await startWorkers('--store', await createDatabase()));
  expect(readdirSync(temporary)).toEqual([]);
  await createZone(first, 'a');
  expect(await listZones(second)).toEqual(['a']);
  expect(await running?.end('SIGINT')).toMatchObject({ status: 0 });
});

test.skipIf(isQuickRun)('all processes end with the first one', async () => {
  await startWorkers('--store', join(folder, 'store'));
  // Resolves when all of them have closed their output.
  expect(await running?.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  const mock = await startWorkers('--store', join(folder, 'store'));
  expect(await listZones(await mock.connect())).toEqual([]);
});

describe('a failed start is reported once', () => {
  test.skipIf(isQuickRun)('when an option or a specification is invalid', () => {
    const run = (...words: readonly string[]): ReturnType<typeof discogen> =>
      discogen(['mock', '--port', '0', '--workers', '2', ...words], getOptions());
    const unknown = run('none', '--json');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr.split('\n').filter((line) => line.includes('none'))).toHaveLength(1);
    expect(JSON.parse(unknown.stdout)).toMatchObject({ error: expect.stringContaining('none') as string });
    writeFileSync(join(folder, 'broken.yaml'), 'discogen: none\n');
    const broken = run(join(folder, 'broken.yaml'));
    expect([broken.status, broken.stdout]).toEqual([1, '']);
    const lines = broken.stderr.split('\n').filter((line) => line !== '');
    expect(new Set(lines).size).toBe(lines.length);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each(['0', '65', 'x'])('when the number of workers is %s', async (count) => {
    expect(await runInProcess(['mock', 'dns', '--workers', count], packageRoot)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`discogen: --workers must be an integer from 1 to 64 (received "${count}")\n`) as string,
    });
  });
});
