/** Builds the files of a package from the output of the emitters. */
import type { EmittedFile } from '../emit/emitter.js';
import { buildDist } from './build-dist.js';
import { formatFile } from './format-file.js';
import { BuildMemory } from './build-memory.js';
import { manifestName, formatManifest } from './package-manifest.js';
import { checkFolderName, checkPath } from './path-checks.js';
import type { PackageFiles } from './compare-package.js';
import { type Runtime, selectRuntimeFiles } from './runtime.js';

export interface EmittedPackage {
  /** The name of the package's folder. */
  readonly folder: string;
  readonly files: readonly EmittedFile[];
}

export interface BuildFilesContext {
  readonly runtime: Runtime;
  /** The cache of earlier runs. */
  readonly memory?: BuildMemory | undefined;
  /** Called at each step. */
  readonly reportStage?: (stage: 'format' | 'compile') => void;
}

/** Prints and formats the files, adds the runtime, compiles, and writes the manifest. Throws if an emitter returns an unsafe or duplicate path, which is an internal error. */
export async function buildPackageFiles(
  emitted: EmittedPackage,
  { runtime, memory = new BuildMemory(), reportStage }: BuildFilesContext,
): Promise<PackageFiles> {
  checkPaths(emitted);
  const memoize = memory.startBuild(emitted.folder);
  const formatOnce = (file: EmittedFile): Promise<string> =>
    memoize(`formatted ${file.path}\0${file.text ?? JSON.stringify(file.statements)}`, () => formatFile(file));
  reportStage?.('format');
  const texts = await Promise.all(emitted.files.map(async (file) => [file.path, await formatOnce(file)] as const));
  reportStage?.('compile');
  const sources = new Map(texts);
  const committed = new Map([...sources, ...selectRuntimeFiles(sources, runtime)].sort(([a], [b]) => (a < b ? -1 : 1)));
  const derived = await buildDist(committed);
  committed.set(manifestName, formatManifest(committed, derived));
  return { folder: emitted.folder, committed, derived };
}

function checkPaths({ folder, files }: EmittedPackage): void {
  const fault = checkFolderName(folder);
  if (fault !== undefined) throw new Error(`the package folder ${JSON.stringify(folder)} ${fault}`);
  const seen = new Set<string>();
  for (const { path } of files) {
    const problem = checkPath(path) ?? (seen.has(path.toLowerCase()) ? 'is emitted twice' : undefined);
    if (problem !== undefined) throw new Error(`${folder}: the path ${JSON.stringify(path)} ${problem}`);
    seen.add(path.toLowerCase());
  }
}
