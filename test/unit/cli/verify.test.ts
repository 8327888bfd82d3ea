/** `discogen verify` */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createMockServer } from '../../../mock/index.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { buildModel } from '../../../generator/model/build.js';
import { readRecording } from '../../../fidelity/recordings/read-recording.js';
import { differenceKinds } from '../../../fidelity/verify/difference.js';
import { type Finished, runInProcess } from '../../support/discogen.js';
import { createMockFrom } from '../../support/mock-of.js';
import { document } from '../../support/things-document.js';
import { writers } from '../fidelity/recordings/support/traffic-files.js';

/** The service fills `note`, which the mock doesn't, and has a field that its document lacks. */
const recording = `POST https://things.example.com/v1/projects/p/things?thingId=t

{ "note": "a" }

200 OK
Content-Type: application/json

{ "name": "projects/p/operations/op-1", "done": true, "response": { "@type": "type.googleapis.com/things.v1.Thing", "name": "projects/p/things/t", "note": "a" } }

---

GET https://things.example.com/v1/projects/p/things/t

200 OK
Content-Type: application/json

{ "name": "projects/p/things/t", "note": "<b>", "size": 1 }

---

GET https://other.example.com/v1/things

200 OK

{}
`;

const acceptedNote = `accepted:
  - { method: things.things.get, kind: value, field: note, reason: Notes differ. }
`;
const acceptedMetadata = `  - { method: things.things.create, kind: extra, field: metadata, reason: The recording has no metadata. }
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-verify-'));
  writeFileSync(join(folder, 'things.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'a.log'), recording);
  writeFileSync(join(folder, 'none.log'), recording.slice(recording.indexOf('GET https://other')));
  writeFileSync(join(folder, 'broken.log'), 'GET https://things.example.com/v1/projects/p/things/t\nno header\n');
  writeFileSync(join(folder, 'note.yaml'), acceptedNote);
  writeFileSync(join(folder, 'all.yaml'), acceptedNote + acceptedMetadata);
  writeFileSync(
    join(folder, 'unused.yaml'),
    `${acceptedNote}${acceptedMetadata}${acceptedMetadata.replace('field: metadata', 'field: more')}`,
  );
  writeFileSync(join(folder, 'invalid.yaml'), 'accepted:\n  - { method: a, kind: other, reason: b }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema = JSON.parse(readFileSync(join(packageRoot, 'generator/cli/verify.schema.json'), 'utf8')) as {
  readonly $defs: { readonly difference: { readonly properties: { readonly kind: { readonly enum: readonly string[] } } } };
};
const validateResult = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

const verify = (...words: readonly string[]): Promise<Finished> => runInProcess(['verify', ...words, '--api', 'things.json'], folder);

test('lists for each method what agrees, what differs, and what was not compared', async () => {
  expect(await verify('a.log')).toEqual({
    status: 1,
    stderr: '',
    stdout: `things v1
  things.things.create: 0 of 1 exchange agrees, in 1 scenario
    metadata is unexpected: received {"@type":"type.googleapis.com/things.v1.OperationMetadata","createTime":"2025-01-01T00:00:01Z","verb":"create","target":"projects/p/things/t","endTime":"2025-01-01T00:00:01Z"}
      1 exchange: a.log:5
  things.things.get: 0 of 1 exchange agrees, in 1 scenario
    note differs: expected "<b>", received "a"
      1 exchange: a.log:14
    not compared, because the description of the API lacks them: size

