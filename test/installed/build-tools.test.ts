/** The configs in docs/guides/build-and-publish.md: the task runs once, and again only after its inputs change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../generator/lib/root.js';
import { matchesOutput, readBlocks } from '../support/markdown.js';
import { Project } from './project.js';

const guide = readBlocks(readFileSync(join(packageRoot, 'docs/guides/build-and-publish.md'), 'utf8'), 'build-and-publish.md');

function readFile(path: string): string {
  const block = guide.find(({ file }) => file === path);
  if (block === undefined) throw new Error(`the guide has no ${path}`);
  return block.text;
}

/** Expects that a command of the guide prints what the guide shows. */
function expectDocumentedOutput(command: string, printed: string): void {
  const { output = '' } = guide.find(({ language, text }) => language === 'sh' && text === `${command}\n`) ?? {};
  expect(output).not.toBe('');
  expect(matchesOutput(output, printed), printed).toBe(true);
}

/** Creates the project of the guide with the config of a tool, and installs the tool. */
async function createProject(...tools: readonly string[]): Promise<Project> {
  const project = new Project();
  const files = [
    'package.json',
    'apis/package.json',
    ...guide.flatMap(({ file }) => file ?? []).filter((path) => tools.some((tool) => path === `${tool}.json`)),
  ];
  for (const path of files) project.write(path, readFile(path));
  project.write('app/package.json', '{ "name": "app", "private": true }\n');
  project.write('.gitignore', 'node_modules/\n/apis/generated/*/dist/**/*.map\n/apis/generated/.cache/\n.turbo/\n.nx/\n');
  await project.install('discogen', ...tools);
  await project.output(join(project.folder, 'node_modules/.bin/discogen'), ['add', 'dns:v1'], {
    cwd: join(project.folder, 'apis'),
  });
  await project.output('git', ['init', '--quiet']);
  await project.output('git', ['add', '--all']);
  return project;
}

/** Edits the specification without an effect on its meaning. */
function editSpecification(project: Project): void {
  const path = 'apis/specs/dns.v1.yaml';
  project.write(path, `${readFileSync(join(project.folder, path), 'utf8')}# Edited.\n`);
}

const generated = /dns-v1: \d+ files from specs\/dns\.v1\.yaml/;

test('npm: a second run leaves the packages as they are, and other workspaces can import them', async () => {
  using project = await createProject();
  const generate = () => project.output('npm', ['run', '--silent', 'generate']);
  expect(await generate()).toMatch(/, \d+ written\n$/);
  expectDocumentedOutput('npm run --silent generate', await generate());
  editSpecification(project);
  expect(await generate()).toMatch(generated);
  await project.output('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline']);
  project.write('app/main.mjs', "import { createDnsClient } from '@discogen/dns-v1';\nconsole.log(typeof createDnsClient);\n");
  expect(await project.output(process.execPath, ['app/main.mjs'])).toBe('function\n');
});

describe.each([
  { tool: 'turbo', command: ['turbo', 'run', 'generate'], hit: 'cache hit', env: { TURBO_TELEMETRY_DISABLED: '1' } },
  {
    tool: 'nx',
    command: ['nx', 'run', 'apis:generate'],
    hit: 'read the output from the cache',
    env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: 'true' },
  },
])('$tool', ({ tool, command, hit, env }) => {
  test('restores the packages if nothing has changed, and generates again after a change', async () => {
    using project = await createProject(tool);
    const runTask = () => project.output('npx', command, { env });
    expect(await runTask()).not.toContain(hit);
    await project.output('rm', ['-r', 'apis/generated']);
    expectDocumentedOutput(`npx ${command.join(' ')}`, await runTask());
    expect(await project.output('ls', ['apis/generated/dns-v1/dist'])).toContain('mock.js');
    editSpecification(project);
    const changed = await runTask();
    expect(changed).not.toContain(hit);
    expect(changed).toMatch(generated);
  });
});
