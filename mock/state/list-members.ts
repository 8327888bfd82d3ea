/** Lists other resources of the same type. */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { findProjectIndex } from '../catalog/projects.js';
import { toCollectionPath, type Place, type CompiledResource } from '../catalog/resource.js';
import { toEntity, type Member } from './entity.js';
import { getChildRange, parseKey, getKeyRange, parseRecordPath } from './keys.js';
import type { State } from './state.js';

const chunkSize = 200;

/** Lists the members of the place's collection by name: all, or those whose keys begin with `prefix`. */
export function* listMembers(state: State, { resource, collection }: Place, prefix?: string): Generator<Member> {
  let after: string | undefined;
  for (;;) {
    const page = state.readPage({
      resource,
      collection,
      limit: chunkSize,
      ...(prefix !== undefined && { prefix }),
      ...(after !== undefined && { after }),
    });
    yield* page;
    after = page.at(-1)?.cursor;
    if (page.length < chunkSize || after === undefined) return;
  }
}

/** Returns the path of the project in the segments, or the first segment without a project. */
export function getProjectPath(api: ApiBehavior, segments: readonly string[]): string {
  return getProjectSegments(api, segments).join('/');
}

const getProjectSegments = (api: ApiBehavior, segments: readonly string[]): readonly string[] =>
  segments.slice(0, (findProjectIndex(api, segments) ?? 0) + 1);

/** Lists all resources of a type in the project of the segments, in all regions and zones. Skips the collections of other types. */
export function* listProjectResources(state: State, resource: CompiledResource, segments: readonly string[]): Generator<Member> {
  const { to, from } = getChildRange('record', toCollectionPath(resource, getProjectSegments(resource.api, segments)));
  let next = from;
  let limit = 1;
  for (;;) {
    const entries = state.transaction.range({ from: next, to, limit });
    const otherEntry = entries.find(([key]) => state.catalog.findPlace(`/${parseRecordPath(key)}`)?.resource !== resource);
    for (const [key, value] of entries) {
      if (key === otherEntry?.[0]) break;
      const place = state.catalog.findPlace(`/${parseRecordPath(key)}`);
      const entity = toEntity(value);
      if (place && entity) yield { place, entity, cursor: '' };
    }
    const last = entries.at(-1);
    if (!last || (!otherEntry && entries.length < limit)) return;
    next = otherEntry ? getKeyRange('record', parseKey(otherEntry[0])[0] ?? '').to : `${last[0]}\u0000`;
    limit = otherEntry ? 1 : chunkSize;
  }
}
