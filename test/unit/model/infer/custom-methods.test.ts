/** What custom methods do follows from their requests and from the fields of their resources. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { operation, pathParam } from '../../../support/things-document.js';

type Description = Parameters<typeof buildModel>[0];

const text = { type: 'string' };
const boolean = { type: 'boolean' };
const list = (items: object): object => ({ type: 'array', items });
const objectOf = (properties: object): object => ({ type: 'object', properties });
const labels = { type: 'object', additionalProperties: text };
const labelFingerprint = { type: 'string', format: 'byte' };
const states = ['STATE_UNSPECIFIED', 'STATE_ACTIVE', 'STATE_PAUSED', 'STATE_APPROVED', 'STATE_DELETE_REQUESTED'];

const thingFields = {
  name: text,
  labels,
  labelFingerprint,
  size: { type: 'integer' },
  tags: { $ref: 'Tags' },
  owner: { ...text, readOnly: true },
  items: list(text),
  rules: list({ $ref: 'Rule' }),
  state: { ...text, enum: states },
  detached: boolean,
};

const schemas = {
  Empty: objectOf({}),
  Operation: operation,
  Tags: objectOf({ items: list(text) }),
  Rule: objectOf({ priority: { type: 'integer' }, note: text, hits: { type: 'integer', readOnly: true } }),
  Thing: objectOf(thingFields),
  ThingList: objectOf({ things: list({ $ref: 'Thing' }), nextPageToken: text }),
  Account: objectOf({ name: text, disabled: boolean }),
  SetLabels: objectOf({ labels, labelFingerprint }),
  SetSize: objectOf({ size: { type: 'integer' }, name: text, requestId: text, thingId: text }),
  SetLabelsAndSize: objectOf({ labels, size: { type: 'integer' } }),
  SetFlag: objectOf({ detached: boolean }),
  SetOwner: objectOf({ owner: text }),
  SetColor: objectOf({ color: text }),
  Items: objectOf({ items: list(text) }),
  Pause: objectOf({ force: boolean }),
  Notify: objectOf({ recipient: text }),
  Part: objectOf({ name: { ...text, readOnly: true }, createTime: { ...text, format: 'google-datetime', readOnly: true } }),
  AddPart: objectOf({ payload: text }),
  Approve: objectOf({ approved: { ...boolean, description: 'Required. Whether to approve or reject.' } }),
};

interface MethodOptions {
  readonly request?: string;
  readonly response?: string;
  readonly httpMethod?: string;
  readonly query?: Readonly<Record<string, object>>;
  readonly description?: string;
}

const inPath = { name: pathParam('^projects/[^/]+/things/[^/]+$') };

function describeVerb(verb: string, { request, response = 'Thing', httpMethod = 'POST', query, description }: MethodOptions = {}): object {
  return {
    description,
    id: `things.things.${verb}`,
    httpMethod,
    path: `v1/{+name}:${verb}`,
    parameters: { ...inPath, ...query },
    ...(request !== undefined && { request: { $ref: request } }),
    response: { $ref: response },
  };
}

const priority = { priority: { type: 'integer', location: 'query' } };
const verbs: Readonly<Record<string, MethodOptions>> = {
  setLabels: { request: 'SetLabels' },
  setSize: { request: 'SetSize', response: 'Operation' },
  setTags: { request: 'Tags' },
  setFlag: { request: 'SetFlag', httpMethod: 'PATCH' },
  resize: { request: 'SetSize' },
  upgrade: { request: 'SetSize', description: 'Upgrades the thing to another size.' },
  migrate: { request: 'SetLabelsAndSize', description: 'Updates the thing.' },
  adjust: { request: 'SetSize', description: 'Adjusts the thing.' },
  setOwner: { request: 'SetOwner' },
  setColor: { request: 'SetColor' },
  addItems: { request: 'Items' },
  removeItems: { request: 'Items' },
  addRule: { request: 'Rule' },
  getRule: { httpMethod: 'GET', response: 'Rule', query: priority },
  patchRule: { request: 'Rule', query: priority },
  removeRule: { query: priority },
  addNote: { request: 'Notify' },
  pause: { request: 'Pause' },
  resume: {},
  activate: {},
  detach: { response: 'Empty' },
  stop: {},
  notify: { request: 'Notify' },
  approve: { request: 'Approve' },
  undelete: {},
  updateAsync: {
    request: 'Thing',
    response: 'Operation',
    query: { updateMask: { ...text, format: 'google-fieldmask', location: 'query' } },
  },
  addPart: { request: 'AddPart', response: 'Part', description: 'Creates a part of the thing.' },
  findPart: { request: 'AddPart', response: 'Part', description: 'Finds a part of the thing.' },
};

/** The same method as `things:setSize`, with more variables in its path. */
const setSizeByIds = {
  ...describeVerb('setSize', { request: 'SetSize', response: 'Operation' }),
  id: 'things.zones.things.setSize',
  path: 'v1/projects/{projectId}/zones/{zone}/things/{thingId}:setSize',
  parameters: { projectId: pathParam('^[^/]+$'), zone: pathParam('^[^/]+$'), thingId: pathParam('^[^/]+$') },
};

