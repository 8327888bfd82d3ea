/** Builds stated rules and validations with their sentences and sources. */
import type { MethodRule, OperationRule, Rule, Validation } from '../../templates/runtime/rule.js';
import type { Json, Source, StatedRule, StatedValidation } from './model.js';
import { describeRule } from '../rules/index.js';
import { formatValidationSentence } from '../rules/format-validation.js';
import { getList, getText, isObject, type JsonObject, omitUndefined } from '../lib/json.js';
import { readSource } from './statement-source.js';

/** Builds the rules of a method. Rules `operation` of several overlays complete each other: the first one that states a value counts. */
export function buildMethodRules(element: JsonObject, inherited: Source): readonly StatedRule<MethodRule>[] {
  const stated = buildRules<MethodRule>(element, inherited);
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

/** Builds the rules of a schema or a method. The specification is valid, so that each rule has the shape of its kind. */
export function buildRules<R extends Rule>(element: JsonObject, inherited: Source): readonly StatedRule<R>[] {
  return getList(element, 'x-rules').flatMap((value: Json) => {
    if (!isObject(value)) return [];
    const { id: _, source: __, ...parameters } = value;
    const rule = parameters as unknown as R;
    return [{ kind: 'rule', ...readStatement(value, inherited), rule, sentence: describeRule(rule) }];
  });
}

/** Builds the validations of an element. @param field The name of the element, if it is a field of the object that carries them. */
export function buildValidations(element: JsonObject, inherited: Source, field?: string): readonly StatedValidation[] {
  return getList(element, 'x-validations').flatMap((value: Json) => {
    if (!isObject(value)) return [];
    const { id: _, source: __, ...stated } = value;
    const rule = stated as unknown as Validation;
    return [
      {
        kind: 'rule',
        ...readStatement(value, inherited),
        rule,
        sentence: formatValidationSentence(rule),
        ...(field !== undefined && { field }),
      },
    ];
  });
}

function readStatement(entry: JsonObject, inherited: Source): Pick<StatedRule<Rule>, 'id' | 'source'> {
  return { ...omitUndefined({ id: getText(entry, 'id') }), source: readSource(entry, inherited, 'source') };
}
