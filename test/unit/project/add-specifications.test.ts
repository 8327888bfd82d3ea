/** `discogen add`, on an in-memory file system and a local server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { sha256 } from '../../../generator/lib/sha256.js';
import { addSpecifications } from '../../../generator/project/add-specifications.js';
import { type HttpServer, redirect, serve, startHttpServer } from '../../support/http-server.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

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
  expect(await add('dns:v1')).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^dns: specs\/dns\.v1\.yaml, specs\/overlays\/dns\.v1\.yaml from discogen:specs\/dns\.v1\.yaml, revision \S+\n$/,
    ),
    stderr: 'discogen: 1 API added to discogen.config.yaml; run `discogen generate`\n',
  });
  const files = listFiles();
  expect(Object.keys(files)).toEqual(['discogen.config.yaml', 'discogen.lock', 'specs/dns.v1.yaml', 'specs/overlays/dns.v1.yaml']);
  expect(files['specs/dns.v1.yaml']?.split('\n').slice(1)).toEqual(
    readFileSync(join(packageRoot, 'specs/dns.v1.yaml'), 'utf8').split('\n').slice(1),
  );
  expect(files['specs/dns.v1.yaml']).toMatch(/^# \S+ \$schema=\.\.\/node_modules\/discogen\/generator\//);
  expect(parse(files['discogen.config.yaml'] ?? '')).toEqual({
    specs: [{ name: 'dns', file: 'specs/dns.v1.yaml', overlays: ['specs/overlays/dns.v1.yaml'] }],
  });
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

  test('over a file with other content', async () => {
    effects = createProject({ 'specs/overlays/errorreporting.v1beta1.yaml': 'mine\n' });
    expect(await add('errorreporting:v1beta1')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('specs/overlays/errorreporting.v1beta1.yaml already exists with other content; rename or remove it'),
    });
    expect(listFiles()).toEqual({ 'specs/overlays/errorreporting.v1beta1.yaml': 'mine\n' });
  });

  test.each(['specs', 'specs/errorreporting.v1beta1.yaml'])('through the symbolic link %s', async (path) => {
    effects.files.link(`/project/${path}`, '/elsewhere');
    expect(await add('errorreporting:v1beta1')).toMatchObject({ status: 2, stderr: expect.stringContaining(`${path} `) });
    expect(Object.keys(listFiles())).toEqual([path]);
  });

  test('if the disk is full', async () => {
    effects.files.fill();
    expect(await add('errorreporting:v1beta1')).toMatchObject({ status: 1, stderr: expect.stringContaining('no space left on device') });
    expect(listFiles()).toEqual({});
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
    await add(`${server.url}/tiny`, `${server.url}/shop`, 'errorreporting:v1beta1');
    const { 'discogen.config.yaml': config = '', 'specs/errorreporting.v1beta1.yaml': other = '' } = listFiles();
    effects.files.edit('/project/discogen.config.yaml', config.replace(/    overlays:\n.*\n/, ''));
    effects.files.edit('/project/specs/errorreporting.v1beta1.yaml', other.replaceAll('\n', '\r\n'));
    effects.files.edit('/project/specs/tiny.v1.yaml', smallSpecification({ field: 'remark' }));
    effects.files.remove('/project/specs/shop.v2.json');
    effects.printed.stderr = '';
    expect(await runCommandLine(['generate', '--frozen'], { ...effects, version: '' })).toBe(1);
    expect(effects.printed.stderr.split('\n')).toEqual([
      expect.stringContaining(
        '"specs/overlays/errorreporting.v1beta1.yaml" is not in "discogen.config.yaml"; `discogen update` removes the entry',
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
