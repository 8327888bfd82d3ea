/** Which values the server sets in a response follows from the document: states, IDs, defaults, constants, and empty lists. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import type { MockOptions } from '../../../../mock/index.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { document, pathParam } from '../../../support/things-document.js';

type Description = Parameters<typeof buildModel>[0];
type Json = Record<string, unknown>;

const lifecycle = ['STATE_UNSPECIFIED', 'CREATING', 'ACTIVE', 'DELETING'];
const state = (values: readonly string[], members: object = {}): object => ({ type: 'string', readOnly: true, enum: values, ...members });

const list = {
  id: 'things.things.list',
  httpMethod: 'GET',
  path: 'v1/{+parent}/things',
  parameters: {
    parent: pathParam('^projects/[^/]+$'),
    pageToken: { type: 'string', location: 'query' },
    pageSize: { type: 'integer', format: 'int32', location: 'query' },
    filter: { type: 'string', location: 'query' },
  },
  response: { $ref: 'ListThingsResponse' },
};

const ListThingsResponse = {
  id: 'ListThingsResponse',
  type: 'object',
  properties: { things: { type: 'array', items: { $ref: 'Thing' } }, nextPageToken: { type: 'string' } },
};

const Policy = {
  id: 'Policy',
  type: 'object',
  properties: {
    version: { type: 'integer', format: 'int32' },
    bindings: { type: 'array', items: { type: 'object', additionalProperties: { type: 'any' } } },
    etag: { type: 'string', format: 'byte' },
  },
};
const policyMethod = (name: string, request: object = {}): object => ({
  id: `things.things.${name}`,
  httpMethod: 'POST',
  path: `v1/{+resource}:${name}`,
  parameters: { resource: pathParam('^projects/[^/]+/things/[^/]+$') },
  ...request,
  response: { $ref: 'Policy' },
});
const TestIamPermissionsRequest = {
  id: 'TestIamPermissionsRequest',
  type: 'object',
  properties: { permissions: { type: 'array', items: { type: 'string' } } },
};
const GetPolicyOptions = { id: 'GetPolicyOptions', type: 'object', properties: { requestedPolicyVersion: { type: 'integer' } } };
const GetIamPolicyRequest = { id: 'GetIamPolicyRequest', type: 'object', properties: { options: { $ref: 'GetPolicyOptions' } } };
const SetIamPolicyRequest = { id: 'SetIamPolicyRequest', type: 'object', properties: { policy: { $ref: 'Policy' } } };

/** Returns a document whose things have these fields, too. */
function describeThings(properties: object, schemas: object = {}): Description {
  const { things } = document.resources;
  const thing = { ...document.schemas.Thing, properties: { ...document.schemas.Thing.properties, ...properties } };
  return {
    ...document,
    schemas: {
      ...document.schemas,
      Thing: thing,
      ListThingsResponse,
      Policy,
      GetPolicyOptions,
      GetIamPolicyRequest,
      SetIamPolicyRequest,
      TestIamPermissionsRequest,
      ...schemas,
    },
    resources: {
      ...document.resources,
      things: {
        methods: {
          ...things.methods,
          list,
          patch: { ...things.methods.get, id: 'things.things.patch', httpMethod: 'PATCH', request: { $ref: 'Thing' } },
          getIamPolicy: policyMethod('getIamPolicy', {
            request: { $ref: 'GetIamPolicyRequest' },
            parameters: {
              resource: pathParam('^projects/[^/]+/things/[^/]+$'),
              'options.requestedPolicyVersion': { type: 'integer', location: 'query' },
            },
          }),
          setIamPolicy: policyMethod('setIamPolicy', { request: { $ref: 'SetIamPolicyRequest' } }),
          testIamPermissions: policyMethod('testIamPermissions', {
            description: 'If the thing does not exist, this will return an empty set of permissions, not a `NOT_FOUND` error.',
            request: { $ref: 'TestIamPermissionsRequest' },
          }),
        },
      },
    },
  } as unknown as Description;
}

interface StartOptions extends MockOptions {
  readonly schemas?: object;
  readonly isProtoJson?: boolean;
}

