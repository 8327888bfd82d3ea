/** Every statement about an element survives reading, export as Discovery, and reading again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDiscovery } from '../../../generator/emit/discovery.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/model/json-access.js';
import type { Schema } from '../../../generator/model/model.js';

const name = fc.constantFrom('a', 'b', 'kind', '__proto__', 'constructor', '1', '$x.y');
const source = fc.oneof(
  fc.constantFrom('book: One', 'book: Two > Three'),
  fc.record({ public: fc.constant('reference') }),
  fc.record({ assumption: fc.constant('a guess') }),
);
const yes = fc.constant(true);
const bound = fc.integer({ min: 0, max: 99 });

/** A random subset of the members that any element can have. */
const stated = fc.record(
  {
    description: fc.string(),
    deprecated: yes,
    'x-source': source,
    'x-undocumented': fc.constantFrom(['values'], ['fields'], ['description', 'type'], []),
    readOnly: yes,
    required: yes,
    'x-writeOnly': yes,
    'x-immutable': yes,
    'x-patchable': yes,
    'x-omitEmpty': yes,
  },
  { requiredKeys: [] },
);
const text = fc.record(
  {
    type: fc.constant('string'),
    format: fc.constantFrom('int64', 'byte', 'date-time'),
    pattern: fc.constantFrom('[a-z]+', '^x|y$'),
    enum: fc.constantFrom(['A'], ['A', 'B']),
    enumDescriptions: fc.constantFrom(['first', ''], ['', 'second']),
    enumDeprecated: fc.constant([false, true]),
    default: fc.string(),
    'x-const': fc.string(),
    'x-minLength': bound,
    'x-maxLength': bound,
    'x-maxBytes': bound,
    'x-byteLength': bound,
    'x-notIn': fc.constant(['', 'no']),
  },
  { requiredKeys: ['type'] },
);
const ownFormat = fc.record({
  type: fc.constant('string'),
  'x-format': fc.constantFrom('uuid', 'url', 'cidr-ipv4', 'bcp47', 'pem-certificates', 'pem-private-key'),
});
const number = fc.record(
  { type: fc.constantFrom('integer', 'number'), format: fc.constant('int32'), minimum: bound, maximum: bound.map(String), default: bound },
  { requiredKeys: ['type'] },
);
const keys = fc.record({ pattern: fc.constant('[a-z]+'), maxLength: bound, maxBytes: bound }, { requiredKeys: [] });
const rule = fc.record(
  { kind: fc.constant('nonOverlapping'), fields: fc.constant(['a', 'b']), within: fc.constant('c'), source },
  { requiredKeys: ['kind', 'fields', 'within'] },
);

const { element } = fc.letrec<{ element: JsonObject; bare: JsonObject }>((tie) => ({
  bare: fc.oneof(
    { maxDepth: 3 },
    text,
    ownFormat,
    number,
    fc.record({ type: fc.constantFrom('boolean', 'any') }),
    fc.record({ $ref: fc.constant('Self') }),
    fc.record({ type: fc.constant('array'), items: tie('bare') }),
    fc.record(
      { type: fc.constant('object'), additionalProperties: tie('bare'), 'x-propertyNames': keys },
      { requiredKeys: ['type', 'additionalProperties'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('element')),
        additionalProperties: tie('bare'),
        'x-rules': fc.array(rule, { maxLength: 2 }),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
  ) as fc.Arbitrary<JsonObject>,
  element: fc.tuple(tie('bare'), stated).map(([bare, more]) => ({ ...more, ...bare }) as JsonObject),
}));

it('a schema survives export and import', () => {
  fc.assert(
    fc.property(element, source, (self, around) => {
      const document = { name: 'x', version: 'v1', 'x-source': around, schemas: { Self: self } };
      const api = buildModel(document, { variables: {} });
      const again = buildModel(toDiscovery(api) as JsonObject, { variables: {} });
      expect(again.schemas.map(essence)).toEqual(api.schemas.map(essence));
    }),
    { numRuns: 500 },
  );
});

/** An open type can state `x-undocumented` redundantly; nothing else differs. */
function essence(schema: Schema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'undocumentedAspects' && Array.isArray(value) ? value.filter((aspect) => aspect !== 'fields' && aspect !== 'values') : value,
    ),
  );
}
