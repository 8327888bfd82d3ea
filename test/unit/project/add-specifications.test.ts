/** `discogen add`, on an in-memory file system and a local server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { generatorVersion, packageRoot } from '../../../generator/lib/root.js';
import { sha256 } from '../../../generator/lib/sha256.js';
import { addSpecifications } from '../../../generator/project/add-specifications.js';
import { type HttpServer, redirect, serve, startHttpServer } from '../../support/http-server.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';
import { settingsProto, topicsDocument, topicsProto } from '../../support/topics-protos.js';

let server: HttpServer;
let effects: MemoryEffects;
const discovery = `${JSON.stringify({ kind: 'discovery#restDescription', name: 'shop', version: 'v2', revision: '20260102', schemas: {}, resources: {} })}\n`;

beforeAll(async () => {
  server = await startHttpServer();
  server.routes
    .set('/shop', serve(discovery))
    .set('/moved', redirect('/shop'))
    .set('/tiny', serve(smallSpecification()))
    .set('/tiny.yaml', serve(smallSpecification({ version: 'v3' })))
    .set('/page', serve('<!doctype html><p>Not found</p>'))
    .set('/invalid', serve(smallSpecification().replace('$ref: Thing', '$ref: Thong')));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  effects = createProject();
});

/** The files of the folder `/project`. */
const listFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(effects.files.snapshot()).map(([path, text]) => [path.replace('/project/', ''), text]));

const createProject = (files: Readonly<Record<string, string>> = {}): MemoryEffects => ({ ...memoryEffects(files), fetch });

async function add(...words: readonly string[]): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  const status = await runCommandLine(['add', ...words], { ...effects, version: '' });
  return { status, ...effects.printed };
}

const existing = `# The APIs of the team.
scope: '@acme' # ours

specs:
  # The first API.
  - { name: tiny, file: specs/tiny.yaml }

# Packages go here.
out: packages
`;

test('copies an API of discogen without the network, and pins it', async () => {
  effects = memoryEffects();
  expect(await add('osconfig:v1beta')).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^osconfig: specs\/osconfig\.v1beta\.yaml, specs\/overlays\/osconfig\.v1beta\.yaml from discogen:specs\/osconfig\.v1beta\.yaml, revision \S+\n$/,
    ),
    stderr: 'discogen: 1 API added to discogen.config.yaml; run `discogen generate`\n',
  });
  const files = listFiles();
  expect(Object.keys(files)).toEqual([
    'discogen.config.yaml',
    'discogen.lock',
    'specs/osconfig.v1beta.yaml',
    'specs/overlays/osconfig.v1beta.yaml',
  ]);
  expect(files['specs/osconfig.v1beta.yaml']?.split('\n').slice(1)).toEqual(
    readFileSync(join(packageRoot, 'specs/osconfig.v1beta.yaml'), 'utf8').split('\n').slice(1),
  );
  expect(files['specs/osconfig.v1beta.yaml']).toMatch(/^# \S+ \$schema=\.\.\/node_modules\/discogen\/generator\//);
  expect(parse(files['discogen.config.yaml'] ?? '')).toEqual({
    specs: [{ name: 'osconfig', file: 'specs/osconfig.v1beta.yaml', overlays: ['specs/overlays/osconfig.v1beta.yaml'] }],
  });
});

test('leaves out the overlays of an API of discogen with --no-overlays', async () => {
  expect((await add('osconfig:v1beta', '--no-overlays')).stdout).toMatch(/^osconfig: specs\/osconfig\.v1beta\.yaml from /);
  expect(Object.keys(listFiles())).toEqual(['discogen.config.yaml', 'discogen.lock', 'specs/osconfig.v1beta.yaml']);
});

