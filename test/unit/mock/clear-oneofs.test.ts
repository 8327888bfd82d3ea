/** Setting one field of a oneof clears the others. */
import { expect, test } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import { createMockFrom } from '../../support/mock-of.js';
import { pathParam } from '../../support/things-document.js';

const text = { type: 'string' };
const parameters = { name: pathParam('^projects/[^/]+/topics/[^/]+$') };
const document = {
  kind: 'discovery#restDescription',
  name: 'topics',
  version: 'v1',
  rootUrl: 'https://topics.example.com/',
  servicePath: '',
  schemas: {
    Topic: {
      id: 'Topic',
      type: 'object',
      properties: {
        name: text,
        note: text,
        url: { ...text, 'x-oneof': 'source' },
        file: { type: 'object', properties: { path: { ...text, 'x-oneof': 'at' }, id: { ...text, 'x-oneof': 'at' } }, 'x-oneof': 'source' },
      },
    },
  },
  resources: {
    topics: {
      methods: {
        get: { id: 'topics.topics.get', httpMethod: 'GET', path: 'v1/{+name}', parameters, response: { $ref: 'Topic' } },
        patch: {
          id: 'topics.topics.patch',
          httpMethod: 'PATCH',
          path: 'v1/{+name}',
          parameters: { ...parameters, updateMask: { type: 'string', format: 'google-fieldmask', location: 'query' } },
          request: { $ref: 'Topic' },
          response: { $ref: 'Topic' },
        },
      },
    },
  },
};

const address = '/v1/projects/p/topics/t';
const stored = { note: 'a', url: 'b' };

test.each([
  ['another one', '', { file: { path: 'c' } }, { note: 'a', file: { path: 'c' } }],
  ['another one in the mask', '?updateMask=file', { file: { path: 'c' } }, { note: 'a', file: { path: 'c' } }],
  ['another one that the mask leaves out', '?updateMask=note', { note: 'd', file: { path: 'c' } }, { note: 'd', url: 'b' }],
  ['the same one', '', { url: 'c' }, { note: 'a', url: 'c' }],
  ['null in another one', '', { file: null }, { note: 'a', url: 'b' }],
])('an update that sets %s', async (_, query, body, expected) => {
  const mock = createMockFrom(buildModel(document as never, { variables: {} }), { seed: { resources: { [address]: stored } } });
  const response = await mock.fetch(`https://topics.example.com${address}${query}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toEqual({ name: 'projects/p/topics/t', ...expected });
});

test('clears fields in objects', async () => {
  const seed = { resources: { [address]: { file: { path: 'a' } } } };
  const mock = createMockFrom(buildModel(document as never, { variables: {} }), { seed });
  const response = await mock.fetch(`https://topics.example.com${address}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file: { id: 'b' } }),
  });
  expect(await response.json()).toMatchObject({ file: { id: 'b' } });
  expect(await (await mock.fetch(`https://topics.example.com${address}`)).json()).not.toHaveProperty('file.path');
});
