/**
 * State changes as data, which are applied immediately or stored with a task until they are due. Tasks are part of the state, so that
 * rollbacks, seeds, and resets include them.
 */
import { getOperationErrorMessage, HttpError } from '../lib/http-error.js';
import { formatInstant, formatTimestamp } from '../lib/instants.js';
import { isEqual, isObject, getMember, type Json, type JsonObject, isList } from '../lib/json.js';
import { formatPlace, renderResource } from '../catalog/links.js';
import type { Place, CompiledResource } from '../catalog/resource.js';
import { applyStatedChanges, selectDoneFields, selectOperationFields, type StatedFields } from '../catalog/operation-fields.js';
import { incrementCounter } from './counters.js';
import type { PendingPut } from './entity.js';
import { createKey, parseKey, getKeyRange } from './keys.js';
import type { State } from './state.js';
import { changeUsage } from './quota-usage.js';

/** The error that a failed operation reports. */
export interface Failure {
  readonly errors: readonly JsonObject[];
  readonly httpErrorStatusCode: number;
  readonly httpErrorMessage: string;
}

/**
 * A change of the state. Paths are canonical. `version` is the version that the change is based on: 0 for a new resource, absent for any
 * version. `base` is the body that a delayed change is based on.
 */
export type Effect =
  | { readonly kind: 'put'; readonly path: string; readonly body: JsonObject; readonly version?: number; readonly base?: JsonObject }
  | { readonly kind: 'remove'; readonly path: string; readonly version?: number }
  /**
   * Sets server fields, which doesn't count as a change of the content. `completesRecord`: whether this completes a change record. `when`: sets
   * them only if a field has the value.
   */
  | {
      readonly kind: 'set';
      readonly path: string;
      readonly fields: JsonObject;
      readonly completesRecord?: true;
      readonly when?: { readonly field: string; readonly value: Json };
    }
  | { readonly kind: 'later'; readonly after: number; readonly effects: readonly Effect[] }
  | Completion
  | { readonly kind: 'increment'; readonly path: string; readonly fields: readonly string[] }
  | { readonly kind: 'forgetRequest'; readonly name: string }
  /** Removes a deleted resource if its field still has the value that the deletion set. Otherwise, the resource was undeleted. */
  | { readonly kind: 'purge'; readonly path: string; readonly field: string; readonly value: Json }
  /** Changes the usage of the quota above the path. */
  | { readonly kind: 'count'; readonly path: string; readonly by: number }
  | { readonly kind: 'content'; readonly path: string; readonly content: JsonObject };

/** The end of an operation: with its effects, or with a failure if their base version has changed. */
export interface OperationEnd {
  readonly path: string;
  readonly effects: readonly Effect[];
  /** Set if other resources may have changed since the operation was accepted. */
  readonly isDelayed?: true;
  readonly failure?: Failure;
  /** Applied if the operation fails or was cancelled. */
  readonly undo?: readonly Effect[];
  /** The fields that the method states for its operations. */
  readonly stated?: StatedFields;
}

/** Completes an operation with a `status` (`complete`), or with a `done` field (`finish`). */
export type Completion =
  | (OperationEnd & {
      readonly kind: 'complete';
      /** The operation, if it completes at once and therefore isn't stored yet. */
      readonly body?: JsonObject;
      readonly retention: number;
      readonly request?: string;
    })
  | (OperationEnd & {
      readonly kind: 'finish';
      /** The resource at this path is the response. */
      readonly responsePath?: string;
      /** The response, if it isn't a stored resource. */
      readonly response?: JsonObject;
      readonly origin: string;
      /** The `@type` of the response. `null`: the operation has no response. */
      readonly type?: string | null;
      /** Set if the metadata has an end time. */
      readonly setsEndTime?: true;
      /** The object in the metadata that has an update time. */
      readonly commonField?: string;
    });

type Appliers = {
  readonly [K in Effect['kind']]: (state: State, effect: Extract<Effect, { kind: K }>, at: number) => void;
};

