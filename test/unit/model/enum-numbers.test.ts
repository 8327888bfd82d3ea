/** Numbers of enum values are known only if a specification states them. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import { createMockFrom } from '../../support/mock-of.js';
import { document, pathParam } from '../../support/things-document.js';

type Description = Parameters<typeof buildModel>[0];

const numbers = { STATE_UNSPECIFIED: 0, ON: 1, OFF: 7 };

/** The document with a list, and with an enum that has these numbers. */
function describeThings(state: object): Description {
  const { methods } = document.resources.things;
  const { create, get, delete: deletion } = methods;
  const list = {
    id: 'things.things.list',
    httpMethod: 'GET',
    path: 'v1/{+parent}/things',
    parameters: { parent: pathParam('^projects/[^/]+$'), pageToken: { type: 'string', location: 'query' } },
    response: { $ref: 'ThingList' },
  };
  const Thing = {
    id: 'Thing',
    type: 'object',
    properties: { name: { type: 'string' }, states: { type: 'array', items: { $ref: 'State' } }, state: { $ref: 'State' } },
  };
  const State = { id: 'State', type: 'string', enum: Object.keys(numbers), ...state };
  const things = { type: 'array', items: { $ref: 'Thing' } };
  const ThingList = { id: 'ThingList', type: 'object', properties: { things, nextPageToken: { type: 'string' } } };
  return {
    ...document,
    schemas: { ...document.schemas, Thing, State, ThingList },
    resources: {
      ...document.resources,
      things: {
        methods: { create: { ...create, response: { $ref: 'Thing' } }, get, list, delete: { ...deletion, response: { $ref: 'Empty' } } },
      },
    },
  } as unknown as Description;
}

function createThings(state: object, ignored: 'select' | 'all' = 'select'): (call: string, body?: object) => Promise<readonly unknown[]> {
  const mock = createMockFrom(buildModel(describeThings(state), { variables: {} }), { ignored, warn: () => undefined });
  return async (call, body) => {
    const [method = '', path = ''] = call.split(' ');
    const url = `http://mock.test/v1/projects/p/${path}`;
    const response = await mock.handle({ method, url, ...(body && { body: JSON.stringify(body) }) });
    return [response.status, JSON.parse(response.body), response.headers['x-mock-ignored']];
  };
}

const asNumbers = '$alt=json;enum-encoding=int';

describe('with x-enumNumbers', () => {
  const state = { 'x-enumNumbers': numbers };

  test('requests can contain numbers, and responses do if the request asks for them', async () => {
    const send = createThings(state);
    const created = { name: 'projects/p/things/a', state: 'OFF', states: ['ON', 'OFF'] };
    expect(await send('POST things?thingId=a', { state: 7, states: [1, 'OFF'] })).toEqual([200, created, undefined]);
    const encoded = { name: 'projects/p/things/a', state: 7, states: [1, 7] };
    expect(await send(`GET things/a?${asNumbers}`)).toEqual([200, encoded, undefined]);
    expect(await send(`GET things?${asNumbers}`)).toEqual([200, { things: [encoded] }, undefined]);
    expect(await send(`GET things/a?fields=state&${asNumbers}`)).toEqual([200, { state: 7 }, undefined]);
    expect(await send('GET things/a?$alt=json')).toEqual([200, created, undefined]);
  });

  test('responses without enums ignore nothing', async () => {
    const send = createThings(state);
    await send('POST things?thingId=a', {});
    expect(await send(`DELETE things/a?${asNumbers}`)).toEqual([200, {}, undefined]);
  });
});

describe.each([{}, { 'x-enumNumbers': { STATE_UNSPECIFIED: 0, ON: 1 } }])('with some numbers: %j', (state) => {
  test('names remain, and the encoding is reported as ignored', async () => {
    const send = createThings(state);
    await send('POST things?thingId=a', { state: 'OFF' });
    const body = { name: 'projects/p/things/a', state: 'OFF' };
    expect(await send(`GET things/a?${asNumbers}`)).toEqual([200, body, 'alt;enum-encoding']);
    expect(await send('GET things/a?$alt=json')).toEqual([200, body, undefined]);
  });

  test('a mock that rejects what it ignores accepts the encoding, because such a client also reads names', async () => {
    const send = createThings(state, 'all');
    await send('POST things?thingId=a', { state: 'OFF' });
    expect(await send(`GET things/a?${asNumbers}`)).toMatchObject([200, { state: 'OFF' }, 'alt;enum-encoding']);
  });
});
