/** The names and schemas of resources, inferred from the methods of small APIs. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockFrom } from '../../../support/mock-of.js';

const pathParameter = (name: string) => ({ [name]: { type: 'string', location: 'path', required: true } });
const ref = (id: string) => ({ $ref: id });
const method = (httpMethod: string, route: string, members: object = {}) => ({ httpMethod, path: route, ...members });

const description = { name: 'shop', version: 'v1', rootUrl: 'https://shop.example/', servicePath: '' };

it.each([
  ['id', ['name', 'topicId'], 'topicId'],
  ['topicKey', ['name', 'id'], 'id'],
  ['topicKey', ['name'], 'name'],
])('for {%s} and the fields %j, the ID field is %s', (variable, fields, field) => {
  const Topic = { type: 'object', properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])) };
  const get = method('GET', `v1/topics/{${variable}}`, { parameters: pathParameter(variable), response: ref('Topic') });
  const { resources } = buildModel({ ...description, schemas: { Topic }, resources: { topics: { methods: { get } } } }, { variables: {} });
  expect(resources.map(({ idFields }) => idFields)).toEqual([[field]]);
});

it.each([
  ['path', ['name', 'path'], { path: 'shelves/0', name: 'History' }],
  ['path', ['name'], { name: 'shelves/History' }],
])('for {+%s} and the fields %j, a created resource is %j', async (variable, fields, expected) => {
  const Shelf = { type: 'object', properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])) };
  const pathVariable = { [variable]: { type: 'string', location: 'path', required: true, pattern: '^shelves/[^/]+$' } };
  const get = method('GET', `v1/{+${variable}}`, { parameters: pathVariable, response: ref('Shelf') });
  const create = method('POST', 'v1/shelves', { request: ref('Shelf'), response: ref('Shelf') });
  const api = buildModel({ ...description, schemas: { Shelf }, resources: { shelves: { methods: { create, get } } } }, { variables: {} });
  const request = { method: 'POST', url: 'https://shop.example/v1/shelves', body: JSON.stringify({ name: 'History' }) };
  const { body } = await createMockFrom(api).handle({ ...request, headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(body)).toEqual(expected);
});

it.each([
  ['name', { type: 'string' }, { name: '0' }],
  ['ticketId', { type: 'integer', readOnly: true }, { ticketId: 0 }],
])('the server generates the %s of a resource that is created without a body', async (name, field, expected) => {
  const Ticket = { type: 'object', properties: { [name]: field } };
  const create = method('POST', 'v1/tickets', { response: ref('Ticket') });
  const get = method('GET', 'v1/tickets/{ticketId}', { parameters: pathParameter('ticketId'), response: ref('Ticket') });
  const api = buildModel({ ...description, schemas: { Ticket }, resources: { tickets: { methods: { create, get } } } }, { variables: {} });
  const { body } = await createMockFrom(api).handle({ method: 'POST', url: 'https://shop.example/v1/tickets', headers: {} });
  expect(JSON.parse(body)).toEqual(expected);
});

it('a resource has its own name in an output-only field with the name of the path variable, unless that is an object', () => {
  const text = { type: 'string', readOnly: true };
  const Photo = { type: 'object', properties: { photoId: { $ref: 'PhotoId', readOnly: true } } };
  const schemas = { Photo, PhotoId: { type: 'object', properties: {} }, Group: { type: 'object', properties: { groupId: text } } };
  const getPhoto = method('GET', 'v1/photos/{photoId}', { parameters: pathParameter('photoId'), response: ref('Photo') });
  const getGroup = method('GET', 'v1/groups/{group}', { parameters: pathParameter('group'), response: ref('Group') });
  const { resources } = buildModel({ ...description, schemas, resources: { all: { methods: { getPhoto, getGroup } } } }, { variables: {} });
  expect(resources.map(({ pathFields }) => pathFields)).toEqual([{ groupId: '{group}' }, {}]);
});

it.each([
  ['For topics, the id and name properties are the same.', { id: '{topic}' }],
  ['The `name` and `id` fields are identical.', { id: '{topic}' }],
  ['The id and title properties are the same.', {}],
  ['The ID of the topic.', {}],
])('a resource has its name in a field that the description calls equal: %s', (text, pathFields) => {
  const Topic = { type: 'object', properties: { name: { type: 'string' }, id: { type: 'string', description: text } } };
  const get = method('GET', 'v1/topics/{topic}', { parameters: pathParameter('topic'), response: ref('Topic') });
  const { resources } = buildModel({ ...description, schemas: { Topic }, resources: { topics: { methods: { get } } } }, { variables: {} });
  expect(resources.map((resource) => [resource.idFields, resource.pathFields])).toEqual([[['name'], pathFields]]);
});

const states = "Valid states include 'PENDING', 'RUNNING', and 'DONE'.";
it.each<[string, JsonObject, string]>([
  ['whose state has RUNNING and DONE', { state: { type: 'string', readOnly: true, description: states } }, 'notImplemented'],
  ['with an object with such a state', { status: { $ref: 'Status', readOnly: true } }, 'notImplemented'],
  [
    'with an enum of such states',
    { jobState: { type: 'string', readOnly: true, enum: ['JOB_STATE_RUNNING', 'JOB_STATE_SUCCEEDED'] } },
    'notImplemented',
  ],
  ['whose state contains itself', { status: { $ref: 'Loop', readOnly: true } }, 'create'],
  ['whose state a client can set', { state: { type: 'string', description: states } }, 'create'],
  ['that runs until it is stopped', { state: { type: 'string', readOnly: true, enum: ['RUNNING', 'STOPPED'] } }, 'create'],
])('the action of a creation of a resource %s', (_, properties, kind) => {
  const schemas = {
    Job: { type: 'object', properties },
    Status: { type: 'object', properties: { state: { type: 'string', description: states } } },
    Loop: { type: 'object', properties: { status: { $ref: 'Loop', readOnly: true } } },
  };
  const insert = method('POST', 'v1/jobs', { request: ref('Job'), response: ref('Job') });
  const get = method('GET', 'v1/jobs/{job}', { parameters: pathParameter('job'), response: ref('Job') });
  const { methods } = buildModel({ ...description, schemas, resources: { jobs: { methods: { get, insert } } } }, { variables: {} });
  expect(methods.map(({ action }) => action.kind)).toEqual(['get', kind]);
});

it('a variable can name the collection of a resource', async () => {
  const Policy = { type: 'object', properties: { name: { type: 'string', description: 'The resource name.' } } };
  const PolicyList = {
    type: 'object',
    properties: { policies: { type: 'array', items: ref('Policy') }, nextPageToken: { type: 'string' } },
  };
  const inPath = (name: string, pattern: string) => ({ [name]: { type: 'string', location: 'path', required: true, pattern } });
  const inQuery = (name: string) => ({ [name]: { type: 'string', location: 'query' } });
  const parent = inPath('parent', '^policies/[^/]+/[^/]+$');
  const create = method('POST', 'v1/{+parent}', {
    parameters: { ...parent, ...inQuery('policyId') },
    request: ref('Policy'),
    response: ref('Policy'),
  });
  const list = method('GET', 'v1/{+parent}', { parameters: { ...parent, ...inQuery('pageToken') }, response: ref('PolicyList') });
  const get = method('GET', 'v1/{+name}', { parameters: inPath('name', '^policies/[^/]+/[^/]+/[^/]+$'), response: ref('Policy') });
  const resources = { policies: { methods: { createPolicy: create, get, listPolicies: list } } };
  const mock = createMockFrom(buildModel({ ...description, schemas: { Policy, PolicyList }, resources }, { variables: {} }));
  const send = async (httpMethod: string, path: string): Promise<unknown> => {
    const { status, body } = await mock.handle({
      method: httpMethod,
      url: `http://mock.test/v1/policies/${path}`,
      ...(httpMethod === 'POST' && { body: '{}' }),
    });
    return status === 200 ? JSON.parse(body) : status;
  };
  const policy = { name: 'policies/p/deny/a' };
  expect(await send('GET', 'p/deny/a')).toBe(404);
  expect(await send('POST', 'p/deny?policyId=a')).toEqual(policy);
  expect(await send('GET', 'p/deny/a')).toEqual(policy);
  expect(await send('GET', 'p/deny')).toEqual({ policies: [policy] });
  expect(await send('GET', 'p/allow')).toEqual({});
});

it('a creation of a resource that clients can update is implemented, whatever its state', () => {
  const Config = { type: 'object', properties: { state: { type: 'string', readOnly: true, description: states } } };
  const create = method('POST', 'v1/configs', { request: ref('Config'), response: ref('Config') });
  const patch = method('PATCH', 'v1/configs/{config}', {
    parameters: pathParameter('config'),
    request: ref('Config'),
    response: ref('Config'),
  });
  const resources = { configs: { methods: { create, patch } } };
  const { methods } = buildModel({ ...description, schemas: { Config }, resources }, { variables: {} });
  expect(methods.map(({ action }) => action.kind)).toEqual(['create', 'patch']);
});

it.each([
  ['the body', 'Book', 'Book', { kind: 'create' }, undefined, 'Book'],
  ['a field of the body', 'Wrapper', 'Book', { kind: 'create' }, 'book', 'Book'],
  ['a field of both', 'Wrapper', 'Result', { kind: 'create' }, 'book', 'Book'],
  ['unknown if the response is another message', 'Book', 'Ticket', { kind: 'notImplemented' }, undefined, undefined],
])('the schema of a resource that no method reads comes from %s', (_, request, response, action, requestWrap, schema) => {
  const Book = { type: 'object', properties: { title: { type: 'string' } } };
  const Wrapper = { type: 'object', properties: { book: ref('Book'), force: { type: 'boolean' } } };
  const Result = { type: 'object', properties: { book: ref('Book'), took: { type: 'string' } } };
  const Ticket = { type: 'object', properties: { number: { type: 'string' } } };
  const create = method('POST', 'v1/books', { request: ref(request), response: ref(response) });
  const { methods, resources } = buildModel(
    { ...description, schemas: { Book, Wrapper, Result, Ticket }, resources: { books: { methods: { create } } } },
    { variables: {} },
  );
  expect(methods[0]).toMatchObject({ action, ...(requestWrap && { requestWrap }) });
  expect(resources[0]?.schema).toBe(schema);
});
