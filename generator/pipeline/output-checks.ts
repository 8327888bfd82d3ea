/** Checks a run as a whole: variables, method patterns, and package folders across specifications. */
import { compareText, createDiagnostic, type Diagnostic, hasErrors, type Location, quote } from '../lib/diagnostics.js';
import type { Config } from '../config/generate-options.js';
import type { BuildResult } from './build-package.js';
import type { LoadResult } from './load-api.js';
import { selectableParts } from '../language/parts.js';
import { checkVariableValue } from '../language/substitute-variables.js';
import { findNearest } from '../lib/suggest.js';
import { UsageError } from '../lib/usage-error.js';
import { checkFolderName } from '../write/path-checks.js';

/**
 * Collects the diagnostics of the run. Throws `UsageError` for a variable option that no specification declares.
 *
 * @param missing - The diagnostics of missing emitters. A package without other errors has them, too.
 */
export function checkOutput(config: Config, results: readonly BuildResult[], missing: readonly Diagnostic[]): readonly Diagnostic[] {
  return [
    ...dropRepeated([...missing, ...results.flatMap(({ diagnostics }) => diagnostics)]),
    ...checkParts(config, results),
    ...checkMethodPatterns(config, results),
    ...checkConfigVariables(config, results),
    ...checkFolders(results),
  ];
}

/** Each package that an emitter can't make reports it. */
const dropRepeated = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => [
  ...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values(),
];

/** Reports parts that are neither discogen's nor those of emitters. Throws `UsageError` for parts from the options. */
function checkParts({ only, onlyLocations, emitters }: Config, results: readonly BuildResult[]): readonly Diagnostic[] {
  if (emitters.length === 0 || results.some(({ diagnostics }) => hasErrors(diagnostics))) return [];
  const known = [...selectableParts, ...new Set(results.flatMap((result) => result.emitters ?? []))];
  return only.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const location = onlyLocations[index];
    if (location === undefined) throw new UsageError(`--only must name parts: ${known.join(', ')} (received ${quote(name)})`);
    return [createDiagnostic('unknown-part', { name, values: known }, { ...location, suggestion: findNearest(name, known) })];
  });
}

/** Reports patterns that match no method. Throws `UsageError` for patterns from the options. */
function checkMethodPatterns({ methods, methodLocations }: Config, results: readonly BuildResult[]): readonly Diagnostic[] {
  if (results.some(({ diagnostics }) => hasErrors(diagnostics))) return [];
  const matched = new Set(results.flatMap((result) => result.matched));
  return methods.flatMap((pattern, index) => {
    if (matched.has(pattern)) return [];
    const location = methodLocations[index];
    if (location === undefined) throw new UsageError(`no method matches ${quote(pattern)}`);
    return [createDiagnostic('unmatched-methods', { pattern }, location)];
  });
}

/** Reports invalid variables. Throws `UsageError` for variables from the options. */
export function checkConfigVariables(
  config: Config,
  results: readonly Pick<LoadResult, 'declared' | 'diagnostics'>[],
): readonly Diagnostic[] {
  const declared = new Set(results.flatMap((result) => result.declared));
  // A specification with errors might declare any variable.
  const complete = !results.some(({ diagnostics }) => hasErrors(diagnostics));
  return Object.entries(config.variables).flatMap(([name, value]) => {
    const location = config.variableLocations[name];
    const problem = checkVariableValue(name, value);
    if (problem !== undefined) {
      if (location === undefined) throw new UsageError(`the variable ${name} ${problem} (received ${quote(value)})`);
      return [createDiagnostic('invalid-variable', { name, problem }, location)];
    }
    if (declared.has(name) || !complete || (location !== undefined && !config.ownsOutputFolder)) return [];
    if (location === undefined) throw new UsageError(describeUnknownVariable(name, declared));
    return [createDiagnostic('unknown-variable', { name }, { ...location, suggestion: findNearest(name, declared) })];
  });
}

function describeUnknownVariable(name: string, declared: ReadonlySet<string>): string {
  const suggestion = findNearest(name, declared);
  const names = declared.size === 0 ? 'no variable is declared' : `declared variables: ${[...declared].sort(compareText).join(', ')}`;
  return `no specification has the variable ${quote(name)}; ${suggestion === undefined ? names : `did you mean ${suggestion}?`}`;
}

function checkFolders(results: readonly BuildResult[]): readonly Diagnostic[] {
  const owners = new Map<string, string>();
  return results.flatMap(({ source, at, folder }) => {
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
