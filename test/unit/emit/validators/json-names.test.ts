/** Requests to APIs that use ProtoJSON can contain the names of fields in the definitions of messages. */
import { beforeAll, describe, expect, test } from 'vitest';
import { collectErrors, listKeywords, load, type ValidatorModule } from './support.js';

const createDescription = (common: string): string => `
parameters: { ${common}: { type: string, location: query } }
schemas:
  Author: { id: Author, type: object, properties: { displayName: { type: string }, birthYear: { type: integer, format: int32 } } }
  Book:
    id: Book
    type: object
    properties:
      displayName: { type: string, annotations: { required: [demo.books.insert] } }
      pageCount: { type: string, format: int64 }
      mainAuthor: { $ref: Author }
      otherAuthors: { type: array, items: { $ref: Author } }
      authorsByRole: { type: object, additionalProperties: { $ref: Author } }
      labels: { type: object, additionalProperties: { type: string } }
resources:
  books:
    methods:
      insert:
        id: demo.books.insert
        httpMethod: POST
        path: books
        parameters: { bookId: { type: string, location: query }, options.pageSize: { type: integer, location: query } }
        request: { $ref: Book }
        response: { $ref: Book }
`;

describe('an API that uses ProtoJSON', () => {
  let module: ValidatorModule;
  beforeAll(async () => {
    module = await load(createDescription('$.xgafv'));
  });

  test.each<[object, string[]]>([
    [{ requestBody: { display_name: 'a' } }, []],
    [{ book_id: 'b', 'options.page_size': 1, requestBody: { displayName: 'a' } }, []],
    [{ requestBody: { displayName: 'a', main_author: { display_name: 'x' }, other_authors: [{ birth_year: 1 }] } }, []],
    [{ requestBody: { displayName: 'a', authors_by_role: { my_role: { display_name: 'x' } }, labels: { display_name: 'x' } } }, []],
    [{ requestBody: { display_name: 5 } }, ['/requestBody/displayName type']],
    [{ requestBody: { displayName: 'a', other_authors: [{ birth_year: 'x' }] } }, ['/requestBody/otherAuthors/0/birthYear type']],
    [{ requestBody: { displayName: 'a', display_name: 'a' } }, ['/requestBody additionalProperties']],
    [{ requestBody: { displayName: 'a', page_counts: '1' } }, ['/requestBody additionalProperties']],
    [{ book_ids: 'b', requestBody: { displayName: 'a' } }, [' additionalProperties']],
    [{ requestBody: { page_count: '1' } }, ['/requestBody required']],
  ])('validates %j', (request, errors) => expect(listKeywords(module['validateBooksInsertRequest'], request)).toEqual(errors));

  test('has the names of JSON in responses', () => {
    expect(collectErrors(module['validateBooksInsertResponse'], { displayName: 'a' }, { strict: true })).toEqual([]);
    expect(listKeywords(module['validateBooksInsertResponse'], { display_name: 'a' }, { strict: true })).toContain(' additionalProperties');
  });
});

test('another API has only the names of JSON', async () => {
  const module = await load(createDescription('key'));
  expect(listKeywords(module['validateBooksInsertRequest'], { requestBody: { displayName: 'a', page_count: '1' } })).toEqual([
    '/requestBody additionalProperties',
  ]);
});

test('a field whose only value is null accepts it', async () => {
  const module = await load(`
parameters: { $.xgafv: { type: string, location: query } }
schemas:
  Value:
    id: Value
    type: object
    properties:
      nullValue: { type: string, enum: [NULL_VALUE] }
      list: { type: array, items: { type: string, enum: [NULL_VALUE] } }
resources:
  values:
    methods:
      insert: { id: demo.values.insert, httpMethod: POST, path: values, request: { $ref: Value }, response: { $ref: Value } }
`);
  for (const value of [
    { nullValue: null, list: [null] },
    { nullValue: 'NULL_VALUE', list: ['NULL_VALUE'] },
  ]) {
    expect(collectErrors(module['validateValue'], value)).toEqual([]);
    expect(collectErrors(module['validateValuesInsertRequest'], { requestBody: value })).toEqual([]);
    expect(collectErrors(module['validateValuesInsertResponse'], value, { strict: true })).toEqual([]);
  }
  expect(listKeywords(module['validateValuesInsertRequest'], { requestBody: { nullValue: 'x' } })).toEqual(['/requestBody/nullValue enum']);
});
