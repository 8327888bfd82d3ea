/** Modules of the user, which the config names. */
import { resolve } from 'node:path';
import { createReadDiagnostic } from '../config/named-files.js';
import { createDiagnostic, type Diagnostic, type Location } from '../lib/diagnostics.js';
import type { Effects, FileEffects } from '../lib/effects.js';

/** A module that the config names, and where it does. */
export interface NamedModule {
  /** As the user sees it. */
  readonly path: string;
  readonly at: Location;
}

export type ModuleEffects = Pick<Effects, 'cwd' | 'files' | 'importModule'>;

/** Returns a diagnostic if a module is no file. */
export function findMissingModule({ path, at }: NamedModule, { cwd, files }: FileEffects): Diagnostic | undefined {
  const kind = files.stat(resolve(cwd, path))?.kind;
  if (kind !== undefined && kind !== 'folder') return undefined;
  return createReadDiagnostic(path, kind === undefined ? 'there is no such file' : 'it is a folder', { [path]: at });
}

/** Loads a module and returns its default export. Returns a diagnostic if it can't be loaded or has no default export. */
export async function loadDefaultExport(module: NamedModule, effects: ModuleEffects): Promise<{ value: unknown } | Diagnostic> {
  const missing = findMissingModule(module, effects);
  if (missing) return missing;
  const { path, at } = module;
  try {
    const exported = await effects.importModule(resolve(effects.cwd, path));
    const value: unknown = typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : undefined;
    return value === undefined ? createModuleDiagnostic({ path, at }, 'it has no default export') : { value };
  } catch (error) {
    return createModuleDiagnostic({ path, at }, `it does not load: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export const createModuleDiagnostic = ({ path, at }: NamedModule, problem: string): Diagnostic =>
  createDiagnostic('invalid-module', { path, problem }, at);