test('fetches, writes, and pins in a readable form', async () => {
  effects = createProject({ 'discogen.config.yaml': existing, 'specs/tiny.yaml': smallSpecification() });
  expect((await add(`${server.url}/tiny.yaml#part`, `${server.url}/moved`, '--quiet')).stderr).toContain('already has the name "tiny"');
  const result = await addSpecifications([`${server.url}/moved`], {}, effects);
  expect(result).toEqual({
    status: 'done',
    config: 'discogen.config.yaml',
    added: [
      { name: 'shop', package: 'shop-v2', file: 'specs/shop.v2.json', overlays: [], address: `${server.url}/moved`, revision: '20260102' },
    ],
    files: ['specs/shop.v2.json', 'discogen.lock', 'discogen.config.yaml'],
    problems: [],
    diagnostics: [],
  });
  await addSpecifications([`${server.url}/tiny.yaml`], { name: 'tiny3' }, effects);
  expect(listFiles()).toMatchObject({
    'specs/shop.v2.json': discovery,
    'discogen.config.yaml': existing.replace(
      'tiny.yaml }\n',
      'tiny.yaml }\n  - { name: shop, file: specs/shop.v2.json }\n  - { name: tiny3, file: specs/tiny.v3.yaml }\n',
    ),
    'discogen.lock': `# Written by discogen: where specifications come from, and their content. Commit this file.
# Run \`discogen update\` to fetch them again. \`discogen generate --frozen\` fails if a file differs.
version: 1
files:
  - file: specs/shop.v2.json
    address: ${server.url}/moved
    revision: "20260102"
    sha256: ${sha256(discovery)}
  - file: specs/tiny.v3.yaml
    address: ${server.url}/tiny.yaml
    sha256: ${sha256(smallSpecification({ version: 'v3' }))}
`,
  });
});

test('writes LF line ends, and the line ends of the config', async () => {
  effects = createProject({ 'discogen.config.yaml': buildConfig(['one']).replaceAll('\n', '\r\n') });
  server.routes.set('/crlf', serve(smallSpecification().replaceAll('\n', '\r\n')));
  expect((await add(`${server.url}/crlf`)).status).toBe(0);
  expect(listFiles()['specs/tiny.v1.yaml']).toBe(smallSpecification());
  expect(listFiles()['discogen.config.yaml']).toMatch(/file: specs\/tiny\.v1\.yaml \}\r\nout: made\r\n$/);
});

test('fetches any other API from the Discovery service', async () => {
  const addresses: string[] = [];
  const fetched: typeof fetch = (address) => {
    addresses.push(String(address));
    return Promise.resolve(new Response(discovery));
  };
  await addSpecifications(['shop:v2'], {}, { ...effects, fetch: fetched });
  expect(addresses).toEqual(['https://www.googleapis.com/discovery/v1/apis/shop/v2/rest']);
});

test('adds a file to the config only, relative to the config', async () => {
  effects = createProject({ 'specs/tiny.yaml': smallSpecification() });
  expect((await add('specs/tiny.yaml', '--config', 'conf/discogen.config.yaml', '--name', 'small')).stdout).toBe(
    'small: ../specs/tiny.yaml\n',
  );
  expect(Object.keys(listFiles())).toEqual(['conf/discogen.config.yaml', 'specs/tiny.yaml']);
});

