/** Validates the structure and the meaning of a specification, and reports all diagnostics. */
import type { Diagnostic } from '../lib/diagnostics.js';
import type { Pointer } from '../lib/json.js';
import type { Specification } from '../language/specification.js';
import { createSuggester } from '../lib/suggest.js';
import { checkActions } from './checks/check-actions.js';
import { checkErrors } from './checks/check-errors.js';
import { checkFacets } from './checks/check-facets.js';
import { checkMethods } from './checks/check-methods.js';
import { checkNames } from './checks/check-names.js';
import { checkPaths } from './checks/check-paths.js';
import { checkReferenceDepth } from './checks/check-reference-depth.js';
import { checkReferences } from './checks/check-references.js';
import { checkRules } from './checks/check-rules.js';
import { checkSources } from './checks/check-sources.js';
import { checkValidations } from './checks/check-validations.js';
import { checkVariables } from './checks/check-variables.js';
import { LintContext } from './lint-context.js';
import { checkShape, detectDialect, type ShapeProblem } from './check-shape.js';

/**
 * Returns the unsorted diagnostics of a specification, an overlay, or a published document. Runs before variables are substituted.
 * The checks of an overlay without its specification are limited to the overlay.
 */
export function validateSpecification(specification: Specification): Diagnostic[] {
  const suggest = createSuggester();
  const shapeProblems = checkShape(specification, suggest);
  const context = new LintContext(specification, detectDialect(specification.value), suggest);
  checkNames(context);
  checkReferences(context);
  // Other checks follow references level by level.
  if (!checkReferenceDepth(context)) return [...shapeProblems.map((fault) => fault.diagnostic), ...context.diagnostics];
  checkPaths(context);
  checkMethods(context);
  checkActions(context);
  checkFacets(context);
  const isFaulty = createFaultTest(shapeProblems);
  checkRules(context, isFaulty);
  checkErrors(context, isFaulty);
  checkValidations(context, isFaulty);
  checkSources(context);
  checkVariables(context);
  return [...shapeProblems.map((fault) => fault.diagnostic), ...context.diagnostics];
}

/** Returns a function that tests whether a part, something in it, or the type of what contains it is wrong. */
function createFaultTest(shapeProblems: readonly ShapeProblem[]): (pointer: Pointer) => boolean {
  const listPrefixes = (pointer: Pointer): readonly string[] => pointer.map((_, i) => JSON.stringify(pointer.slice(0, i + 1)));
  const faulty = new Set(shapeProblems.flatMap(({ pointer }) => listPrefixes(pointer)));
  const mistyped = new Set(
    shapeProblems.flatMap(({ pointer, diagnostic }) => (diagnostic.code === 'wrong-type' ? JSON.stringify(pointer) : [])),
  );
  return (pointer) =>
    faulty.has(JSON.stringify(pointer)) || (mistyped.size > 0 && listPrefixes(pointer).some((prefix) => mistyped.has(prefix)));
}
