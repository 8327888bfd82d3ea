/** Checks a run as a whole: variables, method patterns, and package folders across specifications. */
import { compareText, createDiagnostic, type Diagnostic, type Location, quote } from './diagnostics.js';
import type { Config, Source } from './generate-options.js';
import type { ApiSummary } from './build-package.js';
import { checkVariableValue } from './read/substitute-variables.js';
import { findNearest } from './suggest.js';
import { UsageError } from './usage-error.js';
import { checkFolderName } from './write/path-checks.js';
import type { PackageState } from './write/run-state.js';

/** Formats the settings, apart from files, that the package of a source depends on. */
export function formatPackageSettings(config: Config, source: Source): string {
  const variables = Object.entries(config.variables).sort(([a], [b]) => compareText(a, b));
  return JSON.stringify([source, config.scope, config.version, variables, config.only, config.methods, config.limits]);
}

export interface OutputCheckContext {
  readonly config: Config;
  readonly loadResults: readonly ApiSummary[];
  readonly unchangedPackages: readonly PackageState[];
}

/** Collects the diagnostics of the run. Throws `UsageError` for a variable option that no specification declares. */
export function checkOutput({ config, loadResults, unchangedPackages }: OutputCheckContext): readonly Diagnostic[] {
  return [
    ...loadResults.flatMap(({ diagnostics }) => diagnostics),
    ...unchangedPackages.flatMap(({ warnings }) => warnings),
    ...checkMethodPatterns(config, { loadResults, unchangedPackages }),
    ...checkVariables(config, [
      ...loadResults.map(({ declared, folder }) => ({ declared, resolved: folder })),
      ...unchangedPackages.map(({ declared }) => ({ declared, resolved: true })),
    ]),
    ...checkFolders(loadResults, unchangedPackages),
  ];
}

/** Reports patterns that match no method. Unchanged packages were built with the same patterns. Throws `UsageError` for patterns from the options. */
function checkMethodPatterns(
  { methods, methodLocations: locations }: Config,
  { loadResults, unchangedPackages }: Omit<OutputCheckContext, 'config'>,
): readonly Diagnostic[] {
  if (unchangedPackages.length > 0 || !loadResults.every(({ folder }) => folder !== undefined)) return [];
  return methods.flatMap((pattern, index) => {
    if (loadResults.some(({ matched }) => matched.includes(pattern))) return [];
    const location = locations[index];
    return location === undefined
      ? throwUsageError(`no method matches ${quote(pattern)}`)
      : [createDiagnostic('unmatched-methods', { pattern }, location)];
  });
}

interface VariableDeclarations {
  readonly declared: readonly string[];
  /** Absent if it has errors. */
  readonly resolved?: unknown;
}

/** Reports invalid variables. Throws `UsageError` for variables from the options. */
export function checkVariables(config: Config, loadResults: readonly VariableDeclarations[]): readonly Diagnostic[] {
  const declared = new Set(loadResults.flatMap((loadResult) => loadResult.declared));
  // A specification that can't be read might declare any variable.
  const complete = loadResults.every(({ resolved }) => resolved !== undefined);
  return Object.entries(config.variables).flatMap(([name, value]) => {
    const location = config.variableLocations[name];
    const problem = checkVariableValue(name, value);
    if (problem !== undefined)
      return location === undefined
        ? throwUsageError(`the variable ${name} ${problem} (received ${quote(value)})`)
        : [createDiagnostic('invalid-variable', { name, problem }, location)];
    if (declared.has(name) || !complete || (location !== undefined && !config.ownsOutputFolder)) return [];
    const suggestion = findNearest(name, declared);
    return location === undefined
      ? throwUsageError(describeUnknownVariable(name, declared))
      : [createDiagnostic('unknown-variable', { name }, { ...location, suggestion })];
  });
}

function throwUsageError(message: string): never {
  throw new UsageError(message);
}

function describeUnknownVariable(name: string, declared: ReadonlySet<string>): string {
  const suggestion = findNearest(name, declared);
  const names = declared.size === 0 ? 'there are none' : `there are ${[...declared].sort(compareText).join(', ')}`;
  return `no specification has the variable ${quote(name)}; ${suggestion === undefined ? names : `did you mean ${suggestion}?`}`;
}

function checkFolders(loadResults: readonly ApiSummary[], unchangedPackages: readonly PackageState[]): readonly Diagnostic[] {
  const owners = new Map(unchangedPackages.map(({ folder, file }) => [folder.toLowerCase(), file]));
  return loadResults.flatMap(({ source, at, folder }) => {
    if (folder === undefined) return [];
    const diagnostics = checkFolder(folder, owners.get(folder.toLowerCase()), at);
    owners.set(folder.toLowerCase(), source.file);
    return diagnostics;
  });
}

function checkFolder(folder: string, other: string | undefined, at: Location): readonly Diagnostic[] {
  const problem = checkFolderName(folder);
  if (problem !== undefined) return [createDiagnostic('unsafe-folder', { folder, problem }, at)];
  return other === undefined ? [] : [createDiagnostic('duplicate-folder', { folder, other }, at)];
}
