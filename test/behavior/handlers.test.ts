/** Handlers implement or replace methods of a mock. A state transition in the specification implements a custom verb. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock } from '../../generator/index.js';
import type { HandlerCall, Handlers, Mock, MockOptions } from '../../mock/index.js';

const method = (name: string, route: string, rest: string): string =>
  `      ${name}: { id: shop.shelves.${name}, httpMethod: ${route.replace(' ', ', path: "')}", ${rest} }`;
const shelfParameter = 'parameters: { shelf: { type: string, location: path, required: true } }';

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
      label: { type: string, description: The label. }
      etag: { type: string, description: The entity tag. }
      state: { type: string, enum: [ACTIVE, ARCHIVED], readOnly: true, description: The state. }
    x-rules:
      - kind: states
        field: state
        values: [ACTIVE, ARCHIVED]
        transitions:
          - { from: ACTIVE, to: ARCHIVED, trigger: shelves.archive, method: shop.shelves.archive }
          - { from: ARCHIVED, to: ACTIVE, trigger: shelves.restore, method: shop.shelves.restore }
        source: 'shop: States'
      - { kind: etag, field: etag, match: optional }
  Operation:
    id: Operation
    type: object
    properties:
      name: { type: string, description: The name. }
      done: { type: boolean, description: Whether it is done. }
      response: { type: object, additionalProperties: { type: any }, description: The result. }
  CreateRequest: { id: CreateRequest, type: object, properties: { shelf: { $ref: Shelf } } }
  BatchRequest: { id: BatchRequest, type: object, properties: { requests: { type: array, items: { $ref: CreateRequest } } } }
  BatchResponse: { id: BatchResponse, type: object, properties: { shelves: { type: array, items: { $ref: Shelf } } } }
  Count:
    id: Count
    type: object
    properties:
      books: { type: integer, format: int32, description: How many. }
      note: { type: string, description: More. }
resources:
  operations:
    methods:
      get:
        id: shop.operations.get
        httpMethod: GET
        path: operations/{operation}
        parameters: { operation: { type: string, location: path, required: true } }
        response: { $ref: Operation }
  shelves:
    methods:
${method('get', 'GET shelves/{shelf}', `${shelfParameter}, response: { $ref: Shelf }`)}
${method('create', 'POST shelves', 'request: { $ref: Shelf }, response: { $ref: Shelf }')}
${method('batchCreate', 'POST shelves:batchCreate', 'request: { $ref: BatchRequest }, response: { $ref: BatchResponse }')}
${method('patch', 'PATCH shelves/{shelf}', `${shelfParameter}, request: { $ref: Shelf }, response: { $ref: Shelf }`)}
${method('archive', 'POST shelves/{shelf}:archive', `${shelfParameter}, response: { $ref: Shelf }`)}
${method('restore', 'POST shelves/{shelf}/restore', `${shelfParameter}, response: { $ref: Operation }`)}
${method('count', 'POST shelves/{shelf}:count', `${shelfParameter}, response: { $ref: Count }`)}
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'discogen-handlers-'));
  writeFileSync(join(folder, 'shop.yaml'), specification);
});
afterAll(() => rmSync(folder, { recursive: true }));

const createShop = (handlers: Handlers = {}, options: Pick<MockOptions, 'handlerTimeout' | 'reportError'> = {}): Promise<Mock> =>
  createMock(join(folder, 'shop.yaml'), { handlers, ...options });

interface Response {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function request(mock: Mock, route: string, body?: object): Promise<Response> {
  const [verb = '', path = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await mock.fetch(`http://shop/v1/${path}`, { method: verb, ...(body && { headers, body: JSON.stringify(body) }) });
  return { status: response.status, body: (await response.json()) as Response['body'] };
}

const getMessage = ({ body }: Response): unknown => (body['error'] as { readonly message: unknown }).message;

describe('a custom verb', () => {
  test('moves the resource from the specified state to the specified state', async () => {
    const mock = await createShop();
    expect(await request(mock, 'POST shelves', { name: 'a' })).toMatchObject({ status: 200, body: { name: 'a', state: 'ACTIVE' } });
    expect(await request(mock, 'POST shelves/a:archive')).toMatchObject({ status: 200, body: { name: 'a', state: 'ARCHIVED' } });
    const repeated = await request(mock, 'POST shelves/a:archive');
    expect([repeated.status, getMessage(repeated)]).toEqual([400, "The resource 'shelves/a' must be ACTIVE (its state is ARCHIVED)"]);
  });

  test.each([
    ['POST shelves/a:archvie', 404, '/v1/shelves/a has no custom method ":archvie"; did you mean ":archive"?'],
    ['POST shelves/a:xyzzy', 404, '/v1/shelves/a has no custom method ":xyzzy"; expected one of :archive, :count'],
    ['GET shelves/a:archive', 405, "/v1/shelves/a:archive doesn't support GET; expected POST."],
    ['POST shelves/a', 405, "/v1/shelves/a doesn't support POST; expected GET, PATCH."],
  ])('%s is rejected with %d and what the path supports', async (route, status, message) => {
    const response = await request(await createShop(), route);
    expect([response.status, getMessage(response)]).toEqual([status, message]);
  });

  test('renews the etag', async () => {
    const mock = await createShop();
    const { etag } = (await request(mock, 'POST shelves', { name: 'a' })).body;
    await request(mock, 'POST shelves/a:archive');
    expect((await request(mock, 'PATCH shelves/a', { label: 'Novels', etag })).status).toBe(412);
    const currentEtag = (await request(mock, 'GET shelves/a')).body['etag'];
    expect((await request(mock, 'PATCH shelves/a', { label: 'Novels', etag: currentEtag })).status).toBe(200);
  });

  test('returns an operation that can be read by its name', async () => {
    const mock = await createShop();
    await request(mock, 'POST shelves', { name: 'a' });
    await request(mock, 'POST shelves/a:archive');
    const { body } = await request(mock, 'POST shelves/a/restore');
    expect(body).toMatchObject({ done: true, response: { name: 'a', state: 'ACTIVE' } });
    expect(body['name']).toMatch(/^operations\/\w+$/);
    expect((await request(mock, `GET ${String(body['name'])}`)).body).toEqual(body);
  });
});

describe('a handler', () => {
  test('of a standard method also applies to the elements of a batch', async () => {
    const mock = await createShop({
      'shop.shelves.create': async (call, next) => {
        const { label } = call.requestBody as { readonly label?: string };
        return label === 'secret'
          ? call.reject('forbidden', `${call.methodId}: no secrets`)
          : { ...((await next()) as object), label: `the ${label}` };
      },
    });
    const create = (...labels: readonly string[]) =>
      request(mock, 'POST shelves:batchCreate', { requests: labels.map((label, index) => ({ shelf: { name: `s${index}`, label } })) });
    const rejected = await create('poems', 'secret');
    expect([rejected.status, getMessage(rejected)]).toEqual([403, 'shop.shelves.create: no secrets']);
    expect((await request(mock, 'GET shelves/s0')).status).toBe(404);
    expect((await create('poems', 'novels')).body).toMatchObject({
      shelves: [{ label: 'the poems' }, { name: 's1', label: 'the novels' }],
    });
  });

  test('implements a method that the mock does not', async () => {
    const mock = await createShop({
      'shop.shelves.count': (call) => {
        if (!call.state.get(`/v1/shelves/${String(call.parameters['shelf'])}`)) call.reject('notFound', 'No such shelf.');
        call.state.put('/v1/shelves/counted', { name: 'counted' });
        return { books: call.state.list('/v1/shelves').length, note: call.user };
      },
    });
    await request(mock, 'POST shelves', { name: 'a' });
    expect(await request(mock, 'POST shelves/a:count?fields=books')).toEqual({ status: 200, body: { books: 2 } });
    expect(mock.requests.at(-1)).toMatchObject({ methodId: 'shop.shelves.count', handler: true });
    const missing = await request(mock, 'POST shelves/z:count');
    expect([missing.status, getMessage(missing)]).toEqual([404, 'No such shelf.']);
  });

  test('gets the output-only fields of each resource that it stores', async () => {
    const mock = await createShop({
      'shop.shelves.count': ({ state }) => {
        const path = '/v1/shelves/a';
        const [first, second] = [state.put(path, { label: 'one' }), state.put(path, { label: 'two' })];
        state.put(path, { state: 'ARCHIVED' });
        return { note: JSON.stringify([first, second, state.put(path, { label: 'three' })]) };
      },
    });
    const shelf = { name: 'a', etag: expect.any(String) as unknown };
    const { note } = (await request(mock, 'POST shelves/a:count')).body;
    expect(JSON.parse(String(note))).toEqual([
      { ...shelf, label: 'one', state: 'ACTIVE' },
      { ...shelf, label: 'two', state: 'ACTIVE' },
      { ...shelf, label: 'three', state: 'ARCHIVED' },
    ]);
  });

  test.each<[string, (call: HandlerCall, next: () => Promise<unknown>) => unknown]>([
    ['state.get', ({ state }) => state.get('/v1/shelves/a')],
    ['state.list', ({ state }) => state.list('/v1/shelves')[0]],
    ['state.put', ({ state }) => state.put('/v1/shelves/a', { label: 'poems' })],
    ['requestBody', ({ requestBody }) => requestBody],
    ['next', (_, next) => next()],
  ])('gets a copy from %s', async (_, getValue) => {
    const mock = await createShop();
    await request(mock, 'POST shelves', { name: 'a', label: 'poems' });
    const before = await mock.state();
    mock.on('shop.shelves.patch', async (call, next) => {
      Object.assign((await getValue(call, next)) as object, { label: 'changed' });
      return (await next()) as object;
    });
    expect((await request(mock, 'PATCH shelves/a', { label: 'poems' })).body).toMatchObject({ label: 'poems' });
    expect((await request(mock, 'GET shelves/a')).body).toMatchObject({ label: 'poems' });
    expect((await mock.state()).resources).toMatchObject({ '/v1/shelves/a': { name: 'a', label: 'poems' } });
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual(Object.keys(before.resources ?? {}));
  });

  test('can change what it has passed to the state, and what it has started, without an effect', async () => {
    const mock = await createShop({
      'shop.shelves.restore': ({ state, startOperation }) => {
        const [shelf, response] = [{ label: 'poems' }, { count: 1 }];
        state.put('/v1/shelves/a', shelf);
        const operation = startOperation({ changes: { '/v1/shelves/b': shelf }, response });
        Object.assign(shelf, { label: 'changed' });
        Object.assign(response, { count: 2 });
        Object.assign(operation['response'] as object, { count: 3 });
        return { name: operation['name'] };
      },
    });
    await request(mock, 'POST shelves', { name: 'a' });
    const { name } = (await request(mock, 'POST shelves/a/restore')).body;
    expect((await request(mock, `GET ${String(name)}`)).body).toMatchObject({ response: { count: 1 } });
    for (const id of ['a', 'b']) expect((await request(mock, `GET shelves/${id}`)).body).toMatchObject({ label: 'poems' });
  });

  test.each<[string, (call: HandlerCall, next: () => Promise<unknown>) => unknown]>([
    ['state.get', ({ state }) => state.get('/v1/shelves/a')],
    ['state.list', ({ state }) => state.list('/v1/shelves')],
    ['state.put', ({ state }) => state.put('/v1/shelves/late', {})],
    ['state.delete', ({ state }) => state.delete('/v1/shelves/a')],
    ['newId', ({ newId }) => newId()],
    ['startOperation', ({ startOperation }) => startOperation()],
    ['next', (_, next) => next()],
  ])('cannot call %s after it has returned', async (name, callLate) => {
    let late: () => unknown = () => undefined;
    const mock = await createShop({
      'shop.shelves.count': (call, next) => {
        late = () => callLate(call, next);
        return {};
      },
    });
    await request(mock, 'POST shelves', { name: 'a' });
    await request(mock, 'POST shelves/a:count');
    expect(late).toThrow(`the handler of shop.shelves.count called ${name} after it had ended`);
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual(['/v1/shelves/a']);
  });

  test('that never responds fails its call, but no other call', async () => {
    const errors: string[] = [];
    const started: HandlerCall[] = [];
    const handlers: Handlers = {
      'shop.shelves.count': (call) => {
        started.push(call);
        call.state.put('/v1/shelves/b', {});
        return new Promise(() => undefined);
      },
    };
    const mock = await createShop(handlers, { handlerTimeout: 5, reportError: (message) => errors.push(message) });
    const [created, counted, read] = await Promise.all([
      request(mock, 'POST shelves', { name: 'a' }),
      request(mock, 'POST shelves/a:count'),
      request(mock, 'GET shelves/a'),
    ]);
    expect([created.status, counted.status, read.status]).toEqual([200, 500, 200]);
    expect(errors).toEqual(["The handler of shop.shelves.count didn't respond within 5 ms (handlerTimeout)."]);
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual(['/v1/shelves/a']);
    expect(() => started[0]?.state.put('/v1/shelves/b', {})).toThrow('the handler of shop.shelves.count called state.put');
  });

  test('that rejects with a misspelled reason learns which ones exist', async () => {
    const errors: string[] = [];
    const mock = await createShop(
      { 'shop.shelves.count': ({ reject }) => reject('notfound' as 'notFound') },
      { reportError: (message) => errors.push(message) },
    );
    expect((await request(mock, 'POST shelves/a:count')).status).toBe(500);
    expect(errors).toEqual([
      expect.stringContaining('unknown reason the string "notfound"; did you mean "notFound"? Expected one of invalid, required, '),
    ]);
  });

  test('that throws reports the cause to who runs the mock, and not to the client', async () => {
    const errors: string[] = [];
    const fail = (): never => {
      throw new Error('out of shelves');
    };
    const mock = await createShop({ 'shop.shelves.count': fail }, { reportError: (message) => errors.push(message) });
    const response = await request(mock, 'POST shelves/a:count');
    expect(errors).toEqual([expect.stringMatching(/^shop\.shelves\.count: Error: out of shelves\n +at .*handlers\.test\.ts/)]);
    expect(JSON.stringify(response.body)).not.toContain('out of shelves');
    expect(mock.requests.at(-1)?.failure).toContain('out of shelves');
  });

  test('leaves the state unchanged if it throws', async () => {
    const mock = await createShop({
      'shop.shelves.count': (call) => {
        call.state.put('/v1/shelves/b', { name: 'b' });
        call.state.delete('/v1/shelves/a');
        throw new Error('out of shelves');
      },
    });
    await request(mock, 'POST shelves', { name: 'a' });
    expect((await request(mock, 'POST shelves/a:count')).status).toBe(500);
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual(['/v1/shelves/a']);
  });

  test('wraps the behavior of the mock, and later handlers wrap earlier ones', async () => {
    const mock = await createShop({ 'shop.shelves.get': async (_, next) => ({ ...((await next()) as object), inner: true }) });
    const remove = mock.on('shop.shelves.get', async (_, next) => ({ ...((await next()) as object), outer: true }));
    await request(mock, 'POST shelves', { name: 'a' });
    expect((await request(mock, 'GET shelves/a')).body).toMatchObject({ name: 'a', state: 'ACTIVE', inner: true, outer: true });
    remove();
    await mock.reset();
    await request(mock, 'POST shelves', { name: 'a' });
    const { etag: _, ...rest } = (await request(mock, 'GET shelves/a')).body;
    expect(rest).toEqual({ name: 'a', state: 'ACTIVE', inner: true });
  });

  test.each([
    [{ count: [1, Number.NaN] }, 'received the number NaN in "1"'],
    [() => undefined, 'received a function'],
    [{ counts: new Map([['a', 1]]) }, 'received an object of the class Map in "counts"'],
    [{ count: 7n }, 'received the bigint 7 in "count"'],
  ])('is reported if its result is not JSON: %s', async (result, received) => {
    const reported: string[] = [];
    const mock = await createShop(
      { 'shop.shelves.count': () => result as never },
      { reportError: (message) => void reported.push(message) },
    );
    expect((await request(mock, 'POST shelves/a:count')).status).toBe(500);
    expect(reported.join()).toContain(`the result of the handler of shop.shelves.count must be JSON (${received})`);
  });

  test('receives 501 from a method that the mock does not implement, which is reported once', async () => {
    const reported: string[] = [];
    const mock = await createShop({ 'shop.shelves.count': (_, next) => next() }, { reportError: (message) => void reported.push(message) });
    await request(mock, 'POST shelves/b:count');
    const response = await request(mock, 'POST shelves/a:count');
    expect([response.status, getMessage(response)]).toEqual([
      501,
      expect.stringMatching(/^The mock doesn't implement shop\.shelves\.count\. .* Register a handler to respond to it\.$/),
    ]);
    expect(reported).toEqual([expect.stringMatching(/^501 for shop\.shelves\.count: .* Register a handler to respond to it\.$/)]);
  });

  test('is rejected for an unknown method', async () => {
    await expect(createShop({ 'shop.shelves.cuont': () => ({}) })).rejects.toThrow(
      'handlers: unknown method ID "shop.shelves.cuont"; did you mean "shop.shelves.count"?',
    );
  });

  test('is rejected if it is no function', async () => {
    await expect(createShop({ 'shop.shelves.count': 7 as never })).rejects.toThrow(
      'handlers: shop.shelves.count must be a function (received the number 7)',
    );
  });
});
