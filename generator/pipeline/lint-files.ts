/** Checks specifications and reports all diagnostics of all files in one run. */
import { createReadDiagnostic } from '../config/named-files.js';
import {
  type DiagnosticCode,
  type Diagnostic,
  hasErrors,
  isError,
  type Location,
  type Severity,
  sortDiagnostics,
} from '../lib/diagnostics.js';
import { type Assumption, listAssumptions } from './list-assumptions.js';
import { type ListedRule, listRules, listUnsupported } from './list-rules.js';
import { readSpecification } from '../read/index.js';
import { mergeOverlays } from './merge-overlays.js';
import { isObject, getMember } from '../lib/json.js';
import type { Limits, Specification } from '../language/specification.js';
import { validateSpecification } from '../check/index.js';
export type { Assumption } from './list-assumptions.js';
export type { ListedRule } from './list-rules.js';

/** Returns the text of a file, or the reason why it can't be read. */
export type ReadText = (path: string) => { readonly text: string } | { readonly problem: string };

export type LintSeverity = Severity | 'off';

export interface LintOptions {
  /** Severities by diagnostic code, in place of the defaults. */
  readonly severities?: Readonly<Partial<Record<DiagnosticCode, LintSeverity>>>;
  /** Also lists the rules of each specification. */
  readonly rules?: boolean;
  /** Also lists the assumptions of each specification. */
  readonly assumptions?: boolean;
  readonly limits?: Limits;
  /** Where the config names the files, for diagnostics about those that can't be read. Default: the files themselves. */
  readonly fileLocations?: Readonly<Record<string, Location>>;
}

export interface LintResult {
  /** By file and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** The rules of the files without errors, by file in the given order, then by position. Empty unless requested. */
  readonly rules: readonly ListedRule[];
  /** The assumptions of the files without errors. Absent unless requested. */
  readonly assumptions?: readonly Assumption[];
}

/**
 * Checks specifications, overlays and published documents. An overlay whose specification is among the files is also checked
 * together with it, in the order in which the files are named.
 */
export function lintFiles(files: readonly string[], read: ReadText, options: LintOptions = {}): LintResult {
  const results = [...new Set(files)].map((path) => lintFile(path, read, options));
  const specifications = results.flatMap(({ specification, diagnostics }) =>
    specification === undefined || hasErrors(diagnostics) ? [] : [specification],
  );
  // Errors in a specification don't hide diagnostics of its overlays. Overlays with errors are not merged.
  const bases = results.flatMap(({ specification }) => (specification === undefined || isOverlay(specification) ? [] : [specification]));
  const diagnostics = [...results.flatMap((result) => result.diagnostics), ...lintWithOverlays(bases, specifications.filter(isOverlay))];
  const leveled = diagnostics.flatMap((diagnostic) => overrideSeverity(diagnostic, options.severities?.[diagnostic.code]));
  return {
    diagnostics: sortDiagnostics(leveled),
    rules:
      options.rules === true
        ? specifications.flatMap((specification) => [...listRules(specification), ...listUnsupportedMethods(specification, specifications)])
        : [],
    ...(options.assumptions === true && { assumptions: specifications.flatMap(listAssumptions) }),
  };
}

/** Lists the methods of a specification that the mock doesn't implement, with the overlays that are linted with it. */
function listUnsupportedMethods(specification: Specification, specifications: readonly Specification[]): readonly ListedRule[] {
  if (isOverlay(specification)) return [];
  const overlays = findOverlays(specification, specifications.filter(isOverlay));
  return listUnsupported(overlays.length === 0 ? specification : mergeOverlays(specification, overlays).specification);
}

function overrideSeverity(diagnostic: Diagnostic, level: LintSeverity = diagnostic.severity): readonly Diagnostic[] {
  return level === 'off' ? [] : [{ ...diagnostic, severity: level }];
}

interface FileResult {
  readonly specification?: Specification;
  readonly diagnostics: readonly Diagnostic[];
}

function lintFile(path: string, read: ReadText, { limits, fileLocations }: LintOptions): FileResult {
  const file = read(path);
  if ('problem' in file) return { diagnostics: [createReadDiagnostic(path, file.problem, fileLocations)] };
  const { specification, diagnostics } = readSpecification({ path, text: file.text }, limits);
  // After a syntax error the parsed data may be wrong, so further diagnostics would mislead.
  if (specification === undefined || diagnostics.some(({ code }) => code === 'syntax')) return { diagnostics };
  const positions = new Set(diagnostics.filter(isError).map(({ line, column }) => `${line}:${column}`));
  return {
    specification,
    diagnostics: [
      ...diagnostics,
      ...validateSpecification(specification).filter(({ line, column }) => !positions.has(`${line}:${column}`)),
    ],
  };
}

function lintWithOverlays(bases: readonly Specification[], overlays: readonly Specification[]): Diagnostic[] {
  return bases.flatMap((base) => {
    const matchingOverlays = findOverlays(base, overlays);
    return matchingOverlays.length === 0 ? [] : mergeOverlays(base, matchingOverlays).diagnostics;
  });
}

function findOverlays(base: Specification, overlays: readonly Specification[]): readonly Specification[] {
  return overlays.filter((overlay) =>
    (['name', 'version'] as const).every((key) => getMember(overlay.value, key) === getMember(base.value, key)),
  );
}

function isOverlay({ value }: Specification): boolean {
  return isObject(getMember(value, 'x-source'));
}
