/** Other resources of the same kind. */
import type { State, Member } from '../state/state.js';
import { toEntity } from '../state/state.js';
import { childRange, getFirstNamePrefix, parseKey, keyRange, parseRecordPath } from '../state/keys.js';
import type { Place, Resource } from '../world/resource.js';

const chunk = 200;

/** All members of the place's own collection, by name. */
export function listMembers(state: State, place: Place): Generator<Member> {
  return membersOf(state, place);
}

/** Those of the place's own collection whose first name is the same. */
export function listMembersWithSameName(state: State, place: Place): Generator<Member> {
  return membersOf(state, place, getFirstNamePrefix(place));
}

function* membersOf(state: State, { resource, collection }: Place, prefix?: string): Generator<Member> {
  let after: string | undefined;
  for (;;) {
    const page = state.page({
      resource,
      collection,
      limit: chunk,
      ...(prefix !== undefined && { prefix }),
      ...(after !== undefined && { after }),
    });
    yield* page;
    after = page.at(-1)?.cursor;
    if (page.length < chunk || after === undefined) return;
  }
}

/** All resources of the place's kind in the same project: those of other regions and zones too. */
export function listSameKind(state: State, place: Place): Generator<Member> {
  return listResourcesOfKind(state, place.resource, place.segments);
}

/** Path of the project to which the segments lead; where they lead to none, what they begin with. */
export function findProjectPath(segments: readonly string[]): string {
  const at = segments.indexOf('projects');
  return segments.slice(0, at < 0 ? 1 : at + 2).join('/');
}

/** All resources of a kind in the project to which the segments lead. Collections of other kinds are passed over whole. */
export function* listResourcesOfKind(state: State, resource: Resource, segments: readonly string[]): Generator<Member> {
  const { to, from } = childRange('record', findProjectPath(segments));
  let next = from;
  let limit = 1;
  for (;;) {
    const entries = state.transaction.range({ from: next, to, limit });
    const foreign = entries.find(([key]) => state.world.place(`/${parseRecordPath(key)}`)?.resource !== resource);
    for (const [key, value] of entries) {
      if (key === foreign?.[0]) break;
      const place = state.world.place(`/${parseRecordPath(key)}`);
      const entity = toEntity(value);
      if (place && entity) yield { place, entity, cursor: '' };
    }
    const last = entries.at(-1);
    if (!last || (!foreign && entries.length < limit)) return;
    next = foreign ? keyRange('record', parseKey(foreign[0])[0] ?? '').to : `${last[0]}\u0000`;
    limit = foreign ? 1 : chunk;
  }
}
