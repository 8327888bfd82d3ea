/** A session's state in one transaction: resources with their indexes, and small tables. */
import type { Transaction, Entry, Version } from '../store/store.js';
import { isEqual, toSortableText, type Json, type JsonObject } from '../lib/json.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { CompiledMethod } from '../catalog/method.js';
import type { Catalog } from '../catalog/catalog.js';
import { findProjectNumberIndex, listNumericIds } from '../catalog/projects.js';
import { addProjectNumbers, findProjectName, getProjectNumber } from './project-numbers.js';
import {
  createPlace,
  isMoved,
  joinPath,
  listOtherPaths,
  parseCollectionPath,
  type Place,
  type CompiledResource,
} from '../catalog/resource.js';
import { isDeleted } from '../catalog/soft-deletion.js';
import { getSiblingKey } from '../catalog/sibling-index.js';
import { CauseRecorder } from './causes.js';
import type { Controls } from './controls.js';
import { incrementCounter, setCounter } from './counters.js';
import { toEntity, type Entity, type Member, type PageRequest, type PendingChanges } from './entity.js';
import {
  getChildRange,
  readMemberIds,
  createKey,
  getNumberKey,
  getOrderKey,
  getSiblingIndexKey,
  parseKey,
  getPrefixRange,
  getKeyRange,
  getRecordKey,
  parseRecordPath,
} from './keys.js';

import { makeRoomForUpload, type UploadShare } from './upload-budget.js';

/** The tables whose rows belong to a path, and the small tables. */
const tablesWithChildren = ['record', 'index', 'number', 'policy', 'media'] as const;
/** The tables that can have rows below a path that has no records. */
const tablesWithoutRecords = ['policy', 'media'] as const;
type Table = 'policy' | 'token' | 'ancestors' | 'request' | 'media' | 'upload';

/** The rules of resources that the state applies when it changes a resource by itself. The engine implements them. */
export interface ServerChangeRules {
  /** Completes a resource in which the server has set fields: ignores invalid changes, and updates derived fields. */
  completeServerChange(
    resource: CompiledResource,
    next: JsonObject,
    change: { readonly before: JsonObject; readonly fields: JsonObject },
  ): JsonObject;
  /** Returns why a pending resource conflicts with the current state, or `undefined` without a conflict. */
  findConflict(state: State, changes: PendingChanges): string | undefined;
  /** Returns the body of a resource that exists without having been created. It is the same in each run. Its links begin with `origin`. */
  getImplicitBody(place: Place, origin: string, state: State): JsonObject;
  /** Runs the functions that follow the changes of a resource. */
  runFollowers(state: State, place: Place, change: BodyChange): void;
}

/** The stored bodies of a resource before and after a change. */
export interface BodyChange {
  readonly before: JsonObject | undefined;
  readonly next: JsonObject | undefined;
}

interface StateParts {
  readonly catalog: Catalog;
  readonly rules: ServerChangeRules;
  readonly controls: Controls;
  /** What uploads may take. Default: unlimited. */
  readonly uploads?: UploadShare;
}

export class State {
  readonly transaction: Transaction;
  readonly catalog: Catalog;
  readonly rules: ServerChangeRules;
  readonly controls: Controls;
  readonly cause: CauseRecorder = new CauseRecorder();

  readonly #uploads: UploadShare | undefined;
  #isFollowing = false;

  constructor(transaction: Transaction, { catalog, rules, controls, uploads }: StateParts) {
    this.transaction = transaction;
    this.#uploads = uploads;
    this.catalog = catalog;
    this.rules = rules;
    this.controls = controls;
  }

  findEntity(place: Place): Entity | undefined {
    return toEntity(this.transaction.get(getRecordKey(place)));
  }

  /** Returns the resource at the place, addressed by its name or by its numeric ID. */
  locate(place: Place): Member | undefined {
    const entity = this.findEntity(place);
    if (entity) return { place, entity, cursor: '' };
    const [id] = place.ids;
    if (!place.resource.behavior.numericId || id === undefined || !/^\d+$/.test(id)) return undefined;
    const name = this.transaction.get(getNumberKey(place, id));
    if (typeof name !== 'string') return undefined;
    const namedPlace = createPlace(place.resource, [...place.segments.slice(0, -place.resource.idCount), name]);
    const namedEntity = this.findEntity(namedPlace);
    return namedEntity && { place: namedPlace, entity: namedEntity, cursor: '' };
  }

