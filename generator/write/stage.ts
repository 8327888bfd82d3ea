/**
 * Stages packages in a folder in the cache of the output folder. A staged package is complete before it moves to its
 * place in one step, so that a killed run leaves either the old or the new package.
 */
import { dirname, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { hasCode } from '../lib/file-system.js';
import { manifestName } from './package-manifest.js';
import { getCacheFolder } from './package-record.js';
import { listFolders } from './path-checks.js';
import { type FileChange, type PackagePlan, getTexts } from './plan-package.js';

export interface Stage {
  /** The absolute path. The folder doesn't exist before something is staged. */
  readonly folder: string;
  /** The absolute path of the output folder. */
  readonly out: string;
  /** Parent folders that were created for the stage. */
  readonly createdFolders: readonly string[];
}

const getStagesFolder = (out: string): string => join(getCacheFolder(out), 'stages');

/** Opens a new stage in an output folder. Restores and removes the stages of killed runs. */
export function openStage(out: string, files: FileSystem): Stage {
  for (const name of files.list(getStagesFolder(out)))
    if (files.isAbandoned(name)) clearStage(join(getStagesFolder(out), name), out, files);
  const createdFiles = [getCacheFolder(out), out].filter((path) => files.stat(path) === undefined);
  return { folder: join(getStagesFolder(out), files.createUniqueName()), out, createdFolders: [getStagesFolder(out), ...createdFiles] };
}

/** Removes the stage and the folders that were created for it. */
export function closeStage({ folder, out, createdFolders }: Stage, files: FileSystem): void {
  clearStage(folder, out, files);
  for (const path of createdFolders) files.removeFolder(path);
}

/** Removes a stage. If a package in it can't be put back, the stage stays, so that a later run can try again. */
function clearStage(stage: string, out: string, files: FileSystem): void {
  if (restorePackages(stage, out, files)) files.removeAll(stage);
}

/** Restores packages that were moved aside and not replaced. Returns false if the system rejects that for one of them. */
function restorePackages(stage: string, out: string, files: FileSystem): boolean {
  const missing = files.list(join(stage, replacedFolder)).filter((name) => files.stat(join(out, name)) === undefined);
  const move = (name: string): void => files.move(join(stage, replacedFolder, name), join(out, name));
  const restored = missing.map((name) =>
    trySystemCall(
      () => move(name),
      () => true,
    ),
  );
  return restored.every(Boolean);
}

/** Holds packages that are being replaced. They are restored if the new package never takes their place. */
const replacedFolder = 'aside';
/** Holds packages that are being removed. */
const removedFolder = 'gone';

/** A package that is ready to move to its place. */
export interface StagedPackage {
  /** The absolute path. */
  readonly path: string;
  /** `whole`: all files of the package, to replace its folder. `pieces`: only the files that differ. */
  readonly form: 'whole' | 'pieces';
}

export interface PlacementContext {
  readonly stage: Stage;
  readonly files: FileSystem;
}

export interface StagingContext extends PlacementContext {
  /** Whether existing folders must stay, because other processes watch them. */
  readonly keepsFolders: boolean;
}

/** Stages a whole package, unless its folder must stay or contains other files, which stay where they are. */
export function stagePackage(plan: PackagePlan, { stage, files, keepsFolders }: StagingContext): StagedPackage {
  const at = join(stage.folder, files.createUniqueName());
  const folder = join(stage.out, plan.files.folder);
  const texts = getTexts(plan.files);
  const changed = plan.changes.map(({ path }) => path).filter((path) => texts.has(path));
  const removed = plan.changes.filter(({ difference }) => difference !== 'missing').map(({ path }) => path);
  const isWhole = !keepsFolders && !hasOtherFiles(folder, new Set([...plan.unchangedPaths, ...removed]), files);
  const linkedPaths = isWhole ? plan.unchangedPaths : [];
  const create = (path: string): void => files.create(join(at, path), texts.get(path) ?? '');
  ignoreStage(stage, files);
  makeFolders(at, [...linkedPaths, ...changed], files);
  changed.forEach(create);
  // Some file systems support no hard links.
  for (const path of linkedPaths) if (!trySystemCall(() => files.linkFile(join(folder, path), join(at, path)))) create(path);
  return { path: at, form: isWhole ? 'whole' : 'pieces' };
}

/** Excludes the stage from version control. */
function ignoreStage({ folder }: Stage, files: FileSystem): void {
  const path = join(folder, '.gitignore');
  if (files.stat(path) !== undefined) return;
  files.makeFolder(folder);
  // Another thread may have created the file.
  trySystemCall(() => files.create(path, '*\n'));
}

/** Whether a folder contains anything apart from these files and their folders. */
function hasOtherFiles(folder: string, ownFiles: ReadonlySet<string>, files: FileSystem): boolean {
  const folders = new Set(['.', ...[...ownFiles].flatMap(listFolders)]);
  return [...folders].some((path) =>
    files.list(join(folder, path)).some((name) => {
      const below = path === '.' ? name : `${path}/${name}`;
      return !ownFiles.has(below) && !folders.has(below);
    }),
  );
}

function makeFolders(at: string, paths: readonly string[], files: FileSystem): void {
  for (const folder of new Set(['.', ...paths.map((path) => dirname(path))])) files.makeFolder(join(at, folder));
}

/** A package to move to its place. */
export interface Placement {
  /** The name of the package's folder. */
  readonly folder: string;
  readonly changes: readonly FileChange[];
  readonly staged: StagedPackage;
}

/** Moves a package to its place. If it throws, `closeStage` restores the previous package. */
export function placePackage({ folder, changes, staged }: Placement, context: PlacementContext): void {
  const { stage, files } = context;
  const target = join(stage.out, folder);
  if (staged.form === 'whole') {
    if (files.stat(target) === undefined) {
      if (trySystemCall(() => files.move(staged.path, target))) return;
    } else if (moveAway(folder, replacedFolder, context) && moveUnlessTaken(staged.path, target, files)) return;
  }
  const paths = listFilesIn(staged.path, files);
  const move = (path: string): void => {
    files.makeFolder(dirname(join(target, path)));
    files.move(join(staged.path, path), join(target, path));
  };
  paths.filter((path) => path !== manifestName).forEach(move);
  removeOrphans({ folder, changes }, context);
  paths.filter((path) => path === manifestName).forEach(move);
}

/** Moves a folder to a path that was just vacated. Returns false if another run put its own folder there meanwhile (`EPERM` on Windows). */
function moveUnlessTaken(from: string, to: string, files: FileSystem): boolean {
  return trySystemCall(
    () => files.move(from, to),
    (error) => hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM'),
  );
}

/** Removes a package. Files that weren't generated stay. */
export function removePackage(removal: Omit<Placement, 'staged'>, context: PlacementContext): void {
  const { folder, changes } = removal;
  if (
    hasOtherFiles(join(context.stage.out, folder), new Set(changes.map(({ path }) => path)), context.files) ||
    !moveAway(folder, removedFolder, context)
  )
    removeOrphans(removal, context);
}

/** Moves a package's folder away. Returns false if the system or another run prevents it. */
function moveAway(folder: string, to: string, { stage, files }: PlacementContext): boolean {
  files.makeFolder(join(stage.folder, to));
  return trySystemCall(() => files.move(join(stage.out, folder), join(stage.folder, to, folder)));
}

/** Removes the manifest last, so that an interrupted run doesn't forget generated files. */
function removeOrphans({ folder, changes }: Omit<Placement, 'staged'>, { stage: { out }, files }: PlacementContext): void {
  const orphans = changes.filter(({ difference }) => difference === 'orphaned').map(({ path }) => path);
  const rank = (path: string): number => Number(path === manifestName);
  for (const path of [...orphans].sort((a, b) => rank(a) - rank(b))) files.remove(join(out, folder, path));
  const folders = new Set(orphans.flatMap((path) => listFolders(`${folder}/${path}`)));
  for (const path of [...folders].sort((a, b) => b.length - a.length)) files.removeFolder(join(out, path));
}

function listFilesIn(folder: string, files: FileSystem, below = ''): readonly string[] {
  return files.list(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    return files.stat(join(folder, path))?.kind === 'folder' ? listFilesIn(folder, files, path) : [path];
  });
}

/** Runs an action. Returns whether it succeeded. Throws other errors than those of the system that are expected; a full disk isn't. */
function trySystemCall(action: () => void, isExpected = (error: Error) => !hasCode(error, 'ENOSPC', 'EDQUOT')): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && isExpected(error)) return false;
    throw error;
  }
}
