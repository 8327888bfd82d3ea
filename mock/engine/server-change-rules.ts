/** The rules that the state applies when it changes resources by itself. */
import { findParent } from './call.js';
import type { JsonObject } from '../lib/json.js';
import { getImplicitId } from '../catalog/projects.js';
import type { Place, CompiledResource } from '../catalog/resource.js';
import type { State, ServerChangeRules } from '../state/state.js';
import { Random } from '../lib/random.js';
import { completeNewResource } from './server-fields.js';
import { createBuiltInBody } from './rule-kinds/built-in.js';
import { updateDerivedFields } from './rule-kinds/derived-from.js';
import { ignoreInvalidChanges } from './conditions/validations.js';
import { findConflict } from './rule-kinds/index.js';
import { runFollowers } from './followers.js';

/** The creation time of built-in resources: before the mock started, and the same in each run. */
const builtInCreateTime = Date.UTC(2020, 0, 1);

export const serverChangeRules: ServerChangeRules = {
  completeServerChange: (resource, next, { before, fields }) =>
    updateDerivedFields(resource.rules, ignoreInvalidChanges(resource, next, before), fields),
  findConflict,
  runFollowers,
  getImplicitBody(place, origin, state) {
    // The number of a project can differ between sessions.
    if (place.resource.hasProjectNumbers) return createImplicitBody(place, origin, state);
    const name = `${origin}/${place.path}`;
    let bodies = implicitBodies.get(place.resource);
    if (!bodies) implicitBodies.set(place.resource, (bodies = new Map<string, JsonObject>()));
    let body = bodies.get(name);
    if (!body) {
      if (bodies.size >= maxImplicitBodies) bodies.clear();
      bodies.set(name, (body = createImplicitBody(place, origin, state)));
    }
    return body;
  },
};

/** Bodies of frequent requests, by their address. */
const implicitBodies = new WeakMap<CompiledResource, Map<string, JsonObject>>();
/** The maximum number of cached bodies of a resource type. */
const maxImplicitBodies = 1000;

function createImplicitBody(place: Place, origin: string, state: State): JsonObject {
  return completeNewResource(place, createBuiltInBody(place, origin), {
    at: builtInCreateTime,
    createId: () => getImplicitId(place),
    getRandom: () => new Random(Number(BigInt(getImplicitId(place)) % 0x1fffffffffffffn)),
    getProjectNumber: (id) => state.getProjectNumber(id),
    getParent: (each) => findParent(state, each),
  });
}
