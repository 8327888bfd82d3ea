/** Differences between published documents that do not change the service. */
import { describe, expect, test } from 'vitest';
import { diffChanges } from './base.js';

type Members = Readonly<Record<string, unknown>>;

const path = (name: string, more: Members = {}): Members => ({ [name]: { type: 'string', location: 'path', required: true, ...more } });

/** A document with one method and the schema of its request and response. */
function documentOf(method: Members, properties: Members = {}): string {
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

const upload = (more: Members): Members => ({
  httpMethod: 'POST',
  mediaUpload: { accept: ['message/rfc822'], protocols: { simple: { multipart: true, path: '/upload/v1/things' } }, ...more },
});

describe('changes of methods', () => {
  test.each<[string, Members, Members, ...string[]]>([
    [
      'a pattern that equals the path',
      { path: 'v1/{thing}', parameters: path('thing') },
      { path: 'v1/{thing}', parameters: path('thing', { pattern: '^[^/]+$' }) },
    ],
    [
      'a pattern that accepts the same values as the path',
      { path: 'v1/{+thing}', parameters: path('thing', { pattern: '^things/.+$' }) },
      { path: 'v1/{+thing}', parameters: path('thing', { pattern: '^things/.*$' }) },
    ],
    [
      'a pattern of its own',
      { path: 'v1/{thing}', parameters: path('thing') },
      { path: 'v1/{thing}', parameters: path('thing', { pattern: '^[a-z]+$' }) },
      'breaking pattern-changed things.get(thing)',
    ],
    [
      'names of more segments',
      { path: 'v1/{+thing}', parameters: path('thing', { pattern: '^things/[^/]+$' }) },
      { path: 'v1/{+thing}', parameters: path('thing', { pattern: '^things/.+$' }) },
      'minor route-changed things.get',
    ],
    [
      'names of fewer segments',
      { path: 'v1/{+thing}', parameters: path('thing', { pattern: '^things/.+$' }) },
      { path: 'v1/{+thing}', parameters: path('thing', { pattern: '^things/[^/]+$' }) },
      'breaking route-changed things.get',
    ],
    ['a size in another unit', upload({ maxSize: '35MB' }), upload({ maxSize: '36700160' })],
    ['a greater size', upload({ maxSize: '35MB' }), upload({ maxSize: '150MB' }), 'minor media-changed things.get'],
    ['a smaller size', upload({}), upload({ maxSize: '1GB' }), 'breaking media-changed things.get'],
    ['more types', upload({}), upload({ accept: ['message/*'] }), 'minor media-changed things.get'],
    ['other types', upload({}), upload({ accept: ['text/plain'] }), 'breaking media-changed things.get', 'minor media-changed things.get'],
    [
      'resumable uploads in addition',
      upload({}),
      upload({
        protocols: {
          simple: { multipart: true, path: '/upload/v1/things' },
          resumable: { multipart: true, path: '/resumable/upload/v1/things' },
        },
      }),
      'minor media-changed things.get',
    ],
  ])('%s', async (_, old, next, ...found) => {
    expect(await diffChanges(documentOf(old), documentOf(next))).toEqual(found);
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
  ])('%s', async (_, old, next, ...found) => {
    expect(await diffChanges(documentOf({}, { made: old }), documentOf({}, { made: next }))).toEqual(found);
  });
});

test('the order of the fields of a page does not matter', async () => {
  const page = (...names: readonly string[]): string =>
    documentOf(
      { path: 'v1/things:query', httpMethod: 'POST', parameters: { pageToken: { type: 'string', location: 'query' } } },
      Object.fromEntries(
        names.map((name) => [name, name === 'nextPageToken' ? { type: 'string' } : { type: 'array', items: { type: 'string' } }]),
      ),
    );
  const names = ['thingsFound', 'partialErrors', 'nextPageToken'];
  expect(await diffChanges(page(...names), page(...names.toReversed()))).toEqual([]);
});
