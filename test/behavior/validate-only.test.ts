/** Requests that ask to be validated (AIP-163) get the response of a real call, and change nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock, type CreateMockOptions } from '../../generator/index.js';
import type { JsonObject, Mock } from '../../mock/index.js';

const shelf = 'shelf: { type: string, location: path, required: true }';
const validateOnly = 'validateOnly: { type: boolean, location: query }';

const specification = `
name: shop
version: v1
title: Shop
rootUrl: https://shop.example.com/
servicePath: v1/
x-documents: { shop: { title: The shop } }
x-source: 'shop: All of it'
schemas:
  Shelf:
    id: Shelf
    type: object
    properties:
      name: { type: string, description: The name. }
      id: { type: string, format: uint64, readOnly: true, description: The ID. }
      label: { type: string, x-maxLength: 9, description: The label. }
      state: { type: string, enum: [ACTIVE, ARCHIVED], readOnly: true, description: The state. }
    x-rules:
      - kind: states
        field: state
        values: [ACTIVE, ARCHIVED]
        transitions: [{ from: ACTIVE, to: ARCHIVED, trigger: shelves.archive, method: shop.shelves.archive }]
        source: 'shop: States'
  Job:
    id: Job
    type: object
    properties:
      name: { type: string, description: The name. }
      configuration: { $ref: Configuration, description: What to do. }
  Configuration:
    id: Configuration
    type: object
    properties:
      query: { type: string, description: The query. }
      dryRun: { type: boolean, description: 'If set, don''t run this job.' }
  ArchiveRequest:
    id: ArchiveRequest
    type: object
    properties: { validate_only: { type: boolean, description: Whether to archive nothing. } }
  Operation:
    id: Operation
    type: object
    properties:
      name: { type: string, description: The name. }
      done: { type: boolean, description: Whether it is done. }
      response: { type: object, additionalProperties: { type: any }, description: The result. }
resources:
  operations:
    methods:
      get: { id: shop.operations.get, httpMethod: GET, path: 'operations/{operation}', parameters: { operation: { type: string, location: path, required: true } }, response: { $ref: Operation } }
  jobs:
    methods:
      get: { id: shop.jobs.get, httpMethod: GET, path: 'jobs/{job}', parameters: { job: { type: string, location: path, required: true } }, response: { $ref: Job } }
      insert: { id: shop.jobs.insert, httpMethod: POST, path: jobs, request: { $ref: Job }, response: { $ref: Job } }
  shelves:
    methods:
      get: { id: shop.shelves.get, httpMethod: GET, path: 'shelves/{shelf}', parameters: { ${shelf} }, response: { $ref: Shelf } }
      create: { id: shop.shelves.create, httpMethod: POST, path: shelves, parameters: { ${validateOnly}, requestId: { type: string, location: query } }, request: { $ref: Shelf }, response: { $ref: Shelf } }
      patch: { id: shop.shelves.patch, httpMethod: PATCH, path: 'shelves/{shelf}', parameters: { ${shelf}, ${validateOnly} }, request: { $ref: Shelf }, response: { $ref: Operation } }
      delete: { id: shop.shelves.delete, httpMethod: DELETE, path: 'shelves/{shelf}', parameters: { ${shelf}, dryRun: { type: string, location: query, description: 'Supported values: all.' } } }
      archive: { id: shop.shelves.archive, httpMethod: POST, path: 'shelves/{shelf}:archive', parameters: { ${shelf} }, request: { $ref: ArchiveRequest }, response: { $ref: Shelf } }
      count: { id: shop.shelves.count, httpMethod: POST, path: 'shelves/{shelf}:count', parameters: { ${shelf}, ${validateOnly} }, response: { $ref: Shelf } }
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-validate-only-'));
  writeFileSync(join(folder, 'shop.yaml'), specification);
});
afterAll(() => rmSync(folder, { recursive: true }));

const seed = { resources: { '/v1/shelves/a': { name: 'a' } } };
async function createShop(options: CreateMockOptions = {}): Promise<Mock> {
  const mock = await createMock(join(folder, 'shop.yaml'), { seed, ...options });
  await mock.clock.freeze();
  return mock;
}

interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

async function request(mock: Mock, route: string, body?: object): Promise<Response> {
  const [verb = '', path = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await mock.fetch(`http://shop/v1/${path}`, { method: verb, ...(body && { headers, body: JSON.stringify(body) }) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as JsonObject };
}

/** Each method, and its response, which is that of a real call. */
const calls: readonly (readonly [name: string, route: string, body: object | undefined, response: object])[] = [
  ['a creation', 'POST shelves?validateOnly=true', { name: 'b' }, { name: 'b', state: 'ACTIVE' }],
  ['a creation with a request ID', `POST shelves?validateOnly=true&requestId=${crypto.randomUUID()}`, { name: 'b' }, { name: 'b' }],
  ['an update', 'PATCH shelves/a?validateOnly=true', { label: 'Novels' }, { done: true, response: { name: 'a', label: 'Novels' } }],
  ['a deletion in the style of Kubernetes', 'DELETE shelves/a?dryRun=All', undefined, {}],
  ['a custom method, by a field of its request', 'POST shelves/a:archive', { validate_only: true }, { name: 'a', state: 'ARCHIVED' }],
  ['a resource that describes a dry run', 'POST jobs', { name: 'j', configuration: { query: 'q', dryRun: true } }, { name: 'j' }],
];

