/**
 * Applies overlays: files in the specification language that add to a specification. Hand-written overlays come first, and can't contradict
 * it. Of learned overlays, the entries apply that nothing before them replaces or contradicts.
 */
import { createDiagnostic, type Diagnostic, isError } from '../lib/diagnostics.js';
import { getMember, getStrings, isObject } from '../lib/json.js';
import type { Specification } from '../language/specification.js';
import { findNearest } from '../lib/suggest.js';
import {
  createEntryFinder,
  type EntryFault,
  findEntryFault,
  isLearned,
  type LearnedEntry,
  listLearnedEntries,
  type PrecedingStatements,
} from './learned-entries.js';
import { mergeOverlay } from './merge-overlay.js';
import { omitParts } from './omit-parts.js';

export interface OverlayResult {
  readonly specification: Specification;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Applies overlays in order, hand-written ones before learned ones; each builds on the result of the previous one. Doesn't change the given
 * specification.
 *
 * @param problems Problems of an earlier result. Learned entries with errors are skipped.
 */
export function applyOverlays(
  base: Specification,
  overlays: readonly Specification[],
  problems: readonly Diagnostic[] = [],
): OverlayResult {
  const diagnostics: Diagnostic[] = [];
  const add = (specification: Specification, overlay: Specification): Specification => {
    const merged = mergeOverlay(specification, overlay);
    diagnostics.push(...merged.diagnostics);
    return merged.specification;
  };
  const matching = overlays.filter((overlay) => {
    const mismatches = findMismatches(base, overlay);
    diagnostics.push(...mismatches);
    return mismatches.length === 0;
  });
  const written = matching.filter((overlay) => !isLearned(overlay));
  const handWritten = written.reduce(add, base);
  const learned = matching.filter(isLearned).map((overlay) => ({ overlay, entries: listLearnedEntries(overlay) }));
  const removals = listRemovals(written);
  diagnostics.push(...reportUnknownRemovals(removals, learned));
  const specification = learned.reduce((merged, file) => {
    const preceding = { document: base.value, handWritten: handWritten.value, merged: merged.value };
    const fit = omitUnfitEntries(file, { preceding, removed: new Set(removals.map(({ name }) => name)), problems });
    diagnostics.push(...fit.diagnostics);
    return add(merged, fit.specification);
  }, handWritten);
  return { specification, diagnostics };
}

function findMismatches(base: Specification, overlay: Specification): Diagnostic[] {
  const found = (['name', 'version'] as const).flatMap((key) => {
    const expected = getMember(base.value, key);
    const stated = getMember(overlay.value, key);
    if (stated === expected || typeof expected !== 'string') return [];
    return [
      createDiagnostic('overlay-mismatch', { what: key, found: typeof stated === 'string' ? stated : '', expected }, overlay.at([key])),
    ];
  });
  return isObject(getMember(overlay.value, 'x-source'))
    ? found
    : [...found, createDiagnostic('not-an-overlay', {}, overlay.at(['x-source'], 'key'))];
}

interface Removal {
  readonly name: string;
  readonly overlay: Specification;
  readonly index: number;
}

function listRemovals(overlays: readonly Specification[]): readonly Removal[] {
  return overlays.flatMap((overlay) => getStrings(overlay.value, 'x-remove').map((name, index) => ({ name, overlay, index })));
}

interface LearnedFile {
  readonly overlay: Specification;
  readonly entries: readonly LearnedEntry[];
}

function reportUnknownRemovals(removals: readonly Removal[], learned: readonly LearnedFile[]): readonly Diagnostic[] {
  const names = new Set(learned.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return removals
    .filter(({ name }) => !names.has(name))
    .map(({ name, overlay, index }) =>
      createDiagnostic('unknown-entry', { name }, { ...overlay.at(['x-remove', index]), suggestion: findNearest(name, names) }),
    );
}

interface FitContext {
  readonly preceding: PrecedingStatements;
  /** The names of removed entries. */
  readonly removed: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
}

/** Omits the entries of a learned overlay that don't apply, and reports those that are skipped, or replaced by other values. */
function omitUnfitEntries({ overlay, entries }: LearnedFile, { preceding, removed, problems }: FitContext): OverlayResult {
  const faults = findFaultyEntries({ overlay, entries }, problems);
  const unfit = entries.flatMap((entry): readonly (readonly [LearnedEntry, EntryFault])[] => {
    if (removed.has(entry.name)) return [[entry, { kind: 'replaced' }]];
    const fault = faults.get(entry) ?? findEntryFault(entry, overlay.value, preceding);
    return fault === undefined ? [] : [[entry, fault]];
  });
  return {
    specification: omitParts(
      overlay,
      unfit.map(([{ pointer }]) => pointer),
    ),
    diagnostics: unfit.flatMap(([{ name, pointer }, { kind, reason }]) =>
      reason === undefined
        ? []
        : [createDiagnostic(kind === 'skipped' ? 'skipped-entry' : 'replaced-entry', { name, reason }, overlay.at(pointer, 'key'))],
    ),
  };
}

function findFaultyEntries({ overlay, entries }: LearnedFile, problems: readonly Diagnostic[]): ReadonlyMap<LearnedEntry, EntryFault> {
  const errors = problems.filter((problem) => isError(problem) && problem.file === overlay.path);
  if (errors.length === 0) return new Map();
  const findEntry = createEntryFinder(overlay, entries);
  return new Map(
    errors.flatMap((error) => {
      const entry = findEntry(error);
      return entry === undefined ? [] : [[entry, { kind: 'skipped', reason: error.message }] as const];
    }),
  );
}
