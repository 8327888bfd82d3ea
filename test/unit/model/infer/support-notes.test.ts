/** Why the mock responds with 501: in the response, on the support page, and in `lint --rules`. */
import { describe, expect, test } from 'vitest';
import { formatSupportPage } from '../../../../generator/emit/mock-support.js';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import { listUnsupported } from '../../../../generator/pipeline/list-rules.js';
import { createMockServer } from '../../../../mock/index.js';
import { media } from '../../../../mock/media-entry.js';
import { buildBehavior } from '../../../support/mock-of.js';

const string = { type: 'string' };
const inPath = { ...string, location: 'path', required: true };
const inQuery = { ...string, location: 'query' };
const $ref = { $ref: 'Thing' };
const parent = { parent: inPath };
const thing = { ...parent, thing: inPath };
const upload = (path: string): JsonObject => ({
  supportsMediaUpload: true,
  mediaUpload: { accept: ['*/*'], protocols: { simple: { multipart: true, path } } },
});

const methods = {
  get: { httpMethod: 'GET', path: 'v1/{parent}/things/{thing}', parameters: thing, response: $ref },
  list: { httpMethod: 'GET', path: 'v1/{parent}/things', parameters: { ...parent, labelFilter: inQuery }, response: { $ref: 'ThingList' } },
  create: {
    httpMethod: 'POST',
    path: 'v1/{parent}/things',
    parameters: { ...parent, validateOnly: { ...inQuery, description: 'Only validates the request.' } },
    request: $ref,
    response: $ref,
    ...upload('/upload/v1/things'),
  },
  polish: { httpMethod: 'POST', path: 'v1/{parent}/things/{thing}:polish', parameters: thing },
  import: { httpMethod: 'POST', path: 'v1/others', request: $ref, response: $ref, ...upload('/upload/v1/others') },
  compute: { httpMethod: 'GET', path: 'v1/price', parameters: { amount: { ...inQuery, required: true } } },
  clear: { httpMethod: 'DELETE', path: 'v1/cache' },
  touch: { httpMethod: 'POST', path: 'v1/{parent}/things/{thing}', parameters: thing },
  refuse: { httpMethod: 'POST', path: 'v1/refusals', 'x-action': { kind: 'notImplemented' } },
  streamAnswer: { httpMethod: 'POST', path: 'v1/{parent}/things/{thing}:streamAnswer', parameters: thing, request: $ref, response: $ref },
  getProfile: { httpMethod: 'GET', path: 'v1/profile', response: { $ref: 'Profile' } },
  labelTexts: {
    httpMethod: 'GET',
    path: 'v1/{parent}/labels:texts',
    parameters: parent,
    supportsMediaDownload: true,
    'x-action': { kind: 'list', resource: 'v1/{parent}/labels/{label}' },
  },
  label: { httpMethod: 'GET', path: 'v1/{parent}/labels/{label}', parameters: { ...parent, label: inPath }, response: { $ref: 'Label' } },
  getIamPolicy: {
    httpMethod: 'GET',
    path: 'v2/{+resource}:getIamPolicy',
    parameters: { resource: { ...inPath, pattern: '^.*$' } },
    response: { $ref: 'Policy' },
  },
  copyAll: {
    httpMethod: 'POST',
    path: 'v1/{parent}/things:copyAll',
    parameters: parent,
    request: $ref,
    response: $ref,
    'x-action': {
      kind: 'createFrom',
      resource: 'v1/{parent}/things/{thing}',
      from: 'name',
      creates: 'v1/{parent}/boxes/{box}/copies/{copy}',
      copies: {},
    },
  },
  wipe: {
    httpMethod: 'POST',
    path: 'v1/{parent}/things:wipe',
    parameters: parent,
    request: { $ref: 'Names' },
    'x-action': { kind: 'callEach', resource: 'v1/{parent}/things/{thing}', method: 'demo.things.wipeOne', elements: 'names' },
  },
  polishAll: {
    httpMethod: 'POST',
    path: 'v1/{parent}/things:polishAll',
    parameters: parent,
    request: { $ref: 'Names' },
    'x-action': { kind: 'callEach', resource: 'v1/{parent}/things/{thing}', method: 'demo.things.polish', elements: 'names' },
  },
  patch: {
    httpMethod: 'PATCH',
    path: 'v1/{parent}/things/{thing}',
    parameters: thing,
    request: $ref,
    response: { $ref: 'Job' },
    'x-rules': [{ kind: 'operation', scope: 'zone' }],
  },
};
const createList = (item: JsonObject): JsonObject => ({
  type: 'object',
  properties: { items: { type: 'array', items: item }, nextPageToken: string },
});
const schemas = {
  Thing: { type: 'object', properties: { name: string } },
  ThingList: createList($ref),
  Label: { type: 'object', properties: { text: string } },
  Profile: { type: 'object', properties: { email: string } },
  Names: { type: 'object', properties: { names: { type: 'array', items: string } } },
  Policy: { type: 'object', properties: { etag: string, bindings: { type: 'array', items: { type: 'object' } } } },
  Job: { type: 'object', properties: { name: string, status: string } },
};
const document = {
  kind: 'discovery#restDescription',
  name: 'demo',
  version: 'v1',
  title: 'Demo',
  rootUrl: 'https://demo.example/',
  servicePath: '',
  schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, { id, ...schema }])),
  resources: {
    things: {
      methods: Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, { id: `demo.things.${name}`, ...method }])),
    },
  },
};
const api = buildModel(document, { variables: {} });
const page = formatSupportPage(api);
const rules = listUnsupported({ path: 'demo.json', value: document, at: () => ({ file: 'demo.json', line: 1, column: 1 }) });