function describeAccounts(hasCreate: boolean): object {
  const account = { name: pathParam('^projects/[^/]+/accounts/[^/]+$') };
  const create = {
    id: 'things.accounts.create',
    httpMethod: 'POST',
    path: 'v1/{+parent}/accounts',
    parameters: { parent: pathParam('^projects/[^/]+$'), accountId: { ...text, location: 'query' } },
    request: { $ref: 'Account' },
    response: { $ref: 'Account' },
  };
  const change = (verb: string): object => ({
    id: `things.accounts.${verb}`,
    httpMethod: 'POST',
    path: `v1/{+name}:${verb}`,
    parameters: account,
    response: { $ref: 'Empty' },
  });
  return {
    ...(hasCreate && { create }),
    get: { id: 'things.accounts.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: account, response: { $ref: 'Account' } },
    disable: change('disable'),
    enable: change('enable'),
  };
}

function buildDocument({ canCreateAccounts = true } = {}): Description {
  const parent = pathParam('^projects/[^/]+$');
  const methods = {
    create: {
      id: 'things.things.create',
      httpMethod: 'POST',
      path: 'v1/{+parent}/things',
      parameters: { parent, thingId: { ...text, location: 'query' } },
      request: { $ref: 'Thing' },
      response: { $ref: 'Thing' },
    },
    get: { id: 'things.things.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: inPath, response: { $ref: 'Thing' } },
    list: {
      id: 'things.things.list',
      httpMethod: 'GET',
      path: 'v1/{+parent}/things',
      parameters: { parent, pageToken: { ...text, location: 'query' }, showDeleted: { ...boolean, location: 'query' } },
      response: { $ref: 'ThingList' },
    },
    delete: { id: 'things.things.delete', httpMethod: 'DELETE', path: 'v1/{+name}', parameters: inPath, response: { $ref: 'Thing' } },
    ...Object.fromEntries(Object.entries(verbs).map(([verb, options]) => [verb, describeVerb(verb, options)])),
  };
  const createByVerb = (verb: string, description: string): object => ({
    ...methods.create,
    id: `things.things.${verb}`,
    description,
    path: `v1/{+parent}/things:${verb}`,
    response: { $ref: 'Operation' },
  });
  const creations = {
    createAsync: createByVerb('createAsync', 'Creates a thing asynchronously.'),
    check: createByVerb('check', 'Checks a thing.'),
  };
  const getPart = {
    id: 'things.things.parts.get',
    httpMethod: 'GET',
    path: 'v1/{+name}',
    parameters: { name: pathParam('^projects/[^/]+/things/[^/]+/parts/[^/]+$') },
    response: { $ref: 'Part' },
  };
  return {
    kind: 'discovery#restDescription',
    name: 'things',
    version: 'v1',
    title: 'Things',
    description: 'Things.',
    rootUrl: 'https://things.example.com/',
    servicePath: '',
    schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, { ...schema, id }])),
    resources: {
      things: { methods: { ...methods, ...creations }, resources: { parts: { methods: { get: getPart } } } },
      accounts: { methods: describeAccounts(canCreateAccounts) },
      zones: { methods: { setSize: setSizeByIds } },
    },
  } as unknown as Description;
}

type Answer = readonly [status: number, body: Record<string, unknown>, ignored: string | undefined];

function start(options: Parameters<typeof buildDocument>[0] = {}): (call: string, body?: object) => Promise<Answer> {
  const mock = createMockFrom(buildModel(buildDocument(options), { variables: {} }), { warn: () => undefined });
  return async (call, body) => {
    const [method = '', path = ''] = call.split(' ');
    const url = `http://mock.test/v1/projects/p/${path}`;
    const response = await mock.handle({ method, url, ...(body && { body: JSON.stringify(body) }) });
    return [response.status, JSON.parse(response.body) as Record<string, unknown>, response.headers['x-mock-ignored']];
  };
}

async function startWithThing(thing: object = {}): Promise<ReturnType<typeof start>> {
  const send = start();
  await send('POST things?thingId=a', thing);
  return send;
}