function start(properties: object, { schemas, isProtoJson = false, ...options }: StartOptions = {}) {
  const parameters = isProtoJson ? { '$.xgafv': { type: 'string', location: 'query' } } : {};
  const mock = createMockFrom(buildModel({ ...describeThings(properties, schemas), parameters }, { variables: {} }), options);
  const send = async (method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: Json }> => {
    const response = await mock.handle({
      method,
      url: `http://mock.test/v1/projects/p/${path}`,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(response.body) as Json };
  };
  const create = async (body: object = {}): Promise<Json> => {
    await send('POST', 'things?thingId=t', body);
    return (await send('GET', 'things/t')).body;
  };
  return { mock, send, create };
}

const name = 'projects/p/things/t';

describe('the state of a new resource', () => {
  test('is the only working state of an output-only enum', async () => {
    expect(await start({ state: state(lifecycle) }).create()).toEqual({ name, state: 'ACTIVE' });
    const status = state(['DELETING', 'PENDING', 'READY'], { readOnly: false, description: '[Output Only] The status.' });
    expect(await start({ status }).create()).toEqual({ name, status: 'READY' });
    const lifecycleState = state(['ACTIVE', 'DELETE_REQUESTED'], { readOnly: false, description: 'The lifecycle state. Read-only.' });
    expect(await start({ lifecycleState }).create()).toEqual({ name, lifecycleState: 'ACTIVE' });
    const described = state(['CREATING', 'READY'], { readOnly: false, description: 'The current state of the thing.' });
    expect(await start({ state: described }).create()).toEqual({ name, state: 'READY' });
  });

  test.each([
    ['CREATED', ['CREATING', 'CREATED', 'DELETING']],
    ['ENABLED', ['STATE_UNSPECIFIED', 'ENABLED', 'PAUSED', 'DISABLED', 'UPDATE_FAILED']],
    ['ACTIVE', ['STATE_UNSPECIFIED', 'ACTIVE', 'DELETED']],
  ])('is %s beside states before or after it', async (ready, values) => {
    expect(await start({ state: state(values) }).create()).toEqual({ name, state: ready });
  });

  test.each([
    ['two working states', { state: state(['CREATING', 'ACTIVE', 'RUNNING']) }],
    ['no working state', { state: state(['CREATING', 'CONNECTED']) }],
    ['a state before it', { state: state(['STATE_UNSPECIFIED', 'DRAFT', 'ACTIVE', 'DELETED']) }],
    ['states that aren’t those of a life cycle', { state: state(['STATE_UNSPECIFIED', 'ACTIVE', 'RESOURCE_ERROR']) }],
    ['the states of a job', { state: state(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED']) }],
    ['a field that clients set', { state: state(lifecycle, { readOnly: false }) }],
    ['a field with another name', { phase: state(lifecycle) }],
  ])('is unknown with %s', async (_, properties) => {
    expect(await start(properties).create()).toEqual({ name });
  });

  test('can be in an output-only object', async () => {
    const LifecycleState = { id: 'LifecycleState', type: 'object', properties: { code: { type: 'string', enum: lifecycle } } };
    const properties = { state: { $ref: 'LifecycleState', readOnly: true } };
    const { mock, send } = start(properties, { schemas: { LifecycleState }, operationDelay: 1000 });
    await send('POST', 'things?thingId=t', {});
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: { code: 'CREATING' } });
    await mock.clock.advance(1000);
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: { code: 'ACTIVE' } });
  });

  test('isn’t that of the request', async () => {
    const described = state(['CREATING', 'READY'], { readOnly: false, description: 'The current state of the thing.' });
    const { send, create } = start({ state: described });
    expect(await create({ state: 'CREATING' })).toEqual({ name, state: 'READY' });
    await send('PATCH', 'things/t', { state: 'CREATING' });
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: 'READY' });
  });

  test('is that of a resource being created until a delayed operation completes', async () => {
    const { mock, send } = start({ state: state(lifecycle) }, { operationDelay: 1000 });
    const { body } = await send('POST', 'things?thingId=t', {});
    expect(body['done']).toBe(false);
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: 'CREATING' });
    expect((await send('POST', 'things?thingId=t', {})).status).toBe(409);
    await mock.clock.advance(1000);
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: 'ACTIVE' });
    expect((await send('GET', String(body['name']).replace('projects/p/', ''))).body).toMatchObject({
      done: true,
      response: { name, state: 'ACTIVE' },
    });
  });

  test('keeps a resource invisible until then if there is no such state', async () => {
    const { mock, send } = start({ state: state(['ACTIVE', 'DELETING']) }, { operationDelay: 1000 });
    await send('POST', 'things?thingId=t', {});
    expect((await send('GET', 'things/t')).status).toBe(404);
    await mock.clock.advance(1000);
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: 'ACTIVE' });
  });

  test('ends with the operation if that fails or is cancelled', async () => {
    const { mock, send } = start({ state: state(lifecycle) }, { operationDelay: 1000 });
    const { body } = await send('POST', 'things?thingId=t', {});
    await send('POST', `${String(body['name']).replace('projects/p/', '')}:cancel`);
    await mock.clock.advance(1000);
    expect((await send('GET', 'things/t')).status).toBe(404);
    await mock.faults.add({ operation: { httpErrorStatusCode: 403, errors: [] } });
    await send('POST', 'things?thingId=t', {});
    expect((await send('GET', 'things/t')).body).toEqual({ name, state: 'CREATING' });
    await mock.clock.advance(1000);
    expect((await send('GET', 'things/t')).status).toBe(404);
  });
});

