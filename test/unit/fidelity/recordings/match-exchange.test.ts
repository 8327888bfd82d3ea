import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import type { RecordedRequest } from '../../../../fidelity/recordings/exchange.js';
import { createMatcher, type MatchOptions } from '../../../../fidelity/recordings/match-exchange.js';
import { pathParam } from '../../../support/things-document.js';

const text = { type: 'string' };
const upload = { accept: ['*/*'], protocols: { simple: { multipart: true, path: '/upload/store/v1/b/{bucket}/o' } } };

function buildApi(more: object) {
  const document = { kind: 'discovery#restDescription', version: 'v1', title: 'Test', schemas: {}, ...more };
  return buildModel(document as unknown as JsonObject, { variables: {} });
}

const things = (version: string) =>
  buildApi({
    name: 'things',
    version,
    rootUrl: 'https://things.googleapis.com/',
    servicePath: '',
    batchPath: 'batch',
    endpoints: [{ location: 'us-east1', endpointUrl: 'https://things.us-east1.rep.googleapis.com/' }],
    resources: {
      things: {
        methods: {
          get: {
            id: 'things.things.get',
            httpMethod: 'GET',
            path: `${version}/{+name}`,
            parameters: { name: pathParam('^projects/[^/]+/things/[^/]+$') },
          },
          search: {
            id: 'things.things.search',
            httpMethod: 'POST',
            path: `${version}/{+parent}/things:search`,
            parameters: { parent: pathParam('^projects/[^/]+$'), tags: { ...text, location: 'query', repeated: true } },
          },
        },
      },
    },
  });
const store = buildApi({
  name: 'store',
  rootUrl: 'https://store.googleapis.com/',
  servicePath: 'store/v1/',
  resources: {
    objects: {
      methods: {
        get: {
          id: 'store.objects.get',
          httpMethod: 'GET',
          path: 'b/{bucket}/o/{object}',
          parameters: { bucket: { ...text, location: 'path' }, object: { ...text, location: 'path' } },
          supportsMediaDownload: true,
        },
        insert: {
          id: 'store.objects.insert',
          httpMethod: 'POST',
          path: 'b/{bucket}/o',
          parameters: { bucket: { ...text, location: 'path' } },
          supportsMediaUpload: true,
          mediaUpload: upload,
        },
      },
    },
  },
});
const local = buildApi({
  name: 'local',
  rootUrl: 'https://app.example.com/_ah/api/',
  servicePath: 'local/v1/',
  resources: { items: { methods: { list: { id: 'local.items.list', httpMethod: 'GET', path: 'items' } } } },
});

/** Names of documents contain slashes: pairs of a collection and an ID. */
const documents = buildApi({
  name: 'documents',
  rootUrl: 'https://documents.googleapis.com/',
  servicePath: '',
  schemas: {
    Document: { id: 'Document', type: 'object', properties: { name: text } },
    List: { id: 'List', type: 'object', properties: { documents: { type: 'array', items: { $ref: 'Document' } }, nextPageToken: text } },
  },
  resources: {
    documents: {
      methods: {
        get: {
          id: 'documents.documents.get',
          httpMethod: 'GET',
          path: 'v1/{+name}',
          parameters: { name: pathParam('^projects/[^/]+/documents/[^/]+/.*$') },
          response: { $ref: 'Document' },
        },
        list: {
          id: 'documents.documents.list',
          httpMethod: 'GET',
          path: 'v1/{+parent}/{collectionId}',
          parameters: {
            parent: pathParam('^projects/[^/]+/documents/[^/]+/.*$'),
            collectionId: { ...text, location: 'path', required: true },
            pageToken: { ...text, location: 'query' },
          },
          response: { $ref: 'List' },
        },
      },
    },
  },
});

/** Its paths name the API, although it has no service path. */
const names = buildApi({
  name: 'names',
  rootUrl: 'https://names.googleapis.com/',
  servicePath: '',
  resources: {
    projects: {
      methods: {
        get: {
          id: 'names.projects.get',
          httpMethod: 'GET',
          path: 'names/v1/projects/{project}',
          parameters: { project: { ...text, location: 'path' } },
        },
      },
    },
  },
});
const apis = [names, documents, things('v1'), things('v2'), store, local];

function match(request: string, headers: RecordedRequest['headers'] = [], options: MatchOptions = {}) {
  const [method = '', url = ''] = request.split(' ');
  const result = createMatcher(apis, options)({ method, url, headers });
  if (result.kind === 'none') return `${result.reason}: ${result.message}`;
  const { api, method: called, pathParameters, queryParameters, media } = result;
  const values = [...pathParameters, ...queryParameters].map(([name, value]) => `${name}=${String(value)}`);
  return [`${called.id} ${api.version}`, ...values, ...(media === undefined ? [] : [media])].join(' ');
}

const host = 'https://things.googleapis.com';
const bucket = 'https://store.googleapis.com/store/v1/b/bu';

