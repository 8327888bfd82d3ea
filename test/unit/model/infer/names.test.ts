/** Fields that a service fills in from the path, and names with the number of the project: documents and exchanges. */
import { expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import type { MockOptions } from '../../../../mock/index.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { document, operation, pathParam, thing } from '../../../support/things-document.js';

type Description = Parameters<typeof buildModel>[0];
type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

const text = { type: 'string' };

function createCaller(description: object, options: MockOptions = {}): Call {
  const mock = createMockFrom(buildModel(description as Description, { variables: {} }), options);
  return async (method, path, body) => {
    const response = await mock.handle({
      method,
      url: `http://mock.test/${path}`,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return JSON.parse(response.body) as Record<string, unknown>;
  };
}

const withSchemas = (schemas: object, resources: object = {}): object => ({
  ...document,
  schemas: { ...document.schemas, ...schemas },
  resources: { ...document.resources, ...resources },
});

test('the server fills in the project of a resource whose path names it', async () => {
  const Thing = { ...thing, properties: { ...thing.properties, projectId: { ...text, readOnly: true }, organization: text } };
  const call = createCaller(withSchemas({ Thing }));
  await call('POST', 'v1/projects/p/things?thingId=t', {});
  expect(await call('GET', 'v1/projects/p/things/t')).toEqual({ name: 'projects/p/things/t', projectId: 'p' });
});

test.each([
  ['an ID', 'The ID of the thing.', 't'],
  ['an ID with a slash in an example', 'Required. The client-assigned identifier, such as "a/b".', 't'],
  ['a path', 'The resource name of the thing, with up to 40 characters.', 'projects/p/things/t'],
])('the name of a resource is %s if its description says so', async (_, description, name) => {
  const Thing = { ...thing, properties: { ...thing.properties, name: { ...text, description } } };
  const call = createCaller(withSchemas({ Thing }));
  await call('POST', 'v1/projects/p/things?thingId=t', {});
  expect(await call('GET', 'v1/projects/p/things/t')).toEqual({ name });
});

test('an operation has no field of the path', async () => {
  const Operation = { ...operation, properties: { ...operation.properties, projectId: text } };
  const call = createCaller(withSchemas({ Operation }));
  expect(await call('POST', 'v1/projects/p/things?thingId=t', {})).not.toHaveProperty('projectId');
});

test.each([
  ['the form of its path', 'The name, in the form `projects/{project_id}/settings`.', { name: 'projects/p/settings' }],
  ['no form', 'The resource name of the settings.', { name: 'projects/p/settings' }],
  ['another form', 'The name, in the form `projects/{project_id}/things/{thing}`.', {}],
])('a singleton has its path as its name if the description states %s', async (_, description, expected) => {
  const Settings = { id: 'Settings', type: 'object', properties: { name: { ...text, description } } };
  const get = {
    id: 'things.getSettings',
    httpMethod: 'GET',
    path: 'v1/{+name}/settings',
    parameters: { name: pathParam('^projects/[^/]+$') },
    response: { $ref: 'Settings' },
  };
  const update = { ...get, id: 'things.updateSettings', httpMethod: 'PUT', request: { $ref: 'Settings' } };
  const call = createCaller(withSchemas({ Settings }, { projects: { methods: { get, update } } }));
  expect(await call('GET', 'v1/projects/p/settings')).toEqual(expected);
});

const rules = [{ kind: 'projectNumber', fields: ['name'] }];
const numbered = withSchemas({ Thing: { ...thing, 'x-rules': rules }, Operation: { ...operation, 'x-rules': rules } });

test('the rule projectNumber returns names with the number of the project, which then stands for its ID', async () => {
  const call = createCaller(numbered);
  const { name } = await call('POST', 'v1/projects/p/things?thingId=t', {});
  expect(name).toMatch(/^projects\/\d+\/operations\//);
  const created = await call('GET', 'v1/projects/p/things/t');
  expect(created['name']).toMatch(/^projects\/\d+\/things\/t$/);
  expect(await call('GET', `v1/${String(created['name'])}`)).toEqual(created);
  expect(await call('GET', `v1/${String(name)}`)).toMatchObject({ name, done: true, response: created });
});

test('an unknown number is a project of its own', async () => {
  const call = createCaller(numbered);
  await call('POST', 'v1/projects/42/things?thingId=t', {});
  expect(await call('GET', 'v1/projects/42/things/t')).toEqual({ name: 'projects/42/things/t' });
  expect(await call('GET', 'v1/projects/p/things/t')).toMatchObject({ error: { code: 404 } });
});

test('a value with the number of the project has that of the path', async () => {
  const rule = { kind: 'serverDefault', field: 'note', value: 'p{projectNumber}@things.example.com', on: ['create'] };
  const call = createCaller(withSchemas({ Thing: { ...thing, 'x-rules': [...rules, rule] } }));
  await call('POST', 'v1/projects/p/things?thingId=t', {});
  const { name, note } = await call('GET', 'v1/projects/p/things/t');
  expect(`p${String(name).split('/')[1] ?? ''}@things.example.com`).toBe(note);
});

test('a seeded project determines its number', async () => {
  const Project = {
    id: 'Project',
    type: 'object',
    properties: { projectId: text, projectNumber: { ...text, format: 'int64', readOnly: true } },
  };
  const get = {
    id: 'things.projects.get',
    httpMethod: 'GET',
    path: 'v1/projects/{projectId}',
    parameters: { projectId: { ...text, location: 'path', required: true } },
    response: { $ref: 'Project' },
  };
  const remove = { ...get, id: 'things.projects.delete', httpMethod: 'DELETE' };
  const description = withSchemas({ Project, Thing: { ...thing, 'x-rules': rules } }, { projects: { methods: { get, delete: remove } } });
  const call = createCaller(description, { seed: { resources: { '/v1/projects/p': { projectId: 'p', projectNumber: '77' } } } });
  await call('POST', 'v1/projects/p/things?thingId=t', {});
  expect(await call('GET', 'v1/projects/77/things/t')).toMatchObject({ name: 'projects/77/things/t' });
});

test('the rule resourceUrl returns full URLs for partial ones, and accepts them in changes', async () => {
  const Thing = {
    ...thing,
    properties: { ...thing.properties, network: { ...text, 'x-immutable': true }, peers: { type: 'array', items: text } },
  };
  const { methods } = document.resources.things;
  const create = { ...methods.create, response: { $ref: 'Thing' } };
  const patch = { ...methods.get, id: 'things.things.patch', httpMethod: 'PATCH', request: { $ref: 'Thing' } };
  const rule = { kind: 'resourceUrl', fields: ['network', 'peers'] };
  const things = { methods: { ...methods, create, patch } };
  const call = createCaller(withSchemas({ Thing: { ...Thing, 'x-rules': [rule] } }, { things }));
  const network = 'http://mock.test/v1/projects/p/global/networks/n';
  const peers = ['http://mock.test/v1/projects/q/things/u', 'http://elsewhere.test/x'];
  expect(
    await call('POST', 'v1/projects/p/things?thingId=t', { network: 'global/networks/n', peers: ['projects/q/things/u', peers[1]] }),
  ).toEqual({ name: 'projects/p/things/t', network, peers });
  expect(await call('PATCH', 'v1/projects/p/things/t', { network, note: 'a' })).toMatchObject({ network, note: 'a' });
});

const url = 'http://mock.test/v1/projects/p/regions/r';

test.each([
  ['r', 'The URL of the region.', url],
  ['regions/r', 'The URL of the region.', url],
  ['https://elsewhere.test/v1/projects/p/regions/r', '', url],
  ['r', 'The name of the region.', 'r'],
])('a field with the region %s has the form that the description states: %s', async (region, description, expected) => {
  const Thing = { ...thing, properties: { ...thing.properties, region: { ...text, description } } };
  const parameters = { project: { ...text, location: 'path', required: true }, region: { ...text, location: 'path', required: true } };
  const insert = {
    id: 'things.regionThings.insert',
    httpMethod: 'POST',
    path: 'v1/projects/{project}/regions/{region}/things',
    parameters,
    request: { $ref: 'Thing' },
    response: { $ref: 'Thing' },
  };
  const call = createCaller(withSchemas({ Thing }, { regionThings: { methods: { insert } } }));
  const created = await call('POST', 'v1/projects/p/regions/r/things', { name: 't', region });
  expect(created).toEqual({ name: 't', region: expected });
});

test.each([
  ['id', 'Required. The ID of the thing.'],
  ['thingId', 'Immutable. The unique, user-assigned ID of the thing.'],
])('the field %s of the body names a new resource if its description says that clients set it', async (field, description) => {
  const Thing = { ...thing, properties: { ...thing.properties, [field]: { ...text, description } } };
  const { methods } = document.resources.things;
  const create = { ...methods.create, parameters: { parent: methods.create.parameters.parent }, response: { $ref: 'Thing' } };
  const call = createCaller(withSchemas({ Thing }, { things: { methods: { ...methods, create } } }));
  expect(await call('POST', 'v1/projects/p/things', { [field]: 't' })).toEqual({ name: 'projects/p/things/t', [field]: 't' });
});

test('an action states the form of new IDs', async () => {
  const Thing = {
    ...thing,
    properties: { ...thing.properties, email: { ...text, readOnly: true } },
    'x-rules': [{ kind: 'serverDefault', field: 'email', value: '{parameter.thingsId}', on: ['create'] }],
  };
  const { methods } = document.resources.things;
  const CreateThingRequest = { id: 'CreateThingRequest', type: 'object', properties: { accountId: text, thing: { $ref: 'Thing' } } };
  const create = {
    ...methods.create,
    parameters: { parent: methods.create.parameters.parent },
    request: { $ref: 'CreateThingRequest' },
    response: { $ref: 'Thing' },
    'x-action': {
      kind: 'create',
      resource: 'v1/projects/{projectsId}/things/{thingsId}',
      name: '{accountId}@{projectsId}.things.example.com',
    },
  };
  const call = createCaller(withSchemas({ Thing, CreateThingRequest }, { things: { methods: { ...methods, create } } }));
  const email = 'a@p.things.example.com';
  const created = { name: `projects/p/things/${email}`, note: 'n', email };
  expect(await call('POST', 'v1/projects/p/things', { accountId: 'a', thing: { note: 'n' } })).toEqual(created);
  expect(await call('GET', `v1/projects/p/things/${email}`)).toEqual(created);
  expect(await call('POST', 'v1/projects/p/things', { thing: {} })).toMatchObject({ error: { code: 400 } });
});

test('an action states that new IDs contain an encoded name, unless a request lacks an optional part', async () => {
  const Binding = {
    id: 'Binding',
    type: 'object',
    properties: { name: { ...text, readOnly: true }, parent: text, tag: text },
    'x-rules': [{ kind: 'projectNumber', fields: ['parent'] }],
  };
  const create = {
    id: 'demo.bindings.create',
    path: 'v1/bindings',
    httpMethod: 'POST',
    request: { $ref: 'Binding' },
    response: { $ref: 'Binding' },
    'x-action': { kind: 'create', resource: 'v1/bindings/{bindingsId}', name: '{parent:encoded}/{tag?}' },
  };
  const get = {
    id: 'demo.bindings.get',
    path: 'v1/{+name}',
    flatPath: 'v1/bindings/{bindingsId}',
    httpMethod: 'GET',
    parameters: { name: pathParam('^bindings/.*$') },
    response: { $ref: 'Binding' },
  };
  const call = createCaller(withSchemas({ Binding }, { bindings: { methods: { create, get } } }));
  const created = { name: 'bindings/%2F%2Fdemo.example.com%2Fthings%2F1/tags/2', parent: '//demo.example.com/things/1', tag: 'tags/2' };
  expect(await call('POST', 'v1/bindings', { parent: created.parent, tag: created.tag })).toEqual(created);
  expect(await call('GET', 'v1/bindings/%252F%252Fdemo.example.com%252Fthings%252F1/tags/2')).toEqual(created);
  expect(await call('POST', 'v1/bindings', { parent: created.parent })).toMatchObject({ name: 'bindings/0' });
  const numbered = await call('POST', 'v1/bindings', { parent: 'projects/p/things/1', tag: 'tags/2' });
  expect(numbered).toMatchObject({ name: expect.stringMatching(/^bindings\/projects%2F\d+%2Fthings%2F1\/tags\/2$/) });
});

test.each([
  ['a slash', 'v1/projects/p/things?thingId=a%252Fb', 'a%2Fb', 'a%252Fb'],
  ['other characters that a URL escapes', 'v1/projects/p/things?thingId=a%25%3Fb', 'a%?b', 'a%25%3Fb'],
])('a client finds a resource by its name, with %s in a segment', async (_, path, id, segment) => {
  const call = createCaller(document);
  await call('POST', path, {});
  expect(await call('GET', `v1/projects/p/things/${segment}`)).toEqual({ name: `projects/p/things/${id}` });
});

test.each([
  ['no form', 'Output only. The resource name of the note.', 'projects/p/notes/0'],
  ['the form of its path', 'Output only. The resource name, in the form `projects/{project}/notes/{note}`.', 'projects/p/notes/0'],
  ['another form', 'Output only. The resource name, in the form `things/{thing}/notes/{note}`.', '0'],
])('a resource that methods only create has its path as its name if the description shows %s', async (_, description, name) => {
  const Note = { id: 'Note', type: 'object', properties: { name: { ...text, description } } };
  const create = {
    id: 'notes.create',
    httpMethod: 'POST',
    path: 'v1/{+parent}/notes',
    parameters: { parent: pathParam('^projects/[^/]+$') },
    request: { $ref: 'Note' },
    response: { $ref: 'Note' },
  };
  const call = createCaller(withSchemas({ Note }, { notes: { methods: { create } } }));
  expect(await call('POST', 'v1/projects/p/notes', {})).toEqual({ name });
});
