/** Projects and their numbers. A path can contain the name or the number (AIP-2510). */
import { getTextMember, type JsonObject } from '../lib/json.js';
import type { Resource } from './resource.js';

const digits = /^\d+$/;

/** Returns the numbers that identify a resource in addition to its name. */
export function listNumericIds({ numberFields }: Resource, body: JsonObject): readonly string[] {
  return numberFields.flatMap((field) => {
    const text = getTextMember(body, field);
    return text !== undefined && digits.test(text) ? [text] : [];
  });
}

/** Returns the index of the project number in a path, if it has one. */
export function findProjectSegment(segments: readonly string[]): number | undefined {
  const index = segments.indexOf('projects') + 1;
  return index > 0 && digits.test(segments[index] ?? '') ? index : undefined;
}
