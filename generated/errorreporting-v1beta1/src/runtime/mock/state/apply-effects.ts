/** Changes of state as data: done at once, or kept with a task until they fall due. */
import { httpErrorMessage, HttpError } from '../http-error.js';
import { formatInstant } from '../instants.js';
import { isEqual, isObject, getMember, type Json, type JsonObject } from '../json.js';
import { toRelativePath, renderResource } from '../links.js';
import { findConflict } from '../rules/conflicts.js';
import type { PendingPut } from '../rules/resource-change.js';
import { incrementCounter } from '../rules/counter.js';
import { updateDerivedFields } from '../rules/derived-from.js';
import { ignoreInvalidChanges } from '../rules/validations.js';
import type { Place } from '../world/resource.js';
import { createKey } from './keys.js';
import type { State } from './state.js';
import { scheduleEffects } from './schedule.js';
import { addUsage } from './quota-usage.js';

/** The error that a failed operation reports. */
export interface Failure {
  readonly errors: readonly JsonObject[];
  readonly httpErrorStatusCode: number;
  readonly httpErrorMessage: string;
}

/** `version` is the one that the change was planned on; 0: nothing stood there; absent: whatever stands there. Paths are canonical. `since`: what stood there when the change began to wait. */
export type Effect =
  | { readonly kind: 'put'; readonly path: string; readonly body: JsonObject; readonly version?: number; readonly since?: JsonObject }
  | { readonly kind: 'remove'; readonly path: string; readonly version?: number }
  /** Moves fields of the server's own, which is no change of content. */
  | { readonly kind: 'set'; readonly path: string; readonly fields: JsonObject }
  | { readonly kind: 'later'; readonly after: number; readonly effects: readonly Effect[] }
  /** Ends an operation: with its effects, or with a failure where they are planned on what is no longer so. */
  | {
      readonly kind: 'complete';
      readonly path: string;
      readonly effects: readonly Effect[];
      /** Since it was accepted others may have changed what this one was judged beside. */
      readonly waited?: true;
      readonly failure?: Failure;
      /** Done where it fails. */
      readonly undo?: readonly Effect[];
      readonly retention: number;
      readonly request?: string;
    }
  /** Ends an operation that tells by `done` that it is, with the resource at `answer` as its response. */
  | {
      readonly kind: 'finish';
      readonly path: string;
      readonly effects: readonly Effect[];
      readonly waited?: true;
      readonly failure?: Failure;
      readonly answer?: string;
      readonly origin: string;
      /** `@type` of the response. */
      readonly type?: string;
      /** Its metadata tell when it ended. */
      readonly endsMetadata?: true;
    }
  /** Raises counts of a resource. */
  | { readonly kind: 'increment'; readonly path: string; readonly fields: readonly string[] }
  | { readonly kind: 'forgetRequest'; readonly name: string }
  /** Moves the usage of the quota above the path. */
  | { readonly kind: 'count'; readonly path: string; readonly by: number }
  /** Content of a resource, as it is kept. */
  | { readonly kind: 'content'; readonly path: string; readonly content: JsonObject };

type Appliers = {
  readonly [K in Effect['kind']]: (state: State, effect: Extract<Effect, { kind: K }>, at: number) => void;
};

