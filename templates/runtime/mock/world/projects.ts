/** Maps project numbers to names. A path can contain either. */
import { getTextMember, type JsonObject } from '../lib/json.js';
import type { Place, Resource } from './resource.js';

const digits = /^\d+$/;
/** The maximum number of stored names. */
const maxStoredNames = 10_000;

/** The fields that can contain a project number. */
export const numberFields: readonly string[] = ['id', 'number'];

/**
 * The numbers of projects that exist without being created. A name determines its number, so a number is known once a response contains it.
 */
export class ProjectNumbers {
  readonly #names = new Map<string, string>();

  /** Stores the numbers of a project in a response. */
  addProject({ segments }: Place, body: JsonObject): void {
    const name = segments.at(-1);
    if (segments.at(-2) !== 'projects' || name === undefined || digits.test(name)) return;
    if (this.#names.size >= maxStoredNames) this.#names.clear();
    for (const number of findProjectNumbers(body)) this.#names.set(number, name);
  }

  findName(number: string): string | undefined {
    return this.#names.get(number);
  }
}

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
