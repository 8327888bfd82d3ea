/** Faults of a run as a whole: what its specifications say, and what they would do to each other. */
import { compareText, createDiagnostic, type Diagnostic, type Location, quote } from './diagnostics.js';
import type { Config, Source } from './generate-options.js';
import type { ApiSummary } from './build-package.js';
import { checkVariableValue } from './read/substitute-variables.js';
import { findNearest } from './suggest.js';
import { UsageError } from './usage-error.js';
import { checkFolderName } from './write/path-checks.js';
import type { PackageState } from './write/run-state.js';

/** Everything beside its files that the package of a source depends on. */
export function packageSettings(job: Config, source: Source): string {
  const variables = Object.entries(job.variables).sort(([a], [b]) => compareText(a, b));
  return JSON.stringify([source, job.scope, job.version, variables, job.only, job.methods, job.limits]);
}

export interface OutputCheckContext {
  readonly job: Config;
  readonly described: readonly ApiSummary[];
  readonly known: readonly PackageState[];
}

/** All findings of the run. Throws `UsageError` for a variable of the options that no specification has. */
export function checkOutput({ job, described, known }: OutputCheckContext): readonly Diagnostic[] {
  return [
    ...described.flatMap(({ diagnostics }) => diagnostics),
    ...known.flatMap(({ warnings }) => warnings),
    ...findMethodFaults(job, { described, known }),
    ...checkVariables(job, [
      ...described.map(({ declared, folder }) => ({ declared, resolved: folder })),
      ...known.map(({ declared }) => ({ declared, resolved: true })),
    ]),
    ...findFolderFaults(described, known),
  ];
}

/** Patterns that match no method. What is known of an earlier run was cut by the same patterns. Throws `UsageError` for those that no config states. */
function findMethodFaults({ methods, methodPlaces }: Config, { described, known }: Omit<OutputCheckContext, 'job'>): readonly Diagnostic[] {
  if (known.length > 0 || !described.every(({ folder }) => folder !== undefined)) return [];
  return methods.flatMap((pattern, index) => {
    if (described.some(({ matched }) => matched.includes(pattern))) return [];
    const place = methodPlaces[index];
    return place === undefined
      ? misuse(`no method matches ${quote(pattern)}`)
      : [createDiagnostic('unmatched-methods', { pattern }, place)];
  });
}

interface Declaring {
  readonly declared: readonly string[];
  /** Absent where it has errors. */
  readonly resolved?: unknown;
}

/** Faults of the variables that are set. Throws `UsageError` for those that no config sets, since they are the user's words. */
export function checkVariables(job: Config, described: readonly Declaring[]): readonly Diagnostic[] {
  const declared = new Set(described.flatMap((one) => one.declared));
  // A specification that could not be read might have declared any.
  const complete = described.every(({ resolved }) => resolved !== undefined);
  return Object.entries(job.variables).flatMap(([name, value]) => {
    const place = job.variablePlaces[name];
    const problem = checkVariableValue(name, value);
    if (problem !== undefined)
      return place === undefined
        ? misuse(`the variable ${name} ${problem}; found ${quote(value)}`)
        : [createDiagnostic('bad-variable', { name, problem }, place)];
    if (declared.has(name) || !complete || (place !== undefined && !job.whole)) return [];
    const suggestion = findNearest(name, declared);
    return place === undefined
      ? misuse(unknownVariable(name, declared))
      : [createDiagnostic('unknown-variable', { name }, { ...place, suggestion })];
  });
}

function misuse(message: string): never {
  throw new UsageError(message);
}

function unknownVariable(name: string, declared: ReadonlySet<string>): string {
  const suggestion = findNearest(name, declared);
  const names = declared.size === 0 ? 'there are none' : `there are ${[...declared].sort(compareText).join(', ')}`;
  return `no specification has the variable ${quote(name)}; ${suggestion === undefined ? names : `did you mean ${suggestion}?`}`;
}

function findFolderFaults(described: readonly ApiSummary[], known: readonly PackageState[]): readonly Diagnostic[] {
  const owners = new Map(known.map(({ folder, file }) => [folder.toLowerCase(), file]));
  return described.flatMap(({ source, at, folder }) => {
    if (folder === undefined) return [];
    const finding = folderFinding(folder, owners.get(folder.toLowerCase()), at);
    owners.set(folder.toLowerCase(), source.file);
    return finding;
  });
}

function folderFinding(folder: string, other: string | undefined, at: Location): readonly Diagnostic[] {
  const problem = checkFolderName(folder);
  if (problem !== undefined) return [createDiagnostic('unsafe-folder', { folder, problem }, at)];
  return other === undefined ? [] : [createDiagnostic('same-folder', { folder, other }, at)];
}
