/** Operations of AIP-151 and operations with a status in small documents: the response of a change, and the result of waiting. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { generate } from '../generator/index.js';
import type { Mock } from '../mock/index.js';
import { loadModules, type Modules, type Node, readPublished } from './corpus/published.js';
import { root } from './packages/support.js';
import { document, operation, pathParam, status, thing } from './support/things-document.js';

// Below node_modules, so that imported files are not transformed.
const out = mkdtempSync(join(root, 'node_modules/.long-running-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** A specification with an `Operation` of the same form. With `rule`, its methods declare the operation. */
function specification(name: string, rule: boolean): object {
  const create = {
    ...document.resources.things.methods.create,
    id: `${name}.things.create`,
    path: 'projects/{project}/things',
    description: 'Creates a thing.',
    parameterOrder: ['project'],
    parameters: { project: { type: 'string', location: 'path', required: true, description: 'The project.' } },
    ...(rule && { 'x-rules': [{ kind: 'operation', scope: 'global' }] }),
  };
  const describeSchema = (schema: { readonly properties: object }): object => ({
    ...schema,
    description: 'A message.',
    properties: Object.fromEntries(Object.entries(schema.properties).map(([field, type]) => [field, describeField(type as object)])),
  });
  const describeField = (type: object): object => ('$ref' in type ? type : { ...type, description: 'A field.' });
  return {
    name,
    version: 'v1',
    title: name,
    rootUrl: `https://${name}.example.com/`,
    servicePath: `${name}/v1/`,
    'x-documents': { doc: { title: 'A document' } },
    'x-source': 'doc: All of it',
    schemas: { Operation: describeSchema(operation), Status: describeSchema(status), Thing: describeSchema(thing) },
    resources: { things: { methods: { create } } },
  };
}

async function loadPackage(file: string, content: string): Promise<Modules> {
  const path = join(out, file);
  writeFileSync(path, content);
  const { diagnostics, packages } = await generate({ files: [path], out });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [name = ''] = packages.map(({ folder }) => folder);
  return loadModules({ ...readPublished(join(out, 'things.json'), out), folder: name });
}

interface Operation {
  readonly name: string;
  readonly done: boolean;
  readonly response?: object;
  readonly error?: object;
  readonly metadata?: object;
}

interface Client {
  readonly things: Readonly<Record<'create' | 'get' | 'delete', Node>>;
  readonly operations: Readonly<Record<'get' | 'wait' | 'cancel' | 'delete', Node>>;
  readonly waitForOperation: (operation: object, options?: object) => Promise<Operation>;
}

function createClient(modules: Modules, mock: Mock, rootUrl: string): Client {
  return modules.createClient({ fetch: mock.fetch, rootUrl, retry: false }) as unknown as Client;
}

