/** Stated rules: the rule as data, its sentence, its source. */
import type { MethodRule, Rule, SchemaRule } from '../../templates/runtime/rule.js';
import type { Json, Source, StatedRule } from './model.js';
import { ruleSentence } from '../rules/index.js';
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
