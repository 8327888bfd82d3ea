/** Compares a package with the output folder, and stages what has to be written. */
import type { FileSystem } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { type FileChange, type PackageFiles, planPackage, type Obstacle } from '../write/plan-package.js';
import { type Stage, type StagedPackage, stagePackage } from '../write/stage.js';
import type { RunMode } from './run-context.js';

/** Plain data. */
export interface StagedChanges {
  readonly folder: string;
  /** The number of committed files. */
  readonly size: number;
  readonly changes: readonly FileChange[];
  readonly obstacle?: Obstacle;
  /** Absent if nothing has to be written. */
  readonly staged?: StagedPackage;
}

export interface StageChangesContext {
  readonly mode: RunMode;
  /** The absolute path of the output folder. */
  readonly out: string;
  /** Absent if nothing is written. */
  readonly stage?: Stage | undefined;
  readonly files: FileSystem;
  /** Whether existing folders must stay, because other processes watch them. */
  readonly keepsFolders: boolean;
  /** Called before files are staged. */
  readonly onWrite?: () => void;
}

export function stageChanges(packageFiles: PackageFiles, context: StageChangesContext): StagedChanges {
  const { mode, out, stage, files, keepsFolders, onWrite } = context;
  const plan = planPackage(out, packageFiles, files);
  const { obstacle, changes } = plan;
  const isStale = changes.some(({ derived }) => !derived);
  const writes = stage !== undefined && obstacle === undefined && changes.length > 0 && (mode === 'write' || !isStale);
  if (writes) onWrite?.();
  const staged = writes ? stagePackage(plan, { stage, files, keepsFolders }) : undefined;
  return {
    folder: packageFiles.folder,
    size: packageFiles.committed.size,
    changes,
    ...omitUndefined({ obstacle, staged }),
  };
}
