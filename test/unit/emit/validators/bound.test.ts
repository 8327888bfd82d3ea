/** A path variable `{group.name=...}` must equal the field `name` of the request body. */
import { beforeAll, expect, test } from 'vitest';
import { listKeywords, collectErrors, load, type ValidatorModule } from './support.js';

const description = {
  name: 'groups',
  version: 'v1',
  title: 'Groups',
  'x-source': { public: 'a guide' },
  rootUrl: 'https://groups.example.com/',
  servicePath: '',
  resources: {
    groups: {
      methods: {
        update: {
          id: 'groups.groups.update',
          httpMethod: 'PUT',
          path: 'v1/{group.name=groups/*}',
          parameters: { 'group.name': { type: 'string', location: 'path', required: true } },
          request: { $ref: 'Group' },
          response: { $ref: 'Group' },
        },
      },
    },
  },
  schemas: { Group: { type: 'object', properties: { name: { type: 'string' }, state: { type: 'string' } } } },
};

let validators: ValidatorModule;
beforeAll(async () => {
  validators = await load(JSON.stringify(description));
});

const createRequest = (requestBody: unknown, pathParameters: object = { 'group.name': 'groups/g' }): unknown => ({
  ...pathParameters,
  requestBody,
});

test.each([
  ['a matching name', { name: 'groups/g', state: 'OPEN' }],
  ['no name', { state: 'OPEN' }],
  ['no fields', {}],
])('accepts a body with %s', (_, body) =>
  expect(collectErrors(validators['validateGroupsUpdateRequest'], createRequest(body))).toEqual([]),
);

test.each([
  ['another name', createRequest({ name: 'groups/h' }), ['/requestBody/name path']],
  ['an empty name', createRequest({ name: '' }), ['/requestBody/name path']],
  ['a name that is not a string', createRequest({ name: 5 }), ['/requestBody/name type']],
  ['a name without a path variable', createRequest({ name: 'groups/h' }, {}), [' required']],
])('rejects a body with %s', (_, request, expected) =>
  expect(listKeywords(validators['validateGroupsUpdateRequest'] as NonNullable<ValidatorModule[string]>, request)).toEqual(expected),
);
