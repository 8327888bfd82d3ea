import { describe, expect, test } from 'vitest';
import { listDeclaredVariables, substituteVariables, checkVariableValue } from '../../../generator/language/substitute-variables.js';

const document = {
  name: 'shop',
  'x-variables': {
    base_url: { description: 'The address.' },
    Provider: { description: 'The vendor.', default: 'Provider' },
    greeting: { default: 'Hello' },
  },
  rootUrl: '{base_url}/',
  title: '{greeting}, {project}',
  auth: { oauth2: { scopes: { '{base_url}/read': { description: 'Reading.' } } } },
  methods: {
    get: {
      id: 'shop.getProviderThing',
      path: 'things/{thing}',
      scopes: ['{base_url}/read'],
      parameterOrder: ['forProvider'],
      description: 'What the Provider has, see forProvider.',
      parameters: { forProvider: { type: 'string', location: 'query' } },
      response: { $ref: 'ProviderThing' },
      'x-permissions': [{ permission: 'shop.Provider.get', when: 'byProvider' }],
    },
  },
  schemas: {
    ProviderThing: {
      type: 'object',
      properties: {
        ipProviderAccess: { type: 'string', enum: ['Provider'], description: 'Provider.' },
        providers: { type: 'string' },
        Providers: { type: 'string' },
      },
      'x-rules': [{ kind: 'onlyWhen', fields: ['ipProviderAccess'], when: { ipProviderAccess: ['x'] }, source: 'manual: Provider' }],
    },
  },
};

describe('declared variables', () => {
  test('are listed with their defaults', () => {
    expect([...listDeclaredVariables(document)]).toEqual([
      ['base_url', undefined],
      ['Provider', 'Provider'],
      ['greeting', 'Hello'],
    ]);
  });

  test('keep their placeholder if they have neither value nor default', () => {
    expect(substituteVariables(document, {})).toMatchObject({ rootUrl: '{base_url}/', title: 'Hello, {project}' });
  });

  test.each(['https://shop.example', 'https://shop.example/', 'https://shop.example//'])(
    'normalize the address %s to one trailing slash',
    (base_url) => {
      expect(substituteVariables(document, { base_url })).toMatchObject({ rootUrl: 'https://shop.example/' });
    },
  );

  test('are replaced in scope keys and in lists', () => {
    const value = substituteVariables(document, { base_url: 'https://shop.example' });
    expect(value).toMatchObject({
      auth: { oauth2: { scopes: { 'https://shop.example/read': {} } } },
      methods: { get: { scopes: ['https://shop.example/read'], path: 'things/{thing}' } },
    });
  });

  test('are not replaced inside other values, and special characters have no effect', () => {
    expect(substituteVariables(document, { greeting: '{base_url} $& $1', base_url: 'x' })).toMatchObject({
      title: '{base_url} $& $1, {project}',
    });
  });

  test('excludes undeclared variables', () => {
    expect(substituteVariables({ title: '{a}' }, { a: 'b' })).toEqual({ title: '{a}' });
  });
});

test('replaces the word Provider in identifiers, also in prose', () => {
  const value = substituteVariables(document, { Provider: 'Acme' });
  expect(value).toMatchObject({
    methods: {
      get: {
        id: 'shop.getAcmeThing',
        parameterOrder: ['forAcme'],
        description: 'What the Provider has, see forAcme.',
        parameters: { forAcme: {} },
        response: { $ref: 'AcmeThing' },
        'x-permissions': [{ permission: 'shop.Acme.get', when: 'byAcme' }],
      },
    },
    schemas: {
      AcmeThing: {
        properties: { ipAcmeAccess: { enum: ['Provider'], description: 'Provider.' }, providers: {}, Providers: {} },
        'x-rules': [{ kind: 'onlyWhen', fields: ['ipAcmeAccess'], when: { ipAcmeAccess: ['x'] }, source: 'manual: Provider' }],
      },
    },
  });
});

test('does not modify the document', () => {
  const before = JSON.stringify(document);
  substituteVariables(document, { Provider: 'Acme', base_url: 'x' });
  expect(JSON.stringify(document)).toBe(before);
});

test.each([
  ['Provider', 'Acme', undefined],
  ['Provider', 'Acme Inc.', expect.stringContaining('letters and digits')],
  ['Provider', '', expect.stringContaining('letters and digits')],
  ['base_url', 'https://example.com', undefined],
  ['base_url', 'https://example.com/\n', expect.stringContaining('neither spaces')],
])('validates %s = %j: %s', (name, value, problem) => {
  expect(checkVariableValue(name, value)).toEqual(problem);
});
