/** Every statement about an element survives a round trip: reading, export to Discovery, and reading again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDiscovery } from '../../../generator/emit/discovery.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import type { Schema } from '../../../generator/model/model.js';

const name = fc.constantFrom('a', 'b', 'kind', '__proto__', 'constructor', '1', '$x.y');
const source = fc.oneof(
  fc.constantFrom('book: One', 'book: Two > Three'),
  fc.record({ public: fc.constant('reference') }),
  fc.record({ assumption: fc.constant('a guess') }),
  fc.record({ recordings: fc.constantFrom(['0123456789ab'], ['abcdef012345']), scenarios: fc.constant(3), against: fc.constant(0) }),
);
const always = fc.constant(true);
const limit = fc.integer({ min: 0, max: 99 });

/** A random subset of the members that any element can have. */
const statements = fc.record(
  {
    description: fc.string(),
    deprecated: always,
    'x-source': source,
    'x-undocumented': fc.constantFrom(['values'], ['fields'], ['description', 'type'], []),
    readOnly: always,
    required: always,
    'x-writeOnly': always,
    'x-immutable': always,
    'x-patchable': always,
    'x-omitEmpty': always,
  },
  { requiredKeys: [] },
);
const stringType = fc.record(
  {
    type: fc.constant('string'),
    format: fc.constantFrom('int64', 'byte', 'date-time'),
    pattern: fc.constantFrom('[a-z]+', '^x|y$'),
    enum: fc.constantFrom(['A'], ['A', 'B']),
    enumDescriptions: fc.constantFrom(['first', ''], ['', 'second']),
    enumDeprecated: fc.constant([false, true]),
    default: fc.string(),
    'x-const': fc.string(),
    'x-minLength': limit,
    'x-maxLength': limit,
    'x-maxBytes': limit,
    'x-byteLength': limit,
    'x-notIn': fc.constant(['', 'no']),
  },
  { requiredKeys: ['type'] },
);
const formattedString = fc.record({
  type: fc.constant('string'),
  'x-format': fc.constantFrom('uuid', 'url', 'cidr-ipv4', 'bcp47', 'pem-certificates', 'pem-private-key'),
});
const numberType = fc.record(
  { type: fc.constantFrom('integer', 'number'), format: fc.constant('int32'), minimum: limit, maximum: limit.map(String), default: limit },
  { requiredKeys: ['type'] },
);
const propertyNames = fc.record({ pattern: fc.constant('[a-z]+'), maxLength: limit, maxBytes: limit }, { requiredKeys: [] });
const rule = fc.record(
  { kind: fc.constant('nonOverlapping'), fields: fc.constant(['a', 'b']), within: fc.constant('c'), source },
  { requiredKeys: ['kind', 'fields', 'within'] },
);

const { element } = fc.letrec<{ element: JsonObject; typeSchema: JsonObject }>((tie) => ({
  typeSchema: fc.oneof(
    { maxDepth: 3 },
    stringType,
    formattedString,
    numberType,
    fc.record({ type: fc.constantFrom('boolean', 'any') }),
    fc.record({ $ref: fc.constant('Self') }),
    fc.record({ type: fc.constant('array'), items: tie('typeSchema') }),
    fc.record(
      { type: fc.constant('object'), additionalProperties: tie('typeSchema'), 'x-propertyNames': propertyNames },
      { requiredKeys: ['type', 'additionalProperties'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('element')),
        additionalProperties: tie('typeSchema'),
        'x-rules': fc.array(rule, { maxLength: 2 }),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
  ) as fc.Arbitrary<JsonObject>,
  element: fc.tuple(tie('typeSchema'), statements).map(([typeMembers, members]) => ({ ...members, ...typeMembers }) as JsonObject),
}));

it('preserves a schema in export and import', () => {
  fc.assert(
    fc.property(element, source, (self, documentSource) => {
      const document = { name: 'x', version: 'v1', 'x-source': documentSource, schemas: { Self: self } };
      const api = buildModel(document, { variables: {} });
      const reread = buildModel(toDiscovery(api) as JsonObject, { variables: {} });
      expect(reread.schemas.map(toComparable)).toEqual(api.schemas.map(toComparable));
    }),
    { numRuns: 60 },
  );
});

/** Removes `x-undocumented` aspects that an open type implies. Export can add them; nothing else may differ. */
function toComparable(schema: Schema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'undocumentedAspects' && Array.isArray(value) ? value.filter((aspect) => aspect !== 'fields' && aspect !== 'values') : value,
    ),
  );
}
