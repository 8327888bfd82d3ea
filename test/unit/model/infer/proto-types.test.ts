/** The type URLs of messages in operations follow from the names of schemas and of the API. */
import { expect, test } from 'vitest';
import { createTypeUrls } from '../../../../generator/model/infer/responses.js';
import type { Api } from '../../../../generator/model/model.js';

const cloudScope = { name: 'https://www.googleapis.com/auth/cloud-platform', description: '' };
const ownScope = { name: 'https://x/auth/shelves', description: '' };
const others = ['GoogleCloudOtherV1House', 'GoogleCloudOtherV1Room', 'GoogleCloudSharedV1OperationMetadata'];

function findTypeUrl(api: Partial<Api>, ids: readonly string[], schema = ids[0] ?? ''): string | undefined {
  const schemas = ids.map((id) => ({ id })) as unknown as Api['schemas'];
  const base = { name: 'shelves', version: 'v1', rootUrl: 'https://shelves.googleapis.com/', scopes: [cloudScope] };
  return createTypeUrls({ ...base, ...api, schemas })(schema)?.replace('type.googleapis.com/', '');
}

test.each([
  ['the name of the API', {}, ['Shelf'], 'google.cloud.shelves.v1.Shelf'],
  ['the canonical name of a Cloud API', { name: 'file', canonicalName: 'Cloud Book Store' }, ['Shelf'], 'google.cloud.bookstore.v1.Shelf'],
  ['the prefix of schemas', { version: 'v2' }, ['GoogleCloudBooksV2Shelf'], 'google.cloud.books.v2.Shelf'],
  ['the words of the prefix', {}, ['GoogleCloudBookShelvesV1Shelf'], 'google.cloud.book.shelves.v1.Shelf'],
  ['the prefix of another version', {}, ['GoogleCloudBooksV2Shelf'], 'google.cloud.books.v2.Shelf'],
  ['a prefix outside of Google Cloud', { scopes: [ownScope] }, ['GoogleBooksAdminV1__Shelf'], 'google.books.admin.v1.Shelf'],
  ['the prefix of others with the name of the API', {}, ['Shelf', ...others, 'GoogleToolsShelvesV1Room'], 'google.tools.shelves.v1.Shelf'],
  ['the prefix of the metadata of operations', {}, ['Shelf', ...others], 'google.cloud.shared.v1.Shelf'],
  ['no prefix of other messages', {}, ['Shelf', 'GoogleCloudOtherV1House', 'GoogleCloudOtherV1Room'], 'google.cloud.shelves.v1.Shelf'],
  ['no repeated name of the API', {}, ['ShelvesBook', 'ShelvesRoom', 'ShelvesHouse'], 'google.cloud.shelves.v1.Book'],
  ['another name that begins with that of the API', {}, ['ShelvesBook'], 'google.cloud.shelves.v1.ShelvesBook'],
  ['nothing of Google for another API', { rootUrl: 'https://shelves.example.com/' }, ['Shelf'], 'shelves.v1.Shelf'],
  ['nothing if the API has scopes of its own', { scopes: [ownScope] }, ['Shelf'], undefined],
] as const)('the type URL has %s', (_, api, ids, expected) => {
  expect(findTypeUrl(api as Partial<Api>, ids)).toBe(expected);
});
