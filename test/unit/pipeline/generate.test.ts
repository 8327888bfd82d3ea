/** `generate` on an in-memory file system. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import type { GenerateOptions } from '../../../generator/config/generate-options.js';
import type { GenerateResult } from '../../../generator/pipeline/run-context.js';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { inlineRuntimeFolder } from '../../../generator/write/runtime.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const runtimeFile = join(inlineRuntimeFolder, 'client.js');
const overlay = (description: string): string =>
  `name: tiny\nversion: v1\nx-source: { public: its manual }\nschemas:\n  Thing:\n    properties:\n      more: { type: string, description: ${description} }\n`;

const createProject = (): MemoryEffects =>
  memoryEffects({
    'discogen.config.yaml': buildConfig(['tiny', 'other']).replace('specs/tiny.yaml', 'specs/tiny.yaml, overlays: [specs/more.yaml]'),
    'specs/tiny.yaml': smallSpecification(),
    'specs/more.yaml': overlay('A remark.'),
    'specs/other.yaml': smallSpecification({ name: 'other' }),
  });

async function generateWithoutErrors(effects: MemoryEffects, options: GenerateOptions = {}): Promise<GenerateResult> {
  effects.files.touched.length = 0;
  const result = await runGenerate(options, effects);
  expect(result.diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic)).toEqual([]);
  return result;
}

/** Lists the files that a run wrote or removed, except the cache. */
const listTouchedFiles = ({ files }: MemoryEffects): readonly string[] => files.touched.filter((path) => !path.includes('/.cache/'));
const readOutput = ({ files }: MemoryEffects): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files.snapshot()).filter(([path]) => path.startsWith('/project/made/') && !path.includes('/.cache/')));

describe('a first run', () => {
  let effects: MemoryEffects;
  let result: GenerateResult;
  beforeAll(async () => {
    effects = createProject();
    result = await generateWithoutErrors(effects);
  });

  test('lists its packages in the order of the config', () => {
    expect(result.packages.map(({ folder, specification, name }) => [folder, specification, name])).toEqual([
      ['made/tiny-v1', 'specs/tiny.yaml', 'tiny'],
      ['made/other-v1', 'specs/other.yaml', 'other'],
    ]);
  });
  test('writes sources, their runtime, and the compiled output', () => {
    expect(Object.keys(readOutput(effects))).toEqual(
      expect.arrayContaining(
        ['package.json', 'README.md', 'src/index.ts', 'runtime/client.js', 'dist/index.js', 'dist/index.d.ts', '.discogen.json'].map(
          (path) => `/project/made/tiny-v1/${path}`,
        ),
      ),
    );
  });
  test('ends lines with LF', () => {
    expect(Object.entries(readOutput(effects)).filter(([, text]) => text.includes('\r'))).toEqual([]);
  });
  test('lists exactly the committed files in the manifest', () => {
    const prefix = '/project/made/tiny-v1/';
    const listed = Object.keys((JSON.parse(readOutput(effects)[`${prefix}.discogen.json`] ?? '') as { files: object }).files);
    const committed = Object.keys(readOutput(effects)).filter(
      (path) => path.startsWith(prefix) && !path.startsWith(`${prefix}dist/`) && !path.endsWith('.discogen.json'),
    );
    expect(listed).toEqual(committed.map((path) => path.slice(prefix.length)));
  });
  test('leaves nothing to write for the next run, even without the cache', async () => {
    await generateWithoutErrors(effects);
    expect(listTouchedFiles(effects)).toEqual([]);
    for (const path of Object.keys(effects.files.snapshot())) if (path.includes('/.cache/')) effects.files.remove(path);
    await generateWithoutErrors(effects);
    expect(listTouchedFiles(effects)).toEqual([]);
  });
  test('generates the same output in another folder', async () => {
    const otherProject = createProject();
    await generateWithoutErrors(otherProject);
    expect(readOutput(otherProject)).toEqual(readOutput(effects));
  });
  test('is up to date for --check', async () => {
    expect(await generateWithoutErrors(effects, { check: true })).toMatchObject({ status: 'done', changes: [] });
  });
});

