import { describe, expect, test } from 'vitest';
import { listFacets } from '../../../generator/rules/describe-facets.js';
import type { JsonObject } from '../../../generator/read/specification.js';

const sentences = (element: JsonObject): string[] => listFacets(element).map(({ kind, sentence }) => `${kind}: ${sentence}`);

describe('what a field says in single keys', () => {
  test.each<[JsonObject, string[]]>([
    [{ type: 'string', description: 'Nothing to list.' }, []],
    [
      { readOnly: true, required: true },
      ['output-only: Is output-only: set by the server, ignored in requests.', 'required: Must be given.'],
    ],
    [{ location: 'path', required: true }, []],
    [{ annotations: { required: ['a.b', 'a.c'] } }, ['required: Must be given to `a.b` and `a.c`.']],
    [{ format: 'uint64', 'x-format': 'uuid' }, ['format: Is an unsigned 64-bit integer in decimal digits.', 'format: Is a UUID.']],
    [{ format: 'brand-new' }, ['format: Has the format `brand-new`.']],
    [{ enum: ['A', 'B'] }, ['values: Is `A` or `B`.']],
    [{ enum: ['A'], 'x-undocumented': ['values'] }, ['values: Is `A`; further values are possible.']],
    [
      { minimum: '0', maximum: 500, default: '500' },
      ['range: Is at least 0.', 'range: Is at most 500.', 'default: Is `500` where absent.'],
    ],
    [{ default: '' }, ['default: Is empty where absent.']],
    [
      { 'x-minLength': 1, 'x-maxLength': 63, 'x-maxBytes': 9 },
      ['length: Has at least 1 character.', 'length: Has at most 63 characters.', 'length: Has at most 9 bytes of UTF-8.'],
    ],
    [
      { 'x-notIn': ['0'], 'x-const': 'a#b', 'x-byteLength': 32 },
      ['const: Is always `a#b`.', 'not: Must not be `0`.', 'length: Has 32 bytes once it is decoded.'],
    ],
    [
      { 'x-propertyNames': { pattern: '[a-z]+', maxLength: 64 } },
      ['keys: Has keys that match `[a-z]+` as a whole and have at most 64 characters.'],
    ],
    [
      { 'x-writeOnly': true, 'x-immutable': true, 'x-patchable': true, 'x-omitEmpty': true, repeated: true, deprecated: true },
      [
        'write-only: Is never in a response.',
        'immutable: Can be set at creation only.',
        'patchable: Can be changed by a patch.',
        'omitted-empty: Is absent from responses while unset or empty.',
        'repeated: May be given several times.',
        'deprecated: Is deprecated.',
      ],
    ],
    [{ readOnly: false, 'x-immutable': false, enum: [] }, []],
  ])('%j', (element, expected) => {
    expect(sentences(element)).toEqual(expected);
  });
});