test.each(['', '# Nothing yet.\n', 'specs: []\nout: packages\n', 'specs:\nout: packages\n', 'out: packages # here\n'])(
  'adds to a config without APIs: %j',
  async (text) => {
    effects = createProject({ 'discogen.config.yaml': text, 'tiny.yaml': smallSpecification() });
    expect((await add('tiny.yaml')).status).toBe(0);
    const config = listFiles()['discogen.config.yaml'] ?? '';
    expect(parse(config)).toMatchObject({
      specs: [{ name: 'tiny', file: 'tiny.yaml' }],
      ...(text.includes('out') ? { out: 'packages' } : {}),
    });
    expect(config).toContain(/#.*/.exec(text)?.[0] ?? '');
  },
);

test('adds to a config in JSON', async () => {
  effects = createProject({ 'conf.json': '{\n  "specs": [{ "name": "a", "file": "a.json" }]\n}\n', 'tiny.yaml': smallSpecification() });
  expect((await add('tiny.yaml', '--config', 'conf.json')).status).toBe(0);
  expect(JSON.parse(listFiles()['conf.json'] ?? '')).toEqual({
    specs: [
      { name: 'a', file: 'a.json' },
      { name: 'tiny', file: 'tiny.yaml' },
    ],
  });
});

test('the published document of a service with a built-in module brings the module', async () => {
  const identity = { kind: 'discovery#restDescription', name: 'storage', version: 'v1', schemas: {}, resources: {} };
  server.routes.set('/storage', serve(JSON.stringify({ ...identity, rootUrl: 'https://storage.googleapis.com/' })));
  server.routes.set('/other', serve(JSON.stringify({ ...identity, rootUrl: 'https://storage.example.com/' })));
  expect((await add(`${server.url}/storage`, '--no-overlays')).stdout).toBe(
    `storage: specs/storage.v1.json from ${server.url}/storage, with the service module storage\n`,
  );
  effects = createProject();
  expect((await add(`${server.url}/other`)).stdout).toBe(`storage: specs/storage.v1.json from ${server.url}/other\n`);
});

describe('an overlay that comes with discogen', () => {
  const document = JSON.stringify({
    kind: 'discovery#restDescription',
    name: 'shop',
    version: 'v2',
    revision: '20260102',
    rootUrl: 'https://shop.example.com/',
    schemas: { Thing: { id: 'Thing', type: 'object', properties: { state: { type: 'string', enum: ['ON', 'OFF'] } } } },
    resources: {},
  });
  const overlay = `# yaml-language-server: $schema=../../../generator/check/overlay.schema.json
name: shop
version: v2
rootUrl: https://shop.example.com/
x-source: { recordings: [0123456789ab], scenarios: 3, against: 0 }
schemas:
  Thing:
    properties:
      state: { x-enumNumbers: { ON: 1, GONE: 2 } }
`;
  const note = 'discogen: an overlay for shop:v2 comes with discogen; `discogen add shop:v2` applies it (--no-overlays hides this note)';
  beforeEach(() => {
    effects = createProject({ [join(packageRoot, 'specs/overlays/google/shop.v2.yaml')]: overlay });
    server.routes.set('/thing', serve(document));
  });
  const listProject = (): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(listFiles()).filter(([path]) => !path.startsWith(packageRoot)));

  test('is copied, configured, and pinned with its own address', async () => {
    expect((await add(`${server.url}/thing`)).stdout).toBe(
      `shop: specs/shop.v2.json, specs/overlays/shop.v2.yaml from ${server.url}/thing, revision 20260102\n`,
    );
    const { 'discogen.lock': lock = '', 'discogen.config.yaml': config = '', 'specs/overlays/shop.v2.yaml': copy } = listProject();
    expect(parse(lock)).toMatchObject({
      files: [
        {
          file: 'specs/overlays/shop.v2.yaml',
          address: 'discogen:specs/overlays/google/shop.v2.yaml',
          revision: generatorVersion,
        },
        { file: 'specs/shop.v2.json', revision: '20260102' },
      ],
    });
    expect(parse(config)).toEqual({ specs: [{ name: 'shop', file: 'specs/shop.v2.json', overlays: ['specs/overlays/shop.v2.yaml'] }] });
    expect(copy).toBe(overlay.replace('../../../', '../../node_modules/discogen/'));
    effects.printed.stderr = '';
    expect(await runCommandLine(['generate', '--frozen'], { ...effects, version: '' })).toBe(0);
    expect(effects.printed.stderr).toMatch(
      /^specs\/overlays\/shop\.v2\.yaml:\d+:\d+: warning skipped-entry the learned entry "schemas\.Thing\.properties\.state\.x-enumNumbers\.GONE" is skipped/,
    );
  });

  test.each([
    ['--no-overlays', document, ['--no-overlays']],
    ['another host', document.replace('shop.example.com', 'shop.example.org'), []],
    ['another version', document.replace('"v2"', '"v3"'), []],
    ['a name that is a path', document.replace('"shop"', '"../shop"'), []],
  ])('is left out with %s', async (_, text, options) => {
    server.routes.set('/thing', serve(text));
    await add(`${server.url}/thing`, ...options);
    expect(Object.keys(listProject()).filter((path) => path.includes('overlays'))).toEqual([]);
  });

  test.each([
    ['the document', document, [], note],
    ['the document, with --no-overlays', document, ['--no-overlays'], ''],
    ['the document, with --quiet', document, ['--quiet'], ''],
    ['its translation to YAML', `name: shop\nversion: "v2"\nrootUrl: 'https://shop.example.com/'\n`, [], note],
    ['the document of another host', document.replace('shop.example.com', 'shop.example.org'), [], ''],
  ])('generate names it for %s', async (_, text, options, expected) => {
    effects.files.edit('/project/document', text);
    await runCommandLine(['generate', 'document', '--out', 'out', ...options], { ...effects, version: '' });
    expect(effects.printed.stderr.split('\n').filter((line) => line.includes('comes with'))).toEqual(expected === '' ? [] : [expected]);
  });
});

