/** Checks that defaults and constants have the right type and form, are in the enum, and are within the bounds. */
import { findConstantProblem, findFormProblem, findNamedEnumValue } from '../../lib/default-problem.js';
import { getMember } from '../../lib/json.js';
import { formatValue } from '../../lib/specification.js';
import { resolveReference, type Statement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';

export function checkDefault(context: LintContext, { value, pointer }: Pick<Statement, 'value' | 'pointer'>): void {
  const target = { ...resolveReference(context, value), ...value, ...(context.isOverlay && { enum: [] }) };
  const constant = getMember(value, 'x-const');
  const constantProblem = constant === undefined ? undefined : findConstantProblem(constant, target);
  if (constant !== undefined && constantProblem !== undefined)
    context.report('invalid-default', { what: 'constant value', value: formatValue(constant), problem: constantProblem }, [
      ...pointer,
      'x-const',
    ]);
  const stated = getMember(value, 'default');
  if (stated === undefined || (context.isPublished && findNamedEnumValue(stated, target) !== undefined)) return;
  const problem = findConstantProblem(stated, target);
  const formProblem = problem === undefined ? findFormProblem(stated, target) : undefined;
  const params = { what: 'default', value: formatValue(stated) };
  if (problem !== undefined) context.report('invalid-default', { ...params, problem }, [...pointer, 'default']);
  if (formProblem !== undefined)
    context.report('invalid-default', { ...params, problem: formProblem }, { at: [...pointer, 'default'], severity: 'warning' });
}
