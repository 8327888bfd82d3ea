/** Some resources stand alone among those that share certain fields. */
import type { StandsAloneRule } from '../../resource-rules.js';
import { equal, member, textMember, type JsonObject } from '../json.js';
import { refusedField, type Change, type ChangeRule } from './change.js';
import { allMembers, sharingName } from './siblings.js';

export const standsAlone: ChangeRule<StandsAloneRule> = (change, rule) => {
  const own = textMember(change.next, rule.field);
  const alone = (value: string | undefined): boolean => value !== undefined && rule.values.includes(value);
  for (const other of others(change, rule)) {
    const kind = textMember(other, rule.field);
    const shares = rule.among.every((name) => equal(folded(other, name), folded(change.next, name)));
    if (!shares || kind === own || (!alone(own) && !alone(kind))) continue;
    const names = rule.among.map((name) => `'${String(member(other, name))}'`).join(', ');
    throw refusedField(change, rule.field, {
      rule: 'standsAlone',
      message: `${own ?? ''} does not stand beside ${kind ?? ''} at ${names}`,
    });
  }
  return change;
};

function folded(body: JsonObject, name: string): JsonObject[string] | undefined {
  const value = member(body, name);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** What stands there after everything that is changed at once. */
function* others({ call, place, beside }: Change, { among }: StandsAloneRule): Generator<JsonObject> {
  for (const added of beside?.added ?? []) if (added.path !== place.path) yield added.body;
  const gone = new Set([place.path, ...(beside?.removed ?? []), ...(beside?.added ?? []).map(({ path }) => path)]);
  const { idFields } = place.resource.behaviour;
  const named = idFields.length > 1 && among.length === 1 && among[0] === idFields[0];
  const present = named ? sharingName(call.state, place) : allMembers(call.state, place);
  for (const found of present) if (!gone.has(found.place.path)) yield found.entity.body;
}
