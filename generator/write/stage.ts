/**
 * Where a run makes what it is going to write: a folder of its own in the cache of the output folder. A package is whole there before
 * any of it moves to its place, in one step, so that a run that is killed leaves the package that was there or the one that was to be.
 */
import { dirname, join } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { getCacheFolder } from './cache-folder.js';
import { hasCode } from './file-system.js';
import { manifestName } from './package-manifest.js';
import { listFolders } from './path-checks.js';
import { type FileChange, type PackagePlan, getPlannedText } from './plan-package.js';

export interface Stage {
  /** An absolute path; nothing is there before something is staged. */
  readonly folder: string;
  /** Absolute path of the output folder that it belongs to. */
  readonly out: string;
  /** The folders above it that are there for it alone. */
  readonly createdFolders: readonly string[];
}

const getStagesFolder = (out: string): string => join(getCacheFolder(out), 'stages');

/** A new stage below an output folder. What killed runs left behind is put back and cleared away. */
export function openStage(out: string, files: FileSystem): Stage {
  for (const name of files.list(getStagesFolder(out)))
    if (files.isAbandoned(name)) clearStage(join(getStagesFolder(out), name), out, files);
  const made = [getCacheFolder(out), out].filter((path) => files.stat(path) === undefined);
  return { folder: join(getStagesFolder(out), files.createUniqueName()), out, createdFolders: [getStagesFolder(out), ...made] };
}

/** Nothing of it stays, nor of the folders that were made for it alone. */
export function closeStage({ folder, out, createdFolders }: Stage, files: FileSystem): void {
  clearStage(folder, out, files);
  for (const path of createdFolders) files.removeFolder(path);
}

/** Removes a stage. If a package in it can't be put back, the stage stays, so that a later run can try again. */
function clearStage(stage: string, out: string, files: FileSystem): void {
  if (restorePackages(stage, out, files)) files.removeAll(stage);
}

/** Puts packages back that stand aside because nothing took their place. Returns false if the system refuses that for one of them. */
function restorePackages(stage: string, out: string, files: FileSystem): boolean {
  const restored = files.list(join(stage, aside)).map((name) => {
    try {
      if (files.stat(join(out, name)) === undefined) files.move(join(stage, aside, name), join(out, name));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false;
      throw error;
    }
  });
  return restored.every(Boolean);
}

/** For packages that are replaced: back they come if the new one never takes their place. */
const aside = 'aside';
/** For packages that are removed. */
const gone = 'gone';

/** A package that waits to be moved to its place. */
export interface StagedPackage {
  /** Absolute path. */
  readonly path: string;
  /** `whole`: all files of the package, to stand in place of its folder; `pieces`: those that differ. */
  readonly form: 'whole' | 'pieces';
  /** What will stand at each path of the package. */
  readonly stats: ReadonlyMap<string, FileStat>;
}

export interface StagingContext {
  readonly stage: Stage;
  /** Absolute output folder. */
  readonly out: string;
  readonly files: FileSystem;
  /** Folders stay those that they are, for those who watch them. */
  readonly keepsFolders: boolean;
}

/** Writes what a plan changes to the stage, where the package is made whole if its folder holds nothing but files of ours. */
export function stagePackage(plan: PackagePlan, { stage, out, files, keepsFolders }: StagingContext): StagedPackage {
  const at = join(stage.folder, files.createUniqueName());
  ignoreStage(stage, files);
  const changed = plan.changes.flatMap(({ path }) => {
    const text = getPlannedText(plan.files, path);
    return text === undefined ? [] : [[path, text] as const];
  });
  const linked = keepsFolders ? undefined : linkKept(plan, { at, out, files });
  makeFolders(
    at,
    changed.map(([path]) => path),
    files,
  );
  const made = changed.map(([path, text]) => [path, files.create(join(at, path), text)] as const);
  return { path: at, form: linked === true ? 'whole' : 'pieces', stats: new Map([...plan.kept, ...made]) };
}

/** Keeps what is staged out of version control. */
function ignoreStage({ folder }: Stage, files: FileSystem): void {
  const path = join(folder, '.gitignore');
  if (files.stat(path) !== undefined) return;
  files.makeFolder(folder);
  // Another thread may have been faster.
  attempt(() => void files.create(path, '*\n'));
}

