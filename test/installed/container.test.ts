/** The container recipe of `docs/guides/other-programs.md`. */
import { cpSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { getOutput, run } from '../packages/support.js';
import { HandBuiltImage, type Instruction } from './hand-built-image.js';
import { Project } from './project.js';

const repository = join(import.meta.dirname, '../..');
const guide = readFileSync(join(repository, 'docs/guides/other-programs.md'), 'utf8');
const token = 'local-token';
const environment = { DISCOGEN_ADMIN_TOKEN: token };

/** The parts of `dockerfile-ast` that the tests use. */
interface Parser {
  readonly DockerfileParser: { parse(text: string): { getInstructions(): readonly ParsedInstruction[] } };
}
interface ParsedInstruction {
  getInstruction(): string;
  getArguments(): readonly { getValue(): string }[];
  getFlags?(): readonly { getName(): string; getValue(): string }[];
  getJSONStrings?(): readonly { getValue(): string }[];
}

let project: Project;
let dockerfile = '';

beforeAll(async () => {
  // Later versions have optional packages that some mirrors of the registry lack, which `npm ci` rejects.
  project = new Project({ overrides: { 'msgpackr-extract': '3.0.4' } });
  const tarball = inject('tarballs')['discogen'] ?? '';
  cpSync(tarball, join(project.folder, basename(tarball)));
  const [, commands = ''] = /npm pack --silent \.\.\/discogen\n([^]*?)```/.exec(guide) ?? [];
  await project.output('sh', ['-euc', commands]);
  project.write('seed.yaml', /```yaml \[seed\.yaml\]\n([^]*?)```/.exec(guide)?.[1] ?? '');
  dockerfile = readFileSync(join(project.folder, 'Dockerfile'), 'utf8');
});

afterAll(() => project[Symbol.dispose]());

async function installTools(): Promise<{
  readonly parse: (text: string) => readonly Instruction[];
  readonly lint: (text: string) => readonly unknown[];
}> {
  const tools = new Project();
  await tools.install('dockerfile-ast@0', 'dockerfile-utils@0');
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(tools.folder, 'node_modules', path)).href);
  const { DockerfileParser } = (await load('dockerfile-ast/lib/main.js')) as Parser;
  const { validate } = (await load('dockerfile-utils/lib/main.js')) as { validate(text: string): readonly unknown[] };
  tools[Symbol.dispose]();
  const parse = (text: string): readonly Instruction[] => DockerfileParser.parse(text).getInstructions().map(readInstruction);
  return { parse, lint: validate };
}

function readInstruction(parsed: ParsedInstruction): Instruction {
  const strings = parsed.getJSONStrings?.().map((each) => JSON.parse(each.getValue()) as string) ?? [];
  const [first = '', ...others] = parsed.getArguments().map((each) => each.getValue());
  // The arguments of a health check are a command in turn.
  const command = parsed.getInstruction() === 'HEALTHCHECK' ? [first, ...(JSON.parse(others.join(' ')) as string[])] : [first, ...others];
  return {
    name: parsed.getInstruction(),
    flags: Object.fromEntries(parsed.getFlags?.().map((flag) => [flag.getName(), flag.getValue()]) ?? []),
    words: strings.length > 0 ? strings : command,
  };
}

test('the guide shows the files of the package', () => {
  for (const name of ['Dockerfile', 'Dockerfile.dockerignore'])
    expect(guide).toContain(`\n${readFileSync(join(repository, 'templates/container', name), 'utf8')}\`\`\`\n`);
});

test('the Dockerfile has no problems, and its steps produce a mock that serves, keeps its state, and stops', async () => {
  const { parse, lint } = await installTools();
  expect(lint(dockerfile)).toEqual([]);

  using image = await HandBuiltImage.build(parse(dockerfile), project.folder);
  const zone = '/dns/v1/projects/p/managedZones/z';
  expect((await image.checkHealth('9')).status).toBe(1);
  {
    await using container = await image.start(environment);
    const { port } = new URL(container.url);
    const local = `http://127.0.0.1:${port}`;
    expect(container.url).toBe(`http://0.0.0.0:${port}`);
    expect((await image.checkHealth(port)).status).toBe(0);
    expect((await fetch(`${local}/__admin/state`)).status).toBe(401);
    expect((await fetch(`${local}/__admin/state`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    const patch = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"description":"changed"}' };
    expect((await fetch(`${local}${zone}`, patch)).status).toBe(200);
    expect(await container.stop()).toBe(0);
  }
  expect(statSync(image.locate('/data')).uid).toBe(process.getuid?.() === 0 ? 65532 : process.getuid?.());
  await using restarted = await image.start(environment);
  const { port } = new URL(restarted.url);
  expect(await (await fetch(`http://127.0.0.1:${port}${zone}`)).json()).toMatchObject({ description: 'changed' });

  const kilobytes = async (path: string): Promise<number> => Number.parseInt((await run('du', ['-sk', image.locate(path)])).stdout, 10);
  console.log(`/app: ${Math.round((await kilobytes('/app')) / 1024)} MB`);
  expect(await kilobytes('/app')).toBeLessThan(130 * 1024);
});

const hasEngine = (await run('docker', ['info'])).status === 0;

test.skipIf(!hasEngine)('a container engine builds the image and reports it healthy (skipped: `docker info` fails)', async () => {
  const docker = async (...args: readonly string[]): Promise<string> => (await project.output('docker', args)).trim();
  const image = await docker('build', '--quiet', '.');
  const container = await docker('run', '--detach', '--publish', '127.0.0.1::8787', '--env', `DISCOGEN_ADMIN_TOKEN=${token}`, image);
  try {
    await expect.poll(() => docker('inspect', '--format', '{{.State.Health.Status}}', container), { timeout: 60_000 }).toBe('healthy');
    const address = await docker('port', container, '8787');
    expect((await fetch(`http://${address}/dns/v1/projects/p/managedZones/z`)).status).toBe(200);
    await docker('stop', container);
    expect(await docker('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0');
    console.log(`image: ${Math.round(Number(await docker('inspect', '--format', '{{.Size}}', image)) / 2 ** 20)} MB`);
  } finally {
    await docker('rm', '--force', '--volumes', container);
  }
});

test('the example with Testcontainers compiles', async () => {
  using tests = new Project();
  await tests.install('testcontainers@11', 'typescript@5.9');
  const [, example = ''] = /^```js\n(import \{ GenericContainer[^]*?)^```$/m.exec(guide) ?? [];
  expect(example).toContain('GenericContainer');
  tests.write('example.ts', example);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', '--types', 'node'];
  getOutput(await tests.run(join(tests.folder, 'node_modules/.bin/tsc'), [...options, 'example.ts']));
});
