/** Faults of a run as a whole: what its specifications say, and what they would do to each other. */
import type { Described, Description } from './describe.js';
import { isDescribed } from './describe.js';
import { compareText, diagnostic, type Diagnostic, type Location } from './diagnostics.js';
import { packageFolder } from './emit/emitter.js';
import type { Job, Source } from './job.js';
import type { Run } from './run.js';
import { nearest } from './suggest.js';
import { UsageError } from './usage-error.js';
import { folderFault } from './write/paths.js';
import type { PackageState } from './write/state.js';

/** Everything beside its files that the package of a source depends on. */
export function settingsOf(job: Job, source: Source): string {
  const variables = Object.entries(job.variables).sort(([a], [b]) => compareText(a, b));
  return JSON.stringify([source, job.scope, job.version, variables, job.only, job.limits]);
}

export interface Findings {
  readonly run: Run;
  readonly job: Job;
  readonly described: readonly Description[];
  readonly known: readonly PackageState[];
}

/** All findings of the run. Throws `UsageError` for a variable of the options that no specification has. */
export function findFaults(findings: Findings): readonly Diagnostic[] {
  const { described, known } = findings;
  return [
    ...described.flatMap(({ diagnostics }) => diagnostics),
    ...known.flatMap(({ warnings }) => warnings),
    ...findUnknownVariables(findings),
    ...findFolderFaults(described.filter(isDescribed), known),
  ];
}

/** Throws `UsageError` for a variable that none of the specifications has; says nothing where one of them could not be read. */
export function refuseUnknownVariables(variables: Readonly<Record<string, string>>, described: readonly Pick<Description, 'declared' | 'resolved'>[]): void {
  if (described.some(({ resolved }) => resolved === undefined)) return;
  refuseUnknown(variables, new Set(described.flatMap((one) => one.declared)));
}

function refuseUnknown(variables: Readonly<Record<string, string>>, declared: ReadonlySet<string>): void {
  const unknown = Object.keys(variables).find((name) => !declared.has(name));
  if (unknown === undefined) return;
  const suggestion = nearest(unknown, declared);
  const names = declared.size === 0 ? 'there are none' : `there are ${[...declared].sort(compareText).join(', ')}`;
  throw new UsageError(`no specification has the variable ${JSON.stringify(unknown)}; ${suggestion === undefined ? names : `did you mean ${suggestion}?`}`);
}

function findUnknownVariables({ run, job, described, known }: Findings): readonly Diagnostic[] {
  // A specification that could not be read might have declared it.
  if (!described.every(isDescribed)) return [];
  const declared = new Set([...described, ...known].flatMap((one) => one.declared));
  refuseUnknown(run.options.variables ?? {}, declared);
  return Object.entries(job.variablePlaces).flatMap(([name, place]) =>
    declared.has(name) ? [] : [diagnostic('unknown-variable', { name }, { ...place, suggestion: nearest(name, declared) })],
  );
}

function findFolderFaults(described: readonly Described[], known: readonly PackageState[]): readonly Diagnostic[] {
  const owners = new Map(known.map(({ folder, file }) => [folder.toLowerCase(), file]));
  return described.flatMap(({ source, at, resolved }) => {
    const folder = packageFolder(resolved.api);
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
