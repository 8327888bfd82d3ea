/** `discogen mock run` and `discogen proxy run` as processes. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discogen, type Finished, runInProcess, start } from '../../support/discogen.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

let folder: string;
const options = (): { cwd: string; env: Record<string, string> } => ({ cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'cache') } });
const runMock = (...command: readonly string[]): Finished =>
  discogen(['mock', 'run', '--quiet', '--seed', 'seed.yaml', '--', ...command], options());

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-run-'));
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs/tiny.yaml'), smallSpecification());
  writeFileSync(join(folder, 'discogen.config.yaml'), buildConfig(['tiny']));
  writeFileSync(join(folder, 'seed.yaml'), 'resources:\n  /tiny/v1/things/a: { name: a }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a resource of the public service with each HTTP client of Node. */
const app = `
import { statSync } from 'node:fs';
import http, { get as getOverHttp } from 'node:http';
import { Agent, get } from 'node:https';

const path = 'tiny.googleapis.com/tiny/v1/things/a';
const read = (getUrl, url, options = {}) => new Promise((resolve, reject) => {
  getUrl(url, options, (response) => {
    let text = '';
    response.on('data', (part) => (text += part)).on('end', () => resolve(JSON.parse(text).name));
  }).on('error', reject);
});
console.log('fetch', (await (await fetch('https://' + path)).json()).name);
console.log('https', await read(get, 'https://' + path), await read(get, 'https://' + path, { agent: new Agent({ keepAlive: false }) }));
console.log('http', await read(getOverHttp, 'http://' + path), await read(http.get, 'http://' + path));
console.log('other host', await fetch('https://127.0.0.1:1/').then(() => 'redirected', () => 'not redirected'));
console.log('key', (statSync(process.env.GOOGLE_APPLICATION_CREDENTIALS).mode & 0o777).toString(8));
process.exit(3);
`;

test('redirects clients of Node to the mock, and ends with the status of the command', () => {
  writeFileSync(join(folder, 'app.mjs'), app);
  expect(runMock(process.execPath, 'app.mjs')).toEqual({
    status: 3,
    stdout: 'fetch a\nhttps a a\nhttp a a\nother host not redirected\nkey 600\n',
    stderr: '',
  });
  expect(readdirSync(join(folder, 'cache/discogen/mock-run'))).toEqual([]);
});

test('opens the connections of clients of Node to the public host, and records them without secrets', () => {
  const proxied = `
import { get } from 'node:https';
const url = 'https://tiny.googleapis.com/tiny/v1/things/a';
const headers = { authorization: 'Bearer my-secret-token' };
console.log('fetch', (await (await fetch(url, { headers })).json()).name);
await new Promise((resolve, reject) => get(url, (response) => response.on('data', (part) => console.log('https', JSON.parse(part).name)).on('end', resolve)).on('error', reject));
console.log('other host', await fetch('https://127.0.0.1:1/').then(() => 'redirected', () => 'not redirected'));
process.exit(4);
`;
  writeFileSync(join(folder, 'proxied.mjs'), proxied);
  const words = [
    'proxy',
    'run',
    '--mock',
    '--hosts',
    'tiny.googleapis.com',
    '--record',
    'a.tape',
    '--quiet',
    '--seed',
    'seed.yaml',
    '--',
    process.execPath,
    'proxied.mjs',
  ];
  expect(discogen(words, options())).toEqual({ status: 4, stdout: 'fetch a\nhttps a\nother host not redirected\n', stderr: '' });
  expect(readdirSync(join(folder, 'cache/discogen/proxy'))).toEqual([]);
  const tape = readFileSync(join(folder, 'a.tape'), 'utf8');
  expect([tape.split('\n').length, tape.includes('my-secret-token')]).toEqual([4, false]);
});

test('forwards signals to the command', async () => {
  writeFileSync(
    join(folder, 'wait.mjs'),
    "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready');",
  );
  const running = await start(['mock', 'run', '--', process.execPath, 'wait.mjs'], options());
  expect(running.line).toBe('ready');
  expect(await running.end('SIGTERM')).toMatchObject({
    status: 7,
    signal: null,
    stderr: expect.stringContaining('mock listening on http'),
  });
});

test.each([
  ['ends by a signal', ['sh', '-c', 'kill -KILL $$'], 137, ''],
  ["doesn't exist", ['nonesuch'], 127, 'discogen: cannot run "nonesuch": there is no such command\n'],
])('returns the status of a shell if the command %s', async (_, command, status, stderr) => {
  expect(await runInProcess(['mock', 'run', '--quiet', '--', ...command], folder)).toEqual({ status, stdout: '', stderr });
});

test('reports that the seed has no token for the clients', async () => {
  const { status, stderr } = await runInProcess(['mock', 'run', '--quiet', '--auth', 'on', '--', 'nonesuch'], folder);
  expect(status).toBe(2);
  expect(stderr).toContain("no token of the seed has the user 'mock@mock-project.iam.gserviceaccount.com'");
  expect(stderr).toContain('the seed must have a token, for example: tokens: { client: { user:');
});
