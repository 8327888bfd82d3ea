/** Other resources of the same kind. */
import type { State, Member } from '../state/state.js';
import { asEntity } from '../state/state.js';
import { below, firstName, recordPath } from '../state/keys.js';
import type { Place, Resource } from '../world/resource.js';

const chunk = 200;

/** All members of the place's own collection, by name. */
export function allMembers(state: State, place: Place): AsyncGenerator<Member> {
  return membersAfter(state, place, undefined);
}

/** Those of the place's own collection whose first name is the same. */
export async function* sharingName(state: State, place: Place): AsyncGenerator<Member> {
  for await (const found of membersAfter(state, place, firstName(place))) {
    if (found.place.ids[0] !== place.ids[0]) return;
    yield found;
  }
}

async function* membersAfter(state: State, place: Place, start: string | undefined): AsyncGenerator<Member> {
  let after = start;
  for (;;) {
    const page = await state.page({
      resource: place.resource,
      collection: place.collection,
      limit: chunk,
      ...(after !== undefined && { after }),
    });
    yield* page;
    after = page.at(-1)?.cursor;
    if (page.length < chunk || after === undefined) return;
  }
}

/** All resources of the place's kind in the same project: those of other regions and zones too. */
export function ofSameKind(state: State, place: Place): AsyncGenerator<Member> {
  return ofKind(state, place.resource, place.segments);
}

/** All resources of a kind in the project to which the segments lead. */
export async function* ofKind(state: State, resource: Resource, segments: readonly string[]): AsyncGenerator<Member> {
  const at = segments.indexOf('projects');
  const owner = at < 0 ? segments.slice(0, 1) : segments.slice(0, at + 2);
  const { to, from } = below('record', owner.join('/'));
  let next = from;
  for (;;) {
    const entries = await state.transaction.range({ from: next, to, limit: chunk });
    for (const [key, value] of entries) {
      const found = state.world.place(`/${recordPath(key)}`);
      const entity = asEntity(value);
      if (entity && found?.resource === resource) yield { place: found, entity, cursor: '' };
    }
    const last = entries.at(-1);
    if (!last || entries.length < chunk) return;
    next = `${last[0]}\u0000`;
  }
}
