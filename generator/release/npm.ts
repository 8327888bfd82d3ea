/** Runs npm with the project's own settings. */
import { join } from 'node:path';
import type { Effects } from '../lib/effects.js';
import { ReleaseError } from './release-error.js';

export interface NpmContext {
  readonly effects: Pick<Effects, 'files' | 'runProgram'>;
  /** The absolute path of the project, whose `.npmrc` applies. */
  readonly project: string;
  /** The address of the registry, instead of the one that npm is configured to use. */
  readonly registry?: string | undefined;
  /** The absolute path of an empty folder for downloads. */
  readonly temporary: string;
}

const quietOptions = ['--json', '--ignore-scripts', '--no-update-notifier'];
const maxProcesses = 4;

const formatRegistry = ({ registry }: NpmContext): readonly string[] => (registry === undefined ? [] : ['--registry', registry]);

interface PackedFile {
  readonly filename: string;
  readonly integrity: string;
}

/** Packs folders into tarballs and returns their file names and hashes, in the order of the folders. */
export async function packFolders(folders: readonly string[], destination: string, context: NpmContext): Promise<readonly PackedFile[]> {
  const args = ['pack', ...quietOptions, '--pack-destination', destination, ...folders];
  const { status, stdout, stderr } = await context.effects.runProgram('npm', args, { cwd: context.project });
  if (status !== 0) throw new ReleaseError(`npm pack failed: ${describeFailure(stdout, stderr)}`);
  return JSON.parse(stdout) as readonly PackedFile[];
}

/** Downloads the latest versions of packages. Returns the folders of their files by name, without the packages that the registry doesn't have. */
export async function downloadPackages(names: readonly string[], context: NpmContext): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  const remaining = [...names.entries()];
  const downloadRemaining = async (): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      const [index, name] = next;
      const folder = await downloadPackage(name, join(context.temporary, String(index)), context);
      if (folder !== undefined) folders.set(name, folder);
    }
  };
  await Promise.all(Array.from({ length: maxProcesses }, downloadRemaining));
  return folders;
}

async function downloadPackage(name: string, folder: string, context: NpmContext): Promise<string | undefined> {
  const { files, runProgram } = context.effects;
  files.makeFolder(folder);
  const args = ['pack', `${name}@latest`, ...quietOptions, '--prefer-online', '--pack-destination', folder, ...formatRegistry(context)];
  const { status, stdout, stderr } = await runProgram('npm', args, { cwd: context.project });
  if (status !== 0 && /\bE404\b/.test(stdout + stderr)) return undefined;
  if (status !== 0) throw new ReleaseError(`npm pack ${name}@latest failed: ${describeFailure(stdout, stderr)}`);
  const tarball = files.list(folder).find((file) => file.endsWith('.tgz'));
  const unpacked = await runProgram('tar', ['-xzf', tarball ?? ''], { cwd: folder });
  if (unpacked.status !== 0) throw new ReleaseError(`tar failed on the tarball of ${name}: ${unpacked.stderr.trim()}`);
  return join(folder, 'package');
}

/** Installs packages into a folder that has a `package.json`. */
export async function installPackages(packages: readonly string[], folder: string, context: NpmContext): Promise<void> {
  const args = ['install', ...packages, ...quietOptions, '--no-audit', '--no-fund', ...formatRegistry(context)];
  const { status, stdout, stderr } = await context.effects.runProgram('npm', args, { cwd: folder });
  if (status !== 0) throw new ReleaseError(`npm install failed: ${describeFailure(stdout, stderr)}`);
}

/** Returns the summary that npm prints as JSON, or else its error output. */
function describeFailure(stdout: string, stderr: string): string {
  try {
    const { error } = JSON.parse(stdout) as { readonly error: { readonly code?: string; readonly summary?: string } };
    return [error.code, error.summary].filter((part) => part !== undefined && part !== '').join(': ');
  } catch {
    return stderr.trim() || stdout.trim();
  }
}
