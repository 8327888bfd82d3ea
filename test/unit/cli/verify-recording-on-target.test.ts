/** `discogen verify RECORDING... --target URL` */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../generator/lib/json.js';
import { buildModel } from '../../../generator/model/build.js';
import type { Mock } from '../../../mock/index.js';
import { type Finished, runInProcess } from '../../support/discogen.js';
import { createMockFrom } from '../../support/mock-of.js';
import { document as things, pathParam, thing } from '../../support/things-document.js';

const document = {
  ...things,
  schemas: {
    ...things.schemas,
    ThingList: { id: 'ThingList', type: 'object', properties: { things: { type: 'array', items: { $ref: 'Thing' } } } },
  },
  resources: {
    things: {
      methods: {
        create: { ...things.resources.things.methods.create, response: { $ref: thing.id } },
        get: things.resources.things.methods.get,
        delete: { ...things.resources.things.methods.delete, response: { $ref: 'Empty' } },
        list: {
          id: 'things.things.list',
          httpMethod: 'GET',
          path: 'v1/{+parent}/things',
          parameters: { parent: pathParam('^projects/[^/]+$') },
          response: { $ref: 'ThingList' },
        },
      },
    },
  },
};

/** A thing existed before, and another one is created. */
const recording = `POST https://things.example.com/v1/projects/acme/things?thingId=t

{ "note": "about t" }

200 OK
Content-Type: application/json

{ "name": "projects/acme/things/t", "note": "about t" }

---

GET https://things.example.com/v1/projects/acme/things

200 OK
Content-Type: application/json

{ "things": [{ "name": "projects/acme/things/old" }, { "name": "projects/acme/things/t", "note": "about t" }] }

---

GET https://things.example.com/v1/projects/acme/things/old

200 OK
Content-Type: application/json

{ "name": "projects/acme/things/old" }

---

DELETE https://things.example.com/v1/projects/acme/things/old

200 OK
Content-Type: application/json

{}
`;

const theirs = '/v1/projects/tests/things/theirs';
let folder: string;
let mock: Mock;
let server: Server;
let url: string;
let sent: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-target-'));
  writeFileSync(join(folder, 'things.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'a.log'), recording);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server that isn't recognized as a mock, and has a resource of somebody else. */
beforeEach(async () => {
  mock = createMockFrom(buildModel(document as unknown as JsonObject, { variables: {} }));
  await mock.seed({ resources: { [theirs]: { name: 'projects/tests/things/theirs' } } });
  sent = [];
  server = createServer((incoming, outgoing) => {
    void text(incoming).then(async (body) => {
      const { method = '', url: path = '' } = incoming;
      if (path.startsWith('/__admin')) return outgoing.writeHead(404).end();
      sent.push(`${method} ${path}`);
      const request = { method, url: `https://things.example.com${path}`, headers: { 'content-type': 'application/json' } };
      const reply = await mock.handle({ ...request, ...(body !== '' && { body }) });
      return outgoing.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const verify = (...words: readonly string[]): Promise<Finished> =>
  runInProcess(['verify', 'a.log', '--api', 'things.json', '--target', url, ...words], folder);

test('replays with new names in a project for tests, and deletes what it created', async () => {
  const { status, stdout, stderr } = await verify('--project', 'tests', '--allow', 'things.things.*');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/things\.things\.create: 1 of 1 exchange agrees/);
  // Of the list, only what the run created is compared.
  expect(stdout).toMatch(/things\.things\.list: 1 of 1 exchange agrees/);
  expect(stdout).toMatch(/things\.things\.get: not compared\n {4}not compared: the resource existed before the recording began/);
  expect(stdout).toMatch(
    /the request must not be sent to the target \(things\.things\.delete concerns a resource that the run hasn't created\)/,
  );
  const [creation = ''] = sent.filter((line) => line.startsWith('POST'));
  expect(creation).toMatch(/^POST \/v1\/projects\/tests\/things\?thingId=tx[a-z0-9]+$/);
  expect(sent.filter((line) => line.startsWith('DELETE'))).toEqual([`DELETE /v1/projects/tests/things/${creation.split('=')[1]}`]);
  expect(Object.keys((await mock.state()).resources ?? {})).toEqual([theirs]);
});

test('never gives a name twice', async () => {
  for (let run = 0; run < 2; run += 1) await verify('--project', 'tests', '--allow', '*');
  const creations = sent.filter((line) => line.startsWith('POST'));
  expect(new Set(creations).size).toBe(2);
});

test('only reads if no method is allowed', async () => {
  const { status, stdout, stderr } = await verify('--project', 'tests');
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([]);
  expect(stdout).toContain("the request must not be sent to the target (--allow doesn't match things.things.create)");
  expect([status, stderr]).toEqual([1, 'discogen: nothing was compared; the report lists why\n']);
});

test('reports a server that lacks a method', async () => {
  server.removeAllListeners('request').on('request', (_, outgoing) => void outgoing.writeHead(404).end('not found'));
  expect((await verify('--project', 'tests', '--allow', '*')).stdout).toContain('not implemented: expected 200, received 404');
});

test('compares a running mock as one that it starts', async () => {
  const running = await mock.listen({ port: 0 });
  url = running.url;
  const { stdout } = await verify();
  await running.close();
  const own = await runInProcess(['verify', 'a.log', '--api', 'things.json', '--state', 'none'], folder);
  expect(stdout).toBe(own.stdout.replace(/ \(rule .*\)/g, ''));
});

test('prints the requests without sending them', async () => {
  const { status, stdout } = await verify('--project', 'tests', '--allow', 'things.things.*', '--dry-run');
  expect([status, sent]).toEqual([0, []]);
  expect(stdout).toMatch(/^a\.log:1\n {2}curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/projects\/tests\/things\?thingId=tx[a-z0-9]+'/);
  expect(stdout).toContain("  # not sent: things.things.delete concerns a resource that the run hasn't created");
});

test('needs a project for tests, unless the target is at a loopback address', async () => {
  url = 'https://things.example.com';
  expect(await verify()).toMatchObject({ status: 2, stderr: expect.stringContaining('--project must name a project for tests') });
});

test.each(['--seed', '--state', '--write'])('rejects %s, which concerns mocks', async (option) => {
  writeFileSync(join(folder, 'none'), '{}');
  const { status, stderr } = await verify(option, 'none');
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${option} concerns mocks, so it can't be used with --target`)]);
});
