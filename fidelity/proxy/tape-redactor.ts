/** Creates the redactor of a tape from plain data, so that a thread can create the same one. */
import { compilePattern } from '../../generator/lib/pattern.js';
import { Pseudonyms } from '../recordings/redact/pseudonyms.js';
import { Redactor } from '../recordings/redact/redactor.js';
import type { RedactorOptions } from '../recordings/redact/text-redactor.js';

export interface RedactionSettings extends Omit<RedactorOptions, 'findSecrets'> {
  readonly key: Uint8Array;
  /** RE2 expressions of further secrets. */
  readonly patterns: readonly string[];
}

/** Throws if a pattern isn't an RE2 expression. */
export function createTapeRedactor({ key, patterns, ...options }: RedactionSettings): Redactor {
  const finders = patterns.map((source) => {
    const result = compilePattern(source);
    if (!result.ok) throw new Error(result.problem);
    return result.pattern.find;
  });
  return new Redactor(new Pseudonyms(key), {
    ...options,
    ...(finders.length > 0 && { findSecrets: (text: string) => findAll(text, finders) }),
  });
}

type Finder = (text: string) => Iterable<readonly [start: number, end: number]>;

/** Returns the matches of all patterns in order. Omits a match that overlaps the one before. */
function findAll(text: string, finders: readonly Finder[]): readonly (readonly [number, number])[] {
  const all = finders.flatMap((find) => [...find(text)]).sort(([one], [other]) => one - other);
  let end = 0;
  return all.filter(([start, next]) => {
    const isAfter = start >= end;
    if (isAfter) end = next;
    return isAfter;
  });
}
