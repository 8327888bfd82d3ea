/** Projects and their numbers. A path can contain the name or the number. */
import { getTextMember, type JsonObject } from '../lib/json.js';
import type { Resource } from './resource.js';

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

/** Returns whether a resource type is a project. */
export function isProject({ steps }: Resource): boolean {
  const [collectionStep, idStep] = steps.slice(-2);
  return (
    collectionStep !== undefined &&
    'literal' in collectionStep &&
    collectionStep.literal === 'projects' &&
    idStep !== undefined &&
    'variable' in idStep
  );
}
