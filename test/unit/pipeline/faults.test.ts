/** `generate` reports all errors and preserves the existing output. */
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import type { GenerateOptions } from '../../../generator/config/generate-options.js';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const invalidSpecification = smallSpecification({ name: 'broken' }).replace('$ref: Thing', '$ref: Thong');
const listWrittenFiles = ({ files }: MemoryEffects): readonly string[] => files.touched.filter((path) => !path.includes('/.cache/'));

describe('reports', () => {
  const cases: readonly (readonly [problem: string, files: Record<string, string>, expected: readonly RegExp[]])[] = [
    [
      'errors of all specifications in one run',
      { 'discogen.config.yaml': buildConfig(['a', 'b']), 'specs/a.yaml': invalidSpecification, 'specs/b.yaml': 'name: [' },
      [/^specs\/a\.yaml:\d+:\d+: error dangling-reference /, /^specs\/b\.yaml:1:\d+: error syntax /],
    ],
    [
      'a missing specification',
      { 'discogen.config.yaml': buildConfig(['a', 'b']), 'specs/a.yaml': smallSpecification() },
      [/^discogen\.config\.yaml:\d+:\d+: error unreadable-file the file "specs\/b\.yaml" cannot be read: there is no such file$/],
    ],
    [
      'two packages with the same folder',
      { 'discogen.config.yaml': buildConfig(['a', 'b']), 'specs/a.yaml': smallSpecification(), 'specs/b.yaml': smallSpecification() },
      [
        /^specs\/b\.yaml:1:7: error duplicate-folder the package cannot be written to "tiny-v1", which is already the folder of specs\/a\.yaml$/,
      ],
    ],
    [
      'a folder outside the output folder',
      { 'discogen.config.yaml': buildConfig(['a']), 'specs/a.yaml': smallSpecification({ name: '../x' }) },
      [/^specs\/a\.yaml:1:7: error /],
    ],
    [
      'a config variable that no specification declares',
      { 'discogen.config.yaml': buildConfig(['a'], 'variables:\n  base_ulr: https://x\n'), 'specs/a.yaml': smallSpecification() },
      [/^discogen\.config\.yaml:5:\d+: error unknown-variable no specification has the variable "base_ulr"; did you mean "base_url"\?$/],
    ],
  ];
  test.each(cases)('%s', async (_, files, expected) => {
    const effects = memoryEffects(files);
    const result = await runGenerate({}, effects);
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
    expect(result.status).toBe('failed');
    for (const pattern of expected) expect(errors).toContainEqual(expect.stringMatching(pattern));
    expect(listWrittenFiles(effects)).toEqual([]);
  });
});

describe('rejects', () => {
  const config = { 'discogen.config.yaml': buildConfig(['a']), 'specs/a.yaml': smallSpecification() };
  const cases: readonly (readonly [problem: string, files: Record<string, string>, options: GenerateOptions, message: RegExp])[] = [
    [
      'no config',
      {},
      {},
      /^cannot read discogen\.config\.yaml: there is no such file; name one with --config FILE, or specification files$/,
    ],
    ['a missing config', config, { config: 'x.yaml' }, /^cannot read x\.yaml: there is no such file$/],
    ['files without an output folder', config, { files: ['specs/a.yaml'] }, /^specification files need an output folder: --out DIR$/],
    ['files and a config', config, { files: ['specs/a.yaml'], out: 'x', config: 'discogen.config.yaml' }, /cannot be combined$/],
    ['a missing file', config, { files: ['specs/b.yaml'], out: 'x' }, /^cannot read specs\/b\.yaml: there is no such file$/],
    ['a folder as a file', config, { files: ['specs'], out: 'x' }, /^cannot read specs: it is a folder$/],
    [
      'an unknown variable',
      config,
      { variables: { bsae_url: 'https://x' } },
      /^no specification has the variable "bsae_url"; did you mean base_url\?$/,
    ],
    [
      'a variable with a blank',
      config,
      { variables: { base_url: 'a b' } },
      /^the variable base_url must have neither spaces nor control characters \(received "a b"\)$/,
    ],
    ['an invalid config', { 'discogen.config.yaml': 'specs: 1\n' }, {}, /^discogen\.config\.yaml is invalid$/],
  ];
  test.each(cases)('%s', async (_, files, options, message) => {
    const effects = memoryEffects(files);
    await expect(runGenerate(options, effects)).rejects.toMatchObject({ name: 'UsageError', message: expect.stringMatching(message) });
    expect(listWrittenFiles(effects)).toEqual([]);
  });
});

