import { collectionOfCall, filling, notImplemented, requireParent, resourceOf, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import { fillNew, given } from '../fill.js';
import { equal, isList, isObject, member, type Json, type JsonObject } from '../json.js';
import { relativePath } from '../links.js';
import { invalidField } from '../rules/change.js';
import type { Effect } from '../state/effects.js';
import { content } from '../shape.js';
import { expandByNames, namesOf } from '../world/method.js';
import { placeOf, type Place, type Resource } from '../world/resource.js';
import { alreadyExists, placeOfNew } from './create.js';
import { judgeResource } from '../rules/index.js';
import type { ActionOf, Perform } from './action.js';

/** Applies deletions, then additions, whole or not at all, and keeps the batch as a resource. */
export const batch: Perform<'batch'> = async (call, action) => {
  const resource = resourceOf(call);
  const collection = collectionOfCall(call);
  const { members, segments } = membersOf(call, action);
  const deletions = readEntries(call, action.deletions);
  const additions = readEntries(call, action.additions);
  if (deletions.length + additions.length === 0) {
    throw new Refusal('required', {
      message: `The request must hold '${action.additions}' or '${action.deletions}'.`,
      location: action.additions,
      rule: 'batch',
    });
  }
  const body = given(resource, call.body);
  const place = await placeOfNew(call, { resource, collection, body });
  await requireParent(call, place);
  const effects = [
    ...(await deletionEffects(call, { resource: members, collection: segments, entries: deletions, field: action.deletions })),
    ...(await additionEffects(call, { resource: members, collection: segments, entries: additions, field: action.additions })),
  ];
  requireDistinct(effects);
  const { first, last, later } = statesOf(call);
  const kept = { ...fillNew(place, body, filling(call)), ...times(resource, call), status: later ? first : last };
  const done: Effect = { kind: 'set', path: place.path, fields: { status: last } };
  const after = call.session.settings.operationDelay;
  return {
    effects: [
      ...effects,
      { kind: 'put', path: place.path, body: kept },
      ...(later ? [{ kind: 'later', after, effects: [done] } as const] : []),
    ],
    answer: { place },
    target: { place, body: kept },
  };
};

/** A change is pending, then done. */
function statesOf(call: Call): { readonly first: string; readonly last: string; readonly later: boolean } {
  return { first: 'pending', last: 'done', later: call.session.settings.operationDelay > 0 };
}

function times(resource: Resource, call: Call): JsonObject {
  // Where the shape is not shown, the batch still tells when it began.
  return resource.fields && !Object.hasOwn(resource.fields, 'startTime') ? {} : { startTime: new Date(call.at).toISOString() };
}

function membersOf(call: Call, action: ActionOf<'batch'>): { readonly members: Resource; readonly segments: readonly string[] } {
  const members = call.state.world.resource(resourceOf(call).api, action.members);
  const segments = members && expandByNames(members.steps.slice(0, -members.idCount), namesOf(call.method, call.segments));
  if (!members || !segments) throw notImplemented(call.method);
  return { members, segments };
}

interface Entries {
  readonly resource: Resource;
  readonly collection: readonly string[];
  readonly entries: readonly JsonObject[];
  readonly field: string;
}

function readEntries(call: Call, field: string): readonly JsonObject[] {
  const value: Json | undefined = member(call.body, field);
  if (value === undefined) return [];
  if (!isList(value)) throw invalidField(field, 'must be a list', 'batch');
  return value.map((entry, index) => {
    if (isObject(entry)) return entry;
    throw invalidField(`${field}[${index}]`, 'must be an object', 'batch');
  });
}

/** Throws 400 where a name is missing. */
function placeOfEntry({ resource, collection, field }: Entries, entry: JsonObject, index: number): Place {
  const ids = resource.behaviour.idFields.map((name) => {
    const value = member(entry, name);
    if (typeof value === 'string' && value !== '') return value;
    const location = `${field}[${index}].${name}`;
    throw new Refusal('required', { message: `Required value '${location}' is missing.`, location, rule: 'batch' });
  });
  return placeOf(resource, [...collection, ...ids]);
}

/** What is deleted must be what is there, exactly. */
async function deletionEffects(call: Call, given: Entries): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (const [index, entry] of given.entries.entries()) {
    const place = placeOfEntry(given, entry, index);
    const entity = await call.state.entity(place);
    const location = `${given.field}[${index}]`;
    if (!entity) {
      throw new Refusal('notFound', {
        message: `The resource '${relativePath(place.segments)}' named by '${location}' was not found`,
        location,
        rule: 'batch',
      });
    }
    const { fields } = place.resource;
    if (!equal(content(fields, entry), content(fields, entity.body))) {
      const message = `Precondition not met for '${location}': it does not match the present data of '${relativePath(place.segments)}'`;
      throw new Refusal('conditionNotMet', { message, location, rule: 'batch' });
    }
    effects.push({ kind: 'remove', path: place.path, version: entity.version });
  }
  return effects;
}

async function additionEffects(call: Call, given_: Entries): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  const deleted = new Set<string>();
  for (const entry of readEntries(call, (call.method.behaviour.action as ActionOf<'batch'>).deletions)) {
    deleted.add(placeOfEntry({ ...given_, field: 'deletions' }, entry, 0).path);
  }
  for (const [index, entry] of given_.entries.entries()) {
    const place = placeOfEntry(given_, entry, index);
    if (!deleted.has(place.path) && (await call.state.entity(place))) throw alreadyExists(place);
    const body = fillNew(place, given(place.resource, entry), filling(call));
    judgeResource({ place, next: body });
    effects.push({ kind: 'put', path: place.path, body });
  }
  return effects;
}

/** The same resource twice among the deletions, or among the additions, is refused. */
function requireDistinct(effects: readonly Effect[]): void {
  const seen = new Set<string>();
  for (const effect of effects) {
    if (effect.kind !== 'put' && effect.kind !== 'remove') continue;
    const name = `${effect.kind} ${effect.path}`;
    if (seen.has(name)) throw new Refusal('invalid', { message: `'${effect.path}' stands twice in the change.`, rule: 'batch' });
    seen.add(name);
  }
}