not compared
    not compared: no given API is at the address (no API is at https://other.example.com)
      1 exchange: a.log:21

1 recording, 1 scenario: 2 of 3 exchanges compared
2 methods: 0 without a difference, 2 with differences, 0 not compared
`,
  });
});

test('compares the same traffic in each format in the same way', async () => {
  const traffic = readRecording({ path: 'a.log', text: recording }).recording?.scenarios[0]?.exchanges ?? [];
  const results = new Map<string, unknown>();
  for (const [format, write] of Object.entries(writers)) {
    writeFileSync(join(folder, 'traffic'), write(traffic.map((exchange, index) => ({ ...exchange, time: index * 1000 }))));
    const { stdout } = await verify('traffic', '--json');
    const withoutPositions: unknown = JSON.parse(stdout, (key, value: unknown) => (key === 'evidence' ? undefined : value));
    results.set(format, withoutPositions);
  }
  const expected = results.get('http-log');
  expect(expected).toMatchObject({ exchanges: 3, compared: 2, methods: [{ compared: 1 }, { compared: 1 }], skipped: [{ count: 1 }] });
  for (const [format, result] of results) expect(result, format).toEqual(expected);
});

test('exits with status 0 if the project accepts all differences', async () => {
  expect(await verify('a.log', '--accepted', 'note.yaml')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('accepted: Notes differ.\n'),
  });
  expect(await verify('a.log', '--accepted', 'all.yaml')).toMatchObject({ status: 0, stderr: '' });
});

test('reports an accepted difference that no longer occurs', async () => {
  const { status, stderr } = await verify('a.log', '--accepted', 'unused.yaml');
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('unused.yaml:4:5: warning unused-acceptance the accepted difference "extra" of "more"'),
  ]);
});

test('rejects a broken recording, and an invalid file of accepted differences', async () => {
  expect(await verify('a.log', 'broken.log', '--accepted', 'invalid.yaml')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^broken\.log:2:1: error syntax .*\ninvalid\.yaml:2:\d+: error wrong-value .*\n$/),
  });
});

test('reads the recordings in folders, and says which files it skips', async () => {
  const places = {
    'more/b/z.log': recording,
    'more/a.log': recording,
    'more/.hidden.log': 'no',
    'more/README.md': '# Notes',
    'none/x.bin': '',
  };
  for (const [path, text] of Object.entries(places)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'more/b/image.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
  symlinkSync('..', join(folder, 'more/b/loop'));
  const { stdout, stderr } = await verify('more', 'more/a.log');
  expect(stdout).toContain('2 exchanges: more/a.log:5, more/b/z.log:5\n');
  expect(stdout).toContain('2 recordings, 2 scenarios: 4 of 6 exchanges compared\n');
  expect(stderr).toMatch(
    /^more:1:1: warning skipped-files files in the folder that are not recordings are skipped \(2\): more\/README.md, more\/b\/image.png /,
  );
  expect(await verify('none')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('none of the files in the folder is a recording (files: 1)'),
  });
});

test('needs an API or a config', async () => {
  const { status, stderr } = await runInProcess(['verify', 'a.log'], folder);
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('verify requires --api NAME|FILE, because there is no discogen.config.yaml'),
  ]);
});

test('fails if it compares nothing', async () => {
  expect(await verify('none.log')).toMatchObject({ status: 1, stderr: 'discogen: nothing was compared; the report lists why\n' });
});

test('prints a result that conforms to the schema', async () => {
  const outputs = [await verify('a.log', '--json'), await verify('broken.log', '--json'), await verify('--json')];
  for (const { stdout } of outputs) expect([validateResult(JSON.parse(stdout)), validateResult.errors]).toEqual([true, null]);
  expect(schema.$defs.difference.properties.kind.enum).toEqual(differenceKinds);
});

test('prints annotations and a SARIF log', async () => {
  const { stdout } = await verify('a.log', '--format', 'github', '--accepted', 'note.yaml');
  expect(stdout).toMatch(/^::error file=a\.log,line=5,col=1,title=verify\/extra::things\.things\.create: metadata is unexpected/);
  const sarif = JSON.parse((await verify('a.log', '--format', 'sarif', '--accepted', 'note.yaml')).stdout) as {
    readonly runs: readonly [{ readonly results: readonly object[] }];
  };
  expect(sarif.runs[0].results).toMatchObject([
    { ruleId: 'verify/extra', level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'a.log' } } }] },
    { ruleId: 'verify/value', level: 'note', suppressions: [{ justification: 'Notes differ.' }] },
  ]);
});

test('shows both responses on a page, with the differences marked and all text escaped', async () => {
  const { stdout } = await verify('a.log', '--format', 'html');
  expect(stdout).toContain(
    '<tr class="differs"><td>  &quot;note&quot;: &quot;&lt;b&gt;&quot;,</td><td>  &quot;note&quot;: &quot;a&quot;,</td></tr>',
  );
  expect(stdout).toContain(
    '<tr><td>  &quot;name&quot;: &quot;projects/p/things/t&quot;,</td><td>  &quot;name&quot;: &quot;projects/p/things/t&quot;,</td></tr>',
  );
  expect(stdout).not.toMatch(/<script|<b>/);
});

test('refutes rules of a target that responds with an empty object to everything', async () => {
  const server = createServer((_, response) => void response.setHeader('content-type', 'application/json').end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { status, stdout } = await verify('--target', url, '--allow', '*', '--json');
  const { runs } = JSON.parse((await verify('--target', url, '--allow', '*', '--format', 'sarif')).stdout) as {
    readonly runs: readonly [{ readonly results: readonly { readonly ruleId: string }[] }];
  };
  server.close();
  expect(runs[0].results[0]).toMatchObject({
    ruleId: 'verify/refuted',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'things.json' } } }],
  });
  const { rules } = JSON.parse(stdout) as { readonly rules: readonly { readonly verdict: string }[] };
  expect([status, rules.map(({ verdict }) => verdict)]).toEqual([1, expect.arrayContaining(['refuted'])]);
  expect([validateResult(JSON.parse(stdout)), validateResult.errors]).toEqual([true, null]);
});

test('changes a loopback target that is not a mock only with --allow, and undoes that', async () => {
  const mock = createMockFrom(buildModel(document as unknown as JsonObject, { variables: {} }));
  const methods: (string | undefined)[] = [];
  const service = createServer((incoming, outgoing) => {
    void text(incoming).then(async (body) => {
      methods.push(incoming.method);
      if (incoming.url?.startsWith('/__admin') === true) return outgoing.writeHead(404).end();
      const headers = { 'content-type': 'application/json' };
      const request = { method: incoming.method ?? '', url: `https://things.example.com${incoming.url}`, headers };
      const reply = await mock.handle({ ...request, ...(body !== '' && { body }) });
      return outgoing.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  await verify('--target', url, '--json');
  expect(new Set(methods)).toEqual(new Set(['GET']));
  await verify('--target', url, '--allow', 'things.*', '--json');
  expect(methods).toContain('POST');
  expect(Object.keys((await mock.state()).resources ?? {}).filter((path) => !path.includes('/operations/'))).toEqual([]);
  service.close();
});

