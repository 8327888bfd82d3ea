/** Says in words what a part of a document is, for findings. */
import { quote } from '../diagnostics.js';
import { describeKind, type Json, type Pointer } from '../read/specification.js';

/** Keys whose members are named by the author: what one member is called. */
const containers: Readonly<Record<string, string>> = {
  schemas: 'the schema',
  properties: 'the field',
  parameters: 'the parameter',
  methods: 'the method',
  resources: 'the collection',
  scopes: 'the scope',
  'x-variables': 'the variable',
  'x-documents': 'the document',
};

const listed: Readonly<Record<string, string>> = {
  'x-rules': 'the rule',
  'x-validations': 'the validation',
  'x-permissions': 'the permission',
  'x-notes': 'the statement',
  'x-undocumented': 'the topic',
};

/** `the field "x"`, `"minimum" of the parameter "x"`, `the rule 2 of the schema "S"`. */
export function describePart(pointer: Pointer): string {
  const words: string[] = [];
  let i = 0;
  while (i < pointer.length) {
    const segment = pointer[i]!;
    const next = pointer[i + 1];
    if (typeof segment === 'string' && next !== undefined && Object.hasOwn(containers, segment) && typeof next === 'string') {
      words.push(`${containers[segment]} ${quote(next)}`);
      i += 2;
    } else if (typeof segment === 'string' && typeof next === 'number') {
      words.push(Object.hasOwn(listed, segment) ? `${listed[segment]} ${next + 1}` : `entry ${next + 1} of ${quote(segment)}`);
      i += 2;
    } else {
      words.push(typeof segment === 'number' ? `entry ${segment + 1}` : quote(segment));
      i += 1;
    }
  }
  if (words.length === 0) return 'a specification';
  return words.slice(-2).reverse().join(' of ');
}

/** A value as a message shows it. */
export function describeValue(value: Json | undefined): string {
  return typeof value === 'string' ? quote(value) : describeKind(value);
}
