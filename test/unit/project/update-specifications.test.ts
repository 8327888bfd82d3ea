/** `discogen update`, on an in-memory file system and a local server. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { packageRoot } from '../../../generator/lib/root.js';
import { sha256 } from '../../../generator/lib/sha256.js';
import { addSpecifications } from '../../../generator/project/add-specifications.js';
import { updateSpecifications } from '../../../generator/project/update-specifications.js';
import { type HttpServer, serve, startHttpServer } from '../../support/http-server.js';
import { KilledError, killAt } from '../../support/kill-at.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { smallSpecification } from '../../support/small-specification.js';

let server: HttpServer;
let effects: MemoryEffects;
/** The project after `add` and `generate`. */
let initial: Readonly<Record<string, string>>;

const tiny = 'specs/tiny.v1.yaml';
const newTiny = smallSpecification({ field: 'remark' });

beforeAll(async () => {
  server = await startHttpServer();
  effects = { ...memoryEffects({ 'discogen.config.yaml': 'only: [types]\n' }), fetch };
  server.routes.set('/tiny', serve(smallSpecification())).set('/other', serve(smallSpecification({ name: 'other' })));
  await addSpecifications([`${server.url}/tiny`, `${server.url}/other`], {}, effects);
  await discogen('generate');
  initial = listFiles();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  effects = { ...memoryEffects(initial), fetch };
  server.routes.set('/tiny', serve(newTiny)).set('/other', serve(smallSpecification({ name: 'other' })));
});

/** The files of the folder `/project` that aren't in a cache. */
function listFiles(): Readonly<Record<string, string>> {
  const files = Object.entries(effects.files.snapshot()).map(([path, text]) => [path.replace('/project/', ''), text] as const);
  return Object.fromEntries(files.filter(([path]) => !path.includes('.cache')));
}

async function discogen(
  ...words: readonly string[]
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  Object.assign(effects.printed, { stdout: '', stderr: '' });
  const status = await runCommandLine(words, { ...effects, version: '' });
  return { status, ...effects.printed };
}

test('shows the changes and writes nothing with --dry-run', async () => {
  expect(await discogen('update', '--dry-run')).toEqual({
    status: 1,
    stdout: `specs/other.v1.yaml: up to date
specs/tiny.v1.yaml: changed
tiny:
specs/tiny.v1.yaml:17:7: breaking field-renamed Thing.note: the field was renamed to "remark"; the old name no longer exists [specs/tiny.v1.yaml:17:7]
1 change, 1 breaking: the next version is a major version
`,
    stderr: 'discogen: nothing was written; run `discogen update`\n',
  });
  expect(listFiles()).toEqual(initial);
});

test('updates files, the lock, and packages, after which everything is up to date', async () => {
  const { status, stdout } = await discogen('update');
  expect(status).toBe(0);
  expect(stdout).toMatch(/generated\/tiny-v1: \d+ files from specs\/tiny\.v1\.yaml, \d+ written/);
  const files = listFiles();
  expect(files[tiny]).toBe(newTiny);
  expect(files['discogen.lock']).toBe(initial['discogen.lock']?.replace(sha256(smallSpecification()), sha256(newTiny)));
  expect(files['generated/tiny-v1/src/types.ts']).toContain('remark?:');
  expect(await discogen('update', '--dry-run')).toEqual({
    status: 0,
    stdout: 'specs/other.v1.yaml: up to date\nspecs/tiny.v1.yaml: up to date\n',
    stderr: '',
  });
  expect(await discogen('generate', '--check', '--frozen')).toMatchObject({ status: 0 });
});

test('an update that is killed at any change is completed by the next one, which reports it', async () => {
  const updateUntil = async (changes: number): Promise<readonly string[]> => {
    effects = { ...memoryEffects(initial), fetch };
    const { files, changed } = killAt(effects.files, changes);
    try {
      await updateSpecifications([], {}, { ...effects, files });
    } catch (error) {
      expect(error).toBeInstanceOf(KilledError);
    }
    return changed;
  };
  const paths = await updateUntil(Infinity);
  const move = paths.findIndex((path) => path.endsWith(tiny));
  let unpinned = 0;
  const expected = listFiles();
  const isTemporary = (path: string): boolean => path.endsWith('.tmp');
  // Before and after the specification moves, and around the lock.
  for (const changes of [0, move, move + 1, move + 2, paths.length - 2, paths.length - 1]) {
    await updateUntil(changes);
    const { [tiny]: text, 'discogen.lock': lock } = listFiles();
    const isUnpinned = text === newTiny && lock === initial['discogen.lock'];
    const { status, stdout } = await discogen('update');
    if (isUnpinned) unpinned += 1;
    expect(status).toBe(0);
    expect(stdout.includes('specs/tiny.v1.yaml: already has the new content')).toBe(isUnpinned);
    const files = Object.entries(listFiles()).filter(([path]) => !isTemporary(path));
    expect(Object.fromEntries(files), `killed after ${changes} changes`).toEqual(expected);
  }
  expect(unpinned).toBeGreaterThan(0);
});