describe('a published document', () => {
  const loadedModules = loadPackage('things.json', JSON.stringify(document));
  const rootUrl = 'https://things.example.com/';
  const start = async (options = {}): Promise<{ readonly mock: Mock; readonly client: Client }> => {
    const modules = await loadedModules;
    const mock = modules.createMock({ now: () => Date.UTC(2026, 0, 1), ...options });
    return { mock, client: createClient(modules, mock, rootUrl) };
  };
  const creation = { parent: 'projects/p', thingId: 't', requestBody: { note: 'n' } };

  test('returns operations with the types of the response and the metadata', async () => {
    const { client } = await start();
    expect(await client.things.create(creation)).toEqual({
      name: expect.stringMatching(/^projects\/p\/operations\/\w+$/) as string,
      metadata: {
        '@type': 'type.googleapis.com/things.v1.OperationMetadata',
        createTime: '2026-01-01T00:00:00Z',
        endTime: '2026-01-01T00:00:00Z',
        target: 'projects/p/things/t',
        verb: 'create',
      },
      done: true,
      response: { '@type': 'type.googleapis.com/things.v1.Thing', name: 'projects/p/things/t', note: 'n' },
    });
    expect(await client.things.delete({ name: 'projects/p/things/t' })).toMatchObject({
      done: true,
      response: { '@type': 'type.googleapis.com/google.protobuf.Empty' },
    });
  });

  test('waits with the wait method until the operation is done', async () => {
    const { mock, client } = await start({ operationDelay: 60_000 });
    const running = (await client.things.create(creation)) as unknown as Operation;
    expect(running).toMatchObject({ done: false });
    // The mock doesn't block on a stopped clock, because the wait would never end.
    expect(await client.operations.wait({ name: running.name, requestBody: { timeout: '10s' } })).toMatchObject({ done: false });
    await mock.clock.advance(60_000);
    expect(await client.waitForOperation(running)).toMatchObject({ done: true, response: { note: 'n' } });
    expect(mock.requests.at(-1)?.methodId).toBe('things.operations.wait');
    expect(mock.requests.flatMap(({ ignored = [] }) => ignored)).toEqual([]);
    expect(await client.operations.wait({ name: running.name, requestBody: {} })).toMatchObject({ done: true });
  });

  test('waits no longer than requested', async () => {
    let now = 0;
    const { client } = await start({ operationDelay: 60_000, now: () => (now += 100) });
    const running = (await client.things.create(creation)) as unknown as Operation;
    expect(await client.operations.wait({ name: running.name, requestBody: { timeout: '1s' } })).toMatchObject({ done: false });
    expect(now).toBeLessThan(60_000);
  });

  test('cancels an operation while it runs and keeps one that is done', async () => {
    const { mock, client } = await start({ operationDelay: 60_000 });
    const running = (await client.things.create(creation)) as unknown as Operation;
    expect(await client.operations.cancel({ name: running.name })).toEqual({});
    const cancelled = {
      done: true,
      error: { code: 1, message: 'The operation was cancelled.' },
      metadata: { endTime: '2026-01-01T00:00:00Z' },
    };
    expect(await client.operations.get({ name: running.name })).toMatchObject(cancelled);
    await expect(client.waitForOperation(running)).rejects.toMatchObject({ name: 'OperationError', reason: 'CANCELLED', status: 499 });
    await mock.clock.advance(60_000);
    expect(await client.operations.get({ name: running.name })).toMatchObject(cancelled);
    await expect(client.things.get({ name: 'projects/p/things/t' })).rejects.toMatchObject({ status: 404 });

    const second = (await client.things.create(creation)) as unknown as Operation;
    await mock.clock.advance(60_000);
    await client.operations.cancel({ name: second.name });
    expect(await client.operations.get({ name: second.name })).toMatchObject({ done: true, response: { note: 'n' } });
    await expect(client.operations.cancel({ name: 'projects/p/operations/none' })).rejects.toMatchObject({ status: 404 });
  });

  test('completes an operation with the control routes', async () => {
    const { mock, client } = await start({ operationDelay: 60_000 });
    const list = async (): Promise<object> => (await mock.fetch(`${rootUrl}__admin/operations`)).json() as Promise<object>;
    const complete = async (name: string, action: string): Promise<Response> =>
      mock.fetch(`${rootUrl}__admin/operations`, { method: 'POST', body: JSON.stringify({ path: `/v1/${name}`, action }) });
    const running = (await client.things.create(creation)) as unknown as Operation;
    const time = { started: '2026-01-01T00:00:00Z', ends: '2026-01-01T00:01:00.000Z' };
    expect(await list()).toMatchObject({
      operations: [{ path: `/v1/${running.name}`, ...time, target: '/v1/projects/p/things/t', isPending: true }],
    });
    await complete(running.name, 'finish');
    expect(await client.operations.get({ name: running.name })).toMatchObject({ done: true, response: { note: 'n' } });
    const second = (await client.things.delete({ name: 'projects/p/things/t' })) as unknown as Operation;
    await complete(second.name, 'fail');
    expect(await client.operations.get({ name: second.name })).toMatchObject({ done: true, error: { message: 'The operation failed.' } });
    const third = (await client.things.delete({ name: 'projects/p/things/t' })) as unknown as Operation;
    await client.operations.cancel({ name: third.name });
    expect(await list()).toMatchObject({
      operations: [{ target: '/v1/projects/p/things/t' }, {}, { status: 'DONE', isPending: false, ends: time.started }],
    });
    expect((await complete(third.name, 'finish')).status).toBe(400);
  });

  test('deletes an operation without canceling it', async () => {
    const { mock, client } = await start({ operationDelay: 60_000 });
    const running = (await client.things.create(creation)) as unknown as Operation;
    await client.operations.delete({ name: running.name });
    await expect(client.operations.get({ name: running.name })).rejects.toMatchObject({ status: 404 });
    await mock.clock.advance(60_000);
    expect(await client.things.get({ name: 'projects/p/things/t' })).toMatchObject({ note: 'n' });
  });

  test('returns an operation with an error', async () => {
    const { mock, client } = await start();
    await mock.faults.add({ operation: { errors: [{ message: 'No.' }], httpErrorStatusCode: 403 } });
    const failed = (await client.things.create(creation)) as unknown as Operation;
    expect(failed).toMatchObject({ done: true, error: { code: 7, message: 'No.' } });
    expect(failed).not.toHaveProperty('response');
    await expect(client.waitForOperation(failed)).rejects.toMatchObject({ name: 'OperationError', status: 403 });
  });
});

describe.each([
  ['without a rule', 'free', false],
  ['with the rule `operation`', 'ruled', true],
])('a specification with its own Operation schema, %s', (_, name, rule) => {
  test('returns an operation of AIP-151', async () => {
    const modules = await loadPackage(`${name}.yaml`, stringify(specification(name, rule)));
    const mock = modules.createMock();
    const client = createClient(modules, mock, `https://${name}.example.com/`);
    const done = (await client.things.create({ project: 'p', requestBody: { name: 't' } })) as unknown as Operation;
    expect(done).toMatchObject({ done: true, response: { '@type': `type.googleapis.com/${name}.v1.Thing`, name: 't' } });
    expect(await client.waitForOperation(done)).toEqual(done);
  });
});

test('keeps an operation and its state after the resource that it deletes is gone', async () => {
  const { get } = document.resources.operations.methods;
  const inside = { ...get, parameters: { name: pathParam('^projects/[^/]+/things/[^/]+/operations/[^/]+$') } };
  const resources = { ...document.resources, operations: { methods: { get: inside } } };
  const modules = await loadPackage('nested.json', JSON.stringify({ ...document, name: 'nested', resources }));
  const mock = modules.createMock({ operationDelay: 60_000 });
  const client = createClient(modules, mock, 'https://things.example.com/');
  await client.things.create({ parent: 'projects/p', thingId: 't', requestBody: {} });
  await mock.clock.advance(60_000);
  const running = (await client.things.delete({ name: 'projects/p/things/t' })) as unknown as Operation;
  expect(running.name).toMatch(/^projects\/p\/things\/t\/operations\//);
  await mock.clock.advance(60_000);
  expect(await client.waitForOperation(running)).toMatchObject({ done: true });
  const restored = modules.createMock({ seed: await mock.state() });
  expect(await createClient(modules, restored, 'https://things.example.com/').operations.get({ name: running.name })).toMatchObject({
    done: true,
  });
  await mock.clock.advance(15 * 24 * 3_600_000);
  await expect(client.operations.get({ name: running.name })).rejects.toMatchObject({ status: 404 });
});
