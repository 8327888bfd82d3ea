/** The command line as users run it, on real files. What needs no process of its own runs in the process of the test. */
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/root.js';
import { discogen, ensureBuilt, runInProcess } from '../../support/discogen.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

let folder: string;
const modulesFile = (): string => join(folder, 'modules.txt');

beforeAll(() => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'discogen-'));
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs/tiny.yaml'), smallSpecification());
  writeFileSync(join(folder, 'discogen.config.yaml'), buildConfig(['tiny']));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Modules that a run loads, except those of discogen's own bundle. */
function packagesLoadedBy(...words: readonly string[]): readonly string[] {
  rmSync(modulesFile(), { force: true });
  const ran = discogen(words, {
    cwd: folder,
    node: ['--import', join(packageRoot, 'test/support/log-modules.js')],
    env: { DISCOGEN_MODULES: modulesFile() },
  });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  const urls = readFileSync(modulesFile(), 'utf8').split('\n');
  return [...new Set(urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))].sort();
}

const filesOf = (path: string): readonly string[] => readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' }).sort();

test('a first run loads only what it needs, and an unchanged run loads no package', () => {
  expect(packagesLoadedBy('generate')).toEqual(expect.arrayContaining(['ajv', 'oxfmt', 'ts-morph', 'yaml']));
  expect(packagesLoadedBy('generate')).toEqual([]);
  expect(packagesLoadedBy('generate', '--check')).toEqual([]);
  expect(packagesLoadedBy('generate', '--help')).toEqual([]);
});

test('the prebuilt schema validators return the same results as those compiled at first use', async () => {
  const faulty = [
    'name: 5\nschemas: { A: { id: A, type: strin, x-rules: [{ kind: frob }] } }\n',
    'name: tiny\nversion: v1\nx-source: { public: 5 }\nschema: {}\n',
    '{"kind": "discovery#restDescription", "name": "", "schemas": {"A": {"id": "A", "enum": [1]}}}',
  ];
  const { lint } = await import('../../../generator/lint-files.js');
  for (const [index, text] of faulty.entries()) {
    const path = join(folder, `faulty${index}.yaml`);
    writeFileSync(path, text);
    const { diagnostics } = await lint([path], () => ({ path, text }), {});
    expect(diagnostics.length).toBeGreaterThan(1);
    const found = JSON.parse(discogen(['lint', path, '--json'], { cwd: folder }).stdout) as { diagnostics: unknown };
    expect(found.diagnostics).toEqual(diagnostics);
  }
});

test('a run leaves no temporary file and creates an ignored cache', () => {
  expect(filesOf('made').filter((path) => path.endsWith('.tmp'))).toEqual([]);
  expect(readFileSync(join(folder, 'made/.cache/.gitignore'), 'utf8')).toBe('*\n');
});

describe('a run detects changes by content, not by time', () => {
  const edits: readonly (readonly [what: string, edit: () => void, status: number])[] = [
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

test.each(['dist/index.js', 'dist/index.d.ts', 'dist/index.js.map'])('%s is restored when it is missing', async (path) => {
  expect((await runInProcess(['generate'], folder)).stdout).toContain('up to date');
  rmSync(join(folder, 'made/tiny-v1', path));
  expect((await runInProcess(['generate'], folder)).stdout).toContain('compiled');
  expect(readFileSync(join(folder, 'made/tiny-v1', path), 'utf8')).not.toBe('');
});

test('a copied folder has its own cache', async () => {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  expect(await runInProcess(['generate', '--check'], copy)).toEqual({
    status: 0,
    stdout: expect.stringContaining('up to date'),
    stderr: '',
  });
  rmSync(copy, { recursive: true });
});

test('a run writes nothing through a symbolic link and replaces a link at the place of a file', async () => {
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

test('two simultaneous runs write the output of one', async () => {
  rmSync(join(folder, 'made'), { recursive: true, force: true });
  const { spawn } = await import('node:child_process');
  const run = (): Promise<number | null> =>
    new Promise((resolve) =>
      spawn(process.execPath, [join(packageRoot, 'generator/bin.js'), 'generate'], { cwd: folder }).on('close', resolve),
    );
  expect(await Promise.all([run(), run()])).toEqual([0, 0]);
  expect(filesOf('made').filter((path) => path.endsWith('.tmp'))).toEqual([]);
  expect(discogen(['generate', '--check'], { cwd: folder }).status).toBe(0);
});

test('a usage error prints no stack trace', async () => {
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

test('a missing build prints the command that creates it', () => {
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
