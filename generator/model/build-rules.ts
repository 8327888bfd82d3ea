/** Stated rules: the rule as data, its sentence, its source. */
import type { MethodRule, Rule, SchemaRule } from '../../templates/runtime/rule.js';
import type { Json, Source, StatedRule } from './model.js';
import { describeRule } from '../rules/index.js';
import { isObject, type JsonObject, getList } from './json-access.js';
import { readSource } from './statement-source.js';

export function buildSchemaRules(element: JsonObject, around: Source): readonly StatedRule<SchemaRule>[] {
  return rulesOf<SchemaRule>(element, around);
}

export function buildMethodRules(element: JsonObject, around: Source): readonly StatedRule<MethodRule>[] {
  return rulesOf<MethodRule>(element, around);
}

/** The specification has been validated: a rule has the shape of its kind, and stands where that kind may stand. */
function rulesOf<R extends Rule>(element: JsonObject, around: Source): readonly StatedRule<R>[] {
  return getList(element, 'x-rules').flatMap((value: Json) => {
    if (!isObject(value)) return [];
    const { source: _, ...parameters } = value;
    const rule = parameters as unknown as R;
    return [{ kind: 'rule', rule, sentence: describeRule(rule), source: readSource(value, around, 'source') }];
  });
}
