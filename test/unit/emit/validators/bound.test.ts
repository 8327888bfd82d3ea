/** A path that names the body's name binds it: `{group.name=...}`. */
import { beforeAll, expect, test } from 'vitest';
import { listKeywords, collectErrors, load, type Loaded } from './support.js';

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

let validators: Loaded;
beforeAll(async () => {
  validators = await load(JSON.stringify(description));
});

const validateBody = (requestBody: unknown, more: object = { 'group.name': 'groups/g' }): unknown => ({ ...more, requestBody });

test.each([
  ['the same name', { name: 'groups/g', state: 'OPEN' }],
  ['no name', { state: 'OPEN' }],
  ['no name at all', {}],
])('accepts a body with %s', (_, body) => expect(collectErrors(validators['validateGroupsUpdateRequest'], validateBody(body))).toEqual([]));

test.each([
  ['another name', validateBody({ name: 'groups/h' }), ['/requestBody/name path']],
  ['an empty name', validateBody({ name: '' }), ['/requestBody/name path']],
  ['a name that is not a string', validateBody({ name: 5 }), ['/requestBody/name type']],
  ['a name without a path variable', validateBody({ name: 'groups/h' }, {}), [' required']],
])('rejects a body with %s', (_, request, broken) =>
  expect(listKeywords(validators['validateGroupsUpdateRequest'] as NonNullable<Loaded[string]>, request)).toEqual(broken),
);
