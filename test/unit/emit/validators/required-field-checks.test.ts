/** Required fields of a schema that several methods share as request body. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listKeywords, load, type ValidatorModule } from './support.js';

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
