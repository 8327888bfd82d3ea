/** The methods that require an annotated field. */
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import { resolveApi } from '../../support/packages.js';

const method = (id: string, httpMethod: string, request: { readonly $ref: string }) => ({ id, httpMethod, path: `v1/${id}`, request });
const bookMethods = ['shop.books.insert', 'shop.books.patch', 'shop.books.update'];
const createAnnotatedField = (...required: string[]) => ({ type: 'string', annotations: { required } });

const api = buildModel(
  {
    kind: 'discovery#restDescription',
    name: 'shop',
    version: 'v1',
    rootUrl: 'https://shop.example/',
    servicePath: '',
    schemas: {
      Book: {
        type: 'object',
        properties: {
          some: createAnnotatedField('shop.books.insert'),
          all: createAnnotatedField('shop.books.update', 'shop.books.insert', 'shop.books.patch'),
          denied: { ...createAnnotatedField(...bookMethods), required: false },
          relaxed: { ...createAnnotatedField(...bookMethods), 'x-optionalIn': ['shop.books.patch'] },
          others: createAnnotatedField('shop.orders.send'),
          unknown: createAnnotatedField('shop.books.burn'),
          made: { ...createAnnotatedField('shop.books.insert'), readOnly: true },
          prose: { ...createAnnotatedField('shop.books.insert'), description: 'Required. Its name.' },
          cover: { $ref: 'Cover' },
          stock: { $ref: 'Stock', readOnly: true },
        },
      },
      Cover: { type: 'object', properties: { color: createAnnotatedField('shop.books.update') } },
      Stock: { type: 'object', properties: { count: createAnnotatedField('shop.books.insert') } },
      Order: { type: 'object', properties: { what: createAnnotatedField('catalogue.send') } },
    },
    resources: {
      books: {
        methods: {
          insert: method('shop.books.insert', 'POST', { $ref: 'Book' }),
          update: method('shop.books.update', 'PUT', { $ref: 'Book' }),
          patch: method('shop.books.patch', 'PATCH', { $ref: 'Book' }),
          find: method('shop.books.find', 'GET', { $ref: 'Book' }),
        },
      },
      orders: {
        methods: {
          send: method('catalogue.send', 'POST', { $ref: 'Order' }),
          check: method('catalogue.check', 'POST', { $ref: 'Order' }),
        },
      },
    },
  },
  { variables: {} },
);

function findRequirement(schema: string, name: string): boolean | readonly string[] | undefined {
  const type = api.schemas.find(({ id }) => id === schema)?.type;
  const field = type?.kind === 'object' ? type.fields.find((candidate) => candidate.name === name) : undefined;
  return field?.requiredBy ?? field?.required;
}

describe('a field with a required annotation is required', () => {
  it.each([
    ['by the named methods', 'Book', 'some', ['shop.books.insert']],
    ['by all methods if the annotation names all', 'Book', 'all', true],
    ['by the named methods if it names all and `required` is false', 'Book', 'denied', bookMethods],
    ['by the methods that no exception names', 'Book', 'relaxed', ['shop.books.insert', 'shop.books.update']],
    ['by no method if the annotation names others', 'Book', 'others', false],
    ['by all methods if the annotation names no known method', 'Book', 'unknown', true],
    ['by no method if the field is output-only', 'Book', 'made', false],
    ['by the named methods despite the description', 'Book', 'prose', ['shop.books.insert']],
    ['in a nested object', 'Cover', 'color', ['shop.books.update']],
    ['by no method if the schema only occurs in responses', 'Stock', 'count', false],
    ['by methods whose IDs differ from their positions', 'Order', 'what', ['shop.orders.send']],
  ])('%s', (_, schema, field, expected) => expect(findRequirement(schema, field)).toEqual(expected));
});

it('applies an annotation of an inline body to its method only', () => {
  const { methods } = resolveApi(`
resources:
  books:
    methods:
      send:
        id: demo.books.send
        httpMethod: POST
        path: books
        request: { type: object, properties: { name: { type: string, annotations: { required: [demo.books.send] } } } }
`);
  expect(methods[0]?.request).toMatchObject({ fields: [{ name: 'name', required: true }] });
});

it('states which methods do not require bytes in a call that sends media', () => {
  const { schemas } = resolveApi(`
schemas:
  Letter:
    type: object
    properties:
      some: { type: string, format: byte, annotations: { required: [demo.letters.send, demo.letters.store] } }
      all: { type: string, format: byte, required: true }
      sourceUris: { type: array, items: { type: string }, annotations: { required: [demo.letters.send] } }
      text: { type: string, annotations: { required: [demo.letters.send] } }
resources:
  letters:
    methods:
      send: { httpMethod: POST, path: letters, request: { $ref: Letter }, mediaUpload: { protocols: { simple: { path: /upload/letters } } } }
      store: { httpMethod: PUT, path: letters, request: { $ref: Letter } }
      touch: { httpMethod: PATCH, path: letters, request: { $ref: Letter } }
`);
  const [send, store, touch] = ['send', 'store', 'touch'].map((name) => `demo.letters.${name}`);
  const { type } = schemas[0] ?? {};
  const fields = type?.kind === 'object' ? type.fields : [];
  const facts = fields.map(({ name, required, requiredBy, replacedByMedia }) => [name, required, requiredBy, replacedByMedia]);
  expect(facts).toEqual([
    ['some', false, [send, store], [send]],
    ['all', false, [send, store, touch], [send]],
    ['sourceUris', false, [send], [send]],
    ['text', false, [send], undefined],
  ]);
});
