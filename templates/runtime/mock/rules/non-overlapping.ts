/** Address ranges of resources that share a network do not overlap. */
import type { NonOverlappingRule } from '../../rule.js';
import { checkRule, type Violation } from '../../rules/index.js';
import { equal, member, withMember, type Json, type JsonObject } from '../json.js';
import type { State } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { invalidField, type ChangeRule, type Put } from './change.js';
import { written } from '../validation.js';
import { linkedPath } from './linked-path.js';
import { ofSameKind } from './siblings.js';

export const nonOverlapping: ChangeRule<NonOverlappingRule> = (change, rule) => {
  const violation = overlapOf(change.call.state, rule, { place: change.place, before: change.before.body, next: change.next });
  if (violation) throw invalidField(written(violation.path.split('/').slice(1)), violation.message, 'nonOverlapping');
  return change;
};

/** Where a changed range overlaps another one of its own or of the resources that share the field. */
export function overlapOf(state: State, rule: NonOverlappingRule, { place, before, next }: Put): Violation | undefined {
  const heads = [rule.within, ...rule.fields.map((field) => field.split('.', 1)[0] ?? '')];
  if (heads.every((name) => equal(member(before, name), member(next, name)))) return undefined;
  const siblings: JsonObject[] = [];
  for (const found of ofSameKind(state, place)) {
    if (found.place.path !== place.path) siblings.push(shared(found.place, found.entity.body, rule.within));
  }
  return checkRule(rule, shared(place, next, rule.within), { siblings })[0];
}

/** With the shared field in one spelling. */
function shared({ segments }: Place, body: JsonObject, within: string): JsonObject {
  const value: Json | undefined = linkedPath(member(body, within), segments);
  return value === undefined ? body : withMember(body, within, value);
}
