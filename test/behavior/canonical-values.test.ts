/** The mock stores times, durations, masks, bytes, and nulls in the canonical form of ProtoJSON, however a request or a seed writes them. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import type { Json, JsonObject, Mock } from '../../mock/index.js';
import { createMockFrom } from '../support/mock-of.js';

const format = (name: string) => ({ type: 'string', format: name });
const time = format('google-datetime');
const nullValue = { type: 'string', enum: ['NULL_VALUE'], enumDescriptions: ['Null value.'] };
const pathParameter = { type: 'string', location: 'path', required: true, pattern: '^shelves/[^/]+$' };

const createDocument = (prefix: string) => ({
  kind: 'discovery#restDescription',
  name: 'library',
  version: 'v1',
  rootUrl: 'https://library.example.com/',
  servicePath: '',
  parameters: { '$.xgafv': { type: 'string', location: 'query' } },
  schemas: {
    Value: {
      id: 'Value',
      type: 'object',
      properties: { nullValue, stringValue: { type: 'string' }, list: { type: 'array', items: { $ref: 'Value' } } },
    },
    Shelf: {
      id: 'Shelf',
      type: 'object',
      properties: {
        name: { type: 'string' },
        title: { type: 'string' },
        openTime: time,
        closeTimes: { type: 'array', items: time },
        timesByDay: { type: 'object', additionalProperties: time },
        built: { type: 'object', properties: { time } },
        printed: format('date-time'),
        loan: format('google-duration'),
        mask: format('google-fieldmask'),
        cover: format('byte'),
        values: { type: 'object', additionalProperties: { $ref: 'Value' } },
        nulls: { type: 'array', items: nullValue },
        createTime: { ...time, readOnly: true },
      },
    },
  },
  resources: {
    shelves: {
      methods: {
        create: {
          httpMethod: 'POST',
          path: `${prefix}v1/shelves`,
          parameters: { shelfId: { type: 'string', location: 'query' } },
          request: { $ref: 'Shelf' },
          response: { $ref: 'Shelf' },
        },
        get: { httpMethod: 'GET', path: `${prefix}v1/{+name}`, parameters: { name: pathParameter }, response: { $ref: 'Shelf' } },
        patch: {
          httpMethod: 'PATCH',
          path: `${prefix}v1/{+name}`,
          parameters: { name: pathParameter, updateMask: { ...format('google-fieldmask'), location: 'query' } },
          request: { $ref: 'Shelf' },
          response: { $ref: 'Shelf' },
        },
      },
    },
  },
});

const createMock = (prefix = '', options: Parameters<typeof createMockFrom>[1] = {}): Mock =>
  createMockFrom(buildModel(createDocument(prefix), { variables: {} }), options);

async function send(mock: Mock, line: string, body?: object): Promise<{ status: number; body: JsonObject }> {
  const [method = '', url = ''] = line.split(' ');
  const response = await mock.handle({ method, url: `/${url}`, headers: {}, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: JSON.parse(response.body) as JsonObject };
}

/** Returns a field as a mock stores it. */
async function store(field: string, value: Json, prefix = ''): Promise<Json | undefined> {
  const mock = createMock(prefix);
  const created = await send(mock, `POST ${prefix}v1/shelves?shelfId=a`, { [field]: value });
  const { body } = await send(mock, `GET ${prefix}v1/shelves/a`);
  expect(created.body[field]).toEqual(body[field]);
  return body[field];
}

