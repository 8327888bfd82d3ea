/** The command line of an installed tarball. */
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project } from './project.js';

test('the packed command starts without a build step or development dependencies', async () => {
  using project = new Project();
  await project.install('discogen');
  expect(await project.discogen('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('generate'), stderr: '' });
});

test('npm ci installs the packed command as at most 40 packages and 64 MB', async () => {
  using project = new Project();
  await project.install('discogen');
  rmSync(join(project.folder, 'node_modules'), { recursive: true });
  await project.output('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline']);
  // npm lists here what it has installed. package-lock.json also lists the binaries of other platforms.
  const { packages } = JSON.parse(readFileSync(join(project.folder, 'node_modules/.package-lock.json'), 'utf8')) as { packages: object };
  expect(Object.keys(packages).length).toBeLessThanOrEqual(40);
  expect(measureDiskUse(join(project.folder, 'node_modules'))).toBeLessThanOrEqual(64 * 2 ** 20);
  expect(await project.discogen('generate', 'node_modules/discogen/specs/errorreporting.v1beta1.yaml', '--out', 'packages')).toMatchObject({
    status: 0,
    stderr: '',
  });
});

/** Sums the blocks of all files and folders in bytes, as `du` does. */
function measureDiskUse(path: string): number {
  const stats = lstatSync(path);
  const below = stats.isDirectory() ? readdirSync(path).map((name) => measureDiskUse(join(path, name))) : [];
  return below.reduce((sum, size) => sum + size, stats.blocks * 512);
}

test.each(['20.19.0', '26'])('the packed command generates and serves with Node %s', async (version) => {
  using project = new Project();
  const binary = `node-${process.platform}-${process.arch}`;
  await project.install('discogen', `${binary}@${version}`);
  const node = join(project.folder, 'node_modules', binary, 'bin/node');
  const specification = 'node_modules/discogen/specs/errorreporting.v1beta1.yaml';
  const generate = ['node_modules/discogen/generator/bin.js', 'generate', specification, '--out', 'packages'];
  expect(await project.run(node, generate)).toMatchObject({ status: 0, stderr: '' });
  project.write(
    'serve.mjs',
    `import { createMock } from 'discogen';
const mock = await createMock(['${specification}']);
const { url, close } = await mock.listen({ port: 0 });
const response = await fetch(\`\${url}/__admin/health\`);
console.log(process.version, response.status);
await close();
`,
  );
  expect(await project.output(node, ['serve.mjs'])).toMatch(new RegExp(`^v${version.replaceAll('.', '\\.')}.* 200\n$`));
});