test('accepts the output folder in any notation of the config', async () => {
  for (const out of ['{"out": "deep/er"}', 'out:   "deep/er" # here\n', "'out': deep/er\n", '"out": >-\n  deep/er\n']) {
    const specs = '{"specs": [{"name": "tiny", "file": "specs/tiny.yaml"}], ';
    const text = out.startsWith('{') ? `${specs}${out.slice(1)}` : `specs: [{ name: tiny, file: specs/tiny.yaml }]\n${out}`;
    const effects = memoryEffects({ 'discogen.config.yaml': text, 'specs/tiny.yaml': smallSpecification() });
    expect((await generateWithoutErrors(effects)).packages).toMatchObject([{ folder: 'deep/er/tiny-v1' }]);
    expect(listTouchedFiles(effects).filter((path) => !path.startsWith('/project/deep/er/'))).toEqual([]);
    expect((await generateWithoutErrors(effects, { check: true })).status).toBe('done');
  }
});

test('generates open or closed enums as configured for all specifications or for one', async () => {
  const withEnum = (name: string): string =>
    smallSpecification({ name }).replace('{ type: string, description: A remark. }', '{ type: string, enum: [A] }');
  const effects = memoryEffects({
    'discogen.config.yaml': buildConfig(['tiny', 'other']).replace('specs/tiny.yaml', 'specs/tiny.yaml, enums: closed'),
    'specs/tiny.yaml': withEnum('tiny'),
    'specs/other.yaml': withEnum('other'),
  });
  const findNoteField = (name: string): string | undefined =>
    /note\?: .*/.exec(readOutput(effects)[`/project/made/${name}-v1/src/types.ts`] ?? '')?.[0];
  await generateWithoutErrors(effects);
  expect([findNoteField('tiny'), findNoteField('other')]).toEqual(["note?: 'A';", "note?: 'A' | (string & {});"]);
  effects.files.edit('/project/discogen.config.yaml', buildConfig(['tiny', 'other'], 'enums: closed\n'));
  await generateWithoutErrors(effects);
  expect([findNoteField('tiny'), findNoteField('other')]).toEqual(["note?: 'A';", "note?: 'A';"]);
});

test('detects an edit during the previous run', async () => {
  for (const path of ['/project/specs/tiny.yaml', '/project/discogen.config.yaml']) {
    const effects = createProject();
    const { files } = effects;
    const before = files.read(path);
    const write = files.write;
    // The edit happens during the first write.
    files.write = (target, text) => {
      files.write = write;
      files.edit(path, path.endsWith('tiny.yaml') ? smallSpecification({ field: 'remark' }) : `${before}version: 3.0.0\n`);
      return write(target, text);
    };
    await generateWithoutErrors(effects);
    expect(await generateWithoutErrors(effects, { check: true })).toMatchObject({ status: 'stale' });
  }
});

