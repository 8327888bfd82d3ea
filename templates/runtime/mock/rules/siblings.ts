/** Other resources of the same kind. */
import type { State, Member } from '../state/state.js';
import { asEntity } from '../state/state.js';
import { below, recordPath } from '../state/keys.js';
import type { Place } from '../world/resource.js';

const chunk = 200;

/** All members of the place's own collection, by name. */
export async function* allMembers(state: State, place: Place): AsyncGenerator<Member> {
  let after: string | undefined;
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
export async function* ofSameKind(state: State, place: Place): AsyncGenerator<Member> {
  const at = place.segments.indexOf('projects');
  const owner = at < 0 ? place.segments.slice(0, 1) : place.segments.slice(0, at + 2);
  const { to, from } = below('record', owner.join('/'));
  let next = from;
  for (;;) {
    const entries = await state.transaction.range({ from: next, to, limit: chunk });
    for (const [key, value] of entries) {
      const found = state.world.place(`/${recordPath(key)}`);
      const entity = asEntity(value);
      if (entity && found?.resource === place.resource) yield { place: found, entity, cursor: '' };
    }
    const last = entries.at(-1);
    if (!last || entries.length < chunk) return;
    next = `${last[0]}\u0000`;
  }
}
