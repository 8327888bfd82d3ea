/** `discogen proxy`, its tape, and its shadow, with a service of its own; `discogen proxy env` and `discogen scopes`. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../generator/lib/json.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { buildModel } from '../../../generator/model/build.js';
import type { RunningServer } from '../../../mock/index.js';
import { runInProcess, startInProcess } from '../../support/discogen.js';
import { createMockFrom } from '../../support/mock-of.js';
import { document } from '../../support/things-document.js';

let folder: string;
let service: RunningServer;
const token = 'secret-token-0123456789';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-proxy-'));
  mkdirSync(join(folder, 'cache'));
  const scopes = { 'https://auth.example/things': { description: 'x' }, 'https://auth.example/things.readonly': { description: 'y' } };
  writeFileSync(join(folder, 'things.json'), JSON.stringify({ ...document, auth: { oauth2: { scopes } } }));
  service = await createMockFrom(buildModel(document as unknown as JsonObject, { variables: {} })).listen();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function validate(command: string, output: string): unknown {
  const schema = JSON.parse(readFileSync(join(packageRoot, `generator/cli/${command}.schema.json`), 'utf8')) as object;
  const check = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);
  check(JSON.parse(output));
  return check.errors ?? [];
}

const create = (url: string, id: string): Promise<Response> =>
  fetch(`${url}/v1/projects/acme-prod/things?thingId=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ note: 'by jane.doe@acme.example' }),
  });

describe('a reverse proxy', () => {
  test('writes a tape without secrets, which has the same verdict', async () => {
    const proxy = await startInProcess(['proxy', '--target', service.url, '--record', 'a.tape', '--port', '0', '--json'], folder);
    expect(validate('proxy', proxy.line)).toEqual([]);
    const { url } = JSON.parse(proxy.line) as { url: string };
    expect((await create(url, 'a')).status).toBe(200);
    expect((await fetch(`${url}/v1/projects/acme-prod/things/a`)).status).toBe(200);
    // If the process is killed now, the tape is complete.
    const tape = readFileSync(join(folder, 'a.tape'), 'utf8');
    expect(tape.split('\n')).toHaveLength(4);
    expect(await proxy.end()).toMatchObject({ status: 0, stderr: 'discogen: recorded 2 exchanges in a.tape\n' });
    expect(['acme-prod', 'jane.doe', token].filter((secret) => tape.includes(secret))).toEqual([]);
    // The tape has the address of the service.
    writeFileSync(join(folder, 'b.tape'), tape.replaceAll(service.url, 'https://things.example.com'));
    const verified = await runInProcess(['verify', 'b.tape', '--api', 'things.json', '--json'], folder);
    expect(JSON.parse(verified.stdout)).toMatchObject({ compared: 2, agree: 2 });
  });

  test('writes a tape that only the user can read, also in the place of another one', async () => {
    writeFileSync(join(folder, 'mode.tape'), '{"tape":1}\n');
    chmodSync(join(folder, 'mode.tape'), 0o644);
    const proxy = await startInProcess(['proxy', '--target', service.url, '--record', 'mode.tape', '--port', '0', '--json'], folder);
    await create((JSON.parse(proxy.line) as { url: string }).url, 'm');
    await proxy.end();
    if (process.platform !== 'win32') expect((statSync(join(folder, 'mode.tape')).mode & 0o777).toString(8)).toBe('600');
  });

  test('omits binary bodies with --binary omit', async () => {
    const words = ['proxy', '--target', service.url, '--record', 'omit.tape', '--binary', 'omit', '--port', '0', '--json'];
    const proxy = await startInProcess(words, folder);
    const { url } = JSON.parse(proxy.line) as { url: string };
    for (const body of [Buffer.from([0x30, 0x82, 1, 0, 255]), 'a text'])
      await fetch(`${url}/v1/projects/p1/things`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body });
    expect((await proxy.end()).stderr).toBe('discogen: recorded 2 exchanges in omit.tape\ndiscogen: omitted 1 binary body\n');
    const [, first = '', second = ''] = readFileSync(join(folder, 'omit.tape'), 'utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({ request: { method: 'POST', body: { omitted: 5 } } });
    expect(JSON.parse(second)).toMatchObject({ request: { body: { text: 'a text' } } });
  });

  test('reports how mocks differ from the service', async () => {
    const proxy = await startInProcess(
      ['proxy', 'things.json', '--target', service.url, '--shadow', '--port', '0', '--report', 'report.json'],
      folder,
    );
    const url = /http\S+$/.exec(proxy.line)?.[0] ?? '';
    await create(url, 'b');
    await fetch(`${service.url}/v1/projects/acme-prod/things/b`, { method: 'DELETE' });
    await fetch(`${url}/v1/projects/acme-prod/things/b`);
    const { status, stdout } = await proxy.end();
    expect(status).toBe(1);
    expect(stdout).toContain('accepted, although the service rejects the request: expected 404, received 200\n      1 exchange: shadow:2');
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ compared: 2, agree: 1 });
  });
});

test('a forward proxy removes its files, and `proxy env` prints how programs use it', async () => {
  const { host } = new URL(service.url.replace('127.0.0.1', 'localhost'));
  const words = ['proxy', 'things.json', '--hosts', host, '--allow', 'localhost', '--record', 'c.tape', '--port', '0'];
  const proxy = await startInProcess(words, folder);
  const url = /http\S+$/.exec(proxy.line)?.[0] ?? '';
  const { status, stdout } = await runInProcess(['proxy', 'env', '--url', url, '--json'], folder);
  expect([status, validate('proxy-env', stdout)]).toEqual([0, []]);
  const variables = JSON.parse(stdout) as Record<string, string>;
  expect(variables).toMatchObject({ HTTPS_PROXY: url, DISCOGEN_PROXY_HOSTS: 'localhost,things.example.com', NODE_USE_ENV_PROXY: '1' });
  expect(readFileSync(variables['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect(readFileSync(variables['SSL_CERT_FILE'] ?? '', 'utf8').match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(100);
  const files = readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((path) => path.includes('proxy')).some((path) => path.endsWith('key.pem'))).toBe(false);
  const { hostname, port } = new URL(url);
  const sent = request({ host: hostname, port, path: `http://${host}/v1/projects/acme-prod/things`, headers: { host } }).end();
  await once(sent, 'response');
  expect(await proxy.end()).toMatchObject({ stderr: 'discogen: recorded 1 exchange in c.tape\n' });
  expect(readdirSync(join(folder, 'cache/proxy'))).toEqual([]);
});

describe('with --mock', () => {
  let proxy: Awaited<ReturnType<typeof startInProcess>>;
  beforeAll(async () => {
    proxy = await startInProcess(['proxy', 'things.json', '--mock', '--port', '0'], folder);
  });

  /** Sends a request to a host through the proxy. */
  async function send(method: string, address: string, body?: string): Promise<{ readonly status?: number; readonly text: string }> {
    const { hostname, port } = new URL(/http\S+$/.exec(proxy.line)?.[0] ?? '');
    const headers = { host: new URL(address).host, 'metadata-flavor': 'Google', 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request({ host: hostname, port, method, path: address.replace('https:', 'http:'), headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { ...(response.statusCode !== undefined && { status: response.statusCode }), text: await readText(response) };
  }

  test.each([
    'https://oauth2.googleapis.com/token',
    'https://oauth2.mtls.googleapis.com/token',
    'https://www.googleapis.com/oauth2/v3/token',
    'https://www.googleapis.com/oauth2/v4/token',
    'https://accounts.google.com/o/oauth2/token',
    'https://sts.googleapis.com/v1/token',
  ])('a request to %s never leaves the machine', async (address) => {
    const { status, text } = await send('POST', address, 'grant_type=none');
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });

  test('the metadata server and the API that generates tokens are the mock, too', async () => {
    const project = await send('GET', 'http://metadata.google.internal/computeMetadata/v1/project/project-id');
    expect(project).toEqual({ status: 200, text: 'mock-project' });
    const generate = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b.iam.gserviceaccount.com:generateAccessToken';
    expect(JSON.parse((await send('POST', generate)).text)).toHaveProperty('error.message');
  });

  test('the first request to each path without a route is reported', async () => {
    await send('GET', 'https://things.example.com/v2/things');
    await send('GET', 'https://things.example.com/v2/things');
    const { stderr } = await proxy.end();
    expect(stderr.match(/404 for .*/g)).toEqual([
      '404 for GET /v2/things: no API of the mock has this route. Correct the address, or add the specification of its API.',
    ]);
  });
});

test.each([
  [['proxy'], 'proxy requires --mock, --record TAPE, or --shadow'],
  [['proxy', '--mock', '--target', 'http://a.example'], '--mock and --target cannot be combined'],
  [['proxy', '--target', 'a.example', '--record', 'x.tape'], '--target must be the address of a service'],
  [['proxy', '--record', 'things.json', '--target', 'http://a.example'], '--record: things.json exists and is not a tape'],
  [['proxy', '--record', 'x.tape', '--target', 'http://a.example', '--redact', '(?=x)'], '--redact must be an RE2 expression'],
  [['proxy', '--record', 'x.tape', '--target', 'http://a.example', '--redact-key', 'none'], 'there is no file none; create one'],
  [['proxy', '--record', 'x.tape', '--target', 'http://a.example', '--redact-key', 'short'], 'short must have at least 16 bytes'],
  [['proxy', '--record', 'x.tape', '--target', 'http://a.example', '--binary', 'no'], '--binary must be one of keep, omit'],
  [['proxy', '--record', 'x.tape'], 'no described API has an address'],
  [['proxy', 'env', '--url', 'http://127.0.0.1:1'], 'no proxy responds at http://127.0.0.1:1 (ECONNREFUSED)'],
  [['scopes'], 'scopes requires --api NAME|FILE'],
  [['scopes', '--api', 'things.json'], 'scopes requires either RECORDING... or --url URL'],
])('%j is wrong usage', async (words, message) => {
  writeFileSync(join(folder, 'short'), 'x');
  const { status, stderr } = await runInProcess(words, folder);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

describe('scopes', () => {
  const line = (method: string, path: string): string =>
    `${JSON.stringify({ request: { method, url: `https://things.example.com${path}` } })}\n`;
  const withScopes = (): object => {
    const copy = JSON.parse(readFileSync(join(folder, 'things.json'), 'utf8')) as {
      resources: Record<string, { methods: Record<string, object> }>;
    };
    for (const { methods } of Object.values(copy.resources))
      for (const [name, method] of Object.entries(methods))
        Object.assign(method, {
          scopes: ['https://auth.example/things', ...(/^(?:get|list)$/.test(name) ? ['https://auth.example/things.readonly'] : [])],
        });
    return copy;
  };

  test('prints the minimal scopes of recordings, and of a journal', async () => {
    writeFileSync(join(folder, 'scoped.json'), JSON.stringify(withScopes()));
    writeFileSync(join(folder, 'read.tape'), `{"tape":1}\n${line('GET', '/v1/projects/p/things/a')}${line('GET', '/v1/other')}`);
    const read = await runInProcess(['scopes', 'read.tape', '--api', 'scoped.json'], folder);
    expect(read.stdout).toBe(`things v1
  things.things.get: 1 call
    scope: https://auth.example/things.readonly
    permissions: unknown

minimal scopes:
  https://auth.example/things.readonly
permissions:
  unknown for 1 method: things.things.get
1 request that no method of the APIs matches
`);
    const journal = await runInProcess(['scopes', '--url', service.url, '--api', 'scoped.json', '--json'], folder);
    expect(validate('scopes', journal.stdout)).toEqual([]);
    expect(JSON.parse(journal.stdout)).toMatchObject({ scopes: ['https://auth.example/things'] });
  });
});