describe('setX', () => {
  test('replaces the fields of the request, and clears those that the request lacks', async () => {
    const send = await startWithThing({ labels: { a: '1' }, size: 3 });
    const [, operation] = await send('POST things/a:setSize', { size: 5, requestId: 'a3bb189e-8bf9-4c2a-9f5e-1b7d1a3f5c77' });
    expect(operation).toMatchObject({ done: true, response: { size: 5, labels: { a: '1' } } });
    await send('POST things/a:setSize', {});
    expect((await send('GET things/a'))[1]).not.toHaveProperty('size');
  });

  test('requires the current fingerprint of the fields, if the request has one', async () => {
    const send = await startWithThing({ labels: { a: '1' } });
    const [, { labelFingerprint: first }] = await send('GET things/a');
    expect(await send('POST things/a:setLabels', { labels: { b: '2' }, labelFingerprint: first })).toMatchObject([
      200,
      { labels: { b: '2' } },
      undefined,
    ]);
    const [status] = await send('POST things/a:setLabels', { labels: { c: '3' }, labelFingerprint: first });
    expect(status).toBe(412);
    expect(await send('POST things/a:setLabels', { labels: { c: '3' } })).toMatchObject([200, { labels: { c: '3' } }, undefined]);
  });

  test('replaces the field x with the body if the body has its type', async () => {
    const send = await startWithThing({ tags: { items: ['a', 'b'] } });
    expect(await send('POST things/a:setTags', { items: ['c'] })).toMatchObject([200, { tags: { items: ['c'] } }, undefined]);
  });

  test('can be a PATCH, or have another verb', async () => {
    const send = await startWithThing({ size: 3 });
    expect(await send('PATCH things/a:setFlag', { detached: true })).toMatchObject([200, { detached: true, size: 3 }, undefined]);
    expect(await send('POST things/a:resize', { size: 5 })).toMatchObject([200, { detached: true, size: 5 }, undefined]);
  });

  test('can have a verb whose description says that it sets the only field', async () => {
    const send = await startWithThing({ labels: { a: '1' } });
    expect(await send('POST things/a:upgrade', { size: 5 })).toMatchObject([200, { labels: { a: '1' }, size: 5 }, undefined]);
    expect((await send('POST things/a:migrate', { size: 6 }))[0]).toBe(501);
    expect((await send('POST things/a:adjust', { size: 6 }))[0]).toBe(501);
  });

  test('can repeat the IDs that another path of the method contains', async () => {
    const send = await startWithThing({ size: 3 });
    expect(await send('POST things/a:setSize', { thingId: 'a', size: 5 })).toMatchObject([
      200,
      { response: { size: 5 } },
      'requestBody.thingId',
    ]);
  });

  test.each(['setOwner', 'setColor'])('is unknown without a field that clients can change: %s', async (verb) => {
    const send = await startWithThing();
    expect((await send(`POST things/a:${verb}`, { owner: 'o', color: 'c' }))[0]).toBe(501);
  });
});

describe('methods of elements', () => {
  test('add and remove the texts of a list', async () => {
    const send = await startWithThing({ items: ['a'] });
    expect(await send('POST things/a:addItems', { items: ['b', 'a', 'c'] })).toMatchObject([200, { items: ['a', 'b', 'c'] }, undefined]);
    expect(await send('POST things/a:removeItems', { items: ['a', 'c', 'd'] })).toMatchObject([200, { items: ['b'] }, undefined]);
    expect((await send('POST things/a:removeItems', { items: ['b'] }))[1]).not.toHaveProperty('items');
  });

  test('add, get, patch, and remove an object that a parameter identifies', async () => {
    const send = await startWithThing();
    await send('POST things/a:addRule', { priority: 1, note: 'one', hits: 7 });
    await send('POST things/a:addRule', { priority: 2, note: 'two' });
    expect(await send('GET things/a:getRule?priority=1')).toEqual([200, { priority: 1, note: 'one' }, undefined]);
    await send('POST things/a:patchRule?priority=1', { note: 'changed', hits: 7 });
    expect(await send('GET things/a:getRule?priority=1')).toEqual([200, { priority: 1, note: 'changed' }, undefined]);
    expect(await send('POST things/a:removeRule?priority=1')).toMatchObject([200, { rules: [{ priority: 2, note: 'two' }] }, undefined]);
  });

  test.each(['GET things/a:getRule', 'POST things/a:patchRule', 'POST things/a:removeRule'])(
    'reject an unknown element: %s',
    async (call) => {
      const send = await startWithThing({ rules: [{ priority: 1 }] });
      expect(await send(`${call}?priority=9`)).toMatchObject([
        400,
        { error: { message: expect.stringContaining("'priority' '9'") } },
        undefined,
      ]);
      expect(await send(call)).toMatchObject([400, { error: { message: expect.stringContaining("'priority' is required") } }, undefined]);
      expect((await send('GET things/a'))[1]).toMatchObject({ rules: [{ priority: 1 }] });
    },
  );

  test('are unknown without a list of that name', async () => {
    const send = await startWithThing();
    expect((await send('POST things/a:addNote', { recipient: 'me' }))[0]).toBe(501);
  });
});