async function readReason(request: string, handlers: object = {}): Promise<string> {
  const [method = '', url = '', body = ''] = request.split(' ');
  const mock = createMockServer({ ...buildBehavior(api), media }, { handlers: handlers as never });
  const response = await mock.handle({ method, url, headers: { 'content-type': 'application/json' }, body });
  expect(response.status, String(response.body)).toBe(501);
  return (JSON.parse(String(response.body)) as { error: { message: string } }).error.message;
}

describe('a method or a kind of its requests has the same reason in the response, on the support page, and in the list of rules', () => {
  test.each([
    ['polish', 'POST /v1/p/things/t:polish', 'It is a custom method, and neither the document nor a convention states what polish does.'],
    ['import', 'POST /v1/others', 'It is a custom method, and neither the document nor a convention states what import does.'],
    ['compute', 'GET /v1/price?amount=1', "It computes its result, and the document doesn't state how."],
    ['clear', 'DELETE /v1/cache', 'Neither its path nor a parameter names a resource that another method reads.'],
    ['touch', 'POST /v1/p/things/t', 'Neither the document nor a convention states what POST does to the resource in its path.'],
    ['refuse', 'POST /v1/refusals', "The specification states that the mock doesn't implement it."],
    ['streamAnswer', 'POST /v1/p/things/t:streamAnswer {}', 'It returns a stream, whose messages no description states.'],
    ['getProfile', 'GET /v1/profile', 'No method that the mock implements creates or changes this data'],
    [
      'getIamPolicy',
      'GET /v2/things/t:getIamPolicy',
      'No method of the API describes the resource at v2/{resource=**}, which it concerns.',
    ],
    [
      'copyAll',
      'POST /v1/p/things:copyAll {}',
      'It creates resources at v1/{parent}/boxes/{box}/copies/{copy}, and its path lacks the variable box.',
    ],
    ['wipe', 'POST /v1/p/things:wipe {}', 'It calls demo.things.wipeOne for each element, and the API has no such method.'],
    [
      'polishAll',
      'POST /v1/p/things:polishAll {}',
      "It calls demo.things.polish for each element, which doesn't get, create, update, or delete one resource.",
    ],
    ['patch', 'PATCH /v1/p/things/t {}', 'It starts an operation, which no method of the API reads.'],
    [
      'create',
      'POST /upload/v1/things?uploadType=media x',
      'The path of its uploads lacks the parameter parent, so the mock responds to uploads with 501.',
    ],
    [
      'labelTexts',
      'GET /v1/p/labels:texts?alt=media',
      'Its path contains no resource with content, so the mock responds to downloads with 501.',
    ],
  ])('%s: %s', async (name, request, reason) => {
    expect(await readReason(request)).toContain(reason);
    const line = page.split('\n').find((text) => text.startsWith('- ') && text.includes(`\`things.${name}\``) && text.includes(': '));
    expect(line?.replaceAll('`', '').replaceAll('\\', '')).toContain(reason);
    expect(rules.find(({ id }) => id === `demo things.${name} notImplemented`)?.sentence).toContain(reason);
  });
});

test('a parameter that selects has a reason in the response, on the support page, and in the list of rules', async () => {
  expect(await readReason('GET /v1/p/things?labelFilter=a')).toContain(
    'labelFilter of demo.things.list, and the response would be wrong without it',
  );
  expect(page).toContain('leads to 501, because the response would be wrong without it');
  expect(page).toMatch(/^\| `things\.list` \| by convention \| `labelFilter` \|/m);
  expect(rules.find(({ id }) => id === 'demo things.list(labelFilter) notImplemented')?.sentence).toBe(
    'The mock responds with 501 to `labelFilter`, unless its value selects nothing: the response would be wrong without it.',
  );
});

const startOperation = (call: { startOperation(): object }) => call.startOperation();

describe('a request has a reason in the response, and its kind is on the support page', () => {
  test.each([
    ['GET /v1/p/things?alt=sse', {}, "it isn't a streaming method", '`alt=sse`, if the method returns no stream'],
    [
      'POST /v1/p/things/t:streamAnswer {}',
      { streamAnswer: () => [{}] },
      "send 'alt=sse'",
      'without `alt=sse`, if a handler responds with a stream',
    ],
    [
      'POST /v1/p/things?validateOnly=perhaps {"name":"a"}',
      {},
      'validateOnly requests validation only; it must be true or false (received the string "perhaps")',
      'an unknown value of a parameter that asks only to validate the request',
    ],
    [
      'PATCH /v1/p/things/t {}',
      { patch: startOperation },
      'which no method of the API reads',
      'if a handler starts an operation that no method of the API reads',
    ],
  ])('%s', async (request, handlers, reason, sentence) => {
    const byId = Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [`demo.things.${name}`, handler]));
    expect(await readReason(request, byId)).toContain(reason);
    expect(page).toContain(sentence);
  });
});
