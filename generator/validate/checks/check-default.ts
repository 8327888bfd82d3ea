/** Checks that defaults and constants have the right type and form, are in the enum, and are within the bounds. */
import { findConstantProblem, findFormProblem, findNamedEnumValue } from '../../lib/default-problem.js';
import { type Json, getMember } from '../../lib/json.js';
import { formatValue } from '../../lib/specification.js';
import { type LintContext, type Element } from '../lint-context.js';
import { resolveReference } from '../find-field.js';

export function checkDefault(context: LintContext, { value, pointer }: Element): void {
  const target = { ...resolveReference(context, value), ...value, ...(context.isOverlay && { enum: [] }) };
  const report = (key: string, stated: Json, problem: string, severity?: 'warning'): void =>
    context.report(
      'invalid-default',
      { what: key === 'default' ? 'default' : 'constant value', value: formatValue(stated), problem },
      { at: [...pointer, key], ...(severity && { severity }) },
    );
  const constant = getMember(value, 'x-const');
  const constantProblem = constant === undefined ? undefined : findConstantProblem(constant, target);
  if (constant !== undefined && constantProblem !== undefined) report('x-const', constant, constantProblem);
  const stated = getMember(value, 'default');
  if (stated === undefined || (context.isPublished && findNamedEnumValue(stated, target) !== undefined)) return;
  const problem = findConstantProblem(stated, target);
  const formProblem = problem ?? findFormProblem(stated, target);
  if (formProblem !== undefined) report('default', stated, formProblem, problem === undefined ? 'warning' : undefined);
}