const appliers: Appliers = {
  put(state, { path, body, since }) {
    const place = findPlace(state, path);
    state.put(place, since ? keepServerChanges(body, since, state.entity(place)?.body) : body);
  },
  remove(state, effect) {
    state.remove(findPlace(state, effect.path));
  },
  set(state, effect) {
    const place = findPlace(state, effect.path);
    const entity = state.entity(place);
    if (!entity) return;
    const { rules } = place.resource;
    const moved = ignoreInvalidChanges(place.resource, { ...entity.body, ...effect.fields }, entity.body);
    state.restore(place, { body: updateDerivedFields(rules, moved, effect.fields), version: entity.version });
  },
  increment(state, { path, fields }) {
    const place = findPlace(state, path);
    const entity = state.entity(place);
    if (!entity) return;
    const body = fields.reduce((counted, field) => incrementCounter({ resource: place.resource, rule: { field } }, counted), entity.body);
    state.restore(place, { body, version: entity.version });
  },
  later(state, effect, at) {
    scheduleEffects(state, at + effect.after, effect.effects as unknown as Json);
  },
  complete(state, effect, at) {
    const failure =
      effect.failure ?? findVersionConflict(state, effect.effects) ?? (effect.waited ? findRuleConflict(state, effect.effects) : undefined);
    applyEffects(state, failure ? (effect.undo ?? []) : effect.effects, at);
    const ended: JsonObject = { status: 'DONE', progress: 100, endTime: formatInstant(at) };
    const fields = failure ? { ...ended, ...toFailureFields(failure) } : ended;
    applyEffects(state, [{ kind: 'set', path: effect.path, fields }], at);
    const forget = effect.request === undefined ? [] : [{ kind: 'forgetRequest', name: effect.request }];
    scheduleEffects(state, at + effect.retention, [{ kind: 'remove', path: effect.path }, ...forget]);
  },
  finish(state, effect, at) {
    // A cancelled operation has ended before.
    if (getMember(state.entity(findPlace(state, effect.path))?.body, 'done') === true) return;
    const failure =
      effect.failure ?? findVersionConflict(state, effect.effects) ?? (effect.waited ? findRuleConflict(state, effect.effects) : undefined);
    if (!failure) applyEffects(state, effect.effects, at);
    const { type, answer, origin } = effect;
    const result: JsonObject = failure
      ? { error: toRpcStatus(failure) }
      : { response: { ...(type !== undefined && { '@type': type }), ...renderAt(state, answer, origin) } };
    const metadata = effect.endsMetadata ? getMember(state.entity(findPlace(state, effect.path))?.body, 'metadata') : undefined;
    const ended: JsonObject = isObject(metadata) ? { metadata: { ...metadata, endTime: formatInstant(at) } } : {};
    applyEffects(state, [{ kind: 'set', path: effect.path, fields: { ...ended, done: true, ...result } }], at);
  },
  count(state, effect) {
    addUsage(state, findPlace(state, effect.path), effect.by);
  },
  content(state, effect) {
    state.putRow('media', effect.path, effect.content);
  },
  forgetRequest(state, effect) {
    state.transaction.delete(createKey('request', effect.name));
  },
};

/** Effects that wait: a change of content made then leaves alone what the server moved in the meantime. */
export function deferEffects(state: State, effects: readonly Effect[], delay: number): readonly Effect[] {
  if (delay === 0) return effects;
  return effects.map((effect) => {
    const since = effect.kind === 'put' ? state.entity(findPlace(state, effect.path))?.body : undefined;
    return since ? { ...effect, since } : effect;
  });
}

function keepServerChanges(body: JsonObject, since: JsonObject, now: JsonObject = since): JsonObject {
  const moved = Object.entries(now).filter(([name, value]) => {
    const before = getMember(since, name);
    return !isEqual(value, before) && isEqual(getMember(body, name), before);
  });
  return { ...body, ...Object.fromEntries(moved) };
}

function renderAt(state: State, path: string | undefined, origin: string): JsonObject {
  const place = path === undefined ? undefined : findPlace(state, path);
  const entity = place && state.entity(place);
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

function toFailureFields(failure: Failure): JsonObject {
  return {
    error: { errors: failure.errors },
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

/** The failure of effects that were planned on what is no longer so. */
function findVersionConflict(state: State, effects: readonly Effect[]): Failure | undefined {
  for (const effect of effects) {
    if ((effect.kind !== 'put' && effect.kind !== 'remove') || effect.version === undefined) continue;
    const place = findPlace(state, effect.path);
    const version = state.entity(place)?.version ?? 0;
    if (version === effect.version) continue;
    const name = toRelativePath(place.segments);
    if (effect.version === 0) return createFailure(409, 'RESOURCE_ALREADY_EXISTS', `The resource '${name}' already exists`);
    if (version === 0) return createFailure(404, 'RESOURCE_NOT_FOUND', `The resource '${name}' was not found`);
    return createFailure(412, 'CONDITION_NOT_MET', `The resource '${name}' was changed after the request was accepted`);
  }
  return undefined;
}

/** The failure of effects that would break a rule among resources as they stand now. */
function findRuleConflict(state: State, effects: readonly Effect[]): Failure | undefined {
  const puts = effects.flatMap((effect): readonly PendingPut[] => {
    if (effect.kind !== 'put') return [];
    const place = findPlace(state, effect.path);
    return [{ place, before: state.entity(place)?.body, next: effect.body }];
  });
  const message = findConflict(state, puts);
  return message === undefined ? undefined : createFailure(400, 'INVALID_FIELD_VALUE', message);
}

export function createFailure(status: number, code: string, message: string): Failure {
  return { errors: [{ code, message }], httpErrorStatusCode: status, httpErrorMessage: httpErrorMessage(status) };
}

export function findPlace(state: State, path: string): Place {
  const place = state.world.place(`/${path}`);
  if (!place) throw new HttpError('internalError', { message: `No API has a resource with the path /${path}.` });
  return place;
}

/** Whether a value read from a seed is an effect. */
export function isEffect(value: Json): boolean {
  return isObject(value) && typeof value['kind'] === 'string' && Object.hasOwn(appliers, value['kind']);
}
