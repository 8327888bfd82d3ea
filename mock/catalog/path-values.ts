/** Reads the values of variables in the paths of resources. */
import type { Place } from './resource.js';

/** Returns the value of a variable in the path of a resource, or the ID after a segment: `p` for `project` or `projects` in `projects/p`. */
export function getPathValue(place: Place, name: string): string | undefined {
  const { resource, segments } = place;
  const index = resource.steps.findIndex((step, at) => {
    const next = resource.steps[at + 1];
    return 'literal' in step && step.literal === name && next !== undefined && 'variable' in next;
  });
  return getPathVariable(place, name) ?? (index < 0 ? undefined : segments[index + 1]);
}

/** Returns the value of a variable in the path of a resource. */
export function getPathVariable({ resource, segments }: Place, name: string): string | undefined {
  const index = resource.steps.findIndex((step) => 'variable' in step && step.variable === name);
  return index < 0 ? undefined : segments[index];
}

/** Returns the collection of the location in the path, if any: `zones` for a zone such as `us-central1-a`, otherwise `locations`. */
export function getLocationCollection(place: Place): string | undefined {
  const location = getPathValue(place, 'locations') ?? getPathValue(place, 'zones');
  return location && (isZone(location) ? 'zones' : 'locations');
}

const isZone = (location: string): boolean => /\d-[a-z]$/.test(location);