describe('a change', () => {
  const edits: readonly (readonly [description: string, edit: (effects: MemoryEffects) => void, changed: RegExp])[] = [
    [
      'of a specification',
      ({ files }) => files.edit('/project/specs/tiny.yaml', smallSpecification({ field: 'remark' })),
      /^made\/tiny-v1\//,
    ],
    [
      'of the config',
      ({ files }) => files.edit('/project/discogen.config.yaml', `${files.read('/project/discogen.config.yaml')}version: '2.0.0'\n`),
      /^made\/(tiny|other)-v1\/package\.json$/,
    ],
    [
      'of an overlay',
      ({ files }) => files.edit('/project/specs/more.yaml', overlay('A better remark.')),
      /^made\/tiny-v1\/(README\.md|openapi\.json|package\.json|spec\.json|src\/types\.ts)$/,
    ],
    [
      'of the runtime',
      ({ files }) => files.edit(runtimeFile, `${files.read(runtimeFile)}// Edited.\n`),
      /^made\/(tiny|other)-v1\/runtime\/client\.js$/,
    ],
    [
      'of an output file, of the same length',
      ({ files }) =>
        files.edit('/project/made/tiny-v1/LICENSE', (files.snapshot()['/project/made/tiny-v1/LICENSE'] ?? '').replace('A', 'B')),
      /^made\/tiny-v1\/LICENSE$/,
    ],
    ['that removes an output file', ({ files }) => files.remove('/project/made/other-v1/src/types.ts'), /^made\/other-v1\/src\/types\.ts$/],
    ['that removes a manifest', ({ files }) => files.remove('/project/made/other-v1/.discogen.json'), /^made\/other-v1\/\.discogen\.json$/],
    ['that removes the list of packages', ({ files }) => files.remove('/project/made/.discogen.json'), /^made\/\.discogen\.json$/],
  ];
  test.each(edits)('%s is reported by --check and repaired by a run', async (_, edit, changed) => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    edit(effects);
    const check = await generateWithoutErrors(effects, { check: true });
    expect(check.status).toBe('stale');
    expect(listTouchedFiles(effects)).toEqual([]);
    const paths = [...check.packages.flatMap(({ changes }) => changes), ...check.changes].map(({ path }) => path);
    expect(paths.filter((path) => !changed.test(path) && !path.endsWith('.discogen.json'))).toEqual([]);
    expect(paths.some((path) => changed.test(path))).toBe(true);
    await generateWithoutErrors(effects);
    expect(await generateWithoutErrors(effects, { check: true })).toMatchObject({ status: 'done' });
  });

  test('of the generator or of a record is detected', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    const paths = Object.keys(effects.files.snapshot()).filter((path) => /\/\.cache\/[\w-]+\.json$/.test(path));
    for (const corruption of [{ inputs: 'another' }, { stamp: 'another' }, 'no JSON']) {
      for (const path of paths) {
        const record = JSON.parse(effects.files.read(path)) as object;
        effects.files.edit(path, typeof corruption === 'string' ? corruption : JSON.stringify({ ...record, size: 1, ...corruption }));
      }
      const { packages } = await generateWithoutErrors(effects);
      expect(packages.map(({ files }) => files > 1)).toEqual([true, true]);
      expect(listTouchedFiles(effects)).toEqual([]);
    }
  });

  test('of the times of files writes nothing', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    for (const [path, text] of Object.entries(effects.files.snapshot()))
      if (path.startsWith('/project/made/')) effects.files.edit(path, text);
    await generateWithoutErrors(effects);
    expect(listTouchedFiles(effects)).toEqual([]);
  });

  test('of one specification keeps the packages of others', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    effects.files.edit('/project/specs/tiny.yaml', smallSpecification({ field: 'remark' }));
    await generateWithoutErrors(effects);
    expect(listTouchedFiles(effects).filter((path) => !path.startsWith('/project/made/tiny-v1/'))).toEqual([]);
    expect(listTouchedFiles(effects)).toContain('/project/made/tiny-v1/dist/types.d.ts');
  });

  test('of dist/ is ignored by --check and repaired by a run', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    effects.files.edit('/project/made/tiny-v1/dist/index.js', '');
    expect(await generateWithoutErrors(effects, { check: true })).toMatchObject({ status: 'done' });
    await generateWithoutErrors(effects);
    expect(listTouchedFiles(effects)).toEqual(['/project/made/tiny-v1/dist/index.js']);
  });
});

describe('obsolete files', () => {
  test('are removed with their compiled files if a manifest lists them', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    effects.files.write('/project/made/tiny-v1/src/mine.ts', 'export const mine = 1;\n');
    const check = await generateWithoutErrors(effects, { check: true, only: ['types'] });
    expect(check.packages[0]?.changes).toContainEqual({ path: 'made/tiny-v1/src/methods.ts', difference: 'orphaned' });
    await generateWithoutErrors(effects, { only: ['types'] });
    const remainingPaths = Object.keys(readOutput(effects));
    expect(remainingPaths).not.toContain('/project/made/tiny-v1/src/methods.ts');
    expect(remainingPaths).not.toContain('/project/made/tiny-v1/dist/methods.d.ts');
    expect(remainingPaths).toContain('/project/made/tiny-v1/src/mine.ts');
  });

  test('are removed with the package of a deleted specification', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    effects.files.write('/project/made/other-v1/notes.txt', 'mine');
    effects.files.edit('/project/discogen.config.yaml', buildConfig(['tiny']));
    expect(await generateWithoutErrors(effects, { check: true })).toMatchObject({ status: 'stale' });
    await generateWithoutErrors(effects);
    expect(Object.keys(readOutput(effects)).filter((path) => path.includes('/other-v1/'))).toEqual(['/project/made/other-v1/notes.txt']);
  });

  test('are kept in packages of other files in the same folder', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects, { files: ['specs/other.yaml'], out: 'made' });
    await generateWithoutErrors(effects, { files: ['specs/tiny.yaml'], out: 'made' });
    expect(listTouchedFiles(effects).filter((path) => path.includes('/other-v1/'))).toEqual([]);
  });

  test('are kept if a manifest lists paths outside its package', async () => {
    const effects = createProject();
    await generateWithoutErrors(effects);
    effects.files.write('/project/precious.txt', 'mine');
    effects.files.edit(
      '/project/made/tiny-v1/.discogen.json',
      JSON.stringify({ files: { '../../precious.txt': '', '/project/precious.txt': '' } }),
    );
    await generateWithoutErrors(effects);
    expect(effects.files.snapshot()['/project/precious.txt']).toBe('mine');
  });
});
