/** `discogen mock` as a process. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { discogen, type Finished, runInProcess, start, startInProcess } from '../../support/discogen.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const listeningMessage = /^discogen mock listening on (http:\/\/127\.0\.0\.1:\d+)$/;
let folder: string;
const options = (): { cwd: string; env: Record<string, string> } => ({ cwd: folder, env: { XDG_CACHE_HOME: join(folder, 'cache') } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-mock-'));
  mkdirSync(join(folder, 'specs'));
  for (const name of ['tiny', 'other']) writeFileSync(join(folder, `specs/${name}.yaml`), smallSpecification({ name }));
  const nextVersion = smallSpecification({ version: 'v2' }).replace('servicePath: tiny/v2/', 'servicePath: tiny/v1/');
  writeFileSync(join(folder, 'same-routes.yaml'), nextVersion);
  writeFileSync(join(folder, 'discogen.config.yaml'), buildConfig(['tiny', 'other']));
  writeFileSync(join(folder, 'widget-seed.yaml'), 'resources:\n  /widget/v1/things/a: { name: a }\n');
  writeFileSync(join(folder, 'seed.yaml'), 'resources:\n  /tiny/v1/things/a: { name: a, note: from the seed }\n');
  expect(discogen(['generate'], options()).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Formats the messages about mocks and credentials at the start. */
const formatStartMessages = (names: readonly string[], auth = 'not enforced'): string =>
  `${names.map((name) => `discogen: ${name} v1: 1 method: 1 implemented\n`).join('')}discogen: credentials are ${auth}\n`;
const parseUrl = ({ line }: { readonly line: string }): string => listeningMessage.exec(line)?.[1] ?? `no address in ${line}`;
const fetchStatus = async (running: { readonly line: string }, path: string): Promise<number> =>
  (await fetch(parseUrl(running) + path)).status;

test('serves the configured APIs from the generated packages and loads only the readers of the config', async () => {
  const log = join(folder, 'modules.txt');
  const running = await start(['mock', '--port', '0'], {
    ...options(),
    env: { ...options().env, DISCOGEN_MODULES: log },
    node: ['--import', join(packageRoot, 'test/support/log-modules.js')],
  });
  expect(running.line).toMatch(listeningMessage);
  expect(await (await fetch(`${parseUrl(running)}/__admin/health`)).json()).toEqual({ status: 'ok' });
  expect(await fetchStatus(running, '/nowhere')).toBe(404);
  expect(await running.end('SIGTERM')).toEqual({
    status: 0,
    signal: null,
    stderr: `${formatStartMessages(['tiny', 'other'])}discogen: error: 404 for GET /nowhere: no API of the mock has this route. Correct the address, or add the specification of its API.\n`,
  });
  const loadedUrls = readFileSync(log, 'utf8').split('\n');
  expect(loadedUrls.filter((url) => /\/node_modules\/(?!jsonc-parser\/|yaml\/)/.test(url))).toEqual([]);
  expect(loadedUrls.some((url) => url.endsWith('/made/tiny-v1/dist/mock.js'))).toBe(true);
});

test("stops with `npx`, whose shell doesn't forward signals", async () => {
  const running = await start(['mock', 'tiny', '--port', '0'], {
    ...options(),
    env: { ...options().env, npm_lifecycle_event: 'npx' },
    shell: true,
  });
  // Resolves when the output is closed, which means that the shell and the mock have exited.
  expect(await running.end('SIGTERM')).toEqual({ status: null, signal: 'SIGTERM', stderr: formatStartMessages(['tiny']) });
  await expect(fetchStatus(running, '/tiny/v1/things/a')).rejects.toThrow('fetch failed');
});

test.each(['SIGINT', 'SIGTERM'] as const)('stops at %s with status 0', async (signal) => {
  const running = await start(['mock', 'tiny', '--port', '0'], options());
  expect(await running.end(signal)).toEqual({ status: 0, signal: null, stderr: formatStartMessages(['tiny']) });
});

test('exits with the status of a usage error', () => {
  expect(discogen(['mock', 'tiny', '--allowed-hosts', 'http://a'], options())).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('discogen: --allowed-hosts: expected a host name'),
  });
});

test.each([
  ['mocks a configured API by name', ['tiny'], [200, 404]],
  ['mocks a specification file', ['specs/other.yaml'], [404, 404]],
  ['mocks a configured API and a file', ['tiny', 'specs/other.yaml'], [200, 404]],
])('%s', async (_, names, [first]) => {
  const seed = names.includes('tiny') ? ['--seed', 'seed.yaml'] : [];
  const running = await startInProcess(['mock', ...names, '--port', '0', ...seed], folder);
  expect(await fetchStatus(running, '/tiny/v1/things/a')).toBe(first);
  expect(await running.end()).toMatchObject({ status: 0 });
});