describe('a verb', () => {
  test('sets the state that its participle names', async () => {
    const send = await startWithThing();
    expect(await send('POST things/a:pause', { force: true })).toMatchObject([200, { state: 'STATE_PAUSED' }, 'requestBody.force']);
    expect((await send('GET things/a'))[1]).toMatchObject({ state: 'STATE_PAUSED' });
  });

  test.each(['resume', 'activate'])('sets the opposite of a state: %s', async (verb) => {
    const send = await startWithThing({ state: 'STATE_PAUSED' });
    expect(await send(`POST things/a:${verb}`)).toMatchObject([200, { state: 'STATE_ACTIVE' }, undefined]);
  });

  test('sets a boolean field that its participle names', async () => {
    const send = await startWithThing();
    expect(await send('POST things/a:detach')).toEqual([200, {}, undefined]);
    expect((await send('GET things/a'))[1]).toMatchObject({ detached: true });
  });

  test('and its opposite set and clear a boolean field', async () => {
    const send = start();
    await send('POST accounts?accountId=a', {});
    await send('POST accounts/a:disable');
    expect((await send('GET accounts/a'))[1]).toMatchObject({ disabled: true });
    await send('POST accounts/a:enable');
    expect((await send('GET accounts/a'))[1]).not.toHaveProperty('disabled');
  });

  test('is unknown without such a state, or if its request says more', async () => {
    const send = await startWithThing();
    expect((await send('POST things/a:stop'))[0]).toBe(501);
    expect((await send('POST things/a:notify', { recipient: 'me' }))[0]).toBe(501);
    expect((await send('POST things/a:approve', { approved: false }))[0]).toBe(501);
  });

  test('is unknown if no method creates the resource', async () => {
    const send = start({ canCreateAccounts: false });
    expect((await send('POST accounts/a:disable'))[0]).toBe(501);
  });

  test('of a missing resource is an error', async () => {
    const send = start();
    expect((await send('POST things/none:pause', {}))[0]).toBe(404);
  });
});

describe('a method with another verb', () => {
  test('creates or updates the resource in its request', async () => {
    const send = start();
    expect(await send('POST things:createAsync?thingId=a', { size: 3 })).toMatchObject([200, { response: { size: 3 } }, undefined]);
    expect(await send('POST things/a:updateAsync?updateMask=size', { size: 5, labels: { a: '1' } })).toMatchObject([
      200,
      { done: true },
      undefined,
    ]);
    expect(await send('GET things/a')).toEqual([200, expect.not.objectContaining({ labels: { a: '1' } }), undefined]);
    expect((await send('GET things/a'))[1]).toMatchObject({ size: 5 });
    expect((await send('POST things:check?thingId=b', {}))[0]).toBe(501);
  });

  test('creates the resource that it returns, if no other method does', async () => {
    const send = await startWithThing();
    const [status, part, ignored] = await send('POST things/a:addPart', { payload: 'x' });
    expect([status, ignored]).toEqual([200, 'requestBody.payload']);
    expect(part).toEqual({
      name: expect.stringMatching(/^projects\/p\/things\/a\/parts\//) as string,
      createTime: expect.any(String) as string,
    });
    expect((await send(`GET ${String(part['name']).replace('projects/p/', '')}`))[1]).toEqual(part);
    expect((await send('POST things/none:addPart', {}))[0]).toBe(404);
    expect((await send('POST things/a:findPart', {}))[0]).toBe(501);
  });
});

describe('a deletion that can be undone', () => {
  test('keeps the resource in the state that says so', async () => {
    const send = await startWithThing();
    const deleted = { name: 'projects/p/things/a', state: 'STATE_DELETE_REQUESTED' };
    expect(await send('DELETE things/a')).toMatchObject([200, deleted, undefined]);
    expect(await send('GET things/a')).toMatchObject([200, deleted, undefined]);
    expect(await send('GET things')).toEqual([200, {}, undefined]);
    expect(await send('GET things?showDeleted=true')).toMatchObject([200, { things: [deleted] }, undefined]);
    expect((await send('POST things?thingId=a', {}))[0]).toBe(409);
  });

  test('is undone by undelete', async () => {
    const send = await startWithThing();
    await send('DELETE things/a');
    expect(await send('POST things/a:undelete')).toMatchObject([200, { state: 'STATE_ACTIVE' }, undefined]);
    expect(await send('GET things')).toMatchObject([200, { things: [{ state: 'STATE_ACTIVE' }] }, undefined]);
  });
});
