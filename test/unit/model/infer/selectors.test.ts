/** Which ignored parameters select what a response contains or what a request changes, so that the mock responds with 501 to them. */
import { expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';

type Element = Readonly<Record<string, unknown>>;
const path = (name: string): Element => ({ [name]: { type: 'string', location: 'path', required: true } });
const book = { path: 'v1/shelves/{shelf}/books/{book}', response: { $ref: 'Book' } };
const books = { path: 'v1/shelves/{shelf}/books', response: { $ref: 'BookList' } };

/** The methods of a library, to one of which a test adds a parameter. */
const methods = {
  list: { ...books, httpMethod: 'GET' },
  get: { ...book, httpMethod: 'GET' },
  insert: { ...books, httpMethod: 'POST', request: { $ref: 'Book' }, response: { $ref: 'Book' } },
  patch: { ...book, httpMethod: 'PATCH', request: { $ref: 'Book' } },
  delete: { path: book.path, httpMethod: 'DELETE' },
  lend: { path: `${book.path}:disable`, httpMethod: 'POST', request: { $ref: 'Request' }, response: { $ref: 'Book' } },
} as const;

/** Returns the values that select nothing, or `undefined` if the parameter or the field of the request doesn't select. */
function findSelector(method: keyof typeof methods, name: string, element: Element): readonly string[] | undefined {
  const all = Object.entries(methods).map(([key, value]) => {
    const own = key === method && !name.startsWith('requestBody.') ? { [name]: { type: 'string', location: 'query', ...element } } : {};
    const variables = value.path.includes('{book}') ? { ...path('shelf'), ...path('book') } : path('shelf');
    return [key, { ...value, parameters: { ...variables, ...own } }];
  });
  const field = name.startsWith('requestBody.') ? { [name.slice('requestBody.'.length)]: { type: 'string', ...element } } : {};
  const schemas = {
    Book: { type: 'object', properties: { name: { type: 'string' }, disabled: { type: 'boolean' } } },
    BookList: { type: 'object', properties: { books: { type: 'array', items: { $ref: 'Book' } }, nextPageToken: { type: 'string' } } },
    Request: { type: 'object', properties: field },
  };
  const document = { name: 'library', version: 'v1', servicePath: '', schemas, resources: { books: { methods: Object.fromEntries(all) } } };
  const built = buildModel(document, { variables: {} }).methods.find((each) => each.name === method);
  expect(built?.ignored).toContain(name);
  return built?.selectors[name];
}

const boolean = (description: string): Element => ({ type: 'boolean', description });

test.each([
  // By the name.
  ['list', 'filter', {}],
  ['list', 'labelSelector', {}],
  ['list', 'createdAfter', {}],
  ['list', 'filterParams.status', {}],
  ['list', 'orderBy', {}],
  ['get', 'generation', {}],
  ['get', 'readTime', {}],
  ['patch', 'updateMask.fieldPaths', {}],
  ['delete', 'currentDocument.exists', boolean('When set to `false`, the book must not exist.')],
  ['delete', 'etag', {}],
  ['lend', 'requestBody.etag', {}],
  ['list', 'ifMetagenerationMatch', {}],
  ['get', 'ifBookGenerationNotMatch', {}],
  ['insert', 'ifGenerationMatch', {}],
  // By the description.
  ['list', 'genre', { description: 'Return the books of the given genre.' }],
  ['list', 'genre', { description: 'Restricts the response to a genre.' }],
  ['list', 'genre', { description: 'Optional. If set, list only books of this genre.' }],
  ['delete', 'edition', { description: 'If specified, the edition of the book must match.' }],
] as const)('%s: %s selects (%j)', (method, name, element) => {
  expect(findSelector(method, name, element)).toEqual([]);
});

test.each([
  ['list', 'view', { description: 'The view of the books to return.' }],
  ['list', 'fieldMask', { description: 'Fields to return.' }],
  ['list', 'languageCode', { description: 'The language to list books for.' }],
  ['list', 'maxResultsPerAuthor', { description: 'The maximum number of books per author.' }],
  ['list', 'showHidden', boolean('Whether to show hidden books. The default is False.')],
  ['list', 'labelFilter', { description: 'Not supported by the library.' }],
  ['get', 'projectId', { description: 'Deprecated. It has been deprecated and replaced by the name field.' }],
  ['insert', 'filter', { description: 'What the new book contains.' }],
  ['delete', 'reason', { description: 'Why the book is deleted.' }],
] as const)('%s: %s only shapes the response, or belongs to something else (%j)', (method, name, element) => {
  expect(findSelector(method, name, element)).toBeUndefined();
});

test.each([
  ['the default', 'order', { default: 'name' }, ['name']],
  ['a described default', 'order', { description: 'The order. Defaults to `name`.' }, ['name']],
  ['a described default of an enum', 'order', { description: 'The default is `BY_NAME`.', enum: ['BY_NAME', 'BY_AGE'] }, ['BY_NAME']],
  ['no value of a text about a default', 'order', { description: 'The default order is undefined.' }, []],
  ['false without a description of it', 'onlyMine', boolean('Return only books of the user.'), ['false']],
  ['a described default of a flag', 'showCompleted', boolean('Whether to show completed books. The default is True.'), ['true']],
  ['no value of a flag whose description gives false a meaning', 'mine', boolean('If false, return the books of others.'), []],
  ['the start of a range', 'startIndex', { description: 'Zero-based index of the first book.' }, ['0']],
])('%s selects nothing', (_, name, element, values) => {
  expect(findSelector('list', name, element)).toEqual(values);
});
