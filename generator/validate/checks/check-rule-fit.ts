/** Checks that a rule of a method fits its HTTP method. */
import { type Pointer, getText } from '../../lib/json.js';
import type { MethodRule } from '../../../templates/runtime/rule.js';
import type { LintContext, Method } from '../lint-context.js';

const readMethods = ['GET', 'HEAD', 'POST'];
const changeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The HTTP methods that a kind of rule supports. Kinds that fit every method are absent. */
const httpMethods: Partial<Record<MethodRule['kind'], readonly string[]>> = {
  pagination: readMethods,
  orderBy: readMethods,
  prefix: readMethods,
  elementSelector: readMethods,
  requestId: changeMethods,
  changeRecord: changeMethods,
  allowMissing: changeMethods,
  update: ['POST', 'PUT', 'PATCH'],
  requiredIfResourceHas: ['POST', 'PUT', 'PATCH'],
};

interface MethodRuleSite {
  readonly method: Method;
  /** The position of the rule. */
  readonly base: Pointer;
}

export function checkRuleFit(context: LintContext, kind: string, { method: { value }, base }: MethodRuleSite): void {
  const allowed = Object.hasOwn(httpMethods, kind) ? httpMethods[kind as MethodRule['kind']] : undefined;
  const httpMethod = getText(value, 'httpMethod') ?? '';
  if (allowed === undefined || httpMethod === '' || allowed.includes(httpMethod)) return;
  context.report('invalid-rule', { kind, allowed: allowed.join(', '), httpMethod }, { at: [...base, 'kind'] });
}
