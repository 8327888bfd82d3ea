import { describe, expect, test, vi } from 'vitest';
import {
  defineMethod,
  ParameterError,
  applyDataWrapper,
  validatePathValues,
  addRequestId,
  addUpdateMask,
  addUpdateMaskToBody,
} from '../../../../runtime/client/index.js';
import type { MethodDescriptor } from '../../../../runtime/descriptor.js';
import { connect, catchError, script } from './support.js';
import type { Values } from './support.js';

const patch: MethodDescriptor = {
  id: 'run.services.patch',
  httpMethod: 'PATCH',
  path: 'v2/{name=services/*}',
  parameters: { updateMask: {}, requestId: {} },
  body: 'required',
  requestId: 'requestId',
  updateMask: { name: 'updateMask', whole: ['labels', 'template.env'] },
};
const call = defineMethod<Values, unknown>(patch, addRequestId, addUpdateMask);
const sendAndGetQuery = async (params: Values): Promise<URLSearchParams> => {
  const { fetch, sent } = script({});
  await call(connect(fetch), { name: 'services/s', ...params });
  return new URL(sent[0]?.url ?? '').searchParams;
};

describe('a resource name with slashes', () => {
  const get = defineMethod<Values, unknown>(
    { id: 'run.services.get', httpMethod: 'GET', path: 'v2/{name=services/*}:read' },
    validatePathValues,
  );
  test('is sent with its slashes', async () => {
    const { fetch, sent } = script({});
    await get(connect(fetch), { name: 'services/a b' });
    expect(sent[0]?.url).toBe('http://service.test/v2/services/a%20b:read');
  });
  test.each<[unknown, string]>([
    ['s', 'the string "s"'],
    ['services/', 'the string "services/"'],
    ['services/s/t', 'the string "services/s/t"'],
    [['s'], 'an array'],
  ])('rejects %j before sending anything', async (name, received) => {
    const { fetch, sent } = script({});
    const expectedError = { parameter: 'name', expected: 'of the form services/*', received };
    expect(await catchError(ParameterError, get(connect(fetch), { name }))).toMatchObject(expectedError);
    expect(sent).toEqual([]);
  });
  test('is asked for only if all other parameters are known', async () => {
    const { fetch } = script({});
    await expect(get(connect(fetch), {})).rejects.toThrow('name must be');
    await expect(get(connect(fetch), { nam: 'services/s' })).rejects.toThrow(
      'unknown parameter "nam" (received a string); did you mean "name"?',
    );
  });
  test('rejects `..`', async () => {
    const { fetch } = script({});
    const expectedError = { expected: 'non-empty text without the path segments "." and ".."' };
    expect(await catchError(ParameterError, get(connect(fetch), { name: 'services/..' }))).toMatchObject(expectedError);
  });
});

