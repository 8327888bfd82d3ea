/** Projects and their numbers. A path can contain the name or the number. */
import { getTextMember, type JsonObject } from '../lib/json.js';

const digits = /^\d+$/;

/** The fields that can contain a project number. */
export const numberFields: readonly string[] = ['id', 'number'];

export function findProjectNumbers(body: JsonObject): readonly string[] {
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
