/** The `exclusiveValue` rule: a resource with certain values must be the only one with the same fields. */
import type { ExclusiveValueRule } from '../../../resource-rules.js';
import { isEqual, getMember, getTextMember, type JsonObject } from '../../lib/json.js';
import type { Member } from '../../state/entity.js';
import type { State } from '../../state/state.js';
import type { Place } from '../../world/resource.js';
import { createInvalidFieldError, locateField, type RelatedResource } from '../resource-change.js';
import type { RuleKind } from './rule-kind.js';
import { getFirstNamePrefix } from '../../state/keys.js';
import { listMembers } from '../../state/list-members.js';

export const exclusiveValue: RuleKind<ExclusiveValueRule> = {
  onCreate: checkExclusiveValue,
  onUpdate: checkExclusiveValue,
  onSeed: (seeded, rule, { state }) => void checkExclusiveValue({ ...seeded, call: { state } }, rule),
};

/** Throws 400 if the resource or another one with the same fields has an exclusive value. */
function checkExclusiveValue<R extends RelatedResource>(resource: R, rule: ExclusiveValueRule): R {
  const { next } = resource;
  const value = getTextMember(next, rule.field);
  const isExclusive = (value: string | undefined): boolean => value !== undefined && rule.values.includes(value);
  for (const other of listOthers(resource, rule)) {
    const otherValue = getTextMember(other, rule.field);
    const hasSameFields = rule.among.every((name) => isEqual(getLowerCaseMember(other, name), getLowerCaseMember(next, name)));
    if (!hasSameFields || otherValue === value || (!isExclusive(value) && !isExclusive(otherValue))) continue;
    const names = rule.among.map((name) => `'${String(getMember(other, name))}'`).join(', ');
    const message = `${value ?? ''} can't be combined with ${otherValue ?? ''} at ${names}`;
    throw createInvalidFieldError(locateField(resource, rule.field), message, 'exclusiveValue');
  }
  return resource;
}

function getLowerCaseMember(body: JsonObject, name: string): JsonObject[string] | undefined {
  const value = getMember(body, name);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Returns the resources that exist after all changes of the batch. */
function* listOthers({ call, place, batch }: RelatedResource, rule: ExclusiveValueRule): Generator<JsonObject> {
  for (const added of batch?.added ?? []) if (added.path !== place.path) yield added.body;
  const excluded = new Set([place.path, ...(batch?.removed ?? []), ...(batch?.added ?? []).map(({ path }) => path)]);
  for (const member of listCandidates(call.state, place, rule)) if (!excluded.has(member.place.path)) yield member.entity.body;
}

/** Returns the resources that may have the same fields, including the resource itself. */
function listCandidates(state: State, place: Place, { among }: ExclusiveValueRule): Iterable<Member> {
  const { idFields } = place.resource.behavior;
  const hasSharedName = idFields.length > 1 && among.length === 1 && among[0] === idFields[0];
  return listMembers(state, place, hasSharedName ? getFirstNamePrefix(place) : undefined);
}
