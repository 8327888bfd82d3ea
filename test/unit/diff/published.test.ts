/** Differences between published documents, with and without effect on API users. */
import { describe, expect, test } from 'vitest';
import { diffChanges } from './base.js';

type Members = Readonly<Record<string, unknown>>;

const pathParameter = (name: string, overrides: Members = {}): Members => ({
  [name]: { type: 'string', location: 'path', required: true, ...overrides },
});

/** Prints a document with one method and the schema of its request and response. */
function printDocument(method: Members, properties: Members = {}): string {
  const things = { get: { id: 'shop.things.get', httpMethod: 'GET', path: 'v1/things', response: { $ref: 'Thing' }, ...method } };
  return JSON.stringify({
    kind: 'discovery#restDescription',
    name: 'shop',
    version: 'v1',
    title: 'Shop',
    rootUrl: 'https://shop.example.com/',
    servicePath: '',
    schemas: { Thing: { id: 'Thing', type: 'object', properties } },
    resources: { things: { methods: things } },
  });
}

const uploadMethod = (overrides: Members): Members => ({
  httpMethod: 'POST',
  mediaUpload: { accept: ['message/rfc822'], protocols: { simple: { multipart: true, path: '/upload/v1/things' } }, ...overrides },
});

describe('changes of methods', () => {
  test.each<[string, Members, Members, ...string[]]>([
    [
      'a pattern that equals the path',
      { path: 'v1/{thing}', parameters: pathParameter('thing') },
      { path: 'v1/{thing}', parameters: pathParameter('thing', { pattern: '^[^/]+$' }) },
    ],
    [
      'a pattern that accepts the same values as the path',
      { path: 'v1/{+thing}', parameters: pathParameter('thing', { pattern: '^things/.+$' }) },
      { path: 'v1/{+thing}', parameters: pathParameter('thing', { pattern: '^things/.*$' }) },
    ],
    [
      'a pattern that restricts the value further',
      { path: 'v1/{thing}', parameters: pathParameter('thing') },
      { path: 'v1/{thing}', parameters: pathParameter('thing', { pattern: '^[a-z]+$' }) },
      'breaking pattern-changed things.get(thing)',
    ],
    [
      'a pattern that accepts more segments',
      { path: 'v1/{+thing}', parameters: pathParameter('thing', { pattern: '^things/[^/]+$' }) },
      { path: 'v1/{+thing}', parameters: pathParameter('thing', { pattern: '^things/.+$' }) },
      'minor route-changed things.get',
    ],
    [
      'a pattern that accepts fewer segments',
      { path: 'v1/{+thing}', parameters: pathParameter('thing', { pattern: '^things/.+$' }) },
      { path: 'v1/{+thing}', parameters: pathParameter('thing', { pattern: '^things/[^/]+$' }) },
      'breaking route-changed things.get',
    ],
    ['a size in another unit', uploadMethod({ maxSize: '35MB' }), uploadMethod({ maxSize: '36700160' })],
    ['a greater size', uploadMethod({ maxSize: '35MB' }), uploadMethod({ maxSize: '150MB' }), 'minor media-changed things.get'],
    ['a smaller size', uploadMethod({}), uploadMethod({ maxSize: '1GB' }), 'breaking media-changed things.get'],
    ['more types', uploadMethod({}), uploadMethod({ accept: ['message/*'] }), 'minor media-changed things.get'],
    [
      'other types',
      uploadMethod({}),
      uploadMethod({ accept: ['text/plain'] }),
      'breaking media-changed things.get',
      'minor media-changed things.get',
    ],
    [
      'resumable uploads in addition',
      uploadMethod({}),
      uploadMethod({
        protocols: {
          simple: { multipart: true, path: '/upload/v1/things' },
          resumable: { multipart: true, path: '/resumable/upload/v1/things' },
        },
      }),
      'minor media-changed things.get',
    ],
  ])('%s', async (_, old, next, ...changes) => {
    expect(await diffChanges(printDocument(old), printDocument(next))).toEqual(changes);
  });
});

describe('changes of fields', () => {
  test.each<[string, Members, Members, ...string[]]>([
    [
      'an equivalent format',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'google-datetime' },
      'patch format-changed Thing.made',
    ],
    ['another format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date' }, 'breaking format-changed Thing.made'],
    [
      'a default of an output-only field',
      { type: 'string', default: 'shop#thing' },
      { type: 'string' },
      'patch default-changed Thing.made',
    ],
  ])('%s', async (_, old, next, ...changes) => {
    expect(await diffChanges(printDocument({}, { made: old }), printDocument({}, { made: next }))).toEqual(changes);
  });
});

test('ignores the order of the fields of a page', async () => {
  const printPageDocument = (...names: readonly string[]): string =>
    printDocument(
      { path: 'v1/things:query', httpMethod: 'POST', parameters: { pageToken: { type: 'string', location: 'query' } } },
      Object.fromEntries(
        names.map((name) => [name, name === 'nextPageToken' ? { type: 'string' } : { type: 'array', items: { type: 'string' } }]),
      ),
    );
  const names = ['thingsFound', 'partialErrors', 'nextPageToken'];
  expect(await diffChanges(printPageDocument(...names), printPageDocument(...names.toReversed()))).toEqual([]);
});
