/** Which methods require an annotated field. */
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import { resolveApi } from '../../support/packages.js';

const method = (id: string, httpMethod: string, request: { readonly $ref: string }) => ({ id, httpMethod, path: `v1/${id}`, request });
const bookMethods = ['shop.books.insert', 'shop.books.patch', 'shop.books.update'];
const annotated = (...required: string[]) => ({ type: 'string', annotations: { required } });

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
          some: annotated('shop.books.insert'),
          all: annotated('shop.books.update', 'shop.books.insert', 'shop.books.patch'),
          denied: { ...annotated(...bookMethods), required: false },
          others: annotated('shop.orders.send'),
          unknown: annotated('shop.books.burn'),
          made: { ...annotated('shop.books.insert'), readOnly: true },
          prose: { ...annotated('shop.books.insert'), description: 'Required. Its name.' },
          cover: { $ref: 'Cover' },
          stock: { $ref: 'Stock', readOnly: true },
        },
      },
      Cover: { type: 'object', properties: { color: annotated('shop.books.update') } },
      Stock: { type: 'object', properties: { count: annotated('shop.books.insert') } },
      Order: { type: 'object', properties: { what: annotated('catalogue.send') } },
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

function requiredFieldsOf(schema: string, name: string): boolean | readonly string[] | undefined {
  const type = api.schemas.find(({ id }) => id === schema)?.type;
  const field = type?.kind === 'object' ? type.fields.find((each) => each.name === name) : undefined;
  return field?.requiredBy ?? field?.required;
}

describe('a field with a required annotation is required', () => {
  it.each([
    ['by the named methods', 'Book', 'some', ['shop.books.insert']],
    ['by all methods if the annotation names all', 'Book', 'all', true],
    ['by the methods that it names, where they are all and `required` is denied', 'Book', 'denied', bookMethods],
    ['by no method if the annotation names others', 'Book', 'others', false],
    ['by all methods if the annotation names no known method', 'Book', 'unknown', true],
    ['by no method if the field is output-only', 'Book', 'made', false],
    ['by the named methods despite the description', 'Book', 'prose', ['shop.books.insert']],
    ['in a nested object', 'Cover', 'color', ['shop.books.update']],
    ['by no method if the schema only occurs in responses', 'Stock', 'count', false],
    ['by methods whose IDs differ from their positions', 'Order', 'what', ['shop.orders.send']],
  ])('%s', (_, schema, field, expected) => expect(requiredFieldsOf(schema, field)).toEqual(expected));
});

it('an inline body belongs to its method alone', () => {
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

describe('a field that the description requires and the path of a method sets', () => {
  const name = { type: 'string', description: 'Required. The name.' };
  const put = (id: string, request: string, parameter: string, location = 'path') => ({
    id,
    httpMethod: 'PUT',
    path: location === 'path' ? `v1/${id}/{${parameter}}` : `v1/${id}`,
    parameters: { [parameter]: { type: 'string', location, required: true } },
    request: { $ref: request },
  });
  const topics = buildModel(
    {
      kind: 'discovery#restDescription',
      name: 'topics',
      version: 'v1',
      rootUrl: 'https://topics.example/',
      servicePath: '',
      schemas: {
        Topic: { type: 'object', properties: { name, kind: name, stated: { type: 'string', required: true, description: 'Required.' } } },
        Note: { type: 'object', properties: { name } },
        Query: { type: 'object', properties: { name } },
        Change: { type: 'object', properties: { note: { $ref: 'Note' } } },
      },
      resources: {
        topics: { methods: { create: put('topics.topics.create', 'Topic', 'name'), state: put('topics.topics.state', 'Topic', 'stated') } },
        notes: {
          methods: {
            create: put('topics.notes.create', 'Note', 'name'),
            change: put('topics.notes.change', 'Change', 'name'),
            find: put('topics.notes.find', 'Query', 'name', 'query'),
          },
        },
      },
    },
    { variables: {} },
  );
  it.each([
    ['is required only by the other methods', 'Topic', 'name', ['topics.topics.state']],
    ['is required if it is nested deeper than in the path', 'Note', 'name', ['topics.notes.change']],
    ['is required if the query sets it', 'Query', 'name', true],
    ['is required if the path sets another field', 'Topic', 'kind', true],
    ['is required if an annotation requires it', 'Topic', 'stated', true],
  ])('%s', (_, schema, field, expected) => {
    const type = topics.schemas.find(({ id }) => id === schema)?.type;
    const found = type?.kind === 'object' ? type.fields.find((each) => each.name === field) : undefined;
    expect(found?.requiredBy ?? found?.required).toEqual(expected);
  });
});
