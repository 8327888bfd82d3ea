/** Why the mock responds with 501: in the response, on the support page, and in `lint --rules`. */
import { describe, expect, test } from 'vitest';
import { formatSupportPage } from '../../../../generator/emit/mock-support.js';
import { buildModel } from '../../../../generator/model/build.js';
import { lintFiles } from '../../../../generator/pipeline/lint-files.js';
import { createMockFrom } from '../../../support/mock-of.js';

const inPath = { type: 'string', location: 'path', required: true };
const $ref = { $ref: 'Thing' };
const upload = (path: string): object => ({
  supportsMediaUpload: true,
  mediaUpload: { accept: ['*/*'], protocols: { simple: { multipart: true, path } } },
});

const methods = {
  get: { httpMethod: 'GET', path: 'v1/{parent}/things/{thing}', parameters: { parent: inPath, thing: inPath }, response: $ref },
  create: {
    httpMethod: 'POST',
    path: 'v1/{parent}/things',
    parameters: { parent: inPath },
    request: $ref,
    response: $ref,
    ...upload('/upload/v1/things'),
  },
  polish: { httpMethod: 'POST', path: 'v1/{parent}/things/{thing}:polish', parameters: { parent: inPath, thing: inPath } },
  import: { httpMethod: 'POST', path: 'v1/others', request: $ref, response: $ref, ...upload('/upload/v1/others') },
  compute: { httpMethod: 'GET', path: 'v1/price', parameters: { amount: { type: 'string', location: 'query', required: true } } },
  clear: { httpMethod: 'DELETE', path: 'v1/cache' },
  touch: { httpMethod: 'POST', path: 'v1/{parent}/things/{thing}', parameters: { parent: inPath, thing: inPath } },
};
const document = {
  kind: 'discovery#restDescription',
  name: 'demo',
  version: 'v1',
  title: 'Demo',
  rootUrl: 'https://demo.example/',
  servicePath: '',
  schemas: { Thing: { id: 'Thing', type: 'object', properties: { name: { type: 'string' } } } },
  resources: {
    things: {
      methods: Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, { id: `demo.things.${name}`, ...method }])),
    },
  },
};
const api = buildModel(document, { variables: {} });

describe.each([
  ['polish', 'POST', '/v1/p/things/t:polish', /^It is a custom method, .* what polish does\.$/],
  ['import', 'POST', '/v1/others', /^It is a custom method, .* what import does\.$/],
  ['compute', 'GET', '/v1/price?amount=1', /^It computes its result/],
  ['clear', 'DELETE', '/v1/cache', /^Neither its path nor a parameter names a resource/],
  ['touch', 'POST', '/v1/p/things/t', /states what POST does to the resource in its path\.$/],
])('%s', (name, method, path, expected) => {
  const note = api.methods.find(({ id }) => id === `demo.things.${name}`)?.supportNote ?? '';

  test('has a reason in the response, on the support page, and in the list of rules', async () => {
    expect(note).toMatch(expected);
    const response = await createMockFrom(api).handle({ method, url: path, headers: { 'content-type': 'application/json' }, body: '' });
    expect(response.status).toBe(501);
    expect(String(response.body)).toContain(note);
    expect(formatSupportPage(api)).toContain(note);
    const { rules } = lintFiles(['demo.json'], () => ({ text: JSON.stringify(document) }), { rules: true });
    expect(rules.find(({ id }) => id === `demo things.${name} notImplemented`)?.sentence).toContain(note);
  });
});

test('a method that is implemented except for uploads at another path has a reason, too', () => {
  const create = api.methods.find(({ name }) => name === 'create');
  expect(create).toMatchObject({ support: 'convention', supportNote: expect.stringContaining('lacks the parameter parent') });
});
