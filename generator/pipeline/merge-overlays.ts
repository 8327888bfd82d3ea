/** Applies overlays and validates the result. Learned entries that have errors in it are skipped. */
import { type Diagnostic, isError } from '../lib/diagnostics.js';
import type { Specification } from '../language/specification.js';
import { applyOverlays, type OverlayResult } from '../read/apply-overlays.js';
import { isLearned } from '../read/learned-entries.js';
import { validateSpecification } from '../check/index.js';

/** An error can hide others, which the next round finds. */
const maxRounds = 5;

/** The diagnostics include those of the merged specification. */
export function mergeOverlays(base: Specification, overlays: readonly Specification[]): OverlayResult {
  const learnedFiles = new Set(overlays.filter(isLearned).map(({ path }) => path));
  let problems: readonly Diagnostic[] = [];
  for (let round = 1; ; round++) {
    const { specification, diagnostics } = applyOverlays(base, overlays, problems);
    const found = validateSpecification(specification);
    const errors = found.filter((diagnostic) => isError(diagnostic) && learnedFiles.has(diagnostic.file));
    if (errors.length === 0 || round === maxRounds) return { specification, diagnostics: [...diagnostics, ...found] };
    problems = [...problems, ...errors];
  }
}
