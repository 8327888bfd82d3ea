/** Projects and their numbers. A path can contain the name or the number (AIP-2510). */
import type { ApiBehavior } from '../../runtime/behavior.js';
import { getTextMember, type JsonObject } from '../lib/json.js';
import { hashNumber } from '../lib/hashes.js';
import type { Place, CompiledResource } from './resource.js';

const digits = /^\d+$/;
/** What stands for a project in a name: its number, or all or no projects. */
const notAnId = /^(?:\d+|[-_])$/;

/** Returns the numbers that identify a resource in addition to its name. */
export function listNumericIds({ numberFields }: CompiledResource, body: JsonObject): readonly string[] {
  return numberFields.flatMap((field) => {
    const text = getTextMember(body, field);
    return text !== undefined && digits.test(text) ? [text] : [];
  });
}

/** Returns the index of the project in a path, or `undefined` if the path isn't below a project. */
export function findProjectIndex({ nameStart, projectCollection }: ApiBehavior, segments: readonly string[]): number | undefined {
  const index = nameStart + 1;
  return projectCollection !== undefined && segments[nameStart] === projectCollection && index < segments.length ? index : undefined;
}

/** Returns the index of the project in a path that contains its number instead of its name. */
export function findProjectNumberIndex(api: ApiBehavior, segments: readonly string[]): number | undefined {
  const index = findProjectIndex(api, segments);
  return index !== undefined && digits.test(segments[index] ?? '') ? index : undefined;
}

/** Returns the number that a resource has if it exists without being created. It is the same in each run. */
export const getImplicitId = (place: Place): string => hashNumber(place.path);

/** Replaces the ID of the project in a name with its number. */
export function toNumberedName(name: string, getProjectNumber: (id: string) => string): string {
  return name.replace(/(?<=(?:^|\/)projects\/)[^/]+/, (id) => (notAnId.test(id) ? id : getProjectNumber(id)));
}
