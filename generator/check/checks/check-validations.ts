/** Checks the expressions of validations and the fields that they name. */
import { quote } from '../../lib/diagnostics.js';
import { parseFieldPath } from '../../lib/field-path.js';
import { compileExpression, type CompileOptions } from '../../language/cel/compile-expression.js';
import { costPage } from '../../language/find-rule-page.js';
import { maxEstimatedCost } from '../../language/cel/estimate-cost.js';
import { toCelType } from '../../language/cel/expression-types.js';
import { isObject, type JsonObject, getMember, type Pointer, getList, getText } from '../../lib/json.js';
import type { ElementStatement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';
import { findField } from '../../model/walk-types.js';
import { reportUnknownField } from './check-field-use.js';
import { findParentTypes, isResourceType } from './resource-types.js';

/**
 * Checks all validations.
 *
 * @param isFaulty Whether a part has the wrong structure. Such parts are skipped.
 */
export function checkValidations(context: LintContext, isFaulty: (pointer: Pointer) => boolean): void {
  for (const element of context.elements) {
    if (getMember(element.value, 'x-validations') === undefined) continue;
    if (!checkElementKind(context, element) || context.isOverlay) continue;
    getList(element.value, 'x-validations').forEach((validation, i) => {
      const pointer = [...element.pointer, 'x-validations', i];
      if (!isObject(validation) || isFaulty(pointer)) return;
      checkRule(context, { element, validation, pointer });
      checkFieldPath(context, { element, validation, pointer });
    });
  }
}

/** Reports validations on elements other than objects and fields, because errors need a field. */
function checkElementKind(context: LintContext, element: ElementStatement): boolean {
  const { pointer } = element;
  const kind = context.lookup.resolve(context.getType(element))?.kind ?? 'any';
  if (pointer.at(-2) === 'properties' || ['any', 'map', 'object'].includes(kind)) return true;
  const at = { at: [...pointer, 'x-validations'], part: 'key' as const };
  context.report('facet-type', { facet: 'x-validations', applies: 'objects and fields', type: `"${kind}"` }, at);
  return false;
}

interface PlacedValidation {
  readonly element: ElementStatement;
  readonly validation: JsonObject;
  readonly pointer: Pointer;
}

function checkRule(context: LintContext, { element, validation, pointer }: PlacedValidation): void {
  const at = [...pointer, 'rule'];
  const optionalOldSelf = getMember(validation, 'optionalOldSelf') === true;
  const options = { optionalOldSelf, ...findRelatedTypes(context, element) };
  const result = compileExpression(getText(validation, 'rule') ?? '', toCelType(context.getType(element), context.lookup), options);
  if (result.ok) {
    const factor = result.expression.cost / maxEstimatedCost;
    if (factor > 1) context.report('expensive-expression', { factor: formatFactor(factor) }, { at, page: costPage });
    if (!optionalOldSelf || result.expression.usesOldSelf) return;
    context.report('invalid-expression', { problem: 'it must use oldSelf because optionalOldSelf is true' }, at);
    return;
  }
  for (const { message, start, suggestion } of result.problems)
    context.report('invalid-expression', { problem: message }, { at, index: start, suggestion });
}

/** Formats by how much a limit is exceeded. Beyond a hundred, only the magnitude matters. */
const formatFactor = (factor: number): string => (factor > 100 ? 'more than 100' : factor.toFixed(1));

/** Returns what an expression can use of other resources: only the schema of a resource has a parent and siblings. */
function findRelatedTypes(context: LintContext, { pointer }: ElementStatement): Pick<CompileOptions, 'parent' | 'hasSiblings'> {
  if (pointer.length !== 2 || pointer[0] !== 'schemas' || !isResourceType(context, pointer)) return {};
  const [parent] = findParentTypes(context, pointer);
  return { hasSiblings: true, ...(parent && { parent: toCelType(parent, context.lookup) }) };
}

function checkFieldPath(context: LintContext, { element, validation, pointer }: PlacedValidation): void {
  const path = getText(validation, 'fieldPath');
  if (path === undefined) return;
  const at = [...pointer, 'fieldPath'];
  const parts = parseFieldPath(path);
  if (parts === undefined) {
    context.report(
      'wrong-form',
      { what: '"fieldPath"', expected: "a path such as .spec.height, .items[0], or ['a.b']", found: quote(path) },
      { at },
    );
    return;
  }
  const names = parts.filter((part) => typeof part === 'string');
  reportUnknownField(context, findField(context.lookup, context.getType(element), names), {
    path: names.join('.'),
    owner: 'the value',
    pointer: at,
    part: 'value',
  });
}