/** Gives the files that stay a second name in the stage; not where there are others beside them, or the system has no second names. */
function linkKept(
  plan: PackagePlan,
  { at, out, files }: { readonly at: string; readonly out: string; readonly files: FileSystem },
): boolean {
  const folder = join(out, plan.files.folder);
  const removed = plan.changes.filter(({ difference }) => difference !== 'missing').map(({ path }) => path);
  if (hasOthers(folder, new Set([...plan.kept.keys(), ...removed]), files)) return false;
  const kept = [...plan.kept.keys()];
  makeFolders(at, kept, files);
  const done = attempt(() => {
    for (const path of kept) files.linkFile(join(folder, path), join(at, path));
  });
  if (!done) files.removeAll(at);
  return done;
}

/** Whether a folder holds more than these files and the folders that they are in. */
function hasOthers(folder: string, ours: ReadonlySet<string>, files: FileSystem): boolean {
  const folders = new Set(['.', ...[...ours].flatMap(listFolders)]);
  return [...folders].some((path) =>
    files.list(join(folder, path)).some((name) => {
      const below = path === '.' ? name : `${path}/${name}`;
      return !ours.has(below) && !folders.has(below);
    }),
  );
}

function makeFolders(at: string, paths: readonly string[], files: FileSystem): void {
  for (const folder of new Set(['.', ...paths.map((path) => dirname(path))])) files.makeFolder(join(at, folder));
}

export interface PlacementContext {
  readonly stage: Stage;
  /** Absolute output folder. */
  readonly out: string;
  readonly files: FileSystem;
}

/** What is to happen to a package's folder. */
export interface Placement {
  /** Name of the package's folder. */
  readonly folder: string;
  readonly changes: readonly FileChange[];
  readonly staged: Pick<StagedPackage, 'path' | 'form'>;
}

/** Moves a package to its place. If it throws, `closeStage` puts the package back that stood there. */
export function placePackage({ folder, changes, staged }: Placement, context: PlacementContext): void {
  const { stage, out, files } = context;
  const place = join(out, folder);
  if (staged.form === 'whole') {
    if (files.stat(place) === undefined) {
      if (attempt(() => files.move(staged.path, place))) return;
    } else if (moveAway(folder, aside, context) && moveUnlessTaken(staged.path, place, files)) return;
  }
  const paths = listFilesIn(staged.path, files);
  const move = (path: string): void => {
    files.makeFolder(dirname(join(place, path)));
    files.move(join(staged.path, path), join(place, path));
  };
  paths.filter((path) => path !== manifestName).forEach(move);
  removeOrphans({ folder, changes }, { stage, out, files });
  paths.filter((path) => path === manifestName).forEach(move);
}

/** Moves a folder to where another one just stood. Returns false if another run put its own there meanwhile. */
function moveUnlessTaken(from: string, to: string, files: FileSystem): boolean {
  try {
    files.move(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}

/** Removes a package that is no longer made; what is not ours stays. */
export function removePackage(removal: Omit<Placement, 'staged'>, context: PlacementContext): void {
  const { folder, changes } = removal;
  if (hasOthers(join(context.out, folder), new Set(changes.map(({ path }) => path)), context.files) || !moveAway(folder, gone, context))
    removeOrphans(removal, context);
}

/** Takes a package's folder out of its place. False where the system, or another run, does not let it. */
function moveAway(folder: string, to: string, { stage, out, files }: PlacementContext): boolean {
  files.makeFolder(join(stage.folder, to));
  return attempt(() => files.move(join(out, folder), join(stage.folder, to, folder)));
}

/** The manifest last, so that an interrupted run never forgets a file of ours. */
function removeOrphans({ folder, changes }: Omit<Placement, 'staged'>, { out, files }: PlacementContext): void {
  const orphans = changes.filter(({ difference }) => difference === 'orphaned').map(({ path }) => path);
  const last = (path: string): number => Number(path === manifestName);
  for (const path of [...orphans].sort((a, b) => last(a) - last(b))) files.remove(join(out, folder, path));
  const folders = new Set(orphans.flatMap((path) => listFolders(`${folder}/${path}`)));
  for (const path of [...folders].sort((a, b) => b.length - a.length)) files.removeFolder(join(out, path));
}

function listFilesIn(folder: string, files: FileSystem, below = ''): readonly string[] {
  return files.list(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    return files.stat(join(folder, path))?.kind === 'folder' ? listFilesIn(folder, files, path) : [path];
  });
}

/** Whether the system did it. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
