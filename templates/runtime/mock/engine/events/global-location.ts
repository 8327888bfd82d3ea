/** The global location contains everything without a location, so `projects/p` and `projects/p/locations/global` show the same groups. */
import { getTextMember, withMember, type JsonObject } from '../../lib/json.js';
import type { Effect } from '../../state/apply-effects.js';
import type { State } from '../../state/state.js';
import { toCanonicalPath, type Place } from '../../world/resource.js';

const suffix = '/locations/global';

/** `projects/p` */
export function getProject(owner: string): string {
  return owner.split('/').slice(0, 2).join('/');
}

/** `projects/p/locations/global` */
export function getGlobalOwner(project: string): string {
  return `${project}${suffix}`;
}

export function isGlobalOwner(owner: string): boolean {
  return owner === getGlobalOwner(getProject(owner));
}

/** Returns the place of the same group under its other name. Returns `undefined` if the place isn't a group or is in another location. */
export function findMirror({ world }: State, { path }: Place): Place | undefined {
  if (world.eventPathPrefix === undefined) return undefined;
  const base = world.eventPathPrefix === '' ? '' : `${world.eventPathPrefix}/`;
  const name = path.startsWith(base) ? /^(projects\/[^/]+)(\/locations\/global)?(\/groups\/[^/]+)$/.exec(path.slice(base.length)) : null;
  return name ? world.findPlace(`/${base}${name[1]}${name[2] === undefined ? suffix : ''}${name[3]}`) : undefined;
}

/** Returns the fields of a group under its other name. */
export function createMirrorBody(mirror: Place, body: JsonObject): JsonObject {
  const at = mirror.segments.indexOf('projects');
  return getTextMember(body, 'name') === undefined ? body : withMember(body, 'name', toCanonicalPath(mirror.segments.slice(at)));
}

/** Returns the effects of a group's change on the same group under its other name. */
export function createMirrorEffects(state: State, place: Place, body: JsonObject): readonly Effect[] {
  const mirror = findMirror(state, place);
  return mirror && state.findEntity(mirror) ? [{ kind: 'put', path: mirror.path, body: createMirrorBody(mirror, body) }] : [];
}
