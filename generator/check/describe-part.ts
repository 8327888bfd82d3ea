/** Describes parts of a document for diagnostics. */
import { quote } from '../lib/diagnostics.js';
import { containerNouns } from '../language/element-roles.js';
import { describeKind } from '../language/specification.js';
import type { Json, Pointer } from '../lib/json.js';

const listLabels: Readonly<Record<string, string>> = {
  'x-rules': 'rule',
  'x-validations': 'validation',
  'x-permissions': 'permission',
  'x-notes': 'note',
  'x-undocumented': 'topic',
};

/** Describes a part: `the field "x"`, `"minimum" of the parameter "x"`, `rule 2 of the schema "S"`. */
export function describePart(pointer: Pointer): string {
  const words: string[] = [];
  let i = 0;
  while (i < pointer.length) {
    const segment = pointer[i]!;
    const next = pointer[i + 1];
    if (typeof segment === 'string' && next !== undefined && Object.hasOwn(containerNouns, segment) && typeof next === 'string') {
      words.push(`the ${containerNouns[segment]} ${quote(next)}`);
      i += 2;
    } else if (typeof segment === 'string' && typeof next === 'number') {
      words.push(Object.hasOwn(listLabels, segment) ? `${listLabels[segment]} ${next + 1}` : `entry ${next + 1} of ${quote(segment)}`);
      i += 2;
    } else {
      words.push(typeof segment === 'number' ? `entry ${segment + 1}` : quote(segment));
      i += 1;
    }
  }
  if (words.length === 0) return 'a specification';
  return words.slice(-2).reverse().join(' of ');
}

/** Formats a value for a message. */
export function describeJsonValue(value: Json | undefined): string {
  return typeof value === 'string' ? quote(value) : describeKind(value);
}
