/** Checks a tarball as a user gets it: with publint and attw, and in an empty project. */
import { basename, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { readIfFile } from '../lib/file-system.js';
import { loadOptionalPackages } from '../lib/usage-error.js';
import { templatesFolder } from '../lib/root.js';
import type { Tarball } from './apply-release.js';
import { findFirstExample, isExpectedOutput } from './readme-example.js';
import { installPackages } from './npm.js';
import type { ReleaseContext } from './release-context.js';

/** Checks a tarball with publint and attw, and returns its problems. */
export type TarballLinter = (tarball: Uint8Array<ArrayBuffer>) => Promise<readonly string[]>;

/** Loads publint and attw. Throws `UsageError` if they aren't installed. */
export async function loadTarballLinter(): Promise<TarballLinter> {
  const message =
    '--apply needs the packages publint and @arethetypeswrong/core; install them: npm install --save-dev publint @arethetypeswrong/core';
  const [{ publint }, { formatMessage }, { checkPackage, createPackageFromTarballData }] = await loadOptionalPackages(
    () => Promise.all([import('publint'), import('publint/utils'), import('@arethetypeswrong/core')]),
    message,
  );
  return async (tarball) => {
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true, level: 'warning' });
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    const problems = analysis.types === false ? [] : analysis.problems.filter((problem) => !isOldResolution(problem));
    return [
      ...messages.map((each) => `publint: ${formatMessage(each, pkg, { color: false }) ?? each.code}`),
      ...problems.map((problem) => `attw: ${problem.kind} ${'entrypoint' in problem ? problem.entrypoint : ''}`.trim()),
      ...(analysis.types === false ? ['attw: the package has no types'] : []),
    ];
  };
}

/** Older versions of TypeScript don't accept ES modules in `require`. */
const isOldResolution = (problem: object): boolean => 'resolutionKind' in problem && problem.resolutionKind === 'node16-cjs';

/** npm reads `.npmrc` in the folder of the project that it installs into. The file can contain tokens. */
function copySettings(from: string, to: string, files: FileSystem): void {
  const settings = readIfFile(join(from, '.npmrc'), files);
  if (settings !== undefined) files.write(join(to, '.npmrc'), settings, 0o600);
}

/**
 * Installs a tarball into an empty project, imports all its entry points, and runs the first example of its README that calls the mock.
 *
 * @returns The problems. Empty if everything works.
 */
export async function tryTarball(
  { planned: { name }, path }: Tarball,
  runtime: Tarball | undefined,
  { effects, npm }: ReleaseContext,
): Promise<readonly string[]> {
  const project = join(npm.temporary, 'projects', basename(path, '.tgz'));
  const { files, runProgram } = effects;
  files.write(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  copySettings(npm.project, project, files);
  await installPackages([...new Set([...(runtime === undefined ? [] : [runtime.path]), path])], project, npm);
  files.write(join(project, 'import-entries.js'), files.read(join(templatesFolder, 'import-entries.js')));
  const imported = await runProgram('node', ['import-entries.js', name], { cwd: project });
  if (imported.status !== 0) return [`an entry point cannot be imported: ${imported.stderr.trim()}`];
  const readme = readIfFile(join(project, 'node_modules', name, 'README.md'), files);
  const example = findFirstExample(readme ?? '', name);
  if (example === undefined) return [];
  files.write(join(project, 'example.js'), example.code);
  const called = await runProgram('node', ['example.js'], { cwd: project });
  if (called.status !== 0) return [`the first example of the README fails: ${called.stderr.trim()}`];
  return isExpectedOutput(called.stdout, example.output)
    ? []
    : [`the first example of the README prints ${JSON.stringify(called.stdout)} (expected ${JSON.stringify(example.output)})`];
}