test.each([
  ['openTime', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
  ['openTime', '2024-01-01T02:00:00+02:00', '2024-01-01T00:00:00Z'],
  ['openTime', '2024-01-01T00:00:00.1Z', '2024-01-01T00:00:00.100Z'],
  ['openTime', '2024-01-01T00:00:00.1234Z', '2024-01-01T00:00:00.123400Z'],
  ['openTime', '2024-01-01T00:00:00.000000001Z', '2024-01-01T00:00:00.000000001Z'],
  ['openTime', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00Z'],
  ['openTime', '0001-01-01T01:00:00+01:00', '0001-01-01T00:00:00Z'],
  ['openTime', '9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
  ['closeTimes', ['2024-01-01T00:00:00-01:30'], ['2024-01-01T01:30:00Z']],
  ['timesByDay', { monday: '2024-01-01T00:00:00.5Z' }, { monday: '2024-01-01T00:00:00.500Z' }],
  ['built', { time: '2024-01-01T00:00:00+00:00' }, { time: '2024-01-01T00:00:00Z' }],
  ['printed', '2024-01-01T02:00:00.1+02:00', '2024-01-01T02:00:00.1+02:00'],
  ['loan', '1.5s', '1.500s'],
  ['loan', '-0.25s', '-0.250s'],
  ['loan', '003.0s', '3s'],
  ['loan', '315576000000s', '315576000000s'],
  ['mask', 'open_time, built.time_zone,values.`my_key`', 'openTime,built.timeZone,values.`my_key`'],
  ['cover', '-_8', '+/8='],
  ['cover', 'AB==', 'AA=='],
  ['cover', 'AQIDBA', 'AQIDBA=='],
])('%s %j is stored as %j', async (field, sent, stored) => expect(await store(field, sent)).toEqual(stored));

test('bytes of an API whose paths begin with its name keep the alphabet for URLs', async () => {
  expect(await store('cover', '-_8', 'library/')).toBe('-_8');
  expect(await store('openTime', '2024-01-01T02:00:00+02:00', 'library/')).toBe('2024-01-01T00:00:00Z');
});

test('times that the server generates have no zero decimals', async () => {
  const mock = createMock('', { now: () => Date.parse('2026-01-01T00:00:00Z') });
  expect((await send(mock, 'POST v1/shelves?shelfId=a', {})).body['createTime']).toBe('2026-01-01T00:00:00Z');
  await mock.clock.advance(1500);
  expect((await send(mock, 'POST v1/shelves?shelfId=b', {})).body['createTime']).toBe('2026-01-01T00:00:01.500Z');
});

test('seeds are stored in canonical form', async () => {
  const shelf = { openTime: '2024-01-01T02:00:00+02:00', loan: '1.5s', cover: '-_8', values: { a: { nullValue: null } } };
  const mock = createMock('', { seed: { resources: { '/v1/shelves/a': shelf } } });
  const stored = { openTime: '2024-01-01T00:00:00Z', loan: '1.500s', cover: '+/8=', values: { a: { nullValue: null } } };
  expect((await send(mock, 'GET v1/shelves/a')).body).toMatchObject(stored);
  await mock.seed(await mock.state());
  expect((await send(mock, 'GET v1/shelves/a')).body).toMatchObject(stored);
});

describe('null', () => {
  const values = { n: { nullValue: null }, s: { stringValue: 'x' }, l: { list: [{ nullValue: null }, { stringValue: 'y' }] } };

  test.each<[JsonObject, JsonObject]>([
    [{ values }, { values }],
    [{ values: { n: { nullValue: 'NULL_VALUE' } } }, { values: { n: { nullValue: null } } }],
    [{ values: { n: { nullValue: 0 } } }, { values: { n: { nullValue: null } } }],
    [{ nulls: [null, 'NULL_VALUE'] }, { nulls: [null, null] }],
    [{ title: null, values: { s: { stringValue: null } } }, { values: { s: {} } }],
  ])('%j is stored as %j', async (sent, stored) => {
    const mock = createMock();
    await send(mock, 'POST v1/shelves?shelfId=a', sent);
    const { body } = await send(mock, 'GET v1/shelves/a');
    expect({ title: body['title'], values: body['values'], nulls: body['nulls'] }).toEqual(stored);
  });

  test('is a value in a patch, too, and removes other fields', async () => {
    const mock = createMock();
    await send(mock, 'POST v1/shelves?shelfId=a', { title: 'A', values: { s: { stringValue: 'x' } } });
    const merged = await send(mock, 'PATCH v1/shelves/a', { title: null, values: { n: { nullValue: null } } });
    expect(merged.body['values']).toEqual({ s: { stringValue: 'x' }, n: { nullValue: null } });
    expect(merged.body).not.toHaveProperty('title');
    const masked = await send(mock, 'PATCH v1/shelves/a?updateMask=values', { values });
    expect(masked.body['values']).toEqual(values);
  });
});