test.each([
  ['on', [], 401, formatStartMessages(['tiny'], 'enforced')],
  ['off', [], 200, formatStartMessages(['tiny'])],
  ['on', ['--quiet'], 401, ''],
])('--auth %s %j: returns %i without credentials and prints the mode at the start', async (auth, extraOptions, status, stderr) => {
  const running = await startInProcess(['mock', 'tiny', '--port', '0', '--auth', auth, ...extraOptions], folder);
  expect(await fetchStatus(running, '/tiny/v1/things/a')).toBe(status);
  expect(await running.end()).toMatchObject({ stderr });
});

test('prints its address and that of its control page, with --json also the APIs', async () => {
  const running = await startInProcess(['mock', 'tiny', '--port', '0'], folder);
  const [, url = ''] = listeningMessage.exec(running.line) ?? [];
  expect(await running.end()).toMatchObject({ stdout: `${running.line}\ncontrol page: ${url}/__admin/ui\n` });
  const withJson = await startInProcess(['mock', 'tiny', '--port', '0', '--json'], folder);
  const printed = JSON.parse(withJson.line) as { readonly url: string };
  expect(printed).toEqual({ url: expect.stringMatching(/^http:/), page: `${printed.url}/__admin/ui`, apis: ['tiny v1'] });
  await withJson.end();
});

test('names the overlay that comes with discogen for a document', async () => {
  const published = smallSpecification({ name: 'parametermanager' })
    .replace('"{base_url}/"', 'https://parametermanager.googleapis.com/')
    .replace(/x-variables:\n.*\n/, '');
  writeFileSync(join(folder, 'parametermanager.yaml'), published);
  const running = await startInProcess(['mock', 'parametermanager.yaml', '--port', '0'], folder);
  expect((await running.end()).stderr).toMatch(
    /^discogen: an overlay for parametermanager:v1 comes with discogen; `discogen add parametermanager:v1` applies it \(--no-overlays hides this note\)\n/,
  );
});

test('summarizes unsupported behavior at the start, warns on its first use, and rejects it with --ignored all', async () => {
  const widget = smallSpecification({ name: 'widget' }).replace(
    '          thing: { type: string',
    `          mood: { type: string, location: query, description: Its mood. }
          thing: { type: string`,
  );
  const method = widget.slice(widget.indexOf('      get:')).replace('get:', 'paint:').replace('widget.things.get', 'widget.things.paint');
  const paint = method.replace('GET', 'POST').replace('path: things/{thing}', 'path: things/{thing}:paint');
  writeFileSync(join(folder, 'widget.yaml'), `${widget}${paint}`);
  const lenient = await startInProcess(['mock', 'widget.yaml', '--port', '0', '--seed', 'widget-seed.yaml'], folder);
  expect(await fetchStatus(lenient, '/widget/v1/things/a?mood=bad')).toBe(200);
  expect(await fetchStatus(lenient, '/widget/v1/things/a?mood=good')).toBe(200);
  expect((await lenient.end()).stderr.split('\n')).toEqual([
    'discogen: widget v1: 2 methods: 1 implemented, 1 not implemented',
    'discogen: widget v1: responds with 501: widget.things.paint',
    'discogen: widget v1: ignores mood; GET /__admin/support lists what each method ignores',
    'discogen: credentials are not enforced',
    'discogen: warning: widget.things.get: the mock ignores mood',
    '',
  ]);
  const rejecting = await startInProcess(
    ['mock', 'widget.yaml', '--port', '0', '--seed', 'widget-seed.yaml', '--ignored', 'all', '--quiet'],
    folder,
  );
  expect(await fetchStatus(rejecting, '/widget/v1/things/a?mood=bad')).toBe(501);
  expect((await rejecting.end()).stderr).toBe('');
});

test('loads handlers from a file and rejects a handler of an unknown method', async () => {
  const handler = (method: string): string => `export default { '${method}': () => ({ note: 'handled' }) };`;
  writeFileSync(join(folder, 'handlers.mjs'), handler('tiny.things.get'));
  writeFileSync(join(folder, 'unknown.mjs'), handler('tiny.things.gte'));
  const running = await startInProcess(['mock', 'tiny', '--port', '0', '--handlers', 'handlers.mjs'], folder);
  const response = await fetch(`${parseUrl(running)}/tiny/v1/things/none`);
  expect(await response.json()).toEqual({ note: 'handled' });
  await running.end();
  const { status, stderr } = await runInProcess(['mock', 'tiny', '--handlers', 'unknown.mjs'], folder);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^discogen: handlers: unknown method ID "tiny.things.gte"; did you mean "tiny.things.get"\?\n[^\n]*\n$/),
  ]);
});

