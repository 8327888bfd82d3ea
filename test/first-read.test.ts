/**
 * A first read: ten lines of YAML become a client call, a validation error, and a response of the mock. The steps are those of
 * `discogen generate`, one test each. Set a breakpoint in any of them.
 */
import { expect, test } from 'vitest';
import { buildModel } from '../generator/model/build.js';
import type { Api } from '../generator/model/model.js';
import { readSpecification } from '../generator/read/index.js';
import { validateSpecification } from '../generator/check/index.js';
import type { Mock } from '../mock/index.js';
import type { MessageValidator } from '../runtime/validate/validator.js';
import { importPackage } from './support/import-package.js';
import { buildPackageFrom } from './support/packages.js';

const yaml = `name: library
version: v1
rootUrl: https://library.example.com/
x-source: { public: an example }
schemas: { Book: { type: object, properties: { name: { type: string, required: true }, pages: { type: integer, format: int32, minimum: 1 } } } }
resources:
  books:
    methods:
      create: { id: library.books.create, httpMethod: POST, path: v1/books, request: { $ref: Book }, response: { $ref: Book } }
      get: { id: library.books.get, httpMethod: GET, path: 'v1/books/{name}', parameters: { name: { type: string, location: path, required: true } }, response: { $ref: Book } }
`;

interface Book {
  readonly name: string;
  readonly pages?: number;
}

/** What this test uses of the generated package. */
interface Library {
  createLibraryClient(options: { readonly fetch: Mock['fetch'] }): {
    readonly books: { create(call: { readonly requestBody: Book }): Promise<Book>; get(call: { readonly name: string }): Promise<Book> };
  };
  createMock(): Mock;
  readonly validateBook: MessageValidator<Book>;
}

function buildApi(): Api {
  const { specification } = readSpecification({ path: 'library.yaml', text: yaml });
  if (specification === undefined) throw new Error('the YAML cannot be read');
  return buildModel(specification.value, { variables: {} });
}

test('read and validate: the text becomes data whose parts have positions', () => {
  const { specification, diagnostics } = readSpecification({ path: 'library.yaml', text: yaml });
  expect(diagnostics).toEqual([]);
  expect(specification?.at(['resources', 'books', 'methods', 'get', 'path'])).toMatchObject({ file: 'library.yaml', line: 10 });
  expect(specification && validateSpecification(specification)).toEqual([]);
});

test('model: the two methods imply a resource, and what each of them does', () => {
  const { methods, resources } = buildApi();
  expect(methods.map(({ id, action }) => [id, action.kind])).toEqual([
    ['library.books.create', 'create'],
    ['library.books.get', 'get'],
  ]);
  expect(resources).toHaveLength(1);
});

test('emit: the schema becomes a type', async () => {
  const files = await buildPackageFrom(buildApi());
  expect(files.get('src/types.ts')).toContain('export interface Book {\n  /** Required. */\n  name: string;');
});

test('a client call returns what the mock responds', async () => {
  const { createLibraryClient, createMock } = await importPackage<Library>(buildApi());
  const library = createLibraryClient({ fetch: createMock().fetch });
  await library.books.create({ requestBody: { name: 'emma', pages: 474 } });
  expect(await library.books.get({ name: 'emma' })).toEqual({ name: 'emma', pages: 474 });
});

test('the validator of the package reports what is wrong, and where', async () => {
  const { validateBook } = await importPackage<Library>(buildApi());
  expect(validateBook({ name: 'emma', pages: 0 })).toBe(false);
  expect(validateBook.errors).toMatchObject([{ instancePath: '/pages', message: 'must be >= 1' }]);
});

test('the mock responds to HTTP requests, also with errors', async () => {
  const { createMock } = await importPackage<Library>(buildApi());
  const response = await createMock().fetch('https://library.example.com/v1/books/none');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
});
