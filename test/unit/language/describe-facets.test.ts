import { describe, expect, test } from 'vitest';
import { listFacets } from '../../../generator/language/describe-facets.js';
import type { JsonObject } from '../../../generator/lib/json.js';

const describeFacets = (element: JsonObject): string[] => listFacets(element).map(({ kind, sentence }) => `${kind}: ${sentence}`);

describe("sentences of a field's facets", () => {
  test.each<[JsonObject, string[]]>([
    [{ type: 'string', description: 'Nothing to list.' }, []],
    [{ readOnly: true, required: true }, ['output-only: Output only. The server ignores it in requests.', 'required: Required.']],
    [{ location: 'path', required: true }, []],
    [{ annotations: { required: ['a.b', 'a.c'] } }, ['required: Required in requests to `a.b` and `a.c`.']],
    [{ format: 'uint64', 'x-format': 'uuid' }, ['format: An unsigned 64-bit integer, encoded as a string.', 'format: A UUID.']],
    [{ format: 'brand-new' }, ['format: Format: `brand-new`.']],
    [{ enum: ['A', 'B'] }, ['values: Values: `A` or `B`.']],
    [{ enum: ['A'], 'x-undocumented': ['values'] }, ['values: Values: `A`. Other values are possible.']],
    [{ minimum: '0', maximum: 500, default: '500' }, ['range: At least 0.', 'range: At most 500.', 'default: Default: `500`.']],
    [{ default: '' }, ['default: Default: empty.']],
    [
      { 'x-minLength': 1, 'x-maxLength': 63, 'x-maxBytes': 9 },
      ['length: At least 1 character.', 'length: At most 63 characters.', 'length: At most 9 bytes of UTF-8.'],
    ],
    [
      { 'x-notIn': ['0'], 'x-const': 'a#b', 'x-byteLength': 32 },
      ['const: Always `a#b`.', 'not: Must not be `0`.', 'length: Decodes to 32 bytes.'],
    ],
    [{ 'x-propertyNames': { pattern: '[a-z]+', maxLength: 64 } }, ['keys: Keys must match `[a-z]+` and have at most 64 characters.']],
    [
      { 'x-writeOnly': true, 'x-immutable': true, 'x-patchable': true, 'x-omitEmpty': true, repeated: true, deprecated: true },
      [
        'write-only: Input only. Never in a response.',
        'immutable: Immutable. A request can set it only at creation.',
        'patchable: A patch request can change it.',
        'omitted-empty: Absent from responses if unset or empty.',
        'repeated: Repeatable.',
        'deprecated: Deprecated.',
      ],
    ],
    [{ readOnly: false, 'x-immutable': false, enum: [] }, []],
  ])('describes %j', (element, expected) => {
    expect(describeFacets(element)).toEqual(expected);
  });
});
