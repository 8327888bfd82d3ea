/** Types of request bodies if methods with the same schema require different fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toDiscovery } from '../../../generator/emit/discovery.js';
import { toOpenApi } from '../../../generator/emit/openapi.js';
import { buildModel } from '../../../generator/model/build.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import { compile, createTemporaryFolder, removeFolder, root } from '../../packages/support.js';
import { resolveApi, buildPackageFrom } from '../../support/packages.js';

const api = resolveApi(`
schemas:
  Book:
    type: object
    properties:
      name: { type: string, annotations: { required: [demo.books.insert] } }
      etag: { type: string, annotations: { required: [demo.books.patch] } }
      note: { type: string, required: true }
resources:
  books:
    methods:
      insert: { id: demo.books.insert, httpMethod: POST, path: books, request: { $ref: Book }, response: { $ref: Book } }
      update: { id: demo.books.update, httpMethod: PUT, path: books, request: { $ref: Book }, response: { $ref: Book } }
      patch: { id: demo.books.patch, httpMethod: PATCH, path: books, request: { $ref: Book }, response: { $ref: Book } }
      merge: { id: demo.books.merge, httpMethod: PATCH, path: merged, request: { $ref: Book }, x-rules: [{ kind: update, merge: true }] }
`);

test('requires the fields of its method in each body, and none in the schema', async () => {
  const text = (await buildPackageFrom(api)).get('src/types.ts') ?? '';
  expect(text.match(/requestBody\??: .*;/g)).toEqual([
    "requestBody: RequestBody<Book & Required<Pick<Book, 'name'>>>;",
    'requestBody: MergePatch<Book>;',
    "requestBody: RequestBody<Partial<Book> & Required<Pick<Book, 'etag'>>>;",
    'requestBody: RequestBody<Book>;',
  ]);
  expect(text).toMatch(/Required in requests to `demo\.books\.insert`\. \*\/\n {2}name\?: string;/);
});

test('requires a body for a batch of changes', async () => {
  const zones = resolveApi(`
schemas:
  Change: { type: object, properties: { additions: { type: array, items: { type: string } } } }
resources:
  changes:
    methods:
      create:
        id: demo.changes.create
        httpMethod: POST
        path: 'zones/{zone}/changes'
        parameters: { zone: { type: string, location: path, required: true } }
        request: { $ref: Change }
        x-action:
          kind: batch
          resource: 'zones/{zone}/changes/{change}'
          members: 'zones/{zone}/records/{record}'
          additions: additions
          deletions: deletions
  `);
  expect((await buildPackageFrom(zones)).get('src/types.ts')).toContain('requestBody: RequestBody<Change>;');
  expect(toOpenApi(zones)).toMatchObject({ paths: { '/zones/{zone}/changes': { post: { requestBody: { required: true } } } } });
});

test('requires a body in OpenAPI if the method requires it', () => {
  const { paths, components } = toOpenApi(api) as { paths: Record<string, JsonObject>; components: JsonObject };
  expect(paths['/books']).toMatchObject({
    post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book', required: ['name'] } } } } },
    patch: { requestBody: { content: { 'application/json': { schema: { required: ['etag'] } } } } },
  });
  expect(JSON.stringify(components)).not.toContain('"required":["name"');
});

test('exports the methods that require a field to Discovery and reads them back', () => {
  const exported = toDiscovery(api) as JsonObject;
  expect(exported['schemas']).toMatchObject({ Book: { properties: { name: { annotations: { required: ['demo.books.insert'] } } } } });
  expect(buildModel(exported, { variables: {} }).schemas).toEqual(api.schemas);
});

test('requires in the elements of a batch what a single update requires', async () => {
  const shelves = resolveApi(`
schemas:
  Shelf: { type: object, properties: { name: { type: string, required: true }, theme: { type: string, required: true }, size: { type: integer } } }
  UpdateShelf: { type: object, properties: { shelf: { $ref: Shelf, required: true }, updateMask: { type: string, format: google-fieldmask } } }
  BatchUpdate: { type: object, properties: { requests: { type: array, items: { $ref: UpdateShelf }, required: true } } }
  Shelves: { type: object, properties: { shelves: { type: array, items: { $ref: Shelf } } } }
resources:
  shelves:
    methods:
      patch: { id: demo.shelves.patch, httpMethod: PATCH, path: 'v1/{shelf.name=shelves/*}', parameters: { shelf.name: { type: string, location: path } }, request: { $ref: Shelf }, response: { $ref: Shelf } }
      batchUpdate: { id: demo.shelves.batchUpdate, httpMethod: POST, path: 'v1/shelves:batchUpdate', request: { $ref: BatchUpdate }, response: { $ref: Shelves } }
`);
  const types = (await buildPackageFrom(shelves)).get('src/types.ts') ?? '';
  const folder = createTemporaryFolder();
  const program = join(folder, 'program.ts');
  writeFileSync(join(folder, 'types.ts'), types.replace('../runtime/client.js', join(root, 'runtime/body-types.js')));
  writeFileSync(
    program,
    `
import type { ShelvesBatchUpdateParams } from './types.js';
type Body = ShelvesBatchUpdateParams['requestBody'];
export const partial: Body = { requests: [{ shelf: { name: 'shelves/a', size: 2 }, updateMask: 'size' }] };
// @ts-expect-error: the type of a field
export const wrongType: Body = { requests: [{ shelf: { size: '2' } }] };
// @ts-expect-error: an unknown field
export const unknownField: Body = { requests: [{ shelf: { colour: 'red' } }] };
// @ts-expect-error: an update without a shelf
export const noShelf: Body = { requests: [{ updateMask: 'size' }] };
// @ts-expect-error: a batch without requests
export const noRequests: Body = {};
`,
  );
  expect(await compile({ compiler: 'typescript-native', folder, name: 'batch', options: { noEmit: true }, files: [program] })).toBe('');
  removeFolder(folder);
});