describe('the method of a request', () => {
  test.each([
    [`GET ${host}/v1/projects/p/things/t`, 'things.things.get v1 name=projects/p/things/t'],
    [`GET ${host}/v2/projects/p/things/a%20b%2Fc?alt=json`, 'things.things.get v2 name=projects/p/things/a b%2Fc alt=json'],
    [`GET ${host}/v1/projects/\${projectId}/things/t`, 'things.things.get v1 name=projects/${projectId}/things/t'],
    [`POST ${host}/v1/projects/p/things:search?tags=a+b&tags=c`, 'things.things.search v1 parent=projects/p tags=a b,c'],
    [`HEAD ${host}/v1/projects/p/things/t`, 'things.things.get v1 name=projects/p/things/t'],
    [
      'GET https://documents.googleapis.com/v1/projects/p/documents/c/d/e',
      'documents.documents.list v1 parent=projects/p/documents/c/d collectionId=e',
    ],
    [
      'GET https://documents.googleapis.com/v1/projects/p/documents/c/d/e/f',
      'documents.documents.get v1 name=projects/p/documents/c/d/e/f',
    ],
    [`GET ${host}/v1/projects/p/things/t/`, 'things.things.get v1 name=projects/p/things/t'],
    [`GET ${bucket}/o/a/?alt=media`, 'store.objects.get v1 bucket=bu object=a alt=media download'],
    ['GET /v2/projects/p/things/t', 'things.things.get v2 name=projects/p/things/t'],
    ['GET https://app.example.com/_ah/api/local/v1/items', 'local.items.list v1'],
    [`GET ${bucket}/o/a%2Fb`, 'store.objects.get v1 bucket=bu object=a/b'],
    [`GET ${bucket}/o/a?alt=media`, 'store.objects.get v1 bucket=bu object=a alt=media download'],
    ['GET https://store.googleapis.com/download/store/v1/b/bu/o/a', 'store.objects.get v1 bucket=bu object=a download'],
    [
      'POST https://store.googleapis.com/upload/store/v1/b/bu/o?uploadType=media',
      'store.objects.insert v1 bucket=bu uploadType=media upload',
    ],
    ['PUT https://store.googleapis.com/upload/store/v1/b/bu/o?upload_id=1', 'store.objects.insert v1 bucket=bu upload_id=1 chunk'],
    ['POST https://store.googleapis.com/resumable/upload/store/v1/b/bu/o', 'store.objects.insert v1 bucket=bu upload'],
  ])('%s', (request, expected) => {
    expect(match(request)).toBe(expected);
  });

  test.each([
    'https://things.googleapis.com:443',
    'https://THINGS.googleapis.com',
    'https://things.us-east1.rep.googleapis.com',
    'https://things.europe-west3.rep.googleapis.com:443',
    'https://us-central1-things.googleapis.com',
    'https://content-things.googleapis.com',
    'https://EUR5-things.googleapis.com',
    'http://things.localhost:8787',
    'https://things.mtls.googleapis.com',
  ])('at %s', (address) => {
    expect(match(`GET ${address}/v1/projects/p/things/t`)).toBe('things.things.get v1 name=projects/p/things/t');
  });

  test.each(['www', 'content', 'www.mtls'])('at the common host %s.googleapis.com, if its paths name the API', (label) => {
    expect(match(`GET https://${label}.googleapis.com/store/v1/b/bu/o/a`)).toBe('store.objects.get v1 bucket=bu object=a');
    expect(match(`GET https://${label}.googleapis.com/names/v1/projects/p`)).toBe('names.projects.get v1 project=p');
    expect(match(`GET https://${label}.googleapis.com/names/v2/projects/p`)).toMatch(/^unknownHost/);
    expect(match(`GET https://${label}.googleapis.com/v1/projects/p/things/t`)).toMatch(/^unknownHost/);
  });

  test('at a given address', () => {
    const addresses = ['http://127.0.0.1:8787/base'];
    expect(match('GET http://127.0.0.1:8787/base/v2/projects/p/things/t', [], { addresses })).toMatch(/^things.things.get v2/);
    expect(match('GET http://127.0.0.1:8788/v2/projects/p/things/t', [], { addresses })).toMatch(/^unknownHost/);
  });

  test('in a header', () => {
    const headers = [['x-http-method-override', 'GET']] as const;
    expect(match(`POST ${host}/v1/projects/p/things/t`, headers)).toBe('things.things.get v1 name=projects/p/things/t');
  });
});

test.each([
  ['GET https://other.example.com/v1/x', 'unknownHost: no API is at https://other.example.com'],
  ['GET https://things.example.com/v1/projects/p/things/t', 'unknownHost: no API is at https://things.example.com'],
  [`GET ${host}/v3/projects/p/things/t`, 'unknownPath: none of things v1, things v2 has a method with the path /v3/projects/p/things/t'],
  ['GET https://store.googleapis.com/store/v1/x', 'unknownPath: store v1 has no method with the path /store/v1/x'],
  [
    `DELETE ${host}/v1/projects/p/things/t`,
    'wrongHttpMethod: things v1 has no method DELETE /v1/projects/p/things/t; the path supports GET',
  ],
  [`POST ${host}/batch`, 'batch: /batch is a batch of calls'],
  [`GET ${host}/v1/projects/%ZZ/things/t`, 'malformed: /v1/projects/%ZZ/things/t contains malformed percent-encoding'],
  [`GET ${host}/v1/projects/p/things/t?a=%ZZ`, 'malformed: The query contains malformed percent-encoding: a=%ZZ'],
  ['GRPC /google.example.v1.Things/GetThing', 'grpc: /google.example.v1.Things/GetThing is a gRPC call'],
])('%s has no method', (request, expected) => {
  expect(match(request)).toBe(expected);
});

test('no URL and no header makes it throw', () => {
  const parts = fc.constantFrom(
    'https://',
    'things.googleapis.com',
    '/',
    '%',
    '?',
    '#',
    ':',
    '@',
    'v1',
    'projects',
    '//',
    '..',
    '${x}',
    'upload',
  );
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', '__proto__'),
    url: fc.array(fc.oneof(parts, fc.string({ maxLength: 3 })), { maxLength: 12 }).map((list) => list.join('')),
    headers: fc.array(fc.tuple(fc.constantFrom('__proto__', 'x-http-method-override', 'content-type'), fc.string())),
  });
  const find = createMatcher(apis);
  fc.assert(fc.property(request, (each) => ['match', 'none'].includes(find(each).kind)));
});