describe('with protobuf definitions', () => {
  const definitions = {
    'protos/example/topics/v1/topics.proto': topicsProto,
    'protos/example/topics/v1/settings.proto': settingsProto,
  };
  const bundled = (sources: string): string => `name: topics\nversion: v1\nrootUrl: https://topics.example.com/\nx-source: ${sources}\n`;
  beforeEach(() => {
    const folder = join(packageRoot, 'specs/overlays/google');
    effects = createProject({
      ...definitions,
      [join(folder, 'topics.v1.yaml')]: bundled('{ recordings: [0123456789ab], scenarios: 3, against: 0 }'),
      [join(folder, 'topics.v1.protos.yaml')]: bundled('{ protos: googleapis@f8291d2b89f0 }'),
    });
    server.routes.set('/topics', serve(JSON.stringify(topicsDocument)));
  });

  test('adds an overlay from them instead of that which comes with discogen', async () => {
    expect((await add(`${server.url}/topics`, '--protos', 'protos')).stdout).toBe(
      `topics: specs/topics.v1.json, specs/overlays/topics.v1.yaml, specs/overlays/topics.v1.protos.yaml from ${server.url}/topics\n`,
    );
    const { 'discogen.lock': lock, 'specs/overlays/topics.v1.protos.yaml': overlay } = listFiles();
    expect(overlay).toContain('x-source: { protos: protos }');
    expect(overlay).toContain('displayName: { x-source:');
    expect(lock).not.toContain('topics.v1.protos.yaml');
    expect(await runCommandLine(['generate', '--frozen'], { ...effects, version: '' })).toBe(0);
  });

  test('adds both overlays that come with discogen without the option', async () => {
    await add(`${server.url}/topics`);
    expect(listFiles()['specs/overlays/topics.v1.protos.yaml']).toContain('googleapis@f8291d2b89f0');
    expect(listFiles()['discogen.lock']).toContain('address: discogen:specs/overlays/google/topics.v1.protos.yaml');
  });

  test('fails if there is no definition of the API, or another file is in the way', async () => {
    server.routes.set('/other', serve(JSON.stringify(topicsDocument).replace('topics.example.com', 'other.example.com')));
    expect((await add(`${server.url}/other`, '--protos', 'protos')).stderr).toContain(
      '--protos: protos contains no definition of topics v1',
    );
    effects.files.edit('/project/specs/overlays/topics.v1.protos.yaml', 'mine: true\n');
    expect((await add(`${server.url}/topics`, '--protos', 'protos')).stderr).toContain(
      'specs/overlays/topics.v1.protos.yaml exists and is not an overlay from protobuf definitions',
    );
  });
});

