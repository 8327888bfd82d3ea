/** Validates a specification: its shape, then its meaning; all findings at once. */
import type { Diagnostic } from '../diagnostics.js';
import type { Specification } from '../read/specification.js';
import { createSuggester } from '../suggest.js';
import { checkShape } from './shape.js';

/** The findings of a specification, an overlay or a published document, unsorted. Runs before variables are substituted. */
export function validateSpecification(specification: Specification): Diagnostic[] {
  const suggest = createSuggester();
  const faults = checkShape(specification, suggest);
  return faults.map((fault) => fault.diagnostic);
}
