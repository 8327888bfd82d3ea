/** Fields of which at most one can be set. */
import { beforeAll, expect, test } from 'vitest';
import { collectErrors, listKeywords, load, type ValidatorModule } from './support.js';

const description = `
schemas:
  Book:
    type: object
    properties:
      title: { type: string }
      url: { type: string, x-oneof: source }
      file: { $ref: File, x-oneof: source }
      hash: { type: string, readOnly: true, x-oneof: source }
      lone: { type: string, x-oneof: other }
  File: { type: object, properties: { path: { type: string, x-oneof: at }, line: { type: integer, x-oneof: at } } }
resources:
  books:
    methods:
      insert: { id: demo.books.insert, httpMethod: POST, path: books, request: { $ref: Book }, response: { $ref: Book } }
      patch: { id: demo.books.patch, httpMethod: PATCH, path: books, request: { $ref: Book } }
`;

let validators: ValidatorModule;
beforeAll(async () => {
  validators = await load(description);
});

test.each([
  ['none', { title: 'a' }, []],
  ['one', { url: 'a', lone: 'b' }, []],
  ['two', { url: 'a', file: {} }, ['/requestBody oneof']],
  ['one, and an output-only one, which the server ignores', { url: 'a', hash: 'b' }, []],
  ['two in a nested object', { file: { path: 'a', line: 1 } }, ['/requestBody/file oneof']],
])('a request with %s', (_, requestBody, expected) => {
  for (const method of ['Insert', 'Patch'])
    expect(listKeywords(validators[`validateBooks${method}Request`], { requestBody })).toEqual(expected);
});

test('names the fields of the group', () => {
  const requestBody = { url: 'a', file: {} };
  expect(collectErrors(validators['validateBooksInsertRequest'], { requestBody })).toEqual([
    '/requestBody oneof: must have at most one of "url", "file"',
  ]);
});
