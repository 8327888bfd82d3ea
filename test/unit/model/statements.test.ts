import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getAt, isObject, type Json, type JsonObject } from '../../../generator/lib/json.js';
import { buildModel } from '../../../generator/model/build.js';
import { buildStatements, listAllElements } from '../../../generator/model/statements.js';

const text = { type: 'string' };
const document = {
  name: 'shop',
  'x-source': 'manual: Shop',
  schemas: {
    Thing: {
      type: 'object',
      properties: {
        parts: { type: 'array', items: text, 'x-source': 'manual: Parts' },
        labels: { type: 'object', additionalProperties: text },
      },
      'x-rules': [{ kind: 'etag', field: 'etag', source: { public: 'a guide' } }],
    },
  },
  parameters: { fields: text },
  resources: {
    things: {
      methods: { get: { id: 'shop.things.read', path: 'things/{thing}', parameters: { thing: text }, response: { $ref: 'Thing' } } },
    },
  },
};

describe('buildStatements', () => {
  it('reads each element with its name, its position, and the source that it inherits', () => {
    const elements = listAllElements(buildStatements(document));
    expect(elements.map(({ owner, pointer, source }) => `${owner} | ${pointer.join('/')} | ${source.reference}`)).toEqual([
      'Thing | schemas/Thing | manual: Shop',
      'Thing.parts | schemas/Thing/properties/parts | manual: Parts',
      'Thing.parts[] | schemas/Thing/properties/parts/items | manual: Parts',
      'Thing.labels | schemas/Thing/properties/labels | manual: Shop',
      'Thing.labels{} | schemas/Thing/properties/labels/additionalProperties | manual: Shop',
      'shop.things.read response | resources/things/methods/get/response | manual: Shop',
      'shop.things.read(thing) | resources/things/methods/get/parameters/thing | manual: Shop',
      'shop(fields) | parameters/fields | manual: Shop',
    ]);
  });

  it('reads documents with errors, and says what is wrong with a path', () => {
    const { methods } = buildStatements({ methods: { get: { path: 'things/{thing' } } });
    expect(methods).toMatchObject([{ id: '.get', statedId: undefined, route: { ok: false, problem: { kind: 'unclosedBrace' } } }]);
  });

  it('reads any value', () => {
    const key = fc.constantFrom(
      'schemas',
      'properties',
      'items',
      'additionalProperties',
      'resources',
      'methods',
      'get',
      'parameters',
      'path',
      '__proto__',
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<Json[]>(null, 1, 'a/{b}', ['a']),
        fc.dictionary(key, tie('value')) as fc.Arbitrary<Json>,
      ),
    }));
    fc.assert(
      fc.property(value.filter(isObject), (root: JsonObject) => {
        const statements = buildStatements(root);
        for (const { value: written, pointer } of [...listAllElements(statements), ...statements.methods])
          expect(getAt(root, pointer)).toBe(written);
      }),
    );
  });
});

it('gives the elements and the rules of the model the positions of their statements', () => {
  const { schemas, methods, parameters } = buildModel(document as unknown as JsonObject, { variables: {} });
  const thing = ['schemas', 'Thing'];
  expect(schemas).toMatchObject([{ pointer: thing, type: { fields: [{ pointer: [...thing, 'properties', 'parts'] }, {}] } }]);
  expect(schemas).toMatchObject([{ type: { rules: [{ pointer: [...thing, 'x-rules', 0], source: { kind: 'public' } }] } }]);
  const get = ['resources', 'things', 'methods', 'get'];
  expect(methods).toMatchObject([{ pointer: get, parameters: [{ pointer: [...get, 'parameters', 'thing'] }] }]);
  expect(parameters).toMatchObject([{ pointer: ['parameters', 'fields'] }]);
});