test('updates only the named APIs', async () => {
  server.routes.set('/other', serve(smallSpecification({ name: 'other', field: 'remark' })));
  expect(await discogen('update', 'other', '--dry-run', '--quiet')).toMatchObject({
    status: 1,
    stdout: expect.not.stringContaining('tiny'),
  });
});

test('copies files of the package again', async () => {
  await discogen('add', 'osconfig:v1beta');
  const path = '/project/specs/overlays/osconfig.v1beta.yaml';
  effects.files.remove(path);
  expect(await discogen('update', 'osconfig', '--dry-run')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('specs/overlays/osconfig.v1beta.yaml: missing\n'),
  });
});

test('updates an overlay that comes with discogen, and lists the entries that no longer fit', async () => {
  const bundled = join(packageRoot, 'specs/overlays/google/tiny.v1.yaml');
  const header =
    'name: tiny\nversion: v1\nrootUrl: https://tiny.example.com/\nx-source: { recordings: [0123456789ab], scenarios: 3, against: 0 }\n';
  const rule = (field: string): string =>
    `${header}schemas: { Thing: { x-rules: [{ kind: serverDefault, field: ${field}, value: x, id: "Thing.${field}:default" }] } }\n`;
  const published = (text: string): string => text.replace('"{base_url}/"', 'https://tiny.example.com/').replace(/x-variables:\n.*\n/, '');
  effects = { ...memoryEffects({ [bundled]: rule('name'), 'discogen.config.yaml': 'only: [types]\n' }), fetch };
  server.routes.set('/tiny', serve(published(smallSpecification())));
  expect(await discogen('add', `${server.url}/tiny`)).toMatchObject({ status: 0 });
  expect(await discogen('generate')).toMatchObject({ status: 0, stderr: '' });
  effects.files.edit(bundled, rule('note'));
  expect(await discogen('update')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('specs/overlays/tiny.v1.yaml: changed\n'),
    stderr: '',
  });
  server.routes.set('/tiny', serve(published(newTiny)));
  expect(await discogen('update')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(
      /^specs\/overlays\/tiny\.v1\.yaml:5:\d+: warning skipped-entry the learned entry "Thing\.note:default" is skipped: .*\n$/,
    ),
  });
  effects.files.edit('/project/specs/overlays/tiny.v1.yaml', `${rule('note')}# mine\n`);
  effects.files.edit(bundled, rule('name'));
  expect(await discogen('update')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('specs/overlays/tiny.v1.yaml has changed since it was pinned; --force replaces it'),
  });
});

test('offers an overlay that discogen gained since the specification was added', async () => {
  const bundled = join(packageRoot, 'specs/overlays/google/tiny.v1.yaml');
  const published = smallSpecification()
    .replace('"{base_url}/"', 'https://tiny.example.com/')
    .replace(/x-variables:\n.*\n/, '');
  const address = `${server.url}/tiny`;
  effects = { ...memoryEffects({ 'discogen.config.yaml': 'only: [types]\n' }), fetch };
  server.routes.set('/tiny', serve(published));
  expect(await discogen('add', address)).toMatchObject({ status: 0 });
  effects.files.edit(bundled, 'name: tiny\nversion: v1\nrootUrl: https://tiny.example.com/\nx-source: { public: Facts. }\n');
  const note = `discogen: an overlay for tiny:v1 comes with discogen; to apply it, remove tiny from the config, and run \`discogen add ${address}\`\n`;
  expect(await discogen('update')).toMatchObject({ status: 0, stderr: note });
  expect(JSON.parse((await discogen('update', '--json')).stdout)).toMatchObject({ offered: [{ name: 'tiny', api: 'tiny:v1', address }] });
  expect(await discogen('update', '--quiet')).toMatchObject({ stderr: '' });
  effects.files.edit('/project/discogen.config.yaml', 'only: [types]\n');
  expect(await discogen('add', address)).toMatchObject({ status: 0 });
  expect(await discogen('update')).toMatchObject({ status: 0, stderr: '' });
});

