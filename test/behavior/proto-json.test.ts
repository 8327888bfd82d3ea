/** The mock of an API that uses ProtoJSON accepts the names of fields in the definitions of messages beside those of JSON. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import type { JsonObject, Mock } from '../../mock/index.js';
import { createMockFrom } from '../support/mock-of.js';

const string = { type: 'string' };
const query = (type = 'string', more = {}) => ({ type, location: 'query', ...more });
const pathParameter = { type: 'string', location: 'path', required: true, pattern: '^shelves/[^/]+$' };

const createDocument = (parameters: JsonObject) => ({
  kind: 'discovery#restDescription',
  name: 'library',
  version: 'v1',
  rootUrl: 'https://library.example.com/',
  servicePath: '',
  parameters,
  schemas: {
    Keeper: { id: 'Keeper', type: 'object', properties: { displayName: string, phoneNumber: string } },
    Shelf: {
      id: 'Shelf',
      type: 'object',
      properties: {
        name: string,
        displayName: string,
        bookCount: { type: 'string', format: 'int64' },
        mainKeeper: { $ref: 'Keeper' },
        otherKeepers: { type: 'array', items: { $ref: 'Keeper' } },
        keepersByRole: { type: 'object', additionalProperties: { $ref: 'Keeper' } },
        userLabels: { type: 'object', additionalProperties: string },
      },
    },
    ListShelvesResponse: {
      id: 'ListShelvesResponse',
      type: 'object',
      properties: { shelves: { type: 'array', items: { $ref: 'Shelf' } }, nextPageToken: string },
    },
  },
  resources: {
    shelves: {
      methods: {
        create: {
          httpMethod: 'POST',
          path: 'v1/shelves',
          parameters: { shelfId: query(), 'options.dryRunReason': query() },
          request: { $ref: 'Shelf' },
          response: { $ref: 'Shelf' },
        },
        get: { httpMethod: 'GET', path: 'v1/{+name}', parameters: { name: pathParameter }, response: { $ref: 'Shelf' } },
        list: {
          httpMethod: 'GET',
          path: 'v1/shelves',
          parameters: { pageSize: query('integer', { format: 'int32' }), pageToken: query() },
          response: { $ref: 'ListShelvesResponse' },
        },
        patch: {
          httpMethod: 'PATCH',
          path: 'v1/{+name}',
          parameters: { name: pathParameter, updateMask: query('string', { format: 'google-fieldmask' }) },
          request: { $ref: 'Shelf' },
          response: { $ref: 'Shelf' },
        },
      },
    },
  },
});

const createMock = (parameters: JsonObject = { '$.xgafv': query(), fields: query() }): Mock =>
  createMockFrom(buildModel(createDocument(parameters), { variables: {} }));

async function send(mock: Mock, line: string, body?: object, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = line.split(' ');
  const response = await mock.handle({ method, url: `/v1/${url}`, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, headers: response.headers, body: JSON.parse(response.body) as Record<string, unknown> };
}

const shelf = {
  name: 'shelves/a',
  displayName: 'One',
  bookCount: '9007199254740993',
  mainKeeper: { displayName: 'Ann', phoneNumber: '1' },
  otherKeepers: [{ displayName: 'Bob' }],
  keepersByRole: { night_shift: { displayName: 'Cid' } },
  userLabels: { first_floor: 'yes', display_name: 'kept' },
};
const { keepersByRole } = shelf;

async function createShelf(): Promise<Mock> {
  const mock = createMock();
  expect((await send(mock, 'POST shelves?shelfId=a', shelf)).status).toBe(200);
  return mock;
}

describe('a body', () => {
  test('has either name of each field, at every depth; keys of maps stay', async () => {
    const { status, body } = await send(createMock(), 'POST shelves?shelf_id=a', {
      display_name: 'One',
      book_count: '9007199254740993',
      main_keeper: { display_name: 'Ann', phoneNumber: '1' },
      other_keepers: [{ display_name: 'Bob' }],
      keepers_by_role: { night_shift: { display_name: 'Cid' } },
      user_labels: { first_floor: 'yes', display_name: 'kept' },
    });
    expect({ status, body }).toEqual({ status: 200, body: shelf });
  });

  test('cannot have both names of a field', async () => {
    const { status, body } = await send(createMock(), 'POST shelves', { main_keeper: { displayName: 'a', display_name: 'a' } });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("'mainKeeper.displayName' twice") as string } },
    });
  });

  test('of a patch without a mask changes the fields', async () => {
    const { body } = await send(await createShelf(), 'PATCH shelves/a', { display_name: 'Two', main_keeper: { phone_number: '2' } });
    expect(body).toEqual({ ...shelf, displayName: 'Two', mainKeeper: { displayName: 'Ann', phoneNumber: '2' } });
  });
});

describe('an update mask', () => {
  test.each([
    ['update_mask=display_name', { displayName: 'Two' }, { displayName: 'Two' }],
    ['updateMask=display_name', { display_name: 'Two' }, { displayName: 'Two' }],
    ['updateMask=displayName,%20book_count', { displayName: 'Two', bookCount: '5' }, { displayName: 'Two', bookCount: '5' }],
    [
      'updateMask=%20main_keeper.phone_number%20',
      { mainKeeper: { phoneNumber: '2' } },
      { mainKeeper: { displayName: 'Ann', phoneNumber: '2' } },
    ],
    [
      'updateMask=user_labels.first_floor',
      { userLabels: { first_floor: 'no' } },
      { userLabels: { ...shelf.userLabels, first_floor: 'no' } },
    ],
  ])('%s', async (mask, body, changed) => {
    const mock = await createShelf();
    const response = await send(mock, `PATCH shelves/a?${mask}`, { ...body, userLabels: { first_floor: 'no' } });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({ ...shelf, ...changed });
  });

  const roles = { night_shift: { displayName: 'Dan', phoneNumber: '2' }, 'a.b, c': { displayName: 'Eve' } };

  test.each([
    ['userLabels.`my.key`', { userLabels: { ...shelf.userLabels, 'my.key': 'new' } }],
    ['userLabels.`first_floor`', { userLabels: { first_floor: 'no', display_name: 'kept' } }],
    ['userLabels.`a, b.c`', { userLabels: { ...shelf.userLabels, 'a, b.c': 'x' } }],
    ['userLabels.`not sent`', {}],
    ['userLabels.*', { userLabels: { first_floor: 'no', 'my.key': 'new', 'a, b.c': 'x' } }],
    ['keepersByRole.`a.b, c`', { keepersByRole: { ...keepersByRole, 'a.b, c': { displayName: 'Eve' } } }],
    ['keepers_by_role.`night_shift`.phone_number', { keepersByRole: { night_shift: { displayName: 'Cid', phoneNumber: '2' } } }],
    ['keepersByRole.*.displayName', { keepersByRole: { night_shift: { displayName: 'Dan' }, 'a.b, c': { displayName: 'Eve' } } }],
  ])('%s selects entries of a map', async (mask, changed) => {
    const mock = await createShelf();
    const body = { title: 'T', userLabels: { first_floor: 'no', 'my.key': 'new', 'a, b.c': 'x' }, keepersByRole: roles };
    const response = await send(mock, `PATCH shelves/a?updateMask=${encodeURIComponent(mask)}`, body);
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({ ...shelf, ...changed });
  });

  test.each([
    'mainKeeper.*',
    'otherKeepers.*',
    'displayName.*',
    'keepersByRole.*.title',
    'userLabels.`open',
    'userLabels.',
    'userLabels,,displayName',
  ])('%s is an error', async (mask) => {
    expect((await send(await createShelf(), `PATCH shelves/a?updateMask=${encodeURIComponent(mask)}`, {})).status).toBe(400);
  });

  test('with an unknown field is an error', async () => {
    expect((await send(await createShelf(), 'PATCH shelves/a?updateMask=display_nam', {})).status).toBe(400);
  });
});

describe('the parameter fields', () => {
  test.each([
    ['display_name', { displayName: 'One' }],
    ['displayName,display_name', { displayName: 'One' }],
    [' main_keeper / display_name , bookCount', { mainKeeper: { displayName: 'Ann' }, bookCount: shelf.bookCount }],
    ['main_keeper.display_name', { mainKeeper: { displayName: 'Ann' } }],
    ['main_keeper( display_name, phone_number )', { mainKeeper: shelf.mainKeeper }],
    ['main_keeper/phone_number,mainKeeper/displayName', { mainKeeper: shelf.mainKeeper }],
    ['user_labels/first_floor', { userLabels: { first_floor: 'yes' } }],
    ['keepers_by_role/night_shift/display_name', { keepersByRole }],
    ['keepersByRole.`night_shift`.displayName', { keepersByRole }],
    ['userLabels(`first_floor`)', { userLabels: { first_floor: 'yes' } }],
    ['userLabels.*', { userLabels: shelf.userLabels }],
    ['keepersByRole.*.display_name', { keepersByRole }],
    ['otherKeepers.*.displayName', { otherKeepers: shelf.otherKeepers }],
  ])('%s', async (fields, body) => {
    const mock = await createShelf();
    expect((await send(mock, `GET shelves/a?fields=${encodeURIComponent(fields)}`)).body).toEqual(body);
    expect((await send(mock, 'GET shelves/a', undefined, { 'x-goog-fieldmask': fields })).body).toEqual(body);
  });

  test.each(['keepersByRole.*.title', 'userLabels.`open', 'userLabels.``'])('%s is an error', async (fields) => {
    expect((await send(await createShelf(), `GET shelves/a?fields=${encodeURIComponent(fields)}`)).status).toBe(400);
  });

  test('selects fields of the items of a list', async () => {
    const { body } = await send(await createShelf(), 'GET shelves?fields=next_page_token,%20shelves(display_name)');
    expect(body).toEqual({ shelves: [{ displayName: 'One' }] });
  });
});

describe('a query parameter', () => {
  test('has either name', async () => {
    const mock = await createShelf();
    await send(mock, 'POST shelves?shelf_id=b', {});
    const page = await send(mock, 'GET shelves?page_size=1');
    expect(page.body).toMatchObject({ shelves: [{ name: 'shelves/a' }], nextPageToken: expect.any(String) as string });
    const next = await send(mock, `GET shelves?page_size=1&page_token=${String(page.body['nextPageToken'])}`);
    expect(next.body).toMatchObject({ shelves: [{ name: 'shelves/b' }] });
  });

  test('that is ignored is reported with its name in the description', async () => {
    const { headers } = await send(createMock(), 'POST shelves?options.dry_run_reason=x', {});
    expect(headers).toMatchObject({ 'x-mock-ignored': 'options.dryRunReason' });
  });

  test('cannot have both names', async () => {
    const { status, body } = await send(createMock(), 'GET shelves?page_size=1&pageSize=1');
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("'pageSize' is repeated") as string } },
    });
  });
});

test('the mock of an API without the common parameter accepts only the names of JSON', async () => {
  const mock = createMock({ fields: query() });
  expect((await send(mock, 'POST shelves?shelfId=a', { display_name: 'x' })).body).not.toHaveProperty('displayName');
  expect((await send(mock, 'GET shelves/a?fields=display_name')).body).not.toHaveProperty('displayName');
});