describe('an access policy', () => {
  const role = { role: 'roles/viewer', members: ['user:ada@example.com'] };
  const condition = { expression: 'true' };

  async function setPolicy(policy: object): Promise<Json> {
    const { send, create } = start({});
    await create();
    const { body } = await send('POST', 'things/t:setIamPolicy', { policy });
    expect((await send('POST', 'things/t:getIamPolicy')).body).toEqual(body);
    return body;
  }

  test('has only an etag before it is set', async () => {
    const { send, create } = start({});
    await create();
    expect((await send('POST', 'things/t:getIamPolicy')).body).toEqual({ etag: expect.any(String) as string });
  });

  test.each([
    [0, 200],
    [1, 200],
    [3, 200],
    [2, 400],
    [4, 400],
  ])('has no requested version %i: %i', async (version, status) => {
    const { send, create } = start({});
    await create();
    expect((await send('POST', `things/t:getIamPolicy?options.requestedPolicyVersion=${version}`)).status).toBe(status);
    expect((await send('POST', 'things/t:getIamPolicy', { options: { requestedPolicyVersion: version } })).status).toBe(status);
    expect((await send('POST', 'things/t:setIamPolicy', { policy: { version } })).status).toBe(status);
  });

  test('of a missing resource has no permissions, if the description says so', async () => {
    const { send, create } = start({});
    const permissions = ['things.get'];
    expect(await send('POST', 'things/t:testIamPermissions', { permissions })).toEqual({ status: 200, body: {} });
    await create();
    expect((await send('POST', 'things/t:testIamPermissions', { permissions })).body).toEqual({ permissions });
    expect((await send('POST', 'things/none:getIamPolicy')).status).toBe(404);
  });

  test.each([
    [
      { version: 3, bindings: [role] },
      { version: 1, bindings: [role] },
    ],
    [{ bindings: [role] }, { version: 1, bindings: [role] }],
    [{ version: 3, bindings: [] }, { version: 1 }],
    [
      { version: 3, bindings: [{ ...role, condition }] },
      { version: 3, bindings: [{ ...role, condition }] },
    ],
  ])('%j is returned as %j', async (policy, returned) => {
    expect(await setPolicy(policy)).toEqual({ ...returned, etag: expect.any(String) as string });
  });
});

describe('what responses omit', () => {
  test('an empty list', async () => {
    const { send, create } = start({});
    expect((await send('GET', 'things')).body).toEqual({});
    await create();
    expect((await send('GET', 'things')).body).toEqual({ things: [{ name }] });
  });

  test.each([
    { description: 'The total number of things.', totals: [undefined, 2, 2, undefined] },
    { description: 'The total number of things. It is an estimate.', totals: [undefined, undefined, undefined, undefined] },
  ])('the number of all items if there are none, or with a filter: $description', async ({ description, totals }) => {
    const totalSize = { type: 'integer', format: 'int32', description };
    const properties = { ...ListThingsResponse.properties, totalSize };
    const { send } = start({}, { schemas: { ListThingsResponse: { ...ListThingsResponse, properties } } });
    const count = async (query = '') => (await send('GET', `things${query}`)).body['totalSize'];
    const found = [await count()];
    for (const id of ['a', 'b']) await send('POST', `things?thingId=${id}`, {});
    found.push(await count(), await count('?pageSize=1'), await count('?filter=size'));
    expect(found).toEqual(totals);
  });

  test('the defaults of a published document, except the kind of a message that methods return', async () => {
    const part = {
      id: 'Part',
      type: 'object',
      properties: { kind: { type: 'string', default: 'things#part' }, size: { type: 'integer' } },
    };
    const { create } = start(
      {
        kind: { type: 'string', default: 'things#thing' },
        isShared: { type: 'boolean', default: 'true' },
        part: { $ref: 'Part' },
        next: { $ref: 'Thing' },
      },
      { schemas: { Part: part } },
    );
    expect(await create({ part: { size: 1 }, next: { note: 'n' } })).toEqual({
      kind: 'things#thing',
      name,
      part: { size: 1 },
      next: { kind: 'things#thing', note: 'n' },
    });
  });
});