describe('an update mask', () => {
  test.each<[object, string | null]>([
    [{ ingress: 'ALL' }, 'ingress'],
    [{ template: { timeout: '5s', scaling: { min: 1, max: null } } }, 'template.timeout,template.scaling.min,template.scaling.max'],
    [{ labels: { a: '1', 'b.c': '2' } }, 'labels'],
    [{ template: { env: { A: '1' } }, containers: [{ image: 'i' }] }, 'template.env,containers'],
    [{ template: {}, gone: undefined }, 'template'],
    [{ template: { timeout: '5s', gone: undefined } }, 'template.timeout'],
    [{ template: { gone: undefined } }, 'template'],
    [{}, null],
  ])('lists the fields of %j as %s', async (requestBody, mask) => {
    expect((await sendAndGetQuery({ requestBody })).get('updateMask')).toBe(mask);
  });
  test.each<[object, object]>([
    [{ instance: { title: 'a', labels: { a: '1' } } }, { instance: { title: 'a', labels: { a: '1' } }, fieldMask: 'title,labels' }],
    [
      { instance: { title: 'a', size: 1 }, fieldMask: 'title' },
      { instance: { title: 'a', size: 1 }, fieldMask: 'title' },
    ],
    [{ instance: {} }, { instance: {} }],
    [{}, {}],
  ])('is sent in the body with the resource: %j', async (requestBody, sentBody) => {
    const { fetch, sent } = script({});
    const bodyMaskDescriptor: MethodDescriptor = {
      ...patch,
      parameters: {},
      requestId: '',
      updateMask: { name: 'fieldMask', in: 'body', of: 'instance', whole: ['labels'] },
    };
    await defineMethod<Values, unknown>(bodyMaskDescriptor, addUpdateMaskToBody)(connect(fetch), { name: 'services/s', requestBody });
    expect(JSON.parse(String(sent[0]?.body))).toEqual(sentBody);
  });
  test.each([undefined, { instance: { title: 'a' } }])("does not modify the caller's body: %j", async (originalBody) => {
    const { fetch, sent } = script({});
    const bodyMaskDescriptor: MethodDescriptor = {
      ...patch,
      body: 'optional',
      updateMask: { name: 'fieldMask', in: 'body', of: 'instance' },
    };
    const requestBody = originalBody && { ...originalBody };
    await defineMethod<Values, unknown>(bodyMaskDescriptor, addUpdateMaskToBody)(connect(fetch), { name: 'services/s', requestBody });
    expect(requestBody).toEqual(originalBody);
    expect(sent[0]?.body).toBe(originalBody && '{"instance":{"title":"a"},"fieldMask":"title"}');
  });
  test('includes a field with the name of a query parameter', async () => {
    const query = await sendAndGetQuery({ requestId: 'r', requestBody: { requestId: 'r', labels: {} } });
    expect(query.get('updateMask')).toBe('requestId,labels');
  });
  test.each<[object, string | null]>([
    [
      { name: 'services/s', uid: '1', state: { phase: 'UP' }, template: { revision: 2, timeout: '5s' }, labels: {} },
      'template.timeout,labels',
    ],
    [{ name: 'services/other', labels: {} }, 'name,labels'],
    [{ name: 'services/s', uid: '1' }, null],
  ])('omits output-only fields: %j has the mask %s', async (requestBody, mask) => {
    const { fetch, sent } = script({});
    const updateMask = { ...patch.updateMask, name: 'updateMask', readOnly: ['uid', 'state', 'template.revision'] };
    await defineMethod<Values, unknown>({ ...patch, updateMask }, addUpdateMask)(connect(fetch), { name: 'services/s', requestBody });
    expect(new URL(sent[0]?.url ?? '').searchParams.get('updateMask')).toBe(mask);
    expect(JSON.parse(String(sent[0]?.body))).toEqual(requestBody);
  });
  test('from the caller is sent unchanged', async () => {
    expect((await sendAndGetQuery({ requestBody: { a: 1, b: 2 }, updateMask: 'a' })).get('updateMask')).toBe('a');
  });
});

test('generates a request ID without randomUUID, which insecure contexts lack', async () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const ids = [await sendAndGetQuery({ requestBody: {} }), await sendAndGetQuery({ requestBody: {} })].map((query) =>
    query.get('requestId'),
  );
  vi.unstubAllGlobals();
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids[0]).not.toBe(ids[1]);
});

test('generates random digits except for version and variant of a UUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.map((_, at) => at) });
  const id = (await sendAndGetQuery({ requestBody: {} })).get('requestId');
  vi.unstubAllGlobals();
  expect(id).toBe('01234567-9abc-4f01-8456-89abcdef0123');
});

test.each<[string, unknown, unknown]>([
  ['wrapped', { data: { a: 1 } }, { a: 1 }],
  ['unwrapped', { a: 1 }, { a: 1 }],
  ['empty', undefined, {}],
])('unwraps a %s response', async (_, body, expected) => {
  const { fetch, sent } = script({ body });
  const wrapped = defineMethod<Values, unknown>({ id: 'x.y', httpMethod: 'POST', path: 'x', body: 'optional' }, applyDataWrapper);
  expect(await wrapped(connect(fetch), { requestBody: { b: 2 } })).toEqual(expected);
  await wrapped(connect(fetch), {});
  expect(sent.map(({ body: text }) => text)).toEqual(['{"data":{"b":2}}', undefined]);
});