  /** Returns whether the resource exists without being created. */
  isBuiltIn({ ids, resource: { behavior } }: Place): boolean {
    return behavior.implicit === true || (behavior.builtInNames?.includes(ids.at(-1) ?? '') ?? false);
  }

  hasResource(place: Place): boolean {
    return this.isBuiltIn(place) || this.locate(place) !== undefined;
  }

  getParent(place: Place): Place | undefined {
    const { parent } = place.resource.behavior;
    const resource = parent === undefined ? undefined : this.catalog.findResource(place.resource.api, parent);
    return resource && createPlace(resource, place.segments.slice(0, resource.steps.length));
  }

  /** Replaces the numeric IDs of parents in the path with their names. */
  resolveNames({ api, resource }: Pick<CompiledMethod, 'api' | 'resource'>, path: readonly string[]): readonly string[] {
    if (!path.some((segment) => /^\d+$/.test(segment))) return path;
    const segments = this.#replaceProjectNumber(api, path);
    const parent = resource?.behavior.parent;
    const parentResource = parent === undefined ? undefined : this.catalog.findResource(api, parent);
    if (!parentResource || parentResource.steps.length >= segments.length) return segments;
    const parentSegments = this.resolveNames({ api, resource: parentResource }, segments.slice(0, parentResource.steps.length));
    const place = createPlace(parentResource, parentSegments);
    return [...(this.locate(place)?.place ?? place).segments, ...segments.slice(parentResource.steps.length)];
  }