const appliers: Appliers = {
  put(state, { path, body, base }) {
    const place = findPlace(state, path);
    state.put(place, base ? keepServerChanges(body, base, state.findEntity(place)?.body) : body);
  },
  remove(state, effect) {
    state.remove(findPlace(state, effect.path));
  },
  set(state, effect, at) {
    if (effect.completesRecord) state.cause.addCompletion(effect.path, at);
    const place = findPlace(state, effect.path);
    const entity = state.findEntity(place);
    if (!entity) return;
    const { body: before, version } = entity;
    const { fields, when } = effect;
    if (when && !isEqual(getMember(before, when.field), when.value)) return;
    const body = state.rules.completeServerChange(place.resource, { ...before, ...fields }, { before, fields });
    state.restore(place, { body, version });
  },
  purge(state, { path, field, value }) {
    const place = findPlace(state, path);
    const entity = state.findEntity(place);
    if (entity && isEqual(getMember(entity.body, field), value)) state.remove(place);
  },
  increment(state, { path, fields }) {
    const place = findPlace(state, path);
    const entity = state.findEntity(place);
    if (!entity) return;
    const body = fields.reduce((counted, field) => incrementCounter({ resource: place.resource, rule: { field } }, counted), entity.body);
    state.restore(place, { body, version: entity.version });
  },
  later(state, effect, at) {
    scheduleEffects(state, at + effect.after, effect.effects);
  },
  complete(state, effect, at) {
    const failure = endOperation(state, effect, at);
    const place = findPlace(state, effect.path);
    const completion: JsonObject = { status: 'DONE', progress: 100, endTime: formatInstant(at) };
    const failureFields = failure ? toFailureFields(failure, place.resource) : {};
    const fields = applyStatedChanges(selectOperationFields(place.resource, { ...completion, ...failureFields }), effect.stated);
    if (effect.body) state.put(place, { ...effect.body, ...fields });
    else apply(state, { kind: 'set', path: effect.path, fields }, at);
    const forgetEffects: readonly Effect[] = effect.request === undefined ? [] : [{ kind: 'forgetRequest', name: effect.request }];
    if (!failure) setDoneFields(state, effect, at);
    scheduleEffects(state, at + effect.retention, [{ kind: 'remove', path: effect.path }, ...forgetEffects]);
  },
  finish(state, effect, at) {
    // The operation was cancelled.
    if (isOperationDone(state, effect.path)) return applyEffects(state, effect.undo ?? [], at);
    const failure = endOperation(state, effect, at);
    const { type, responsePath, origin, stated } = effect;
    const rendered = effect.response ?? renderAt(state, responsePath, origin);
    const result: JsonObject = failure ? { error: toRpcStatus(failure) } : createOperationResponse(type, rendered);
    const metadata = setTimes(getMember(state.findEntity(findPlace(state, effect.path))?.body, 'metadata'), effect, formatTimestamp(at));
    const completion: JsonObject = metadata ? { metadata } : {};
    const fields = applyStatedChanges({ ...completion, done: true, ...result }, stated);
    applyEffects(state, [{ kind: 'set', path: effect.path, fields }], at);
    if (!failure) setDoneFields(state, effect, at);
  },
  count(state, effect) {
    changeUsage(state, findPlace(state, effect.path), effect.by);
  },
  content(state, effect) {
    state.putRow('media', effect.path, effect.content);
  },
  forgetRequest(state, effect) {
    state.transaction.delete(createKey('request', effect.name));
  },
};

/** Sets the end time and the update time in the metadata of an operation, if it has them. */
function setTimes(
  metadata: Json | undefined,
  { setsEndTime, commonField }: { readonly setsEndTime?: true; readonly commonField?: string },
  time: string,
): JsonObject | undefined {
  if (!isObject(metadata) || !(setsEndTime || commonField !== undefined)) return undefined;
  const common = commonField === undefined ? undefined : getMember(metadata, commonField);
  return {
    ...metadata,
    ...(setsEndTime && { endTime: time }),
    ...(commonField !== undefined && isObject(common) && { [commonField]: { ...common, updateTime: time } }),
  };
}

/** Adds the current body to delayed puts, so that they keep the server's changes in the meantime. */
export function addStoredBodies(state: State, effects: readonly Effect[], delay: number): readonly Effect[] {
  if (delay === 0) return effects;
  return effects.map((effect) => {
    const base = effect.kind === 'put' ? state.findEntity(findPlace(state, effect.path))?.body : undefined;
    return base ? { ...effect, base } : effect;
  });
}

function keepServerChanges(body: JsonObject, base: JsonObject, current: JsonObject = base): JsonObject {
  const serverChanges = Object.entries(current).filter(([name, value]) => {
    const before = getMember(base, name);
    return !isEqual(value, before) && isEqual(getMember(body, name), before);
  });
  return { ...body, ...Object.fromEntries(serverChanges) };
}

/** Returns the result of an operation: the resource with its type URL. An empty message contains nothing else. */
export function createOperationResponse(type: string | null | undefined, rendered: JsonObject): JsonObject {
  if (type === null) return {};
  if (type === undefined) return { response: rendered };
  return { response: { '@type': type, ...(!type.endsWith('/google.protobuf.Empty') && rendered) } };
}

function renderAt(state: State, path: string | undefined, origin: string): JsonObject {
  const place = path === undefined ? undefined : findPlace(state, path);
  const entity = place && state.findEntity(place);
  return place && entity ? renderResource(place, entity.body, origin) : {};
}

/** The codes of google.rpc.Code. */
const rpcCodes: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [404, 5],
  [409, 6],
  [412, 9],
  [429, 8],
  [499, 1],
  [501, 12],
  [503, 14],
]);

function toRpcStatus({ errors, httpErrorStatusCode, httpErrorMessage }: Failure): JsonObject {
  const message = errors[0]?.['message'];
  return { code: rpcCodes.get(httpErrorStatusCode) ?? 13, message: typeof message === 'string' ? message : httpErrorMessage };
}

