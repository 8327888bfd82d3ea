/** Some resources stand alone among those that share certain fields. */
import type { ExclusiveValueRule } from '../../resource-rules.js';
import { isEqual, getMember, getTextMember, type JsonObject } from '../json.js';
import type { Member, State } from '../state/state.js';
import type { Place } from '../world/resource.js';
import { resourceFieldError, type Change, type ApplyRule } from './resource-change.js';
import { listMembers, listMembersWithSameName } from './siblings.js';

export const checkExclusiveValue: ApplyRule<ExclusiveValueRule> = (change, rule) => {
  validateExclusiveValue(change, rule, others(change, rule));
  return change;
};

/** Throws 400 where the resource, or one of the others that share the fields with it, stands alone. */
export function validateExclusiveValue(change: Pick<Change, 'next' | 'at'>, rule: ExclusiveValueRule, others: Iterable<JsonObject>): void {
  const own = getTextMember(change.next, rule.field);
  const alone = (value: string | undefined): boolean => value !== undefined && rule.values.includes(value);
  for (const other of others) {
    const kind = getTextMember(other, rule.field);
    const shares = rule.among.every((name) => isEqual(folded(other, name), folded(change.next, name)));
    if (!shares || kind === own || (!alone(own) && !alone(kind))) continue;
    const names = rule.among.map((name) => `'${String(getMember(other, name))}'`).join(', ');
    throw resourceFieldError(change, rule.field, {
      rule: 'exclusiveValue',
      message: `${own ?? ''} cannot coexist with ${kind ?? ''} at ${names}`,
    });
  }
}

function folded(body: JsonObject, name: string): JsonObject[string] | undefined {
  const value = getMember(body, name);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** What stands there after everything that is changed at once. */
function* others({ call, place, beside }: Change, rule: ExclusiveValueRule): Generator<JsonObject> {
  for (const added of beside?.added ?? []) if (added.path !== place.path) yield added.body;
  const gone = new Set([place.path, ...(beside?.removed ?? []), ...(beside?.added ?? []).map(({ path }) => path)]);
  for (const found of listSharing(call.state, place, rule)) if (!gone.has(found.place.path)) yield found.entity.body;
}

/** All that may share the fields now, the resource itself among them. */
export function listSharing(state: State, place: Place, { among }: ExclusiveValueRule): Iterable<Member> {
  const { idFields } = place.resource.behavior;
  const named = idFields.length > 1 && among.length === 1 && among[0] === idFields[0];
  return named ? listMembersWithSameName(state, place) : listMembers(state, place);
}
