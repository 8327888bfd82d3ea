/** `discogen init`, on an in-memory file system. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { generatorVersion, packageRoot } from '../../../generator/lib/root.js';
import { UsageError } from '../../../generator/lib/usage-error.js';
import { readBlocks } from '../../support/markdown.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { smallSpecification } from '../../support/small-specification.js';

const createProject = (files: Readonly<Record<string, string>> = {}): MemoryEffects =>
  memoryEffects({ 'package.json': '{}\n', 'specs/tiny.yaml': smallSpecification(), ...files });

async function init(
  effects: MemoryEffects,
  ...words: readonly string[]
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  Object.assign(effects.printed, { stdout: '', stderr: '' });
  const status = await runCommandLine(['init', ...words], { ...effects, version: '' });
  return { status, ...effects.printed };
}

const listFiles = ({ files }: MemoryEffects): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files.snapshot()).map(([path, text]) => [path.replace('/project/', ''), text]));

test('creates the files of a project and names the next commands', async () => {
  const effects = createProject();
  expect(await init(effects, '--api', 'specs/tiny.yaml')).toEqual({
    status: 0,
    stdout: `created discogen.config.yaml
created seed.yaml
created test/tiny.test.mjs
created .github/workflows/discogen.yml
created .gitignore
changed package.json

Run next:
  npm pack --silent ${relative('/project', packageRoot)}
  npm install --save-dev ./discogen-${generatorVersion}.tgz
  npm run generate
  npm install ./generated/tiny-v1
  npm test
`,
    stderr: '',
  });
  const files = listFiles(effects);
  expect(parse(files['discogen.config.yaml'] ?? '')).toEqual({ specs: [{ name: 'tiny', file: 'specs/tiny.yaml' }] });
  expect(parse(files['seed.yaml'] ?? '')).toEqual({ resources: { '/tiny/v1/things/my-thing': { name: 'my-thing' } } });
  expect(files['.gitignore']).toBe('node_modules/\n/generated/.cache/\n/generated/*/dist/**/*.map\n');
  expect(files['test/tiny.test.mjs']).toMatchInlineSnapshot(`
    "// @ts-check
    import assert from 'node:assert/strict';
    import { test } from 'node:test';
    import { createTinyClient } from '@discogen/tiny-v1';
    import { createMock } from '@discogen/tiny-v1/mock';

    test('returns a seeded resource', async () => {
      const mock = createMock({ seed: { resources: { '/tiny/v1/things/my-thing': { name: 'my-thing' } } } });
      const client = createTinyClient({ rootUrl: 'https://service.example.com/', fetch: mock.fetch });
      const found = await client.things.get({ thing: 'my-thing' });
      assert.equal(found.name, 'my-thing');
    });
    "
  `);
});

describe('several APIs', () => {
  const apis = ['--api', 'specs/tiny.yaml', '--api', 'specs/other.yaml'];
  const other = { 'specs/other.yaml': smallSpecification({ name: 'other' }) };
  const readRuntime = (effects: MemoryEffects): unknown =>
    (parse(listFiles(effects)['discogen.config.yaml'] ?? '') as { runtime?: string }).runtime;

  test('share the runtime in a new project', async () => {
    const effects = createProject(other);
    const { stdout, stderr } = await init(effects, ...apis);
    expect([readRuntime(effects), stderr]).toEqual(['package', '']);
    expect(stdout).toContain('  npm install ./generated/runtime ./generated/tiny-v1 ./generated/other-v1\n');
  });
  test('have their own runtimes on request', async () => {
    const effects = createProject(other);
    await init(effects, ...apis, '--runtime', 'inline');
    expect(readRuntime(effects)).toBe('inline');
  });
  test('can share it in an existing project, which init and add propose', async () => {
    const proposal = 'the packages can share one copy of the runtime; set `runtime: package` in discogen.config.yaml';
    const effects = createProject(other);
    expect((await init(effects, '--api', 'specs/tiny.yaml')).stderr).toBe('');
    await runCommandLine(['add', 'specs/other.yaml'], { ...effects, version: '' });
    expect(effects.printed.stderr).toContain(proposal);
    expect((await init(effects)).stderr).toContain(proposal);
  });
});

test('keeps all existing files and names them', async () => {
  const effects = createProject();
  await init(effects, '--api', 'specs/tiny.yaml');
  const before = listFiles(effects);
  const { status, stdout, stderr } = await init(effects, '--api', 'dns:v1');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'discogen: discogen.config.yaml exists, so no API was added; run `discogen add dns:v1`\n',
  });
  expect(stdout).toMatch(
    /^kept discogen\.config\.yaml\nkept seed\.yaml\nkept test\/tiny\.test\.mjs\nkept \.github\/workflows\/discogen\.yml\nkept \.gitignore\nkept package\.json\n/,
  );
  expect(listFiles(effects)).toEqual(before);
});