describe('values that only the server sets', () => {
  const id = { type: 'string', readOnly: true };

  test('a unique ID is a UUID or a number, as its description says', async () => {
    const uuid = { ...id, description: 'Output only. Google-generated UUID for this resource.' };
    expect(await start({ uniqueId: uuid }).create()).toEqual({ name, uniqueId: expect.stringMatching(/^[\da-f-]{36}$/) as string });
    const numeric = { ...id, description: 'Output only. The unique, stable numeric ID of the thing.' };
    expect(await start({ uniqueId: numeric }).create()).toEqual({ name, uniqueId: expect.stringMatching(/^\d+$/) as string });
    const assigned = { type: 'string', description: 'Immutable. The globally unique ID. Assigned automatically.' };
    expect(await start({ uid: assigned }).create()).toEqual({ name, uid: expect.stringMatching(/^[\da-f-]{36}$/) as string });
    expect(await start({ uid: { ...id, description: 'Output only. Unique identifier of the thing.' } }).create()).toEqual({ name });
  });

  test.each(['Read-only.', 'The count. Read-only.', 'The count; defined by the server (output only)', 'The count (output-only).'])(
    'a request cannot set a field with the description "%s"',
    async (description) => {
      expect(await start({ count: { type: 'integer', description } }).create({ count: 1 })).toEqual({ name });
    },
  );

  test('other mentions are no statements', async () => {
    const count = { type: 'integer', description: 'Creates a read-only copy. Not output only.' };
    expect(await start({ count }).create({ count: 1 })).toEqual({ name, count: 1 });
  });
});

describe('a secret', () => {
  const create = async (properties: object, sent: object): Promise<Json> => start(properties).create(sent);
  const text = { type: 'string' };

  test.each([
    'Input only. SSH password.',
    'The password. This field is not returned on request.',
    'This value cannot be retrieved via the API.',
  ])('with the description "%s" is never returned', async (description) => {
    expect(await create({ password: { ...text, description } }, { password: 'p' })).toEqual({ name });
  });

  test('is returned without such a description, as is any other input-only field', async () => {
    expect(await create({ password: text }, { password: 'p' })).toEqual({ name, password: 'p' });
    const certificate = { ...text, description: 'Input only. The certificate.' };
    expect(await create({ certificate }, { certificate: 'c' })).toEqual({ name, certificate: 'c' });
  });
});

