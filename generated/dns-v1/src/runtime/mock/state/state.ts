/** A session's state inside one transaction: resources with their indexes, and small tables beside them. */
import type { Transaction, Entry } from '../store/store.js';
import { isEqual, isObject, getMember, getTextMember, type Json, type JsonObject } from '../json.js';
import { incrementCounter, withCount } from '../rules/counter.js';
import type { World } from '../world/world.js';
import { isProject, findProjectSegment, findProjectNumbers, type ProjectNumbers } from '../world/projects.js';
import { createMemberPlace, createPlace, type Order, type Place, type Resource } from '../world/resource.js';
import {
  childRange,
  readMemberIds,
  createKey,
  getNumberKey,
  getOrderKey,
  parseKey,
  prefixRange,
  keyRange,
  getRecordKey,
  parseRecordPath,
} from './keys.js';

/** A resource as it is kept: what was given and what the server filled in, without defaults. */
export interface Entity {
  readonly body: JsonObject;
  /** Counts the changes of its content, from 1. */
  readonly version: number;
}

/** Members of a collection in an order, after a cursor. */
export interface PageRequest {
  readonly resource: Resource;
  /** Canonical path of the collection. */
  readonly collection: string;
  /** Absent: by name. */
  readonly order?: Order;
  /** Where the page before ended. */
  readonly after?: string;
  readonly limit: number;
  /** Only members whose key within the collection begins so. */
  readonly prefix?: string;
}

export interface Member {
  readonly place: Place;
  readonly entity: Entity;
  /** Continues after this member. */
  readonly cursor: string;
}

/** Small tables beside the resources. */
type Table = 'policy' | 'token' | 'ancestors' | 'request' | 'media' | 'upload';

export class State {
  readonly transaction: Transaction;
  readonly world: World;
  readonly #projects: ProjectNumbers | undefined;

  constructor(transaction: Transaction, world: World, projects?: ProjectNumbers) {
    this.transaction = transaction;
    this.world = world;
    this.#projects = projects;
  }

  entity(place: Place): Entity | undefined {
    return toEntity(this.transaction.get(getRecordKey(place)));
  }

  /** Where the resource really is: at the place, or at the one of the member whose numeric id stands there. */
  locate(place: Place): Member | undefined {
    const entity = this.entity(place);
    if (entity) return { place, entity, cursor: '' };
    const [id] = place.ids;
    if (!place.resource.numericId || id === undefined || !/^\d+$/.test(id)) return undefined;
    const name = this.transaction.get(getNumberKey(place, id));
    if (typeof name !== 'string') return undefined;
    const named = createPlace(place.resource, [...place.segments.slice(0, -place.resource.idCount), name]);
    const found = this.entity(named);
    return found && { place: named, entity: found, cursor: '' };
  }

  /** Whether it exists without having been created. */
  isBuiltIn({ ids, resource: { behavior } }: Place): boolean {
    return behavior.implicit === true || (behavior.builtInNames?.includes(ids.at(-1) ?? '') ?? false);
  }

  exists(place: Place): boolean {
    return this.isBuiltIn(place) || this.locate(place) !== undefined;
  }

  getParent(place: Place): Place | undefined {
    const { parent } = place.resource.behavior;
    const resource = parent === undefined ? undefined : this.world.resource(place.resource.api, parent);
    return resource && createPlace(resource, place.segments.slice(0, resource.steps.length));
  }

  /** The path with the names of the resources above in the places of their numeric ids. */
  resolveNames(resource: Resource | undefined, given: readonly string[]): readonly string[] {
    if (!given.some((segment) => /^\d+$/.test(segment))) return given;
    const segments = this.#withProject(given);
    const { parent } = resource?.behavior ?? {};
    const above = resource && parent !== undefined ? this.world.resource(resource.api, parent) : undefined;
    if (!above || above.steps.length >= segments.length) return segments;
    const outer = this.resolveNames(above, segments.slice(0, above.steps.length));
    const place = createPlace(above, outer);
    return [...(this.locate(place)?.place ?? place).segments, ...segments.slice(above.steps.length)];
  }