function toFailureFields(failure: Failure, operation: CompiledResource): JsonObject {
  return {
    error: operation.behavior.hasStatusError ? toRpcStatus(failure) : { errors: failure.errors },
    httpErrorStatusCode: failure.httpErrorStatusCode,
    httpErrorMessage: failure.httpErrorMessage,
  };
}

export function applyEffects(state: State, effects: readonly Effect[], at: number): void {
  for (const effect of effects) apply(state, effect, at);
}

function apply<K extends Effect['kind']>(state: State, effect: Extract<Effect, { kind: K }>, at: number): void {
  (appliers[effect.kind as K] as Appliers[K])(state, effect, at);
}

/** Returns whether an operation is done although its completion is scheduled, because it was cancelled. */
export function isOperationDone(state: State, path: string): boolean {
  return getMember(state.findEntity(findPlace(state, path))?.body, 'done') === true;
}

/** Applies the effects of an operation, or undoes it if it fails. Returns the failure. */
function endOperation(state: State, end: OperationEnd, at: number): Failure | undefined {
  const { path, effects, isDelayed } = end;
  const failure = end.failure ?? findVersionConflict(state, effects) ?? (isDelayed ? findRuleConflict(state, effects) : undefined);
  state.cause.addCompletion(path, at);
  applyEffects(state, failure ? (end.undo ?? []) : effects, at);
  return failure;
}

/** Returns the failure of effects whose base version has changed. */
function findVersionConflict(state: State, effects: readonly Effect[]): Failure | undefined {
  for (const effect of effects) {
    if ((effect.kind !== 'put' && effect.kind !== 'remove') || effect.version === undefined) continue;
    const place = findPlace(state, effect.path);
    const version = state.findEntity(place)?.version ?? 0;
    if (version === effect.version) continue;
    const name = formatPlace(place);
    if (effect.version === 0) return createFailure(409, 'RESOURCE_ALREADY_EXISTS', `The resource '${name}' already exists`);
    if (version === 0) return createFailure(404, 'RESOURCE_NOT_FOUND', `The resource '${name}' was not found`);
    return createFailure(412, 'CONDITION_NOT_MET', `The resource '${name}' was changed after the request was accepted`);
  }
  return undefined;
}

/** Returns the failure of effects that violate a rule between resources in the current state. */
function findRuleConflict(state: State, effects: readonly Effect[]): Failure | undefined {
  const puts = effects.flatMap((effect): readonly PendingPut[] => {
    if (effect.kind !== 'put') return [];
    const place = findPlace(state, effect.path);
    return [{ place, before: state.findEntity(place)?.body, next: effect.body }];
  });
  const removed = new Set(effects.flatMap((effect) => (effect.kind === 'remove' ? [effect.path] : [])));
  const message = state.rules.findConflict(state, { puts, removed });
  return message === undefined ? undefined : createFailure(400, 'INVALID_FIELD_VALUE', message);
}

export function createFailure(status: number, code: string, message: string): Failure {
  return { errors: [{ code, message }], httpErrorStatusCode: status, httpErrorMessage: getOperationErrorMessage(status) };
}

/** Returns the place at a canonical path. Throws 500 if no API has a resource there. */
export function findPlace(state: State, path: string): Place {
  const place = state.catalog.findPlace(`/${path}`);
  if (!place) throw new HttpError('internalError', { message: `No API has a resource with the path /${path}.` });
  return place;
}

export function isEffect(value: Json): boolean {
  return isObject(value) && typeof value['kind'] === 'string' && Object.hasOwn(appliers, value['kind']);
}

const keyWidth = 16;

function toDueKey(at: number): string {
  return Math.max(0, Math.ceil(at)).toString().padStart(keyWidth, '0');
}

/** Schedules effects for a time. Tasks with the same time run in the order in which they were scheduled. */
export function scheduleEffects(state: State, at: number, effects: readonly Effect[]): void {
  const number = state.nextNumber('task');
  state.transaction.put(createKey('task', toDueKey(at), number.toString().padStart(keyWidth, '0')), effects as unknown as Json);
}

/** Sets the fields that an operation has only after it succeeds. The response that starts the operation doesn't have them. */
function setDoneFields(state: State, { path, stated }: OperationEnd, at: number): void {
  if (!stated) return;
  const fields = selectDoneFields(state.findEntity(findPlace(state, path))?.body ?? {}, stated);
  if (Object.keys(fields).length > 0) scheduleEffects(state, at, [{ kind: 'set', path, fields }]);
}

/** Applies the effects of all tasks that are due by `now`, each at its own time. */
export function runDueTasks(state: State, now: number): void {
  const { from } = getKeyRange('task');
  const to = createKey('task', toDueKey(Math.floor(now) + 1));
  for (;;) {
    const [next] = state.transaction.range({ from, to, limit: 1 });
    if (!next) return;
    const [key, effects] = next;
    state.transaction.delete(key);
    // The stored value is valid, because only `scheduleEffects` and validated seeds write tasks.
    if (isList(effects)) applyEffects(state, effects as unknown as readonly Effect[], Number(parseKey(key)[0]));
  }
}
