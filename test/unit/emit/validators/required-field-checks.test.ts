/** Required fields of a schema that several methods share as request body. */
import { beforeAll, describe, expect, test } from 'vitest';
import { collectErrors, listKeywords, load, type ValidatorModule } from './support.js';

const description = `
schemas:
  Book:
    type: object
    properties:
      name: { type: string, annotations: { required: [demo.books.insert] } }
      etag: { type: string, annotations: { required: [demo.books.patch] } }
      cover: { $ref: Cover }
      pages: { type: array, items: { $ref: Page } }
      notes: { type: object, additionalProperties: { $ref: Page } }
  Cover: { type: object, properties: { color: { type: string, annotations: { required: [demo.books.insert] } }, inside: { $ref: Cover } } }
  Page: { type: object, properties: { text: { type: string, annotations: { required: [demo.books.insert, demo.books.patch] } } } }
resources:
  books:
    methods:
      insert: { id: demo.books.insert, httpMethod: POST, path: books, request: { $ref: Book }, response: { $ref: Book } }
      update: { id: demo.books.update, httpMethod: PUT, path: books, request: { $ref: Book } }
      patch: { id: demo.books.patch, httpMethod: PATCH, path: books, request: { $ref: Book } }
`;

let validators: ValidatorModule;
beforeAll(async () => {
  validators = await load(description);
});

describe('the body of a request', () => {
  const full = { name: 'a', etag: 'b' };
  test.each([
    ['Insert', full, []],
    ['Insert', {}, ['/requestBody required']],
    ['Update', {}, []],
    ['Patch', {}, ['/requestBody required']],
    ['Patch', { etag: 'b' }, []],
    ['Insert', { ...full, cover: {} }, ['/requestBody/cover required']],
    ['Insert', { ...full, cover: { color: 'red' } }, []],
    ['Update', { ...full, cover: {} }, []],
    ['Insert', { ...full, pages: [{ text: 'a' }, {}] }, ['/requestBody/pages/1 required']],
    ['Insert', { ...full, notes: { 'a/b': {} } }, ['/requestBody/notes/a~1b required']],
    ['Patch', { ...full, pages: [{}] }, ['/requestBody/pages/0 required']],
    ['Update', { ...full, pages: [{}], notes: { a: {} } }, []],
    ['Insert', { ...full, pages: 7, cover: null }, ['/requestBody/pages type', '/requestBody/cover type']],
  ])('is validated by its method: %s %j', (method, requestBody, expected) =>
    expect(listKeywords(validators[`validateBooks${method}Request`], { requestBody }).sort()).toEqual([...expected].sort()),
  );
});

test('requires nothing in a lenient validator', () =>
  expect(listKeywords(validators['validateBooksInsertRequest'], { requestBody: { cover: {} } }, { strict: false })).toEqual([]));
test('requires nothing in a response', () => {
  expect(listKeywords(validators['validateBooksInsertResponse'], {}, { strict: true })).toEqual([]);
  expect(listKeywords(validators['validateBook'], {})).toEqual([]);
});

test('requires no fields of the resources in a batch of updates, but all of their elements', async () => {
  const shelves = await load(`
schemas:
  Shelf:
    type: object
    properties:
      name: { type: string, required: true }
      theme: { type: string, required: true }
      size: { type: integer }
      books: { type: array, items: { type: object, properties: { title: { type: string, required: true } } } }
  UpdateShelf: { type: object, properties: { shelf: { $ref: Shelf }, updateMask: { type: string, format: google-fieldmask } } }
  BatchUpdate: { type: object, properties: { requests: { type: array, items: { $ref: UpdateShelf }, required: true } } }
  Shelves: { type: object, properties: { shelves: { type: array, items: { $ref: Shelf } } } }
resources:
  shelves:
    methods:
      patch: { id: demo.shelves.patch, httpMethod: PATCH, path: 'v1/{shelf.name=shelves/*}', parameters: { shelf.name: { type: string, location: path } }, request: { $ref: Shelf }, response: { $ref: Shelf } }
      batchUpdate: { id: demo.shelves.batchUpdate, httpMethod: POST, path: 'v1/shelves:batchUpdate', request: { $ref: BatchUpdate }, response: { $ref: Shelves } }
`);
  const listErrors = (requestBody: object): string[] => listKeywords(shelves['validateShelvesBatchUpdateRequest'], { requestBody });
  expect(listErrors({ requests: [{ shelf: { name: 'shelves/a', size: 2 }, updateMask: 'size' }] })).toEqual([]);
  expect(listErrors({ requests: [{ shelf: { size: '2', books: [{}] } }] })).toEqual([
    '/requestBody/requests/0/shelf/size type',
    '/requestBody/requests/0/shelf/books/0 required',
  ]);
  expect(listErrors({})).toEqual(['/requestBody required']);
});

test('names a misspelled field or parameter beside the missing one', async () => {
  const things = await load(`
schemas: { Thing: { type: object, properties: { thingId: { type: string, required: true }, size: { type: integer, required: true } } } }
resources:
  things:
    methods:
      create: { id: demo.things.create, httpMethod: POST, path: things, parameters: { parentId: { type: string, location: query, required: true } }, request: { $ref: Thing } }
`);
  const create = things['validateThingsCreateRequest'];
  expect(collectErrors(create, { parentID: 'p', requestBody: { thingID: 't', color: 'red' } })).toEqual([
    ' required: must have required property "parentId"; did you misspell it as "parentID"?',
    ' additionalProperties: must NOT have the unknown property "parentID"; did you mean "parentId"?',
    '/requestBody required: must have required property "thingId"; did you misspell it as "thingID"?',
    '/requestBody required: must have required property "size"',
    '/requestBody additionalProperties: must NOT have the unknown property "thingID"; did you mean "thingId"?',
    '/requestBody additionalProperties: must NOT have the unknown property "color"',
  ]);
});
