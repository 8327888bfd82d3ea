/** Projects have a name and a number, and paths may hold either. */
import { getTextMember, type JsonObject } from '../json.js';
import type { Place, Resource } from './resource.js';

const digits = /^\d+$/;
/** Numbers that are remembered. */
const maxNames = 10_000;

/** Fields that may hold the number of a project. */
export const numberFields: readonly string[] = ['id', 'number'];

/** The numbers of projects that nobody created: they follow from the names, and the names are known again once somebody was told the numbers. */
export class ProjectNumbers {
  readonly #names = new Map<string, string>();

  /** Notes what somebody is told of a project. */
  addProject({ segments }: Place, body: JsonObject): void {
    const name = segments.at(-1);
    if (segments.at(-2) !== 'projects' || name === undefined || digits.test(name)) return;
    if (this.#names.size >= maxNames) this.#names.clear();
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

/** Where a path has the number of a project. */
export function findProjectSegment(segments: readonly string[]): number | undefined {
  const at = segments.indexOf('projects') + 1;
  return at > 0 && digits.test(segments[at] ?? '') ? at : undefined;
}

/** Whether resources of this kind are projects. */
export function isProject({ steps }: Resource): boolean {
  const [above, own] = steps.slice(-2);
  return above !== undefined && 'literal' in above && above.literal === 'projects' && own !== undefined && 'variable' in own;
}
