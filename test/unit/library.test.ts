/** The functions of the built library. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as Library from '../../generator/index.js';
import { packageRoot } from '../../generator/lib/root.js';
import { smallSpecification } from '../support/small-specification.js';

let folder: string;
let file: string;
let library: typeof Library;
beforeAll(async () => {
  library = (await import(join(packageRoot, 'dist/index.js'))) as typeof Library;
  folder = mkdtempSync(join(tmpdir(), 'discogen-library-'));
  file = join(folder, 'tiny.yaml');
  writeFileSync(file, smallSpecification());
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('exports the documented functions and nothing else', () => {
  expect(Object.keys(library).sort()).toEqual([
    'UsageError',
    'createMock',
    'defineEmitter',
    'defineRecordingFormat',
    'defineResponseFiles',
    'diff',
    'exportSpec',
    'generate',
    'lint',
    'modelVersion',
    'seedFrom',
    'verify',
    'writeSeed',
  ]);
});

test('generates packages', async () => {
  const out = join(folder, 'made');
  expect(await library.generate({ files: [file], out })).toMatchObject({
    status: 'done',
    packages: [{ folder: join(out, 'tiny-v1'), specification: file }],
  });
  expect(await library.generate({ files: [file], out, check: true })).toMatchObject({ status: 'done' });
  await expect(library.generate({ files: [file] })).rejects.toBeInstanceOf(library.UsageError);
});

test('lints specifications', async () => {
  expect(await library.lint([file])).toMatchObject({ diagnostics: [], rules: [] });
  expect((await library.lint(['nowhere.yaml'])).diagnostics).toMatchObject([{ code: 'unreadable-file' }]);
});

test('compares specifications', async () => {
  expect(await library.diff(file, file)).toEqual({ step: 'none', changes: [], diagnostics: [] });
  await expect(library.diff(file, 'nothing')).rejects.toBeInstanceOf(library.UsageError);
});

test('exports a specification', async () => {
  expect((await library.exportSpec(file, { to: 'discovery' })).document).toMatchObject({ name: 'tiny', version: 'v1' });
});

test('creates a mock', async () => {
  const variables = { base_url: 'https://tiny.example.com' };
  const mock = await library.createMock(file, { variables, seed: { resources: { '/tiny/v1/things/a': { name: 'a' } } } });
  expect(mock.apis).toMatchObject([{ name: 'tiny', version: 'v1', rootUrls: ['https://tiny.example.com/'] }]);
  const { status, body } = await mock.handle({ method: 'GET', url: 'http://mock/tiny/v1/things/a' });
  expect([status, JSON.parse(body)]).toMatchObject([200, { name: 'a' }]);
  await expect(library.createMock('nothing')).rejects.toBeInstanceOf(library.UsageError);
  await expect(library.createMock('dns', null as never)).rejects.toThrow('createMock: options must be an object (received null)');
  const misspelled = library.createMock(file, { variable: {} } as object);
  await expect(misspelled).rejects.toThrow('createMock: unknown option "variable"; did you mean "variables"?');
  await expect(misspelled).rejects.toBeInstanceOf(library.UsageError);
});