describe('an older revision', () => {
  const createRevision = (revision: string | number, field = 'note'): string =>
    `${smallSpecification({ field })}revision: ${JSON.stringify(revision)}\n`;
  beforeEach(async () => {
    server.routes.set('/tiny', serve(createRevision('20240416')));
    expect(await discogen('update')).toMatchObject({ status: 0 });
    server.routes.set('/tiny', serve(createRevision('20240415', 'old')));
  });

  test('keeps the file, and other files are updated', async () => {
    server.routes.set('/other', serve(smallSpecification({ name: 'other', field: 'remark' })));
    const before = listFiles();
    const { status, stdout, stderr } = await discogen('update');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      `specs/tiny.v1.yaml: kept at revision 20240416; ${server.url}/tiny returned the older revision 20240415 (--force replaces the file)\n`,
    );
    expect(stdout).toContain('specs/other.v1.yaml: changed\n');
    expect(listFiles()[tiny]).toBe(before[tiny]);
    expect(await discogen('update', '--dry-run', '--quiet')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('kept at revision'),
    });
    const kept = { file: tiny, revision: '20240416', previousRevision: '20240416', olderRevision: '20240415' };
    expect(JSON.parse((await discogen('update', 'tiny', '--json')).stdout)).toMatchObject({ status: 'done', files: [kept], apis: [] });
  });

  test('replaces the file with --force', async () => {
    expect(await discogen('update', '--force')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('specs/tiny.v1.yaml: changed, revision 20240416 to 20240415\n'),
    });
  });

  test('keeps a file that was edited', async () => {
    effects.files.edit(`/project/${tiny}`, createRevision('20240416', 'mine'));
    const before = listFiles();
    expect(await discogen('update')).toMatchObject({ status: 0, stdout: expect.stringContaining('kept at revision 20240416') });
    expect(listFiles()).toEqual(before);
  });

  test('replaces a file that is missing', async () => {
    effects.files.remove(`/project/${tiny}`);
    expect(await discogen('update')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('missing, revision 20240416 to 20240415'),
    });
  });

  test.each<[string | number]>([[9], ['2024-04-15']])('is one with a smaller number: %j', async (revision) => {
    server.routes.set('/tiny', serve(createRevision(revision)));
    const text = typeof revision === 'number' ? 'returned the older revision 9' : 'revision 20240416 to 2024-04-15';
    expect(await discogen('update', '--dry-run')).toMatchObject({ stdout: expect.stringContaining(text) });
  });
});

describe('a file that was edited since it was pinned', () => {
  const edited = smallSpecification({ field: 'mine' });
  beforeEach(() => effects.files.edit(`/project/${tiny}`, edited));

  test('is replaced only with --force', async () => {
    const before = listFiles();
    expect(await discogen('update')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'discogen: specs/tiny.v1.yaml has changed since it was pinned; --force replaces it\ndiscogen: nothing was written\n',
    });
    expect(listFiles()).toEqual(before);
    expect(await discogen('update', '--force')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Thing.mine: the field was renamed'),
    });
    expect(listFiles()[tiny]).toBe(newTiny);
  });

  test('is pinned again if it has the new content', async () => {
    server.routes.set('/tiny', serve(edited));
    expect(await discogen('update')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('specs/tiny.v1.yaml: already has the new content'),
    });
    expect(listFiles()['discogen.lock']).toContain(sha256(edited));
  });
});

test('removes entries that the config no longer names', async () => {
  effects.files.edit('/project/discogen.config.yaml', 'only: [types]\nspecs: [{ name: other, file: specs/other.v1.yaml }]\n');
  expect(await discogen('update')).toMatchObject({
    status: 0,
    stdout: 'specs/other.v1.yaml: up to date\nspecs/tiny.v1.yaml: removed from the lock; the config does not name it\n',
  });
  expect(listFiles()['discogen.lock']).not.toContain('tiny');
  expect(listFiles()[tiny]).toBeDefined();
});

describe('writes nothing', () => {
  const cases: readonly (readonly [words: string, response: string | undefined, status: number, message: string])[] = [
    ['update', undefined, 1, 'cannot fetch SERVER/tiny: the server responded with HTTP status 404\ndiscogen: nothing was written'],
    ['update', newTiny.replace('$ref: Thing', '$ref: Thong'), 1, 'specs/tiny.v1.yaml:29:27: error dangling-reference'],
    ['update', newTiny.replace('name: tiny', 'name: other').replace('id: tiny.', 'id: other.'), 1, 'error duplicate-folder'],
    ['update tinny', newTiny, 2, '"tinny" is not the name of a configured API; did you mean tiny?'],
  ];
  test.each(cases)('%s %#', async (words, response, status, message) => {
    if (response === undefined) server.routes.delete('/tiny');
    else server.routes.set('/tiny', serve(response));
    const result = await discogen(...words.split(' '));
    expect(result.stderr).toContain(message.replace('SERVER', server.url));
    expect(result.status).toBe(status);
    expect(listFiles()).toEqual(initial);
  });

  test('if the disk is full', async () => {
    effects.files.fill();
    expect(await discogen('update')).toMatchObject({ status: 1, stderr: expect.stringContaining('no space left on device') });
    expect(listFiles()).toEqual(initial);
  });

  test('for an API that is not pinned', async () => {
    effects.files.edit('/project/discogen.lock', 'version: 1\nfiles: []\n');
    expect(await discogen('update', 'tiny')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('discogen.lock pins no file of "tiny"'),
    });
    expect(await discogen('update')).toEqual({ status: 0, stdout: '', stderr: 'discogen: no file is pinned\n' });
  });

  test('for a file that the package no longer contains', async () => {
    const lock = initial['discogen.lock']?.replace(/address: .*\/tiny/, 'address: discogen:specs/gone.v1.yaml') ?? '';
    effects.files.edit('/project/discogen.lock', lock);
    expect(await discogen('update')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the package discogen does not contain specs/gone.v1.yaml'),
    });
  });
});
