/** Releases of 20 packages to a registry: the first one, a breaking change of one specification, and a change of the runtime. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReleaseResult } from '../../generator/release/run-release.js';
import { getOutput, run } from '../packages/support.js';
import { smallSpecification } from '../support/small-specification.js';
import { Project } from './project.js';
import { type Registry, startRegistry } from './registry.js';

const names = Array.from({ length: 20 }, (_, index) => `shop${String.fromCodePoint(97 + index)}`);
const packageNames = ['@acme/runtime', ...names.map((name) => `@acme/${name}-v1`)];
const changed = '@acme/shopc-v1';

const formatConfig = (included: readonly string[]): string => `specs:
${included.map((name) => `  - { name: ${name}, file: specs/${name}.yaml }\n`).join('')}out: packages
scope: '@acme'
version: 1.0.0
runtime: package
package:
  repository: https://github.com/acme/apis
  author: Acme <apis@acme.example.com>
  homepage: https://apis.acme.example.com
`;

let registry: Registry;
let publisher: Project;
let consumer: Project;

beforeAll(async () => {
  registry = await startRegistry();
  publisher = new Project();
  await publisher.install('discogen', 'publint@0.3.25', '@arethetypeswrong/core@0.18.5');
  publisher.write('.npmrc', registry.npmrc);
  publisher.write('discogen.config.yaml', formatConfig(names));
  for (const name of names) publisher.write(`specs/${name}.yaml`, createSpecification(name));
  consumer = new Project();
  await consumer.install('typescript@5.9.3', '@types/node@20');
  consumer.write('.npmrc', registry.npmrc);
}, 600_000);

afterAll(() => {
  for (const resource of [consumer, publisher, registry]) resource?.[Symbol.dispose]();
});

/** A specification whose resource can be created, so that the README has an example. */
function createSpecification(name: string): string {
  const create = `
      create:
        id: ${name}.things.create
        httpMethod: POST
        path: things
        request: { $ref: Thing }
        response: { $ref: Thing }`;
  return smallSpecification({ name })
    .replace('\n    methods:', `\n    methods:${create}`)
    .replace('{base_url}', 'https://acme.example.com');
}

async function release(project: Project, ...options: readonly string[]): Promise<ReleaseResult> {
  return JSON.parse(getOutput(await project.discogen('release', '--json', ...options))) as ReleaseResult;
}

const listReleases = ({ packages }: ReleaseResult): readonly string[] =>
  packages
    .filter(({ oldVersion, newVersion }) => oldVersion !== newVersion)
    .map(({ name, oldVersion, newVersion, step }) => `${name} ${oldVersion} ${step} ${newVersion}`);

/** Runs the commands that a release printed. */
async function publish({ commands }: ReleaseResult): Promise<void> {
  for (const command of commands) await publisher.output('npm', command.split(' ').slice(1));
}

/** Compiles and runs a program of the consumer, and returns its output. */
async function runConsumer(): Promise<string> {
  await consumer.output('npx', ['tsc', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', 'main.ts']);
  consumer.write('main.js', readFileSync(join(consumer.folder, 'main.ts'), 'utf8'));
  return consumer.output('node', ['main.js']);
}

test(
  'the first release packs all packages, and tarballs are the same in another folder with another umask',
  { timeout: 1_800_000 },
  async () => {
    const plan = await release(publisher, '--plan');
    expect(plan.packages.map(({ name, oldVersion, newVersion }) => [name, oldVersion, newVersion])).toEqual(
      packageNames.map((name) => [name, undefined, '1.0.0']),
    );
    const applied = await release(publisher, '--apply');
    expect(applied).toMatchObject({ status: 'applied', packages: packageNames.map((name) => ({ name, problems: [] })) });

    const other = mkdtempSync(join(tmpdir(), 'discogen-other-'));
    cpSync(publisher.folder, other, { recursive: true, filter: (path) => !/\/(?:packages|tarballs|discogen\.versions\.json)$/.test(path) });
    const command = 'umask 077; node_modules/.bin/discogen release --apply --json';
    const few = names.slice(0, 2);
    writeFileSync(join(other, 'discogen.config.yaml'), formatConfig(few));
    const repeated = JSON.parse(getOutput(await run('sh', ['-c', command], { cwd: other }))) as ReleaseResult;
    rmSync(other, { recursive: true });
    const listHashes = ({ packages }: ReleaseResult): readonly unknown[] => packages.map(({ name, integrity }) => [name, integrity]);
    expect(listHashes(applied)).toEqual(packageNames.map((name) => [name, expect.stringMatching(/^sha512-/)]));
    expect(listHashes(repeated)).toEqual(listHashes(applied).slice(0, 1 + few.length));

    await publish(applied);
    expect(listReleases(await release(publisher, '--plan'))).toEqual([]);
  },
);

test('a consumer installs a released package', async () => {
  await consumer.install(changed);
  consumer.write(
    'main.ts',
    `import { createShopcClient } from '${changed}';
import { createMock } from '${changed}/mock';

const mock = createMock();
const client = createShopcClient({ fetch: mock.fetch });
await client.things.create({ requestBody: { name: 'one', note: 'first' } });
const thing = await client.things.get({ thing: 'one' });
console.log(thing.note);
`,
  );
  expect(await runConsumer()).toBe('first\n');
});

test('a breaking change of one specification is a major version of one package, whose changelog names the field', async () => {
  publisher.write('specs/shopc.yaml', createSpecification('shopc').replace('      note:', '      remark:'));
  const expected = [`${changed} 1.0.0 major 2.0.0`];
  expect(listReleases(await release(publisher, '--plan'))).toEqual(expected);
  const applied = await release(publisher, '--apply');
  expect([applied.status, listReleases(applied), applied.commands.length]).toEqual(['applied', expected, 1]);
  expect(await publisher.discogen('generate', '--check', '--quiet')).toMatchObject({ status: 0 });
  const changelog = readFileSync(join(publisher.folder, 'packages/shopc-v1/CHANGELOG.md'), 'utf8');
  expect(changelog).toMatch(/^# Changelog\n\n## 2\.0\.0\n\n### Breaking\n\n- `Thing\.\w+`: .*\n/);
  expect(changelog).toMatch(/\n## 1\.0\.0\n\nThe first version\.\n$/);
  await publish(applied);
});

test('a consumer upgrades, and the compiler finds the use of the removed field', async () => {
  await consumer.install(`${changed}@latest`);
  await expect(runConsumer()).rejects.toThrow(/Property 'note' does not exist/);
  consumer.write('main.ts', readFileSync(join(consumer.folder, 'main.ts'), 'utf8').replaceAll('note', 'remark'));
  expect(await runConsumer()).toBe('first\n');
});

test('a fix of the runtime is released alone, and consumers get it without a new version of their package', async () => {
  appendFileSync(join(publisher.folder, 'node_modules/discogen/dist/runtime/client.js'), '// A fix.\n');
  const applied = await release(publisher, '--apply');
  expect(listReleases(applied)).toEqual(['@acme/runtime 1.0.0 patch 1.0.1']);
  await publish(applied);
  await consumer.output('npm', ['update', '@acme/runtime']);
  expect(readFileSync(join(consumer.folder, 'node_modules/@acme/runtime/dist/client.js'), 'utf8')).toContain('// A fix.');
  expect(await runConsumer()).toBe('first\n');
});
