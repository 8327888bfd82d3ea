/**
 * Stages packages in a folder in the cache of the output folder. A staged package is complete before it moves to its
 * place in one step, so that a killed run leaves either the old or the new package.
 */
import { dirname, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { hasCode } from '../lib/file-system.js';
import { getTexts, type PackageChanges, type PackageFiles } from './compare-package.js';
import { manifestName } from './package-manifest.js';
import { listFolders } from './path-checks.js';

/** Plain data. */
export interface Stage {
  /** The absolute path. The folder doesn't exist before something is staged. */
  readonly folder: string;
  /** The absolute path of the output folder. */
  readonly out: string;
  /** The folders around it that don't exist before something is staged. */
  readonly newFolders: readonly string[];
  /** Whether existing folders must stay, because other processes watch them. */
  readonly keepsFolders: boolean;
}

export interface StageContext {
  readonly stage: Stage;
  readonly files: FileSystem;
}

/** The cache folder in an output folder, which is ignored by version control and can be deleted at any time. */
export const getCacheFolder = (out: string): string => join(out, '.cache');
const getStagesFolder = (out: string): string => join(getCacheFolder(out), 'stages');

/** In a stage, the packages that are being replaced. They are restored if the new package never takes their place. */
const getReplacedFolder = (stage: string): string => join(stage, 'aside');

/** Opens a new stage in an output folder. Restores the packages in the stages of killed runs, and removes these stages. */
export function openStage(out: string, { files, keepsFolders }: { readonly files: FileSystem; readonly keepsFolders: boolean }): Stage {
  const stages = getStagesFolder(out);
  for (const name of files.list(stages)) if (files.isAbandoned(name)) clearStage({ folder: join(stages, name), out }, files);
  const newFolders = [getCacheFolder(out), out].filter((path) => files.stat(path) === undefined);
  return { folder: join(stages, files.createUniqueName()), out, newFolders: [stages, ...newFolders], keepsFolders };
}

/** Removes the stage and the folders that were created for it. */
export function closeStage(stage: Stage, files: FileSystem): void {
  clearStage(stage, files);
  for (const path of stage.newFolders) files.removeFolder(path);
}

/** Restores packages that were not replaced, and removes the stage. If one can't be restored, the stage stays for a later run. */
function clearStage({ folder, out }: Pick<Stage, 'folder' | 'out'>, files: FileSystem): void {
  const replaced = getReplacedFolder(folder);
  const missing = files.list(replaced).filter((name) => files.stat(join(out, name)) === undefined);
  const restored = missing.map((name) => trySystemCall(() => files.move(join(replaced, name), join(out, name))));
  if (restored.every(Boolean)) files.removeAll(folder);
}

/** A package to move to its place. Plain data. */
export interface StagedPackage extends PackageChanges {
  /** The absolute path of the staged files. Absent if nothing has to be written. */
  readonly staged?: string;
}

/** Stages the whole package if it can replace its folder, and otherwise the files that differ. Without a stage, nothing is written. */
export function stagePackage(
  built: PackageFiles,
  target: PackageChanges,
  { stage, files }: { readonly stage: Stage | undefined; readonly files: FileSystem },
): StagedPackage {
  if (stage === undefined || target.changes.length === 0) return target;
  const staged = join(stage.folder, files.createUniqueName());
  const changed = new Set(target.changes.map(({ path }) => path));
  const texts = [...getTexts(built)].filter(([path]) => changed.has(path) || isReplaceable(target, stage));
  for (const folder of new Set(['.', ...texts.map(([path]) => dirname(path))])) files.makeFolder(join(staged, folder));
  // Excludes the stage from version control. The file exists if another package has been staged.
  trySystemCall(() => files.create(join(stage.folder, '.gitignore'), '*\n'));
  for (const [path, text] of texts) {
    const link = (): void => files.linkFile(join(stage.out, target.folder, path), join(staged, path));
    // Some file systems support no hard links.
    if (changed.has(path) || !trySystemCall(link)) files.create(join(staged, path), text);
  }
  return { ...target, staged };
}

/** Whether a package can replace its folder as a whole. Other files stay where they are. */
const isReplaceable = ({ isPure }: PackageChanges, { keepsFolders }: Stage): boolean => isPure && !keepsFolders;

/** Moves a staged package to its place. If it throws, `closeStage` restores the previous package. */
export function placePackage(target: StagedPackage, context: StageContext): void {
  if (target.staged === undefined) return;
  const isPlaced = isReplaceable(target, context.stage) && replaceFolder(target.folder, target.staged, context);
  if (!isPlaced) writeChanges(target, target.staged, context);
}

/** Returns false if the system prevents it, or if another run puts its own package there meanwhile. */
function replaceFolder(folder: string, staged: string, { stage, files }: StageContext): boolean {
  const place = join(stage.out, folder);
  const move = (): void => files.move(staged, place);
  if (files.stat(place) === undefined) return trySystemCall(move);
  const isVacated = moveAway(place, join(getReplacedFolder(stage.folder), folder), files);
  return isVacated && trySystemCall(move, () => files.stat(place) !== undefined);
}

/** Removes a package. Files that weren't generated stay. */
export function removePackage(target: PackageChanges, context: StageContext): void {
  const { stage, files } = context;
  const isMoved = target.isPure && moveAway(join(stage.out, target.folder), join(stage.folder, files.createUniqueName()), files);
  if (!isMoved) writeChanges(target, stage.folder, context);
}

/** Moves a package's folder away. Returns false if the system or another run prevents it. */
function moveAway(from: string, to: string, files: FileSystem): boolean {
  files.makeFolder(dirname(to));
  return trySystemCall(() => files.move(from, to));
}

/** Moves and removes files one by one, and the manifest last, so that an interrupted run doesn't forget generated files. */
function writeChanges({ folder, changes }: PackageChanges, staged: string, { stage: { out }, files }: StageContext): void {
  const place = join(out, folder);
  const rank = (path: string): number => Number(path === manifestName);
  for (const { path, difference } of [...changes].sort((a, b) => rank(a.path) - rank(b.path))) {
    if (difference === 'orphaned') files.remove(join(place, path));
    else {
      files.makeFolder(dirname(join(place, path)));
      files.move(join(staged, path), join(place, path));
    }
  }
  const orphans = changes.filter(({ difference }) => difference === 'orphaned');
  const folders = new Set(orphans.flatMap(({ path }) => listFolders(`${folder}/${path}`)));
  for (const path of [...folders].sort((a, b) => b.length - a.length)) files.removeFolder(join(out, path));
}

/** Runs an action. Returns whether it succeeded. Throws other errors than those of the system that are expected; a full disk isn't. */
function trySystemCall(action: () => void, isExpected: () => boolean = () => true): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && !hasCode(error, 'ENOSPC', 'EDQUOT') && isExpected()) return false;
    throw error;
  }
}