test.each(calls)('%s returns its result and changes nothing', async (_, route, body, result) => {
  const mock = await createShop({ operationDelay: 60_000 });
  const state = await mock.state();
  const response = await request(mock, route, body);
  expect(response).toMatchObject({ status: 200, body: result });
  expect(response.headers.get('x-mock-ignored')).toBeNull();
  expect(await mock.state()).toEqual(state);
  expect(mock.requests).toHaveLength(1);
});

test.each([
  ['shelves?validateOnly=true', { label: 'much too long' }, 400],
  ['shelves?validateOnly=true', { name: 'a' }, 409],
  ['shelves?validateOnly=true', { nam: 'b' }, 400],
  ['shelves/z:archive', { validate_only: true }, 404],
])('POST %s with %j is rejected like a real call: %d', async (path, body, status) => {
  const mock = await createShop();
  expect((await request(mock, `POST ${path}`, body)).status).toBe(status);
});

test('a value that asks for nothing is a real call', async () => {
  const mock = await createShop();
  await request(mock, 'POST shelves?validateOnly=false', { name: 'b' });
  await request(mock, 'DELETE shelves/a?dryRun=');
  expect(Object.keys((await mock.state()).resources ?? {})).toEqual(['/v1/shelves/b']);
});

test('a value whose meaning is unknown is rejected with 501', async () => {
  const mock = await createShop();
  const { status, body } = await request(mock, 'DELETE shelves/a?dryRun=server');
  const message =
    'shop.shelves.delete: the mock can\'t determine whether dryRun requests validation only; it must be true or false (received the string "server").';
  expect({ status, message: (body['error'] as JsonObject)['message'] }).toEqual({ status: 501, message });
  expect((await request(mock, 'GET shelves/a')).status).toBe(200);
});

test('a later call generates the same ID as without the validated one', async () => {
  const [mock, other] = [await createShop(), await createShop()];
  await request(mock, 'POST shelves?validateOnly=true', { name: 'b' });
  const created = await request(mock, 'POST shelves', { name: 'b' });
  expect(created.body['id']).toMatch(/^\d+$/);
  expect(created.body['id']).toBe((await request(other, 'POST shelves', { name: 'b' })).body['id']);
});

test('scheduled changes that are due before the call stay', async () => {
  const mock = await createShop({ operationDelay: 1000 });
  await request(mock, 'PATCH shelves/a', { label: 'Novels' });
  await mock.clock.set('2100-01-01T00:00:00Z');
  await request(mock, 'POST shelves?validateOnly=true', { name: 'b' });
  expect((await request(mock, 'GET shelves/a')).body['label']).toBe('Novels');
});

describe('a handler', () => {
  test('responds, and its changes are undone', async () => {
    const mock = await createShop({
      handlers: {
        'shop.shelves.count': ({ parameters, state }) => {
          state.put('/v1/shelves/b', { name: 'b' });
          state.delete('/v1/shelves/a');
          return { label: String(parameters['validateOnly']) };
        },
      },
    });
    const before = await mock.state();
    expect((await request(mock, 'POST shelves/a:count?validateOnly=true')).body).toEqual({ label: 'true' });
    expect(await mock.state()).toEqual(before);
  });

  test('gets the default response of a validated call from next()', async () => {
    const mock = await createShop({
      handlers: { 'shop.shelves.create': async (_, next) => ({ ...((await next()) as object), label: 'L' }) },
    });
    expect((await request(mock, 'POST shelves?validateOnly=true', { name: 'b' })).body).toMatchObject({ name: 'b', label: 'L' });
    expect((await request(mock, 'GET shelves/b')).status).toBe(404);
  });
});
