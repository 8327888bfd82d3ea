/** Stated rules and validations: each as data, with its sentence and its source. */
import type { MethodRule, Rule, SchemaRule, Validation } from '../../templates/runtime/rule.js';
import type { Json, Source, StatedRule, StatedValidation } from './model.js';
import { ruleSentence } from '../rules/index.js';
import { validationSentence } from '../rules/validation.js';
import { isObject, type JsonObject, listAt } from './input.js';
import { sourceOf } from './sources.js';

export function schemaRules(element: JsonObject, around: Source): readonly StatedRule<SchemaRule>[] {
  return rulesOf<SchemaRule>(element, around);
}

export function methodRules(element: JsonObject, around: Source): readonly StatedRule<MethodRule>[] {
  return rulesOf<MethodRule>(element, around);
}

/** The specification has been validated: a rule has the shape of its kind, and stands where that kind may stand. */
function rulesOf<R extends Rule>(element: JsonObject, around: Source): readonly StatedRule<R>[] {
  return listAt(element, 'x-rules').flatMap((value: Json) => {
    if (!isObject(value)) return [];
    const { source: _, ...parameters } = value;
    const rule = parameters as unknown as R;
    return [{ kind: 'rule', rule, sentence: ruleSentence(rule), source: sourceOf(value, around, 'source') }];
  });
}

/** The conditions that an element must meet. @param field The name of the element, where it is a field of the object that carries them. */
export function validationsOf(element: JsonObject, around: Source, field?: string): readonly StatedValidation[] {
  return listAt(element, 'x-validations').flatMap((value: Json) => {
    if (!isObject(value)) return [];
    const { source: _, ...stated } = value;
    const rule = stated as unknown as Validation;
    return [
      {
        kind: 'rule',
        rule,
        sentence: validationSentence(rule),
        source: sourceOf(value, around, 'source'),
        ...(field !== undefined && { field }),
      },
    ];
  });
}