describe('writes nothing', () => {
  const files = {
    'discogen.config.yaml': buildConfig(['tiny']),
    'specs/tiny.yaml': smallSpecification(),
    'other.yaml': smallSpecification(),
  };
  const cases: readonly (readonly [words: string, status: number, message: string])[] = [
    ['SERVER/shop osconfig:v1beta --dry-run', 0, 'discogen: 2 APIs would be added to discogen.config.yaml'],
    ['SERVER/shop SERVER/none', 1, 'cannot fetch SERVER/none: the server responded with HTTP status 404\ndiscogen: nothing was written'],
    ['SERVER/shop SERVER/page', 1, 'SERVER/page:1:1: error not-a-mapping'],
    ['SERVER/shop SERVER/invalid', 1, 'SERVER/invalid:29:27: error dangling-reference there is no schema "Thong"; did you mean "Thing"?'],
    ['SERVER/tiny', 2, 'cannot add SERVER/tiny: specs/tiny.yaml already describes the package tiny-v1'],
    ['SERVER/tiny.yaml', 2, 'discogen.config.yaml already has the name "tiny"; set another one with --name NAME'],
    ['SERVER/shop SERVER/moved', 2, 'cannot add SERVER/moved: SERVER/shop already describes the package shop-v2'],
    ['specs/tiny.yaml --name again', 2, 'cannot add specs/tiny.yaml: specs/tiny.yaml already describes the package tiny-v1'],
    ['other.yaml --name other', 2, 'cannot add other.yaml: specs/tiny.yaml already describes the package tiny-v1'],
    ['SERVER/shop --name a/b', 2, 'specs[1].name must be letters, digits, ".", "_", or "-", beginning with a letter (received "a/b")'],
    ['dns:v1 compute:v1 --name both', 2, '--name requires a single source'],
    ['none.yaml', 2, 'cannot read none.yaml: there is no such file'],
    ['specs', 2, 'cannot read specs: it is a folder'],
    ['dns', 2, '"dns" is neither a file, nor a URL, nor NAME:VERSION; did you mean dns:v1?'],
    ['ftp://127.0.0.1/x', 2, 'cannot add "ftp://127.0.0.1/x": only http and https addresses can be fetched'],
    ['file:///etc/passwd', 2, 'only http and https addresses can be fetched'],
    ['https://user:secret@example.com/', 2, 'an address must not contain a user name or a password'],
    ['https://[', 2, 'it is not a valid URL'],
  ];
  test.each(cases)('add %s', async (words, status, message) => {
    effects = createProject(files);
    const insert = (text: string): string => text.replaceAll('SERVER', server.url);
    const result = await add(...insert(words).split(' '));
    expect(result.stderr).toContain(insert(message));
    expect(result.status).toBe(status);
    expect(listFiles()).toEqual(files);
  });

  test.each([
    ['erorreporting:v1beta1', 'did you mean errorreporting:v1beta1?'],
    ['dns:v9', 'did you mean dns:v1?'],
    ['pubsub:v1', 'without a network, you can add compute:v1, dns:v1, errorreporting:v1beta1, osconfig:v1beta'],
  ])('add %s without a network', async (api, suggestion) => {
    effects = { ...createProject(files), fetch: () => Promise.reject(new TypeError('fetch failed')) };
    expect(await add(api)).toMatchObject({ status: 1, stderr: expect.stringContaining(`rest: fetch failed; ${suggestion}\n`) });
  });

  test('over a file with other content', async () => {
    effects = createProject({ 'specs/overlays/osconfig.v1beta.yaml': 'mine\n' });
    expect(await add('osconfig:v1beta')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('specs/overlays/osconfig.v1beta.yaml already exists with other content; rename or remove it'),
    });
    expect(listFiles()).toEqual({ 'specs/overlays/osconfig.v1beta.yaml': 'mine\n' });
  });

  test.each(['specs', 'specs/osconfig.v1beta.yaml'])('through the symbolic link %s', async (path) => {
    effects.files.link(`/project/${path}`, '/elsewhere');
    expect(await add('osconfig:v1beta')).toMatchObject({ status: 2, stderr: expect.stringContaining(`${path} `) });
    expect(Object.keys(listFiles())).toEqual([path]);
  });

  test('if the disk is full', async () => {
    effects.files.fill();
    expect(await add('osconfig:v1beta')).toMatchObject({ status: 1, stderr: expect.stringContaining('no space left on device') });
    expect(listFiles()).toEqual({});
  });

  test('if one of the files cannot be replaced', async () => {
    const { files } = effects;
    const move = (from: string, to: string): void => {
      if (to.endsWith('discogen.config.yaml')) throw Object.assign(new Error('EPERM: rename'), { code: 'EPERM', syscall: 'rename' });
      files.move(from, to);
    };
    effects = { ...effects, files: { ...files, move } };
    expect(await add(`${server.url}/shop`)).toMatchObject({ status: 1, stderr: 'discogen: EPERM: rename\n' });
    expect(files.touched).toContain('/project/specs/shop.v2.json');
    expect(files.snapshot()).toEqual({});
  });

  test('if the config or the lock is invalid', async () => {
    effects = createProject({ 'discogen.config.yaml': 'spec: []\nspecs: [{ name: a, file: a }]\n' });
    expect(await add('dns:v1')).toMatchObject({ status: 2, stderr: expect.stringContaining('discogen.config.yaml is invalid') });
    effects = createProject({ 'discogen.lock': 'version: 1\nfiles: [{ file: ../x, address: discogen:../package.json, sha256: 1 }]\n' });
    const { stderr } = await add('dns:v1');
    expect(stderr).toContain(
      'discogen.lock:2:17: error wrong-form files[0].file must be a path below the folder of the lock (received "../x")',
    );
    expect(stderr).toContain('error wrong-form files[0].address must be an http or https URL');
  });
});