describe('package.json', () => {
  const edit = async (text: string): Promise<string | undefined> => {
    const effects = createProject({ 'package.json': text });
    await init(effects, '--api', 'specs/tiny.yaml', '--no-samples', '--no-ci');
    return listFiles(effects)['package.json'];
  };
  test('keeps its scripts, formatting, and line ends', async () => {
    const text = '{\r\n\t"name": "a",\r\n\t"scripts": {\r\n\t\t"test": "jest"\r\n\t},\r\n\t"files": [ "a" ]\r\n}\r\n';
    expect(await edit(text)).toBe(text.replace('"jest"', '"jest",\r\n\t\t"generate": "discogen generate"'));
  });
  test('gets a script in place of the one that npm init writes', async () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    expect(JSON.parse((await edit(JSON.stringify({ scripts }))) ?? '')).toEqual({
      scripts: { test: 'node --test', generate: 'discogen generate' },
    });
  });
  test('decides about the test runner, the extension of tests, and what to install', async () => {
    const manifest = { type: 'module', dependencies: { '@discogen/tiny-v1': '*' }, devDependencies: { vitest: '*', discogen: '*' } };
    const effects = createProject({ 'package.json': JSON.stringify(manifest) });
    expect((await init(effects, '--api', 'specs/tiny.yaml')).stdout).toMatch(/Run next:\n {2}npm run generate\n {2}npm test\n$/);
    const files = listFiles(effects);
    expect(files['test/tiny.test.ts']).toContain("import { expect, test } from 'vitest';");
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({ scripts: { test: 'vitest run' } });
  });
});

test('excepts what a clone needs from the patterns in .gitignore', async () => {
  const effects = createProject({ '.gitignore': 'node_modules\ndist\n*.tgz\n' });
  await init(effects, '--api', 'specs/tiny.yaml');
  expect(listFiles(effects)['.gitignore']).toBe(
    'node_modules\ndist\n*.tgz\n!/discogen-*.tgz\n/generated/.cache/\n!/generated/*/dist/\n/generated/*/dist/**/*.map\n',
  );
});

test('adds only the missing lines to .gitignore', async () => {
  const effects = createProject({ '.gitignore': '/node_modules\r\ngenerated/.cache' });
  await init(effects, '--api', 'specs/tiny.yaml');
  expect(listFiles(effects)['.gitignore']).toBe('/node_modules\r\ngenerated/.cache\r\n/generated/*/dist/**/*.map\r\n');
});

test('writes the workflow of the guide', async () => {
  const effects = createProject();
  await init(effects, '--api', 'specs/tiny.yaml');
  const guide = readFileSync(join(packageRoot, 'docs/guides/build-and-publish.md'), 'utf8');
  const path = '.github/workflows/discogen.yml';
  expect(readBlocks(guide, '').find(({ file }) => file === path)?.text).toBe(listFiles(effects)[path]);
});

describe('on a terminal', () => {
  const answer = async (lines: readonly string[], ...words: readonly string[]) => {
    const questions: string[] = [];
    const ask = (question: string): Promise<string> => {
      const line = lines[questions.length];
      questions.push(question);
      return line === undefined ? Promise.reject(new UsageError('the input ended')) : Promise.resolve(line);
    };
    const effects = createProject();
    const { status } = await init(Object.assign(effects, { ask }), ...words);
    return { status, questions, files: Object.keys(listFiles(effects)) };
  };
  test('asks for what no option states', async () => {
    const { questions, files } = await answer(['', 'specs/tiny.yaml', 'n', 'Y']);
    expect(questions).toEqual([
      'APIs, such as dns:v1, a file, or a URL: ',
      'APIs, such as dns:v1, a file, or a URL: ',
      'Create a sample seed and a test? [Y/n] ',
      'Create a GitHub Actions workflow? [Y/n] ',
    ]);
    expect(files).toEqual(['.github/workflows/discogen.yml', '.gitignore', 'discogen.config.yaml', 'package.json', 'specs/tiny.yaml']);
  });
  test('asks nothing with --yes', async () => {
    expect(await answer([], '--api', 'specs/tiny.yaml', '--yes')).toMatchObject({ status: 0, questions: [] });
  });
  test('writes nothing if the input ends', async () => {
    expect(await answer(['specs/tiny.yaml'])).toMatchObject({ status: 2, files: ['package.json', 'specs/tiny.yaml'] });
  });
});

test.each([
  ['without package.json', memoryEffects(), ['--api', 'dns:v1'], 'there is no package.json in this folder; run `npm init -y` first'],
  ['with an invalid package.json', createProject({ 'package.json': '[' }), ['--api', 'dns:v1'], 'package.json is not a JSON object'],
  ['without an API', createProject(), ['--yes'], 'init needs an API, such as --api dns:v1'],
  ['with an unknown API', createProject(), ['--api', 'tine'], '"tine" is neither a file, nor a URL'],
])('fails %s and writes nothing', async (_, effects, words, message) => {
  const before = listFiles(effects);
  expect(await init(effects, ...words)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
  expect(listFiles(effects)).toEqual(before);
});
