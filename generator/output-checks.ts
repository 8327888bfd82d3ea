/** Faults of a run as a whole: what its specifications say, and what they would do to each other. */
import { compareText, diagnostic, type Diagnostic, type Location, quote } from './diagnostics.js';
import type { Job, Source } from './job.js';
import type { Summary } from './produce.js';
import { variableProblem } from './read/variables.js';
import { nearest } from './suggest.js';
import { UsageError } from './usage-error.js';
import { folderFault } from './write/paths.js';
import type { PackageState } from './write/state.js';

/** Everything beside its files that the package of a source depends on. */
export function settingsOf(job: Job, source: Source): string {
  const variables = Object.entries(job.variables).sort(([a], [b]) => compareText(a, b));
  return JSON.stringify([source, job.scope, job.version, variables, job.only, job.methods, job.limits]);
}

export interface Findings {
  readonly job: Job;
  readonly described: readonly Summary[];
  readonly known: readonly PackageState[];
}

/** All findings of the run. Throws `UsageError` for a variable of the options that no specification has. */
export function findFaults({ job, described, known }: Findings): readonly Diagnostic[] {
  return [
    ...described.flatMap(({ diagnostics }) => diagnostics),
    ...known.flatMap(({ warnings }) => warnings),
    ...findMethodFaults(job, { described, known }),
    ...findVariableFaults(job, [
      ...described.map(({ declared, folder }) => ({ declared, resolved: folder })),
      ...known.map(({ declared }) => ({ declared, resolved: true })),
    ]),
    ...findFolderFaults(described, known),
  ];
}

/** Patterns that match no method. What is known of an earlier run was cut by the same patterns. Throws `UsageError` for those that no config states. */
function findMethodFaults({ methods, methodPlaces }: Job, { described, known }: Omit<Findings, 'job'>): readonly Diagnostic[] {
  if (known.length > 0 || !described.every(({ folder }) => folder !== undefined)) return [];
  return methods.flatMap((pattern, index) => {
    if (described.some(({ matched }) => matched.includes(pattern))) return [];
    const place = methodPlaces[index];
    return place === undefined ? misuse(`no method matches ${quote(pattern)}`) : [diagnostic('unmatched-methods', { pattern }, place)];
  });
}

interface Declaring {
  readonly declared: readonly string[];
  /** Absent where it has errors. */
  readonly resolved?: unknown;
}

/** Faults of the variables that are set. Throws `UsageError` for those that no config sets, since they are the user's words. */
export function findVariableFaults(job: Job, described: readonly Declaring[]): readonly Diagnostic[] {
  const declared = new Set(described.flatMap((one) => one.declared));
  // A specification that could not be read might have declared any.
  const complete = described.every(({ resolved }) => resolved !== undefined);
  return Object.entries(job.variables).flatMap(([name, value]) => {
    const place = job.variablePlaces[name];
    const problem = variableProblem(name, value);
    if (problem !== undefined)
      return place === undefined
        ? misuse(`the variable ${name} ${problem}; found ${quote(value)}`)
        : [diagnostic('bad-variable', { name, problem }, place)];
    if (declared.has(name) || !complete || (place !== undefined && !job.whole)) return [];
    const suggestion = nearest(name, declared);
    return place === undefined
      ? misuse(unknownVariable(name, declared))
      : [diagnostic('unknown-variable', { name }, { ...place, suggestion })];
  });
}

function misuse(message: string): never {
  throw new UsageError(message);
}

function unknownVariable(name: string, declared: ReadonlySet<string>): string {
  const suggestion = nearest(name, declared);
  const names = declared.size === 0 ? 'there are none' : `there are ${[...declared].sort(compareText).join(', ')}`;
  return `no specification has the variable ${quote(name)}; ${suggestion === undefined ? names : `did you mean ${suggestion}?`}`;
}

function findFolderFaults(described: readonly Summary[], known: readonly PackageState[]): readonly Diagnostic[] {
  const owners = new Map(known.map(({ folder, file }) => [folder.toLowerCase(), file]));
  return described.flatMap(({ source, at, folder }) => {
    if (folder === undefined) return [];
    const finding = folderFinding(folder, owners.get(folder.toLowerCase()), at);
    owners.set(folder.toLowerCase(), source.file);
    return finding;
  });
}

function folderFinding(folder: string, other: string | undefined, at: Location): readonly Diagnostic[] {
  const problem = folderFault(folder);
  if (problem !== undefined) return [diagnostic('unsafe-folder', { folder, problem }, at)];
  return other === undefined ? [] : [diagnostic('same-folder', { folder, other }, at)];
}
