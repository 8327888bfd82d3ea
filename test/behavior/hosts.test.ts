/** Several APIs with the same routes share a mock: the host of a request tells them apart. */
import { beforeEach, describe, expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import { createMockServer, type JsonObject, type Mock } from '../../mock/index.js';
import { buildBehavior } from '../support/mock-of.js';
import { pathParam } from '../support/things-document.js';

const text = { type: 'string' };
const location = '^projects/[^/]+/locations/[^/]+$';

/** An API with boxes in locations. `field`: a field of its boxes. */
const createApi = (name: string, field: string, rootUrl?: string) => {
  const method = (verb: string, httpMethod: string, path: string, more: object) => ({
    [verb]: { id: `${name}.boxes.${verb}`, httpMethod, path, ...more },
  });
  const parent = { parent: pathParam(location) };
  const box = { name: pathParam('^projects/[^/]+/locations/[^/]+/boxes/[^/]+$') };
  const document = {
    kind: 'discovery#restDescription',
    name,
    version: 'v1',
    title: name,
    ...(rootUrl !== undefined && { rootUrl }),
    servicePath: '',
    schemas: {
      Box: { id: 'Box', type: 'object', properties: { name: text, [field]: text } },
      List: { id: 'List', type: 'object', properties: { boxes: { type: 'array', items: { $ref: 'Box' } }, nextPageToken: text } },
    },
    resources: {
      boxes: {
        methods: {
          ...method('create', 'POST', 'v1/{+parent}/boxes', {
            parameters: { ...parent, boxId: { ...text, location: 'query' } },
            request: { $ref: 'Box' },
            response: { $ref: 'Box' },
          }),
          ...method('list', 'GET', 'v1/{+parent}/boxes', { parameters: parent, response: { $ref: 'List' } }),
          ...method('get', 'GET', 'v1/{+name}', { parameters: box, response: { $ref: 'Box' } }),
          ...method('delete', 'DELETE', 'v1/{+name}', { parameters: box, response: { $ref: 'Box' } }),
        },
      },
    },
  };
  return buildBehavior(buildModel(document as unknown as JsonObject, { variables: {} }));
};
const red = createApi('red', 'color', 'https://red.googleapis.com/');
const blue = createApi('blue', 'shade', 'https://blue.googleapis.com/');

const boxes = '/v1/projects/p/locations/l/boxes';
const create = (mock: Pick<Mock, 'fetch'>, origin: string, body: object) =>
  mock.fetch(`${origin}${boxes}?boxId=b`, { method: 'POST', body: JSON.stringify(body) });
const read = async (mock: Pick<Mock, 'fetch'>, url: string): Promise<unknown> => (await mock.fetch(url)).json();

describe('two APIs with the same routes', () => {
  let mock: Mock;
  beforeEach(async () => {
    mock = createMockServer([red, blue]);
    await create(mock, 'https://red.googleapis.com', { color: 'red' });
    await create(mock, 'http://blue.localhost:8787', { shade: 'navy' });
  });

  test.each([
    ['https://red.googleapis.com', { color: 'red' }],
    ['http://red.localhost:8787', { color: 'red' }],
    ['https://us-central1-red.googleapis.com', { color: 'red' }],
    ['https://blue.googleapis.com', { shade: 'navy' }],
    ['http://blue.localhost', { shade: 'navy' }],
    ['https://blue.us-central1.rep.googleapis.com', { shade: 'navy' }],
  ])('have their own resources: %s', async (origin, fields) => {
    expect(await read(mock, `${origin}${boxes}/b`)).toMatchObject({ name: 'projects/p/locations/l/boxes/b', ...fields });
    expect(await read(mock, `${origin}${boxes}`)).toMatchObject({ boxes: [fields] });
  });

  test('delete only their own', async () => {
    await mock.fetch(`https://red.googleapis.com${boxes}/b`, { method: 'DELETE' });
    expect((await mock.fetch(`https://red.googleapis.com${boxes}/b`)).status).toBe(404);
    expect((await mock.fetch(`https://blue.googleapis.com${boxes}/b`)).status).toBe(200);
  });

  test.each(['http://127.0.0.1:8787', 'https://www.googleapis.com'])('are ambiguous at %s', async (origin) => {
    const response = await mock.fetch(`${origin}${boxes}/b`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(
      /^Several APIs have GET .*: red v1, blue v1\. Send the request to the host of one of them: red\.localhost(:8787)? or red\.googleapis\.com, blue\./,
    );
  });

  test('have one state, whose paths begin with their hosts', async () => {
    const state = await mock.state();
    expect(Object.keys(state.resources ?? {}).sort()).toEqual([`//blue.googleapis.com${boxes}/b`, `//red.googleapis.com${boxes}/b`]);
    const other = createMockServer([red, blue], { seed: state });
    expect(await read(other, `https://blue.googleapis.com${boxes}/b`)).toMatchObject({ shade: 'navy' });
    await other.reset();
    expect(await other.state()).toMatchObject({ resources: state.resources });
  });

  test('need their hosts in a seed', async () => {
    await expect(mock.seed({ resources: { [`${boxes}/c`]: {} } })).rejects.toThrow(
      `several APIs have this path; expected //red.googleapis.com${boxes}/c or //blue.googleapis.com${boxes}/c`,
    );
  });
});

test('APIs without an address are told apart by their names', async () => {
  const mock = createMockServer([createApi('red', 'color'), createApi('blue', 'shade')]);
  await create(mock, 'http://red.localhost', { color: 'red' });
  expect((await mock.fetch(`http://blue.localhost${boxes}/b`)).status).toBe(404);
  expect((await mock.fetch(`http://red.localhost${boxes}/b`)).status).toBe(200);
});

test('two APIs at the same host must not have the same route', () => {
  const other = createApi('green', 'color', 'https://red.googleapis.com/');
  expect(() => createMockServer([red, other])).toThrow('Two APIs have the route POST /v1/');
});