test.each([
  { name: '../../etc', version: 'v1' },
  { name: 'shop', version: '../../x' },
  { name: 'con', version: 'v1' },
  { name: 'shop/x', version: 'v1' },
  { name: '.git', version: 'v1' },
  { name: 'a\u001b[31m', version: 'v1' },
  { name: '__proto__', version: 'v1' },
  { name: 'shop', version: 'v1', revision: '1\n2\u001b[31m' },
])('never leaves the folder or prints control characters for %j', async (identity) => {
  server.routes.set('/hostile', serve(JSON.stringify({ kind: 'discovery#restDescription', schemas: {}, resources: {}, ...identity })));
  const { status, stdout, stderr } = await add(`${server.url}/hostile`);
  expect(stdout + stderr).not.toContain('\u001b');
  expect(status === 0 ? listFiles()['discogen.lock'] : '').not.toContain('revision');
  expect(Object.keys(listFiles())).toEqual(status === 0 ? ['discogen.config.yaml', 'discogen.lock', 'specs/shop.v1.json'] : []);
});

describe('generate --frozen', () => {
  test('names each file that is missing or differs, and each that the config no longer names', async () => {
    await add(`${server.url}/tiny`, `${server.url}/shop`, 'osconfig:v1beta');
    const { 'discogen.config.yaml': config = '', 'specs/osconfig.v1beta.yaml': other = '' } = listFiles();
    effects.files.edit('/project/discogen.config.yaml', config.replace(/    overlays:\n.*\n/, ''));
    effects.files.edit('/project/specs/osconfig.v1beta.yaml', other.replaceAll('\n', '\r\n'));
    effects.files.edit('/project/specs/tiny.v1.yaml', smallSpecification({ field: 'remark' }));
    effects.files.remove('/project/specs/shop.v2.json');
    effects.printed.stderr = '';
    expect(await runCommandLine(['generate', '--frozen'], { ...effects, version: '' })).toBe(1);
    expect(effects.printed.stderr.split('\n')).toEqual([
      expect.stringContaining(
        '"specs/overlays/osconfig.v1beta.yaml" is not in "discogen.config.yaml"; `discogen update` removes the entry',
      ),
      expect.stringContaining('"specs/shop.v2.json" cannot be read: there is no such file; `discogen update` fetches it again'),
      expect.stringContaining('"specs/tiny.v1.yaml" has changed since it was pinned; `discogen update --force` replaces it'),
      'discogen: nothing was written',
      '',
    ]);
    expect(Object.keys(listFiles()).filter((path) => path.startsWith('generated'))).toEqual([]);
  });

  test('requires a config and excludes --watch', async () => {
    for (const words of ['specs/tiny.v1.yaml --out out --frozen', '--watch --frozen'])
      expect(await runCommandLine(['generate', ...words.split(' ')], { ...effects, version: '' })).toBe(2);
  });
});
