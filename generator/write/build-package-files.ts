/** Builds the files of a package from the output of the emitters. */
import type { EmittedFile } from '../emit/emitter.js';
import { buildDist } from './build-dist.js';
import { formatFile } from './format-file.js';
import type { BuildMemory } from './build-memory.js';
import { FileError } from './file-error.js';
import { manifestName, formatManifest } from './package-manifest.js';
import { checkFolderName, checkPath } from './path-checks.js';
import type { PackageFiles } from './compare-package.js';
import { type Runtime, selectRuntimeFiles } from './runtime.js';

export interface EmittedPackage {
  /** The name of the package's folder. */
  readonly folder: string;
  readonly files: Iterable<EmittedFile>;
}

export interface BuildFilesContext {
  readonly runtime: Runtime;
  /** The cache of earlier runs. */
  readonly memory?: BuildMemory | undefined;
  /** Called when all files are formatted. */
  readonly reportStage?: (stage: 'compile') => void;
}

/** Prints and formats the files, adds the runtime, compiles, and writes the manifest. Throws `FileError` for a file of an emitter that can't be part of a package. */
export async function buildPackageFiles(
  { folder, files }: EmittedPackage,
  { runtime, memory, reportStage }: BuildFilesContext,
): Promise<PackageFiles> {
  checkFolder(folder);
  const memoize = memory?.startBuild(folder);
  const formatOnce = (file: EmittedFile): Promise<string> =>
    memoize?.(`formatted ${file.path}\0${file.text ?? JSON.stringify(file.statements)}`, () => formatFile(file)) ?? formatFile(file);
  const sources = new Map<string, string>();
  const seen = new Set<string>();
  // One file after the other, so that only the statements of one file are in memory.
  for (const file of files) {
    checkFilePath(file, seen);
    sources.set(file.path, await formatOnce(file));
  }
  reportStage?.('compile');
  const committed = new Map([...sources, ...selectRuntimeFiles(sources, runtime)].sort(([a], [b]) => (a < b ? -1 : 1)));
  const all = new Map([...committed, ...(await buildDist(committed))]);
  return { folder, files: all.set(manifestName, formatManifest(all)) };
}

function checkFolder(folder: string): void {
  const fault = checkFolderName(folder);
  if (fault !== undefined) throw new Error(`the package folder ${JSON.stringify(folder)} ${fault}`);
}

/** Describes who writes a path that no emitter can write. Paths that differ in case can be the same. */
function findOwner(path: string): string | undefined {
  if (/^dist\//i.test(path)) return 'is in dist/, which contains only compiled files';
  if (/^runtime\//i.test(path)) return 'is in the folder of the runtime';
  return /^(?:\.discogen\.json|CHANGELOG\.md)$/i.test(path) ? 'is that of a file which discogen writes' : undefined;
}

/** `seen`: the paths of the previous files. On some systems, paths that differ in case are the same. */
function checkFilePath({ path }: EmittedFile, seen: Set<string>): void {
  const problem = checkPath(path) ?? (seen.has(path.toLowerCase()) ? 'is that of another emitted file' : findOwner(path));
  if (problem !== undefined) throw new FileError(path, `the path ${JSON.stringify(path)} ${problem}`);
  seen.add(path.toLowerCase());
}