  /** Replaces the project number in the path with the project name, from any API. */
  #replaceProjectNumber(api: ApiBehavior, segments: readonly string[]): readonly string[] {
    const position = findProjectNumberIndex(api, segments);
    const number = position === undefined ? undefined : segments[position];
    if (position === undefined || number === undefined) return segments;
    const name = findProjectName(this.catalog, this.transaction, number);
    return name === undefined ? segments : segments.map((segment, index) => (index === position ? name : segment));
  }

  /** Returns the number of a project. From then on, it stands for the project in paths. */
  getProjectNumber(name: string): string {
    return getProjectNumber(this.catalog, this.transaction, name);
  }

  /** Returns the body of a resource that exists without having been created. Its links begin with `origin`. */
  getImplicitBody(place: Place, origin: string): JsonObject {
    const body = this.rules.getImplicitBody(place, origin, this);
    addProjectNumbers(this.transaction, place, body);
    return body;
  }

  /** Replaces the state by a version of it. */
  restoreVersion(version: Version): void {
    this.transaction.restore(version);
    this.controls.reload();
  }

  /** Returns the parent if it doesn't exist. An operation can outlive its parent, which it may have deleted. */
  findMissingParent(place: Place): Place | undefined {
    if (place.resource.behavior.operation === 'longrunning' && this.hasResource(place)) return undefined;
    const parent = this.getParent(place);
    return parent && !this.hasResource(parent) ? parent : undefined;
  }

  put(place: Place, body: JsonObject): Entity {
    const previous = this.findEntity(place);
    const version = previous ? previous.version + (isEqual(previous.body, body) ? 0 : 1) : 1;
    const entity = this.#store(place, { body, version }, previous);
    this.follow(place, { before: previous?.body, next: entity.body });
    return entity;
  }

  /** Runs the functions that follow the changes of a resource. What they change isn't followed. */
  follow(place: Place, change: BodyChange): void {
    if (place.resource.followers.length === 0 || this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      this.rules.runFollowers(this, place, change);
    } finally {
      this.#isFollowing = false;
    }
  }

  /** Stores an entity with its version. */
  restore(place: Place, entity: Entity): Entity {
    return this.#store(place, entity, this.findEntity(place));
  }

  #store(place: Place, entityToStore: Entity, previous: Entity | undefined): Entity {
    const entity = previous ? entityToStore : { ...entityToStore, body: this.#addMemberCounts(place, entityToStore.body) };
    this.#updateIndexes(place, previous?.body, entity.body);
    this.transaction.put(getRecordKey(place), { body: entity.body, version: entity.version });
    this.#updateMemberCounters(place, previous?.body, entity.body);
    return entity;
  }

  /** Sets the member counters of a new resource, because a seed can contain its members first. */
  #addMemberCounts(place: Place, body: JsonObject): JsonObject {
    const counterRules = place.resource.rules.filter((rule) => rule.kind === 'counter').filter(({ members }) => members !== undefined);
    if (counterRules.length === 0) return body;
    const members = this.#listBelow(place);
    return counterRules.reduce((counted, rule) => {
      const resource = this.catalog.findResource(place.resource.api, rule.members ?? '');
      const count = members.filter(
        ({ place: { resource: type }, entity }) => type === resource && !this.#isDeleted(type, entity.body),
      ).length;
      return setCounter({ resource: place.resource, rule, count }, counted);
    }, body);
  }

  /** Whether a resource remains only after its deletion. */
  #isDeleted(resource: CompiledResource, body: JsonObject): boolean {
    const deletion = this.catalog.findSoftDeletion(resource);
    return deletion !== undefined && isDeleted(body, deletion);
  }

  /** Updates the counters of parents when a member is added, removed, deleted, or undeleted. */
  #updateMemberCounters({ resource, segments }: Place, before: JsonObject | undefined, next: JsonObject | undefined): void {
    const counters = this.catalog.getMemberCounters(resource);
    if (counters.length === 0) return;
    const isCounted = (body: JsonObject | undefined): boolean => body !== undefined && !this.#isDeleted(resource, body);
    const by = Number(isCounted(next)) - Number(isCounted(before));
    if (by === 0) return;
    for (const { owner, rule } of counters) {
      const parentPlace = createPlace(owner, segments.slice(0, owner.steps.length));
      const parent = this.findEntity(parentPlace);
      if (parent) this.restore(parentPlace, { ...parent, body: incrementCounter({ resource: owner, rule, by }, parent.body) });
    }
  }

  #listBelow(parent: Place): readonly Pick<Member, 'place' | 'entity'>[] {
    return this.transaction.range(getChildRange('record', parent.path)).flatMap(([key, value]) => {
      const place = this.catalog.findPlace(`/${parseRecordPath(key)}`);
      const entity = toEntity(value);
      return place && entity ? [{ place, entity }] : [];
    });
  }

  /** Replaces the index entries of `before` with those of `next`. */
  #updateIndexes(place: Place, before: JsonObject | undefined, next: JsonObject | undefined): void {
    const { resource, ids } = place;
    const oldNumbers = before ? listNumericIds(resource, before) : [];
    const newNumbers = next ? listNumericIds(resource, next) : [];
    for (const id of oldNumbers) {
      const key = getNumberKey(place, id);
      // A seed can give the same number to another resource in the meantime.
      if (!newNumbers.includes(id) && this.transaction.get(key) === ids[0]) this.transaction.delete(key);
    }
    for (const id of newNumbers) if (!oldNumbers.includes(id)) this.transaction.put(getNumberKey(place, id), ids[0] ?? '');
    for (const order of resource.orders) {
      if (before && next && !isMoved(order, before, next)) continue;
      if (before) this.transaction.delete(getOrderKey(place, order, before));
      if (next) this.transaction.put(getOrderKey(place, order, next), true);
    }
    for (const index of resource.siblingIndexes) {
      if (index.isByName) continue;
      const [oldKey, newKey] = [before, next].map((body) => body && getSiblingKey(index, resource.fields, body));
      if (oldKey === newKey) continue;
      if (oldKey !== undefined) this.transaction.delete(getSiblingIndexKey(place, index, oldKey));
      if (newKey !== undefined) this.transaction.put(getSiblingIndexKey(place, index, newKey), true);
    }
  }

  /** Removes the resource and everything below it, except operations. */
  remove(place: Place): void {
    const entity = this.findEntity(place);
    const members = this.#listBelow(place);
    this.#updateIndexes(place, entity?.body, undefined);
    if (entity && this.catalog.hasCounters)
      for (const member of [...members, { place, entity }]) this.#updateMemberCounters(member.place, member.entity.body, undefined);
    this.transaction.delete(getRecordKey(place));
    for (const kind of ['policy', 'media'] as const) this.transaction.delete(createKey(kind, place.path));
    for (const path of [place.path, ...listOtherPaths(place)]) {
      const hasRecords = this.transaction.range({ ...getChildRange('record', path), limit: 1 }).length > 0;
      for (const kind of hasRecords ? tablesWithChildren : tablesWithoutRecords)
        for (const [key] of this.transaction.range(getChildRange(kind, path))) this.transaction.delete(key);
    }
    // A recreated resource starts its counters again.
    for (const [key] of this.transaction.range(getChildRange('counter', `id ${place.path}`))) this.transaction.delete(key);
    for (const member of members) if (member.place.resource.behavior.operation === 'longrunning') this.restore(member.place, member.entity);
    if (entity) this.follow(place, { before: entity.body, next: undefined });
  }

  /** Returns a page of a collection. Takes O(log n + page size) time. */
  readPage(request: PageRequest): readonly Member[] {
    const collectionRange = request.order
      ? getKeyRange('index', request.collection, request.order.text)
      : getKeyRange('record', request.collection);
    const { from: first, to } =
      request.prefix === undefined ? collectionRange : getPrefixRange(`${collectionRange.from}${toSortableText(request.prefix)}`);
    const from = request.after === undefined ? first : `${collectionRange.from}${request.after}\u0000`;
    const entries = this.transaction.range({ from, to, limit: request.limit });
    if (entries.length === 0) return [];
    const prefixLength = collectionRange.from.length;
    const { resource, collection } = request;
    const segments = parseCollectionPath(resource, collection);
    const members: Member[] = [];
    for (const [key, value] of entries) {
      const { ids, path } = readMemberIds(key);
      // Keys contain canonical paths, so a list of many members doesn't compute them again.
      const place: Place = { resource, segments: [...segments, ...ids], collection, ids, path: joinPath(collection, path) };
      const entity = request.order ? this.findEntity(place) : toEntity(value);
      if (entity) members.push({ place, entity, cursor: key.slice(prefixLength) });
    }
    return members;
  }

  /** Returns the next number of a counter, starting at 0. */
  nextNumber(name: string): number {
    const stored = this.transaction.get(createKey('counter', name));
    const number = typeof stored === 'number' ? stored : 0;
    this.transaction.put(createKey('counter', name), number + 1);
    return number;
  }

  /** Returns the next unused number for a member of a collection (canonical path). */
  allocateNumber(collection: string, getPlace: (number: string) => Place | undefined): string {
    for (;;) {
      const number = String(this.nextNumber(`id ${collection}`));
      const place = getPlace(number);
      if (!place || !this.findEntity(place)) return number;
    }
  }

  /** Returns a generated ID that no other member of the collection has, for example from a seed. */
  allocateId(place: Place, createId: () => string): string {
    let id = createId();
    while (this.transaction.get(getNumberKey(place, id)) !== undefined) id = createId();
    return id;
  }

  /** Raises a counter to at least this number. */
  raiseCounter(name: string, number: number): void {
    const stored = this.transaction.get(createKey('counter', name));
    if (typeof stored !== 'number' || stored < number) this.transaction.put(createKey('counter', name), number);
  }

  /** Appends an entry after the entries that the log of the project already has. */
  appendToLog(project: string, entry: JsonObject): void {
    this.transaction.put(createKey('log', project, String(this.nextNumber('log')).padStart(12, '0')), entry);
  }

  getRow(kind: Table, name: string): Json | undefined {
    return this.transaction.get(createKey(kind, name));
  }

  /** Throws 413 or 429 if uploads would take too much memory. */
  putRow(kind: Table, name: string, value: Json): void {
    if (kind === 'upload' && this.#uploads) makeRoomForUpload(this, { id: name, row: value, share: this.#uploads });
    this.transaction.put(createKey(kind, name), value);
  }

  deleteRow(kind: Table, name: string): void {
    this.transaction.delete(createKey(kind, name));
  }

  listRows(kind: Table | 'task' | 'counter'): readonly Entry[] {
    return this.transaction.range(getKeyRange(kind)).map(([key, value]) => [parseKey(key).join(' '), value]);
  }
}
