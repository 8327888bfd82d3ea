/** Validates a specification: its shape, then its meaning; all findings at once. */
import type { Diagnostic } from '../diagnostics.js';
import type { Pointer, Specification } from '../read/specification.js';
import { createSuggester } from '../suggest.js';
import { checkActions } from './checks/check-actions.js';
import { checkFacets } from './checks/check-facets.js';
import { checkMethods } from './checks/check-methods.js';
import { checkNames } from './checks/check-names.js';
import { checkPaths } from './checks/check-paths.js';
import { checkReferences } from './checks/check-references.js';
import { checkRules } from './checks/check-rules.js';
import { checkSources } from './checks/check-sources.js';
import { checkValidations } from './checks/validations.js';
import { checkVariables } from './checks/check-variables.js';
import { LintContext } from './lint-context.js';
import { checkShape, detectDialect, type ShapeProblem } from './check-shape.js';

/**
 * The findings of a specification (with its overlays applied or without any), of an overlay by itself, or of a published document;
 * unsorted. Runs before variables are substituted. An overlay by itself is judged by what can be told without what it completes.
 */
export function validateSpecification(specification: Specification): Diagnostic[] {
  const suggest = createSuggester();
  const faults = checkShape(specification, suggest);
  const context = new LintContext(specification, detectDialect(specification.value), suggest);
  checkNames(context);
  checkReferences(context);
  checkPaths(context);
  checkMethods(context);
  checkActions(context);
  checkFacets(context);
  const isFaulty = faultyParts(faults);
  checkRules(context, isFaulty);
  checkValidations(context, isFaulty);
  checkSources(context);
  checkVariables(context);
  return [...faults.map((fault) => fault.diagnostic), ...context.diagnostics];
}

/** Tells of a part that it, or something in it, has the wrong shape. */
function faultyParts(faults: readonly ShapeProblem[]): (pointer: Pointer) => boolean {
  const faulty = new Set<string>();
  for (const { pointer } of faults) {
    for (let length = 1; length <= pointer.length; length++) faulty.add(JSON.stringify(pointer.slice(0, length)));
  }
  return (pointer) => faulty.has(JSON.stringify(pointer));
}
