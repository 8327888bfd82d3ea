/** Builds stated rules and validations with their sentences and sources. A rule that isn't valid has no sentence, so sentences are created on use. */
import type { MethodRule, OperationRule, Rule, ValidationRule } from '../../runtime/rule.js';
import type { StatedRule, StatedValidation } from './model.js';
import { describeRule } from '../language/index.js';
import { formatValidationSentence } from '../language/format-validation.js';
import { getText, isObject, type Json, omitUndefined } from '../lib/json.js';
import { listEntries, type Statement } from './statements.js';

/** Builds the rules of a method. Rules `operation` of several overlays complete each other: the first one that states a value counts. */
export function buildMethodRules(method: Statement): readonly StatedRule<MethodRule>[] {
  const stated = buildRules<MethodRule>(method);
  const operations = stated.map(({ rule }) => rule).filter((rule) => rule.kind === 'operation');
  if (operations.length < 2) return stated;
  const joined = operations.reduceRight<OperationRule>((later, rule) => ({ ...later, ...rule, ...joinFields(rule, later) }), {
    kind: 'operation',
  });
  return stated.map((entry) => (entry.rule.kind === 'operation' ? { ...entry, rule: joined } : entry));
}

function joinFields(rule: OperationRule, later: OperationRule): Pick<OperationRule, 'fields'> {
  return rule.fields && later.fields ? { fields: { ...later.fields, ...rule.fields } } : {};
}

/** Builds the rules of a schema or a method. */
export function buildRules<R extends Rule>(owner: Statement): readonly StatedRule<R>[] {
  return listEntries(owner, 'x-rules').flatMap((entry) => {
    const rule = readRule(entry) as unknown as R | undefined;
    if (rule === undefined) return [];
    return [
      {
        ...readStatement(entry),
        rule,
        get sentence() {
          return describeRule(rule);
        },
      },
    ];
  });
}

/** Builds the validations of an element. @param field The name of the element, if it is a field of the object that carries them. */
export function buildValidations(owner: Statement, field?: string): readonly StatedValidation[] {
  return listEntries(owner, 'x-validations').flatMap((entry) => {
    const rule = readRule(entry) as unknown as ValidationRule | undefined;
    if (rule === undefined) return [];
    return [
      {
        ...readStatement(entry),
        rule,
        get sentence() {
          return formatValidationSentence(rule);
        },
        ...(field !== undefined && { field }),
      },
    ];
  });
}

/** The rule without the members of its statement. */
function readRule({ value }: Statement<Json>): object | undefined {
  if (!isObject(value)) return undefined;
  const { id: _, source: __, ...rule } = value;
  return rule;
}

function readStatement({ value, pointer, source }: Statement<Json>): Pick<StatedRule<Rule>, 'kind' | 'id' | 'pointer' | 'source'> {
  return { kind: 'rule', ...omitUndefined({ id: getText(value, 'id') }), pointer, source };
}
