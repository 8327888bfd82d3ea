/** Address ranges of resources that share a network do not overlap. */
import type { NonOverlappingRule } from '../../rule.js';
import { checkRule } from '../../rules/index.js';
import { equal, member, withMember, type Json, type JsonObject } from '../json.js';
import type { Place } from '../world/resource.js';
import { invalidField, type ChangeRule } from './change.js';
import { written } from '../validation.js';
import { linkedPath } from './linked-path.js';
import { ofSameKind } from './siblings.js';

export const nonOverlapping: ChangeRule<NonOverlappingRule> = (change, rule) => {
  const { call, place } = change;
  const heads = [rule.within, ...rule.fields.map((field) => field.split('.', 1)[0] ?? '')];
  if (heads.every((name) => equal(member(change.before.body, name), member(change.next, name)))) return change;
  const siblings: JsonObject[] = [];
  for (const found of ofSameKind(call.state, place)) {
    if (found.place.path !== place.path) siblings.push(shared(found.place, found.entity.body, rule.within));
  }
  const [violation] = checkRule(rule, shared(place, change.next, rule.within), { siblings });
  if (violation) throw invalidField(written(violation.path.split('/').slice(1)), violation.message, 'nonOverlapping');
  return change;
};

/** With the shared field in one spelling. */
function shared({ segments }: Place, body: JsonObject, within: string): JsonObject {
  const value: Json | undefined = linkedPath(member(body, within), segments);
  return value === undefined ? body : withMember(body, within, value);
}