test('accepts options for allowed hosts, allowed origins, and a proxy', async () => {
  const flags = ['--allowed-hosts', 'a.example,b.example', '--allowed-hosts', 'c.example', '--allowed-origins', 'https://app.example'];
  const running = await startInProcess(
    ['mock', 'tiny', '--port', '0', '--trust-proxy', 'loopback', '--seed', 'seed.yaml', ...flags],
    folder,
  );
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${parseUrl(running)}/__admin/health`, { headers })).status;
  expect(await status({ 'x-forwarded-host': 'b.example', origin: 'https://app.example' })).toBe(200);
  expect(await status({ 'x-forwarded-host': 'd.example' })).toBe(403);
  expect(await status({ origin: 'https://other.example' })).toBe(403);
  const init = { method: 'PUT', headers: { 'content-type': 'application/yaml' }, body: 'resources:\n  /tiny/v1/things/b: { name: b }\n' };
  expect((await fetch(`${parseUrl(running)}/__admin/state`, init)).status).toBe(200);
  expect(await fetchStatus(running, '/tiny/v1/things/b')).toBe(200);
  const invalid = await fetch(`${parseUrl(running)}/__admin/state`, { ...init, body: 'resources: [' });
  expect(await invalid.text()).toContain('is not valid YAML: body.yaml:');
  await running.end();
});

test.each([
  [[], /^discogen: warning: .*other machines.*\/__admin.*--admin-token.*\n/m],
  [['--quiet'], /^$/],
  [['--admin-token', 'secret'], /^discogen: tiny v1: .*\ndiscogen: credentials are not enforced\n$/],
])('warns if it listens on an external address (%j)', async (extraOptions, stderr) => {
  const running = await startInProcess(['mock', 'tiny', '--port', '0', '--host', '0.0.0.0', ...extraOptions], folder);
  expect((await running.end()).stderr).toMatch(stderr);
});

test.each<readonly [what: string, flags: readonly string[], environment: string | undefined, token: string]>([
  ['the option', ['--admin-token', 'from-option'], undefined, 'from-option'],
  ['the environment', [], 'from-environment', 'from-environment'],
  ['the option before the environment', ['--admin-token', 'from-option'], 'from-environment', 'from-option'],
  ['the option before an empty environment variable', ['--admin-token', 'from-option'], '', 'from-option'],
])('takes the admin token from %s and never prints it', async (_, flags, environment, token) => {
  const running = await startInProcess(['mock', 'tiny', '--port', '0', '--json', ...flags], folder, { DISCOGEN_ADMIN_TOKEN: environment });
  const { url } = JSON.parse(running.line) as { readonly url: string };
  const tokens = ['none', 'from-option', 'from-environment'];
  const statuses = tokens.map(async (sent) => (await fetch(`${url}/__admin/state`, { headers: { 'x-mock-admin-token': sent } })).status);
  expect(await Promise.all(statuses)).toEqual(tokens.map((sent) => (sent === token ? 200 : 401)));
  expect((await fetch(`${url}/__admin/health`)).status).toBe(200);
  expect((await fetch(`${url}/tiny/v1/things/a`)).status).toBe(200);
  const { stdout, stderr } = await running.end();
  expect(`${stdout}${stderr}`).not.toContain(token);
});

test.each<readonly [flags: readonly string[], environment: string | undefined, message: string]>([
  [['--admin-token', ''], undefined, '--admin-token needs a value: --admin-token TOKEN'],
  [['--admin-token='], 'valid', '--admin-token needs a value: --admin-token TOKEN'],
  [[], '', 'DISCOGEN_ADMIN_TOKEN must be one or more printable ASCII characters without spaces'],
  [['--admin-token', 'my secret'], undefined, '--admin-token must be one or more printable ASCII characters without spaces'],
  [[], 'my secret', 'DISCOGEN_ADMIN_TOKEN must be one or more printable ASCII characters without spaces'],
])('rejects the admin token of %j and %j with exit status 2', async (flags, environment, message) => {
  const words = ['mock', 'tiny', '--port', '0', ...flags];
  const { status, stdout, stderr } = await runInProcess(words, folder, { DISCOGEN_ADMIN_TOKEN: environment });
  expect([status, stdout, stderr.split('\n')[0]]).toEqual([2, '', `discogen: ${message}`]);
  expect(stderr).not.toContain('secret');
});

test.each([
  ['--allowed-hosts', 'http://a', 'discogen: --allowed-hosts: expected a host name'],
  ['--allowed-origins', 'a.example', 'discogen: --allowed-origins: expected an origin'],
  ['--max-sessions', '0', 'discogen: --max-sessions must be an integer from 1'],
])('rejects %s %s with exit status 2', async (option, value, message) => {
  expect(await runInProcess(['mock', 'tiny', option, value], folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(message),
  });
});

describe('a failed start', () => {
  const runFailingMock = (...flags: readonly string[]): Promise<Finished> => runInProcess(['mock', '--port', '0', ...flags], folder);
  /**
   * A process finds the generated packages of discogen up to date, because it is the build that generated them. The paths of specifications
   * are inputs of a package, so they must be those of the repository.
   */
  const runWithGeneratedPackages = (...flags: readonly string[]): Finished => {
    const cwd = join(folder, 'repository');
    if (!existsSync(cwd)) {
      mkdirSync(cwd);
      symlinkSync(join(packageRoot, 'generated'), join(cwd, 'generated'), 'dir');
      for (const name of ['specs', 'discogen.config.yaml']) cpSync(join(packageRoot, name), join(cwd, name), { recursive: true });
    }
    return discogen(['mock', '--port', '0', ...flags], { ...options(), cwd });
  };
  const invalidSeeds: readonly (readonly [problem: string, seed: string, message: RegExp])[] = [
    ['is not YAML', 'a: [', /^bad\.seed:\d+:\d+: error syntax .*\ndiscogen: the seed bad\.seed is invalid\n$/],
    ['is not a mapping', '- 1\n', /discogen: the seed bad\.seed is invalid\n$/],
    [
      'is JSON with a duplicate member',
      '{\n  "resources": {},\n  "resources": {}\n}',
      /^bad\.seed:3:3: error duplicate-key .*\ndiscogen: the seed bad\.seed is invalid\n$/,
    ],
    [
      'contains an unknown resource path',
      'resources: { /nowhere/x: {} }\n',
      /^bad\.seed:1:14: error invalid-seed resources\.\/nowhere\/x: no resource has this path.*\ndiscogen: the seed bad\.seed is invalid\n$/,
    ],
  ];
  test.each(invalidSeeds)('exits with 2 for a seed that %s', async (_, text, message) => {
    writeFileSync(join(folder, 'bad.seed'), text);
    expect(await runFailingMock('--seed', 'bad.seed')).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });
  test('reports each conflicting seeded resource at its position in any file', () => {
    const zone = '/dns/v1/projects/p/managedZones/z';
    const formatRecordSet = (type: string, data: string): string =>
      `  ${zone}/rrsets/www.example.com./${type}:\n    type: ${type}\n    rrdatas: [${data}]\n`;
    writeFileSync(join(folder, 'a.seed'), `resources:\n  ${zone}: { dnsName: example.com. }\n${formatRecordSet('A', '192.0.2.1')}`);
    writeFileSync(join(folder, 'b.seed'), `resources:\n${formatRecordSet('CNAME', 'a.example.')}`);
    const { status, stdout, stderr } = runWithGeneratedPackages('dns', '--seed', '../a.seed', '--seed', '../b.seed');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(
        /^\.\.\/a\.seed:4:11: error invalid-seed .*\/A: Invalid value for 'type': a CNAME record set must be the only record set with its name \(see docs\/reference\/diagnostics\.md#invalid-seed\)$/,
      ),
      expect.stringMatching(
        /^\.\.\/b\.seed:3:11: error invalid-seed .*\/CNAME: Invalid value for 'type': a CNAME record set must be the only record set with its name /,
      ),
      'discogen: the seed ../a.seed and ../b.seed is invalid',
      '',
    ]);
  });
  test('reports the field of a seed that violates a validation', () => {
    const check = '/compute/v1/projects/p/global/httpHealthChecks/h';
    writeFileSync(join(folder, 'a.seed'), `resources:\n  ${check}:\n    checkIntervalSec: 2\n    timeoutSec: 3\n`);
    const { status, stderr } = runWithGeneratedPackages('compute', '--seed', '../a.seed');
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      `../a.seed:4:17: error invalid-seed resources.${check}: Invalid value for 'timeoutSec': timeoutSec can't exceed checkIntervalSec (see docs/reference/diagnostics.md#invalid-seed)`,
    ]);
  });
  test('reports both APIs with the same route and the same host', async () => {
    const { status, stdout, stderr } = await runFailingMock('tiny', 'same-routes.yaml');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/tiny v1.*tiny v2|tiny v2.*tiny v1/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
  test('reports a port that is in use', async () => {
    const running = await startInProcess(['mock', 'tiny', '--port', '0'], folder);
    const port = new URL(parseUrl(running)).port;
    expect(await runInProcess(['mock', 'tiny', '--port', port], folder)).toEqual({
      status: 1,
      stdout: '',
      stderr: `discogen: cannot listen on 127.0.0.1:${port}: the port is already in use\n`,
    });
    await running.end();
  });
  test('reports the errors of a specification', async () => {
    writeFileSync(join(folder, 'broken.yaml'), smallSpecification({ name: 'broken' }).replace('$ref: Thing', '$ref: Thong'));
    expect(await runFailingMock('broken.yaml')).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining('broken.yaml:') });
  });
});
