/** The command line as a process on real files. */
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { discogen, runInProcess } from '../../support/discogen.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

let folder: string;
const modulesFile = (): string => join(folder, 'modules.txt');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-'));
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs/tiny.yaml'), smallSpecification());
  writeFileSync(join(folder, 'discogen.config.yaml'), buildConfig(['tiny']));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lists the npm packages that a run loads, except discogen's own bundle. */
function listLoadedPackages(...words: readonly string[]): readonly string[] {
  rmSync(modulesFile(), { force: true });
  const result = discogen(words, {
    cwd: folder,
    node: ['--import', join(packageRoot, 'test/support/log-modules.js')],
    env: { DISCOGEN_MODULES: modulesFile() },
  });
  expect(result).toMatchObject({ status: 0, stderr: '' });
  const urls = readFileSync(modulesFile(), 'utf8').split('\n');
  return [...new Set(urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))].sort();
}

const listFiles = (path: string): readonly string[] => readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' }).sort();

test('loads only the required packages in a first run, and only the readers of the config in an unchanged run', () => {
  expect(listLoadedPackages('generate')).toEqual(expect.arrayContaining(['oxfmt', 'rolldown', 'yaml']));
  expect(listLoadedPackages('generate')).toEqual(['jsonc-parser', 'yaml']);
  expect(listLoadedPackages('generate', '--check')).toEqual(['jsonc-parser', 'yaml']);
  expect(listLoadedPackages('generate', '--help')).toEqual([]);
});

test('returns the same diagnostics with prebuilt schema validators', async () => {
  const invalidTexts = [
    'name: 5\nschemas: { A: { id: A, type: strin, x-rules: [{ kind: frob }] } }\n',
    'name: tiny\nversion: v1\nx-source: { public: 5 }\nschema: {}\n',
    '{"kind": "discovery#restDescription", "name": "", "schemas": {"A": {"id": "A", "enum": [1]}}}',
  ];
  const { lintFiles } = await import('../../../generator/pipeline/lint-files.js');
  const files = invalidTexts.map((text, index) => ({ path: join(folder, `faulty${index}.yaml`), text }));
  const expected: object[] = [];
  for (const { path, text } of files) {
    writeFileSync(path, text);
    const { diagnostics } = await lintFiles([path], () => ({ path, text }), {});
    expect(diagnostics.length).toBeGreaterThan(1);
    expected.push(...diagnostics);
  }
  const words = ['lint', ...files.map(({ path }) => path), '--json'];
  const output = JSON.parse(discogen(words, { cwd: folder }).stdout) as { diagnostics: unknown };
  expect(output.diagnostics).toEqual(expected);
});

test('leaves no temporary file and creates an ignored cache', () => {
  expect(listFiles('made').filter((path) => path.endsWith('.tmp'))).toEqual([]);
  expect(readFileSync(join(folder, 'made/.cache/.gitignore'), 'utf8')).toBe('*\n');
});

describe('detects changes by content, not by time', () => {
  const edits: readonly (readonly [change: string, edit: () => void, status: number])[] = [
    ['a changed specification', () => writeFileSync(join(folder, 'specs/tiny.yaml'), smallSpecification({ field: 'memo' })), 1],
    ['a rewritten but unchanged specification', () => writeFileSync(join(folder, 'specs/tiny.yaml'), smallSpecification()), 0],
    [
      'an output file of the same length',
      () =>
        writeFileSync(
          join(folder, 'made/tiny-v1/package.json'),
          readFileSync(join(folder, 'made/tiny-v1/package.json'), 'utf8').replace('tiny', 'tinx'),
        ),
      1,
    ],
    ['a deleted output file', () => rmSync(join(folder, 'made/tiny-v1/README.md')), 1],
    ['a deleted cache', () => rmSync(join(folder, 'made/.cache'), { recursive: true }), 0],
  ];
  test.each(edits)('%s', async (_, edit, status) => {
    edit();
    expect((await runInProcess(['generate', '--check', '--quiet'], folder)).status).toBe(status);
    writeFileSync(join(folder, 'specs/tiny.yaml'), smallSpecification());
    expect((await runInProcess(['generate'], folder)).status).toBe(0);
  });
});

test.each(['dist/index.js', 'dist/index.d.ts'])('restores a missing %s', async (path) => {
  expect((await runInProcess(['generate'], folder)).stdout).toContain('up to date');
  rmSync(join(folder, 'made/tiny-v1', path));
  expect((await runInProcess(['generate'], folder)).stdout).toContain('compiled');
  expect(readFileSync(join(folder, 'made/tiny-v1', path), 'utf8')).not.toBe('');
});

test('uses a separate cache in a copied folder', async () => {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  expect(await runInProcess(['generate', '--check'], copy)).toEqual({
    status: 0,
    stdout: expect.stringContaining('up to date'),
    stderr: '',
  });
  rmSync(copy, { recursive: true });
});

test('writes nothing through a symbolic link and replaces a link in the place of a file', async () => {
  const outside = join(folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'LICENSE'), 'mine');
  rmSync(join(folder, 'made/tiny-v1/LICENSE'));
  symlinkSync(join(outside, 'LICENSE'), join(folder, 'made/tiny-v1/LICENSE'));
  expect((await runInProcess(['generate'], folder)).status).toBe(0);
  expect(lstatSync(join(folder, 'made/tiny-v1/LICENSE')).isFile()).toBe(true);
  rmSync(join(folder, 'made/tiny-v1'), { recursive: true });
  symlinkSync(outside, join(folder, 'made/tiny-v1'));
  expect(await runInProcess(['generate'], folder)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('symbolic links are not followed'),
  });
  expect([readdirSync(outside), readFileSync(join(outside, 'LICENSE'), 'utf8')]).toEqual([['LICENSE'], 'mine']);
  rmSync(join(folder, 'made/tiny-v1'));
});

test('writes the same output in two simultaneous runs', async () => {
  rmSync(join(folder, 'made'), { recursive: true, force: true });
  const { spawn } = await import('node:child_process');
  const run = (): Promise<number | null> =>
    new Promise((resolve) =>
      spawn(process.execPath, [join(packageRoot, 'generator/bin.js'), 'generate'], { cwd: folder }).on('close', resolve),
    );
  expect(await Promise.all([run(), run()])).toEqual([0, 0]);
  expect(listFiles('made').filter((path) => path.endsWith('.tmp'))).toEqual([]);
  expect(discogen(['generate', '--check'], { cwd: folder }).status).toBe(0);
});

test('prints no stack trace for a usage error', async () => {
  for (const words of [
    ['generate', '--frob'],
    ['frob'],
    ['lint', 'nowhere.yaml'],
    ['export', 'tiny', '--to', 'x'],
    ['mock', '--port', 'x'],
  ]) {
    const { status, stderr, stdout } = await runInProcess(words, folder);
    expect(status).toBe(2);
    expect(stderr + stdout).not.toMatch(/\n\s+at /);
  }
});

test('prints the build command if the build is missing', () => {
  const copy = join(folder, 'unbuilt');
  mkdirSync(join(copy, 'generator'), { recursive: true });
  cpSync(join(packageRoot, 'generator/bin.js'), join(copy, 'generator/bin.js'));
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  const { status, stdout, stderr } = discogen([], { cwd: folder, node: [join(copy, 'generator/bin.js')] });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: 'discogen: not built yet; run `npm run build` in the folder of discogen\n',
  });
});
