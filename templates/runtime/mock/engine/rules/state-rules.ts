/** The rules that the state applies when it changes resources by itself. */
import type { ActiveStandbyRule } from '../../../rule.js';
import { getMember, type JsonObject } from '../../lib/json.js';
import { formatPlace } from '../../world/links.js';
import { getImplicitId } from '../../world/projects.js';
import type { Place, Resource } from '../../world/resource.js';
import type { State, ServerChangeRules } from '../../state/state.js';
import { Random } from '../../lib/random.js';
import { completeNewResource } from '../server-fields.js';
import { findOtherActive } from './active-standby.js';
import { createBuiltInBody } from './built-in-resources.js';
import { updateDerivedFields } from './derived-from.js';
import { ignoreInvalidChanges } from './validations.js';
import type { PendingPut } from '../../state/entity.js';
import { findOverlap } from './range-overlap.js';
import { listMembers } from '../../state/list-members.js';

/** The creation time of built-in resources: before the mock started, and the same in each run. */
const builtInCreateTime = Date.UTC(2020, 0, 1);

export const stateRules: ServerChangeRules = {
  completeServerChange: (resource, next, { before, fields }) =>
    updateDerivedFields(resource.rules, ignoreInvalidChanges(resource, next, before), fields),
  findConflict,
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
const implicitBodies = new WeakMap<Resource, Map<string, JsonObject>>();
/** The maximum number of cached bodies of a resource type. */
const maxImplicitBodies = 1000;

function createImplicitBody(place: Place, origin: string, state: State): JsonObject {
  return completeNewResource(place, createBuiltInBody(place, origin), {
    at: builtInCreateTime,
    createId: () => getImplicitId(place),
    getRandom: () => new Random(Number(BigInt(getImplicitId(place)) % 0x1fffffffffffffn)),
    getProjectNumber: (id) => state.getProjectNumber(id),
  });
}

/** Checks the rules between resources again when a delayed operation completes, because other resources may have changed. */
function findConflict(state: State, puts: readonly PendingPut[]): string | undefined {
  for (const put of puts) {
    for (const rule of put.place.resource.rules) {
      const conflict =
        rule.kind === 'nonOverlapping'
          ? findOverlap(state, rule, put)?.message
          : rule.kind === 'activeStandby'
            ? findSecondActive(state, rule, { put, puts })
            : undefined;
      if (conflict !== undefined) return conflict;
    }
  }
  return undefined;
}

/** Returns the conflict of a second active resource. A partner that gives up the role at the same time is not a conflict. */
function findSecondActive(
  state: State,
  rule: ActiveStandbyRule,
  { put, puts }: { readonly put: PendingPut; readonly puts: readonly PendingPut[] },
): string | undefined {
  if (getMember(put.next, rule.field) !== rule.active || getMember(put.before, rule.field) === rule.active) return undefined;
  const other = findOtherActive(rule, put, listMembers(state, put.place));
  if (!other || puts.some(({ place, next }) => place.path === other.place.path && getMember(next, rule.field) !== rule.active))
    return undefined;
  return `the resource '${formatPlace(other.place)}' has become ${rule.active} in the meantime`;
}