describe('values that responses omit', () => {
  const properties = {
    isShared: { type: 'boolean' },
    size: { type: 'integer', format: 'int32' },
    bytes: { type: 'string', format: 'int64' },
    tags: { type: 'array', items: { type: 'string' } },
    part: { $ref: 'Part' },
    parts: { type: 'array', items: { $ref: 'Part' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    settings: { type: 'object', additionalProperties: { type: 'any' } },
  };
  const Part = { id: 'Part', type: 'object', properties: { isHidden: { type: 'boolean' }, tags: properties.tags } };
  const empty = { isShared: false, size: 0, bytes: '0', note: '', part: { isHidden: false }, parts: [{ isHidden: false }] };
  const kept = { labels: { a: '' }, settings: { isOn: false, list: [] } };
  const schemas = { Part };

  test('are the default values of ProtoJSON, except those of maps and of any JSON', async () => {
    const { create } = start(properties, { schemas, isProtoJson: true });
    expect(await create({ ...empty, ...kept, tags: [] })).toEqual({ name, part: {}, parts: [{}], ...kept });
  });

  test('are only empty lists in other APIs', async () => {
    const sent = { ...empty, tags: [], part: { isHidden: false, tags: [] } };
    expect(await start(properties, { schemas }).create(sent)).toEqual({ name, ...empty });
  });

  test('don’t include required fields, which the types of responses always have', async () => {
    const isShared = { type: 'boolean', description: 'Required. Whether it is shared.' };
    expect(await start({ isShared }, { isProtoJson: true }).create({ isShared: false })).toEqual({ name, isShared: false });
  });

  test('remain in a message that holds a value in one of several fields', async () => {
    const Value = { id: 'Value', type: 'object', properties: { boolValue: { type: 'boolean' }, stringValue: { type: 'string' } } };
    const { create } = start({ value: { $ref: 'Value' } }, { isProtoJson: true, schemas: { Value } });
    expect(await create({ value: { boolValue: false } })).toEqual({ name, value: { boolValue: false } });
  });

  test.each([
    { field: 'part.isHidden', value: false },
    { field: 'part', value: { isHidden: false } },
  ])('don’t include values that rules set: $field', async ({ field, value }) => {
    const setsHidden = { kind: 'serverDefault', field, value, source: { public: 'recordings' } };
    const Thing = {
      ...document.schemas.Thing,
      properties: { ...document.schemas.Thing.properties, ...properties },
      'x-rules': [setsHidden],
    };
    const { create } = start(properties, { schemas: { ...schemas, Thing }, isProtoJson: true });
    expect(await create({ isShared: false })).toEqual({ name, part: { isHidden: false } });
  });

  test('are cleared by an update that sets them', async () => {
    const { send, create } = start(properties, { schemas, isProtoJson: true });
    await create({ isShared: true, tags: ['a'] });
    await send('PATCH', 'things/t', { isShared: false, tags: [] });
    expect((await send('GET', 'things/t')).body).toEqual({ name });
  });
});

describe('a default that a description states', () => {
  const mode = { type: 'string', enum: ['MODE_UNSPECIFIED', 'NONE', 'AUTO'] };
  const duration = { type: 'string', format: 'google-duration' };

  test.each([
    ['Tries. Defaults to 3. Minimum value is 1.', { type: 'integer' }, 3],
    ['How often. Default to 10 seconds.', { type: 'integer' }, 10],
    ['The limit of one try. Defaults to 600 seconds.', duration, '600s'],
    ['The size. The default value is `1000`.', { type: 'string', format: 'int64' }, undefined],
    ['The size. Defaults to `1000`.', { type: 'string', format: 'int64' }, '1000'],
    ['The mode. The default is NONE. Only AUTO needs a size.', mode, 'NONE'],
    ['The mode. Defaults to Mode.AUTO if the field is not specified.', mode, 'AUTO'],
    ['The mode. Defaults to AUTO if not specified.', mode, 'AUTO'],
    ['Whether it grows. The default value is true.', { type: 'boolean' }, true],
    ['The region.\nDefaults to "us-central1".', { type: 'string' }, 'us-central1'],
    ['The location. Defaults to US. See the guide.', { type: 'string' }, 'US'],
    ['The period. If not specified at creation time, the default duration is 30 days.', duration, '2592000s'],
    ['If this value is not specified when the thing is created, it will default to STANDARD.', { type: 'string' }, 'STANDARD'],
    ['If this field is not specified when creating a new thing, NONE is used.', mode, 'NONE'],
    ['Default value is AUTO if not provided during creation.', mode, 'AUTO'],
  ])('is returned: %s', async (description, type, expected) => {
    const { create } = start({ waitSec: { ...type, description } });
    expect(await create()).toEqual({ name, ...(expected !== undefined && { waitSec: expected }) });
  });

  test.each([
    ['If unspecified, the value defaults to 1460.', { type: 'integer' }],
    ['The default value is 5 if unspecified.', { type: 'integer' }],
    ['If not specified, NONE is used.', mode],
    ['If unset during creation, the following default will be used: NONE in most projects.', mode],
    ['Defaults to 256MB.', { type: 'integer' }],
    ['Defaults to 10 seconds.', { type: 'integer' }],
    ['Defaults to 1. Defaults to 2 for large things.', { type: 'integer' }],
    ['Deprecated. The default value is 80.', { type: 'integer' }],
    ['Defaults to 7 days.', duration],
    ['Defaults to 0.', { type: 'integer' }],
    ['Defaults to false.', { type: 'boolean' }],
    ['Defaults to OTHER.', mode],
    ['Defaults to the location of the project.', { type: 'string' }],
    ['The format. The default value is CSV.', { type: 'string' }],
    ['Output only. The size. Defaults to 3.', { type: 'integer' }],
  ])('is no statement about responses: %s', async (description, type) => {
    expect(await start({ size: { ...type, description } }).create()).toEqual({ name });
  });

  test('is also that of an inner object, and gives way to what a request sets', async () => {
    const retries = { type: 'integer', description: 'Optional. Defaults to 3.' };
    const Part = { id: 'Part', type: 'object', properties: { retries } };
    const parts = { type: 'array', items: { $ref: 'Part' } };
    const { create, send } = start({ retries, part: { $ref: 'Part' }, parts }, { schemas: { Part }, isProtoJson: true });
    expect(await create({ retries: 0, parts: [{}, { retries: 1 }] })).toEqual({
      name,
      retries: 0,
      parts: [{ retries: 3 }, { retries: 1 }],
    });
    await send('PATCH', 'things/t', { retries: null });
    expect((await send('GET', 'things/t')).body).toMatchObject({ retries: 3 });
  });
});