  /** The path with the name of the project in the place of its number, whichever API has told it. */
  #withProject(segments: readonly string[]): readonly string[] {
    const at = findProjectSegment(segments);
    const number = at === undefined ? undefined : segments[at];
    if (at === undefined || number === undefined) return segments;
    const name = this.#projectWith(number) ?? this.#projects?.findName(number);
    return name === undefined ? segments : segments.map((segment, index) => (index === at ? name : segment));
  }

  #projectWith(number: string): string | undefined {
    for (const project of this.world.projects) {
      const place = createPlace(project, [...project.steps.slice(0, -1).map((step) => ('literal' in step ? step.literal : '-')), number]);
      const name = this.transaction.get(getNumberKey(place, number));
      if (typeof name === 'string') return name;
    }
    return undefined;
  }

  /** The nearest of the places above that does not exist. An operation outlives what it is below: it may be the one that deletes it. */
  findMissingParent(place: Place): Place | undefined {
    if (isOperation(place, this.entity(place))) return undefined;
    const parent = this.getParent(place);
    return parent && !this.exists(parent) ? parent : undefined;
  }

  put(place: Place, body: JsonObject): Entity {
    const before = this.entity(place);
    const version = before ? before.version + (isEqual(before.body, body) ? 0 : 1) : 1;
    return this.restore(place, { body, version });
  }

  /** Puts an entity as it is, its version too. */
  restore(place: Place, given: Entity): Entity {
    const before = this.entity(place);
    const entity = before ? given : { ...given, body: this.#withMemberCounts(place, given.body) };
    if (before) this.#unindex(place, before.body, entity.body);
    this.transaction.put(getRecordKey(place), { body: entity.body, version: entity.version });
    const [name] = place.ids;
    if (name !== undefined)
      for (const id of listAddressableNumbers(place, entity.body)) this.transaction.put(getNumberKey(place, id), name);
    for (const order of place.resource.orders) this.transaction.put(getOrderKey(place, order, entity.body), true);
    if (!before) this.#countMember(place, 1);
    return entity;
  }

  /** A new resource counts what stands below it already: a seed comes in any order. */
  #withMemberCounts(place: Place, body: JsonObject): JsonObject {
    const counting = place.resource.rules.filter((rule) => rule.kind === 'counter').filter(({ members }) => members !== undefined);
    if (counting.length === 0) return body;
    const found = this.#placesBelow(place);
    return counting.reduce((counted, rule) => {
      const resource = this.world.resource(place.resource.api, rule.members ?? '');
      const count = found.filter((each) => each.resource === resource).length;
      return withCount({ resource: place.resource, rule, count }, counted);
    }, body);
  }

  /** Tells the resources above that a member is there, or gone. */
  #countMember(place: Place, by: 1 | -1): void {
    for (const { owner, rule } of this.world.getMemberCounters(place.resource)) {
      const above = createPlace(owner, place.segments.slice(0, owner.steps.length));
      const held = this.entity(above);
      if (held) this.restore(above, { ...held, body: incrementCounter({ resource: owner, rule, by }, held.body) });
    }
  }

  #placesBelow(place: Place): readonly Place[] {
    return this.transaction
      .range(childRange('record', place.path))
      .flatMap(([found]) => this.world.place(`/${parseRecordPath(found)}`) ?? []);
  }

  /** Takes back the index entries of `before` that are not those of `next`. */
  #unindex(place: Place, before: JsonObject, next?: JsonObject): void {
    const kept = next ? listAddressableNumbers(place, next) : [];
    for (const id of listAddressableNumbers(place, before)) {
      const at = getNumberKey(place, id);
      // It may be that of another one by now, where a seed gives several new numbers.
      if (!kept.includes(id) && this.transaction.get(at) === place.ids[0]) this.transaction.delete(at);
    }
    for (const order of place.resource.orders) {
      const old = getOrderKey(place, order, before);
      if (!next || getOrderKey(place, order, next) !== old) this.transaction.delete(old);
    }
  }

  /** Removes the resource with all that is below it, except for operations. */
  remove(place: Place): void {
    const before = this.entity(place);
    const operations = this.#operationsBelow(place);
    if (before) this.#unindex(place, before.body);
    if (before && this.world.hasCounters) for (const each of [...this.#placesBelow(place), place]) this.#countMember(each, -1);
    this.transaction.delete(getRecordKey(place));
    for (const kind of ['policy', 'media'] as const) this.transaction.delete(createKey(kind, place.path));
    for (const kind of ['record', 'index', 'number', 'policy', 'media'] as const) {
      for (const [found] of this.transaction.range(childRange(kind, place.path))) this.transaction.delete(found);
    }
    // What is created here again counts anew.
    for (const [found] of this.transaction.range(childRange('counter', `id ${place.path}`))) this.transaction.delete(found);
    for (const operation of operations) this.restore(operation.place, operation.entity);
  }

  #operationsBelow(place: Place): readonly { readonly place: Place; readonly entity: Entity }[] {
    return this.transaction.range(childRange('record', place.path)).flatMap(([found, value]) => {
      const entity = toEntity(value);
      const at = this.world.place(`/${parseRecordPath(found)}`);
      return entity && at && isOperation(at, entity) ? [{ place: at, entity }] : [];
    });
  }

  /** A page costs O(log n + its length), however large the collection is. */
  page(request: PageRequest): readonly Member[] {
    const whole = request.order ? keyRange('index', request.collection, request.order.text) : keyRange('record', request.collection);
    const { from: first, to } = request.prefix === undefined ? whole : prefixRange(`${whole.from}${request.prefix}`);
    const from = request.after === undefined ? first : `${whole.from}${request.after}\u0000`;
    const entries = this.transaction.range({ from, to, limit: request.limit });
    const stem = whole.from.length;
    const segments = request.collection === '' ? [] : request.collection.split('/').map(decodeURIComponent);
    const found: Member[] = [];
    for (const [text, value] of entries) {
      const place = createMemberPlace(request.resource, request.collection, [...segments, ...readMemberIds(text)]);
      const entity = request.order ? this.entity(place) : toEntity(value);
      if (entity) found.push({ place, entity, cursor: text.slice(stem) });
    }
    return found;
  }

  /** A number that counts up from 0 under this name. */
  nextCount(name: string): number {
    const found = this.transaction.get(createKey('counter', name));
    const number = typeof found === 'number' ? found : 0;
    this.transaction.put(createKey('counter', name), number + 1);
    return number;
  }

  /** The next of the numbers, from 0 on, that name members of a collection (canonical path), but for those at whose places something stands. */
  allocateNumber(collection: string, placeFor: (number: string) => Place | undefined): string {
    for (;;) {
      const number = String(this.nextCount(`id ${collection}`));
      const place = placeFor(number);
      if (!place || !this.entity(place)) return number;
    }
  }

  /** The first id that is not the number of another member of the place's collection: one from a seed may be what is made here. */
  allocateId(place: Place, make: () => string): string {
    let id = make();
    while (this.transaction.get(getNumberKey(place, id)) !== undefined) id = make();
    return id;
  }

  /** Goes on from this number, unless it is further already. */
  raiseCounter(name: string, number: number): void {
    const found = this.transaction.get(createKey('counter', name));
    if (typeof found !== 'number' || found < number) this.transaction.put(createKey('counter', name), number);
  }

  /** A row of one of the small tables. */
  row(kind: Table, name: string): Json | undefined {
    return this.transaction.get(createKey(kind, name));
  }

  putRow(kind: Table, name: string, value: Json): void {
    this.transaction.put(createKey(kind, name), value);
  }

  deleteRow(kind: Table, name: string): void {
    this.transaction.delete(createKey(kind, name));
  }

  /** All rows of a table by name. */
  rows(kind: Table | 'task' | 'counter'): readonly Entry[] {
    const found = this.transaction.range(keyRange(kind));
    return found.map(([text, value]) => [parseKey(text).join(' '), value]);
  }
}

export function toEntity(value: Json | undefined): Entity | undefined {
  if (!isObject(value)) return undefined;
  // Only this file writes records.
  return value as unknown as Entity;
}

/** Whether it is a long-running operation of AIP-151. */
function isOperation({ collection }: Place, entity: Entity | undefined): boolean {
  return /(?:^|\/)operations$/.test(collection) && typeof getMember(entity?.body, 'done') === 'boolean';
}

/** The numbers by which a resource can be addressed beside its name. */
export function listAddressableNumbers({ resource }: Place, body: JsonObject): readonly string[] {
  if (isProject(resource)) return findProjectNumbers(body);
  const id = resource.numericId ? getTextMember(body, 'id') : undefined;
  return id === undefined ? [] : [id];
}
