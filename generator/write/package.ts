/** Makes the files of one package, as they will stand, of what the emitters gave. */
import type { EmittedFile } from '../emit/emitter.js';
import { makeDist } from './dist.js';
import { formatFile } from './format.js';
import { Memory } from './memory.js';
import { manifestName, manifestText } from './manifest.js';
import { folderFault, pathFault } from './paths.js';
import type { PackageFiles } from './plan.js';
import type { Runtime } from './runtime.js';

export interface Emitted {
  /** Name of the package's folder. */
  readonly folder: string;
  readonly files: readonly EmittedFile[];
}

export interface Making {
  readonly runtime: Runtime;
  /** What earlier runs made. */
  readonly memory?: Memory | undefined;
  /** Told of each step. */
  readonly told?: (stage: 'format' | 'compile') => void;
}

/** Formats, adds the runtime, compiles, lists in the manifest. Emitters that answer an unsafe or repeated path are at fault: that throws. */
export async function makePackage(emitted: Emitted, { runtime, memory = new Memory(), told }: Making): Promise<PackageFiles> {
  checkPaths(emitted);
  const recall = memory.begin(emitted.folder);
  const formatted = (file: EmittedFile): Promise<string> => recall(`formatted ${file.path}\0${file.text}`, () => formatFile(file));
  told?.('format');
  const texts = await Promise.all(emitted.files.map(async (file) => [file.path, await formatted(file)] as const));
  told?.('compile');
  const sources = new Map(texts);
  const committed = new Map([...sources, ...runtime.filesFor(sources)].sort(([a], [b]) => (a < b ? -1 : 1)));
  const derived = await makeDist(committed, recall);
  committed.set(manifestName, manifestText(committed));
  return { folder: emitted.folder, committed, derived };
}

function checkPaths({ folder, files }: Emitted): void {
  const fault = folderFault(folder);
  if (fault !== undefined) throw new Error(`the package folder ${JSON.stringify(folder)} ${fault}`);
  const seen = new Set<string>();
  for (const { path } of files) {
    const problem = pathFault(path) ?? (seen.has(path.toLowerCase()) ? 'is emitted twice' : undefined);
    if (problem !== undefined) throw new Error(`${folder}: the path ${JSON.stringify(path)} ${problem}`);
    seen.add(path.toLowerCase());
  }
}
