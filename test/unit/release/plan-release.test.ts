/** `discogen release --plan`: what each change means for the versions of the packages. */
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { runGenerate } from '../../../generator/pipeline/run-generate.js';
import { BuildMemory } from '../../../generator/write/build-memory.js';
import { memoryEffects } from '../../support/memory-files.js';
import { createMemoryRegistry, type MemoryRegistry } from '../../support/memory-registry.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const settings = "runtime: package\nscope: '@acme'\nversion: 1.2.0\n";

/** The cache of all tests, which build similar packages. */
const memory = new BuildMemory();

/** A project whose packages are published. */
async function createPublishedProject(names: readonly string[]): Promise<MemoryRegistry> {
  const specifications = names.map((name) => [`specs/${name}.yaml`, smallSpecification({ name })]);
  const files = { 'discogen.config.yaml': buildConfig(names, settings), ...Object.fromEntries(specifications) };
  const registry = createMemoryRegistry(memoryEffects(files), memory);
  await runGenerate({}, registry.effects);
  for (const folder of ['runtime', ...names.map((name) => `${name}-v1`)]) registry.publish(`/project/made/${folder}`);
  return registry;
}

async function plan({ effects }: MemoryRegistry, ...options: readonly string[]): Promise<string> {
  const before = effects.printed.stdout.length;
  expect(await runCommandLine(['release', '--plan', ...options], { ...effects, version: '1.0.0' })).toBe(0);
  return effects.printed.stdout.slice(before);
}

function editPublished({ packages }: MemoryRegistry, path: string, edit: (text: string) => string): void {
  const texts = packages.get('@acme/runtime');
  texts?.set(path, edit(texts.get(path) ?? ''));
}

/** Changes of the specification, with the planned version and the reasons. */
const changes: Readonly<Record<string, readonly [edit: (text: string) => string, output: readonly string[]]>> = {
  commented: [(text) => `# Only a comment.\n${text}`, []],
  reduced: [
    (text) => text.replace(/\n {6}note: .*/, ''),
    ['1.2.0 -> 2.0.0 (major)', '  breaking field-removed Thing.note: the field was removed; code that uses it no longer works'],
  ],
};

test('states the bump that each change requires, and writes nothing to the project', async () => {
  const registry = await createPublishedProject(Object.keys(changes));
  const { files } = registry.effects;
  for (const [name, [edit]] of Object.entries(changes)) files.edit(`/project/specs/${name}.yaml`, edit(smallSpecification({ name })));
  const before = files.snapshot();
  const lines = Object.entries(changes).flatMap(([name, [, [first, ...reasons]]]) =>
    first === undefined ? [] : [`@acme/${name}-v1: ${first}`, ...reasons],
  );
  expect(await plan(registry, '--registry', 'https://npm.example.com/')).toBe(`${lines.join('\n')}\n2 packages are unchanged\n`);
  expect(files.snapshot()).toEqual(before);
  const downloads = registry.commands.filter((command) => command.startsWith('npm '));
  expect(downloads.filter((command) => !command.includes(' --registry https://npm.example.com/'))).toEqual([]);
});

test('a new package gets the version of the config, and a higher version there raises all packages', async () => {
  const registry = await createPublishedProject(['tiny']);
  const { files } = registry.effects;
  files.edit('/project/specs/other.yaml', smallSpecification({ name: 'other' }));
  files.edit('/project/discogen.config.yaml', buildConfig(['tiny', 'other'], settings.replace('1.2.0', '3.0.0')));
  expect(await plan(registry, '--quiet')).toBe(
    '@acme/runtime: 1.2.0 -> 3.0.0 (patch)\n@acme/tiny-v1: 1.2.0 -> 3.0.0 (patch)\n@acme/other-v1: 3.0.0 (new)\n',
  );
});

test('the runtime is released alone if the packages accept its next version', async () => {
  const registry = await createPublishedProject(['tiny']);
  editPublished(registry, 'dist/client.js', (text) => `${text}\n`);
  const reason = 'patch files-changed dist/client.js: the file changed; the description and the types are the same';
  expect(await plan(registry)).toBe(`@acme/runtime: 1.2.0 -> 1.2.1 (patch)\n  ${reason}\n1 package is unchanged\n`);
  editPublished(registry, 'dist/values.d.ts', (text) => `${text}\nexport declare const removed: string;\n`);
  const output = await plan(registry);
  expect(output).toContain('@acme/runtime: 1.2.0 -> 2.0.0 (major)\n  breaking export-removed removed: ');
  expect(output).toContain(
    '@acme/tiny-v1: 1.2.0 -> 2.0.0 (major)\n  breaking runtime-changed @acme/runtime: depends on ^2.0.0 (was ^1.2.0); ',
  );
});

test('reports a failure of npm', async () => {
  const effects = memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': smallSpecification() });
  const failure = { status: 1, stdout: JSON.stringify({ error: { code: 'E401', summary: 'Unauthorized' } }), stderr: '' };
  const runProgram = (): Promise<typeof failure> => Promise.resolve(failure);
  expect(await runCommandLine(['release', '--plan'], { ...effects, runProgram, version: '1.0.0' })).toBe(1);
  expect(effects.printed.stderr).toBe('discogen: npm pack @discogen/tiny-v1@latest failed: E401: Unauthorized\n');
});
