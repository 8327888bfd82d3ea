// Installs what the cells need from npm, each package in its own folder of a persistent cache.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
export const cache = join(root, 'node_modules/.cache/discogen-matrix');

/** The reason why a cell cannot run here. */
export class Skip extends Error {}

/** Returns the folder of a package (`node@22`, `typescript@5.4`), installed on first use. Throws `Skip` if npm cannot install it. */
export async function installed(specification) {
  const folder = await installedProject(cache, specification);
  return join(folder, 'node_modules', specification.replace(/(?<=.)@.*$/, ''));
}

/** Returns a folder below another one in which packages are installed. Throws `Skip` if npm cannot install them. */
export async function installedProject(below, ...specifications) {
  const folder = join(below, specifications.join(' ').replaceAll(/[^\w.]+/g, '-'));
  if (existsSync(join(folder, 'complete'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...specifications], {
      cwd: folder,
      timeout: 300_000,
    });
  } catch (error) {
    const [line = 'npm failed'] = String(error.stderr ?? error.message)
      .split('\n')
      .filter((text) => !text.startsWith('npm warn'));
    throw new Skip(`npm install ${specifications.join(' ')}: ${line}`);
  }
  writeFileSync(join(folder, 'complete'), '');
  return folder;
}

/** Generates packages that also contain CommonJS modules, and returns their folder. */
export async function generateCommonJs() {
  const out = join(cache, 'common-js');
  const generate = ['generate', 'specs/dns.v1.yaml', '--out', out, '--runtime', 'package', '--module-formats', 'esm,cjs'];
  await run(process.execPath, [join(root, 'generator/bin.js'), ...generate], { cwd: root });
  return out;
}

/** Creates a project with the packages of a folder as published, and the files of the matrix. */
export async function project(packages, { name: projectName, source }) {
  const folder = join(cache, projectName);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules/@discogen'), { recursive: true });
  for (const name of packages) {
    const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: join(source, name),
    });
    const target = join(folder, 'node_modules/@discogen', name);
    mkdirSync(target);
    await run('tar', ['-xzf', join(folder, JSON.parse(stdout)[0].filename), '-C', target, '--strip-components=1']);
  }
  for (const file of ['conformance.mjs', 'modules.mjs', 'esm.mjs', 'common-js.cjs', 'worker.mjs', 'consumer.ts', 'consumer.cts']) {
    cpSync(join(import.meta.dirname, file), join(folder, file));
  }
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  return folder;
}
