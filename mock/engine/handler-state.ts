/** The resources of a session, as handlers read and change them. */
import { createFillContext, type EngineCall } from './call.js';
import type { HandlerState, ScheduledChange } from '../types/handlers.js';
import type { HandlerAccess } from './handler-access.js';
import { completeNewResource, completeReplacedResource } from './server-fields.js';
import { copyJson, type JsonObject } from '../lib/json.js';
import { renderResource } from '../catalog/links.js';
import { findSeedPlace } from './seed/check-seed.js';
import { createFieldLookup } from '../catalog/field-tables.js';
import { normalizeValues } from '../catalog/protojson.js';
import { createPlace, toCollectionPath, type Place } from '../catalog/resource.js';
import { scheduleEffects } from '../state/apply-effects.js';

/** The part of a call that its state depends on. A further route of a service has no more. */
export type StateCall = Pick<EngineCall, 'state' | 'origin' | 'at' | 'parameters'> & Partial<Pick<EngineCall, 'method' | 'user'>>;

/** Creates the access of a handler to the resources of its session. What it returns are copies, because responses share the originals. */
export function createHandlerState(call: StateCall, access: HandlerAccess): HandlerState {
  const { state, origin } = call;
  const renderAt = (place: Place): JsonObject | undefined => {
    const entity =
      state.locate(place)?.entity ?? (place.resource.behavior.implicit ? { body: call.state.getImplicitBody(place, origin) } : undefined);
    return entity && copyJson(renderResource(place, entity.body, origin));
  };
  return {
    get: access.guard('state.get', (path: string) => renderAt(requireStatePlace(call, path))),
    list: access.guard('state.list', (collection: string) => {
      const { resource, segments } = requireMemberPlace(call, collection);
      const canonical = toCollectionPath(resource, segments.slice(0, -resource.idCount));
      return state
        .readPage({ resource, collection: canonical, limit: Infinity })
        .map(({ place, entity }) => copyJson(renderResource(place, entity.body, origin)));
    }),
    put: access.guard('state.put', (path: string, resource: object) => {
      const place = requireStatePlace(call, path);
      const missing = state.findMissingParent(place);
      if (missing) throw new TypeError(`state.put: the parent /${missing.path} doesn't exist; create it first`);
      state.put(place, completeResource(call, place, resource));
      return renderAt(place) as JsonObject;
    }),
    delete: access.guard('state.delete', (path: string) => {
      const place = requireStatePlace(call, path);
      const exists = state.findEntity(place) !== undefined;
      state.remove(place);
      return exists;
    }),
    schedule: access.guard('state.schedule', (path: string, { at, fields, when }: ScheduledChange) => {
      const target = { path: requireStatePlace(call, path).path, ...when };
      scheduleEffects(state, at, [
        fields === null ? { kind: 'purge', ...target } : { kind: 'set', path: target.path, fields: toJsonObject(fields), when },
      ]);
    }),
  } as HandlerState;
}

const toJsonObject = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Completes a resource that a handler writes: a new one, or one that replaces the stored one. */
export function completeResource(call: StateCall, place: Place, resource: object): JsonObject {
  const { fields, api } = place.resource;
  const body = normalizeValues(toJsonObject(resource), createFieldLookup(fields), api);
  const before = call.state.findEntity(place)?.body;
  const context = createFillContext(call);
  return before ? completeReplacedResource(place, { before, body }, context) : completeNewResource(place, body, context);
}

/** Returns a place in a collection, whose members have IDs of one or two segments. */
function requireMemberPlace(call: StateCall, collection: string): Place {
  const {
    state: { catalog },
    method,
  } = call;
  const path = collection.replace(/\/$/, '');
  const place = findSeedPlace(catalog, `${path}/-`, method?.api) ?? findSeedPlace(catalog, `${path}/-/-`, method?.api);
  if (!place) throw new TypeError(`state.list: no collection has the path ${collection}`);
  return resolveNumbers(call, place);
}

/** Returns the place at a URL path, which can contain the number of the project. Throws a TypeError if no API has a resource there. */
export function requireStatePlace(call: Pick<StateCall, 'state' | 'method'>, path: string): Place {
  const place = findSeedPlace(call.state.catalog, path, call.method?.api);
  if (!place) throw new TypeError(`state: no resource has the path ${path}`);
  return resolveNumbers(call, place);
}

function resolveNumbers({ state }: Pick<StateCall, 'state'>, place: Place): Place {
  const { resource, segments } = place;
  const resolved = state.resolveNames({ api: resource.api, resource }, segments);
  return resolved === segments ? place : createPlace(resource, resolved);
}