test('prints the requests to a target without sending them', async () => {
  const { status, stdout } = await verify('--target', 'https://things.example.com', '--project', 'p', '--dry-run');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^things projects\/\{\w+\}\/things\/\{\w+\} readsWrites\n {2}curl -X POST 'https:\/\/things\.example\.com\/v1\/projects\/p\/things\?thingId=p1-\d-0-1'/m,
  );
  expect(stdout).toContain("# not sent: --allow doesn't match things.things.create");
});

test('a target that does not respond is an error', async () => {
  const server = createTcpServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [address, reason] of [
    ['http://127.0.0.1:1', 'bad port'],
    [`http://127.0.0.1:${port}`, 'other side closed'],
  ] as const)
    expect(await verify('--target', address)).toMatchObject({ status: 1, stderr: `discogen: ${address} does not respond: ${reason}\n` });
  server.close();
});

test('needs recordings or a target', async () => {
  expect(await verify()).toMatchObject({ status: 2, stderr: expect.stringContaining('verify requires RECORDING..., or --target URL') });
  expect(await verify('--target', 'localhost')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('must be an http or https URL'),
  });
  expect(await verify('--target', 'https://things.example.com')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('things.example.com is not a loopback address, so --project must name a project for tests'),
  });
});

test('writes evidence, with which the package, the mock, and its page say what is known', async () => {
  expect((await verify('a.log', '--write', 'evidence.json')).status).toBe(1);
  const evidence = JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8')) as object;
  expect(evidence).toEqual({
    evidence: 1,
    discogen: expect.stringMatching(/^\d+\.\d+\.\d+/),
    recordings: [expect.stringMatching(/^[\da-f]{64}$/)],
    apis: [
      {
        name: 'things',
        version: 'v1',
        specification: expect.stringMatching(/^[\da-f]{64}$/),
        methods: {
          'things.things.create': { scenarios: 1, compared: 1, agree: 0, differs: ['metadata'], outcomes: [] },
          'things.things.get': { scenarios: 1, compared: 1, agree: 0, differs: ['note'], outcomes: [] },
        },
      },
    ],
  });
  const entry = 'specs:\n  - { name: things, file: things.json, evidence: evidence.json }\nout: made\n';
  writeFileSync(join(folder, 'discogen.config.yaml'), entry);
  const generate = async (): Promise<string> => {
    expect(await runInProcess(['generate', '--only', 'mock,docs'], folder)).toMatchObject({ status: 0 });
    return readFileSync(join(folder, 'made/things-v1/docs/mock-support.md'), 'utf8');
  };
  const page = await generate();
  expect(page).toMatch(/\| `things\.get` +\| by convention +\| compared with 1 recorded scenario; differs in `note` +\|/);
  expect(page).toMatch(/\| `things\.delete` +\| by convention +\| never compared +\|/);
  expect(page).not.toContain('earlier version');
  writeFileSync(join(folder, 'things.json'), JSON.stringify({ ...document, description: 'Other things.' }));
  expect(await generate()).toContain('in an earlier version: the specification, its overlays, or discogen have changed since');
  const { behavior } = (await import(join(folder, 'made/things-v1/dist/mock.js'))) as { readonly behavior: ApiBehavior };
  const { apis } = await createMockServer(behavior).support();
  expect(apis[0]).toMatchObject({ evidence: { isOutdated: true } });
  expect(apis[0]?.methods.find(({ id }) => id === 'things.things.get')?.evidence).toEqual({
    scenarios: 1,
    compared: 1,
    agree: 0,
    differs: ['note'],
    outcomes: [],
  });
});
