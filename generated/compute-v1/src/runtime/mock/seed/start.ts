/** Judges start-up seeds before the mock is there, so that a faulty one is an error at once. */
import { fillNew } from '../fill.js';
import { numberOf } from '../hash.js';
import { judgeSeeded, type Seeded } from '../rules/seeded.js';
import type { SeedDocument } from '../types.js';
import { placeOf, type Place } from '../world/resource.js';
import type { World } from '../world/world.js';
import { faultsOfSeed, placeIn } from './check.js';
import { faultAt, refusedAt, SeedError, type SeedFault } from './fault.js';

/** Throws `SeedError` with all faults of the documents, which are taken together. */
export function requireSound(seeds: readonly SeedDocument[], world: World): void {
  const faults = seeds.flatMap((seed) => faultsOfSeed(seed, world));
  if (faults.length > 0) throw new SeedError(faults);
  const seeded = seeds.flatMap((seed) => Object.entries(seed.resources ?? {}));
  const places = new Map(seeded.flatMap(([path]) => entryOf(world, path)));
  const bodies = new Map(seeded.flatMap(([path, body]) => entryOf(world, path).map(([, place]) => [place.path, body] as const)));
  const paths = new Set(bodies.keys());
  const wrong = [
    ...seeded.flatMap(([path, body]) => {
      const place = places.get(path);
      return place
        ? [
            ...judged(path, {
              place,
              next: fillNew(place, body, { at: 0, id: () => numberOf(path) }),
              parent: bodies.get(placeAbove(world, place)?.path ?? ''),
            }),
            ...orphan(world, path, { place, paths }),
          ]
        : [];
    }),
    ...seeds
      .flatMap(({ iamPolicies = {}, media = {} }) => [
        ...Object.keys(iamPolicies).map((path) => ['iamPolicies', path] as const),
        ...Object.keys(media).map((path) => ['media', path] as const),
      ])
      .flatMap(([member, path]) => {
        const place = placeIn(world, path);
        return place && !stands(place, paths) ? [faultAt([member, path], 'the resource does not exist')] : [];
      }),
  ];
  if (wrong.length > 0) throw new SeedError(wrong);
}

function entryOf(world: World, path: string): readonly (readonly [string, Place])[] {
  const place = placeIn(world, path);
  return place ? [[path, place]] : [];
}

function stands(place: Place, paths: ReadonlySet<string>): boolean {
  return place.resource.behaviour.implicit === true || paths.has(place.path);
}

function orphan(
  world: World,
  path: string,
  { place, paths }: { readonly place: Place; readonly paths: ReadonlySet<string> },
): readonly SeedFault[] {
  const above = placeAbove(world, place);
  return !above || stands(above, paths) ? [] : [orphanAt(path)];
}

function placeAbove(world: World, place: Place): Place | undefined {
  const { parent } = place.resource.behaviour;
  const above = parent === undefined ? undefined : world.resource(place.resource.api, parent);
  return above && placeOf(above, place.segments.slice(0, above.steps.length));
}

export function orphanAt(path: string): SeedFault {
  return faultAt(['resources', path], 'what it stands below does not exist');
}

/** What the resource's own rules find wrong with it. */
export function judged(path: string, seeded: Seeded): readonly SeedFault[] {
  return refusedAt(['resources', path], () => judgeSeeded(seeded));
}
