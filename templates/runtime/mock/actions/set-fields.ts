import { existing, filling, type Call } from '../call.js';
import { fillChanged } from '../fill.js';
import { member, withMember, withoutMember, type JsonObject } from '../json.js';
import { complete } from '../rules/complete.js';
import { requireCurrent } from '../rules/fingerprint.js';
import { requireUsable } from '../rules/locked-while.js';
import { judgeResource } from '../rules/index.js';
import { requireValidChange } from '../rules/validations.js';
import { fieldOf } from '../shape.js';
import type { Resource } from '../world/resource.js';
import type { ActionOf, Perform } from './action.js';

/** Fingerprints that the request's shape states, and those of the resource that cover what is set. */
function guards({ rules }: Resource, { fingerprint, fields }: ActionOf<'setFields'>): ReadonlySet<string> {
  const covering = rules.flatMap((rule) =>
    rule.kind === 'fingerprint' && rule.covers?.some((name) => fields.includes(name)) ? [rule.field] : [],
  );
  return new Set([...(fingerprint === undefined ? [] : [fingerprint]), ...covering]);
}

/** Replaces single fields by those of the body; what the body lacks becomes empty. */
export const setFields: Perform<'setFields'> = async (call, action) => {
  const { place, entity } = existing(call);
  for (const field of guards(place.resource, action)) requireCurrent(field, call.body, entity.body);
  requireUsable(place, entity.body);
  const set = action.fields.reduce((body, field) => replaced(body, field, call), entity.body);
  const { next, also } = await complete({ call, place, before: entity, sent: call.body, next: set, also: [] });
  judgeResource({ place, next });
  requireValidChange(place.resource, { next, stored: entity.body });
  const body = fillChanged(place, { before: entity.body, body: next }, filling(call));
  return {
    effects: [{ kind: 'put', path: place.path, body, version: entity.version }, ...also],
    answer: { place },
    target: { place, body: entity.body },
  };
};

/** A map that the body lacks is empty, anything else is unset. */
function replaced(body: JsonObject, field: string, call: Call): JsonObject {
  const value = member(call.body, field);
  if (value !== undefined) return withMember(body, field, value);
  const known = fieldOf(call.method.resource?.fields, field);
  return !known || known.type === 'map' || known.type === 'object' ? withMember(body, field, {}) : withoutMember(body, field);
}