describe('the existing output', () => {
  const createProject = async (): Promise<MemoryEffects> => {
    const effects = memoryEffects({ 'discogen.config.yaml': buildConfig(['a']), 'specs/a.yaml': smallSpecification() });
    await runGenerate({}, effects);
    effects.files.touched.length = 0;
    return effects;
  };

  test('is unchanged if a specification has errors', async () => {
    const effects = await createProject();
    const before = effects.files.snapshot();
    effects.files.edit('/project/specs/a.yaml', invalidSpecification);
    expect(await runGenerate({}, effects)).toMatchObject({ status: 'failed' });
    expect({ ...effects.files.snapshot(), '/project/specs/a.yaml': '' }).toEqual({ ...before, '/project/specs/a.yaml': '' });
  });

  test('is never written through a symbolic link', async () => {
    const effects = memoryEffects({ 'discogen.config.yaml': buildConfig(['a']), 'specs/a.yaml': smallSpecification() });
    effects.files.link('/project/made/tiny-v1', '/elsewhere');
    const result = await runGenerate({}, effects);
    expect(result.diagnostics.map(formatDiagnostic)).toContainEqual(
      'specs/a.yaml:1:7: error obstructed-folder the package cannot be written: "made/tiny-v1" is not a folder (symbolic links are not followed)',
    );
    expect(listWrittenFiles(effects)).toEqual([]);
  });

  test.each([
    ['without a manifest', { 'package.json': '{}' }, 'package.json'],
    ['that the manifest does not list', { 'package.json': '{}', '.discogen.json': '{ "files": { "LICENSE": "" } }' }, 'package.json'],
    ['in a folder', { 'LICENSE/mine.txt': 'mine', '.discogen.json': '{ "files": { "LICENSE": "" } }' }, 'LICENSE'],
  ])("is never written in the place of a user's file %s", async (_, mine, path) => {
    const effects = memoryEffects({
      'specs/a.yaml': smallSpecification(),
      'discogen.config.yaml': buildConfig(['a']),
      ...Object.fromEntries(Object.entries(mine).map(([name, text]) => [`made/tiny-v1/${name}`, text])),
    });
    for (const check of [false, true]) {
      const { status, diagnostics } = await runGenerate({ check }, effects);
      expect([status, ...diagnostics.map(formatDiagnostic)]).toEqual([
        'failed',
        `specs/a.yaml:1:7: error obstructed-folder the package cannot be written: "made/tiny-v1/${path}" is not a file that discogen wrote; move or delete it`,
      ]);
    }
    expect(listWrittenFiles(effects)).toEqual([]);
  });

  test.each(['<<<<<<< ours', '{ "files": {} }'])('is repaired if a manifest is damaged: %s', async (text) => {
    const effects = await createProject();
    effects.files.edit('/project/made/tiny-v1/.discogen.json', text);
    effects.files.edit('/project/made/tiny-v1/package.json', '{}');
    expect(await runGenerate({}, effects)).toMatchObject({ status: 'done' });
    expect(await runGenerate({ check: true }, effects)).toMatchObject({ status: 'done' });
  });

  test('keeps files that were added to a package', async () => {
    const effects = await createProject();
    effects.files.edit('/project/made/tiny-v1/NOTES.md', 'mine');
    expect(await runGenerate({}, effects)).toMatchObject({ status: 'done' });
    expect(effects.files.snapshot()['/project/made/tiny-v1/NOTES.md']).toBe('mine');
  });

  test('can contain installed packages, and no manifest', async () => {
    const effects = await createProject();
    effects.files.remove('/project/made/tiny-v1/.discogen.json');
    effects.files.edit('/project/made/tiny-v1/node_modules/a/index.js', '');
    expect(await runGenerate({}, effects)).toMatchObject({ status: 'done' });
  });

  test.each([
    ['/', 'is the root of the file system'],
    ['..', 'is the root of the file system'],
    ['~', 'begins with ~, which only a shell replaces by the home folder'],
    ['~/made', 'begins with ~, which only a shell replaces by the home folder'],
    ['/work', 'contains the working directory'],
    ['/elsewhere', 'contains the folder of a specification'],
  ])('is rejected if it is %s', async (out, problem) => {
    const effects = memoryEffects({ '/elsewhere/specs/a.yaml': smallSpecification() });
    const cwd = out === '/work' ? '/work/project' : effects.cwd;
    const message = `the output folder "${out}" ${problem}; name a folder for the packages, such as generated`;
    for (const check of [false, true])
      await expect(runGenerate({ files: ['/elsewhere/specs/a.yaml'], out, check }, { ...effects, cwd })).rejects.toMatchObject({
        name: 'UsageError',
        message,
      });
    expect(listWrittenFiles(effects)).toEqual([]);
  });

  test.each([['.'], ['specs'], ['/elsewhere'], ['../sibling']])('is accepted if it is %s', async (out) => {
    const effects = memoryEffects({ 'specs/deep/a.yaml': smallSpecification() });
    expect(await runGenerate({ files: ['specs/deep/a.yaml'], out }, effects)).toMatchObject({ status: 'done' });
  });

  test.each([
    ['made', 'the output folder "made" is not a folder'],
    ['made/deep/er', 'the output folder "made/deep/er" cannot be created: "/project/made" is not a folder'],
  ])('is rejected if %s is a file or below a file', async (out, message) => {
    const effects = memoryEffects({ made: 'text', 'specs/a.yaml': smallSpecification(), 'discogen.config.yaml': buildConfig(['a']) });
    for (const check of [false, true])
      await expect(runGenerate({ out, check }, effects)).rejects.toMatchObject({ name: 'UsageError', message });
    expect(listWrittenFiles(effects)).toEqual([]);
  });

  test('is unchanged if the cache is damaged or not writable', async () => {
    const effects = await createProject();
    const state = Object.keys(effects.files.snapshot()).find((path) => /\.cache\/.*\.json$/.test(path)) ?? '';
    for (const text of ['', '{', 'null', '[]', '{"build":"sources"}', '{"packages":1}']) {
      effects.files.edit(state, text);
      expect(await runGenerate({ check: true }, effects)).toMatchObject({ status: 'done' });
    }
    effects.files.edit(state, '');
    effects.files.fill();
    expect(await runGenerate({ check: true }, effects)).toMatchObject({ status: 'done' });
  });
});
