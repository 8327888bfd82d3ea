/** What the generator tells the client of a method's calls beyond verb and route. */
import { describe, expect, test } from 'vitest';
import { apiOf, packageOf } from '../../support/packages.js';

const description = `
schemas:
  Key: { id: Key, type: object, properties: { rawKey: { type: string, x-writeOnly: true }, sha256: { type: string } } }
  Env: { id: Env, type: object, properties: { made: { type: string, readOnly: true }, vars: { type: object, additionalProperties: { type: string } }, self: { $ref: Env } } }
  Service:
    id: Service
    type: object
    properties:
      name: { type: string }
      uid: { type: string, readOnly: true }
      state: { type: object, readOnly: true, properties: { notes: { type: object, additionalProperties: { type: string } } } }
      labels: { type: object, additionalProperties: { type: string } }
      env: { $ref: Env }
      keys: { type: array, items: { $ref: Key } }
      privateKey: { type: string }
  Credential: { id: Credential, type: object, properties: { oauth2ClientSecret: { type: string }, keyValue: { type: string }, keyName: { type: string } } }
  Operation: { id: Operation, type: object, properties: { name: { type: string }, done: { type: boolean }, error: { type: object, properties: {} } } }
  Page:
    id: Page
    type: object
    properties: { warnings: { type: array, items: { type: string } }, services: { type: array, items: { $ref: Service } }, nextPageToken: { type: string } }
resources:
  services:
    methods:
      list:
        { id: demo.services.list, httpMethod: GET, path: v1/services, parameters: { pageToken: { type: string, location: query } }, response: { $ref: Page }, scopes: [wide, demo, demo.readonly] }
      patch:
        id: demo.services.patch
        httpMethod: PATCH
        path: v1/services/{service}
        parameters:
          service: { type: string, location: path, required: true }
          updateMask: { type: string, location: query, format: google-fieldmask }
          requestId: { type: string, location: query }
        request: { $ref: Service }
        response: { $ref: Operation }
        scopes: [wide, demo]
      updateAsync:
        id: demo.services.updateAsync
        httpMethod: POST
        path: v1/services/{service}:updateAsync
        parameters: { service: { type: string, location: path, required: true }, updateMask: { type: string, location: query } }
        request: { $ref: Credential }
        response: { $ref: Operation }
      query:
        id: demo.services.query
        httpMethod: POST
        path: 'v1/{parent=databases/*/documents/*/**}:query'
        parameters: { parent: { type: string, location: path, required: true } }
        response: { $ref: Page }
  operations:
    methods:
      wait:
        { id: demo.operations.wait, httpMethod: POST, path: 'v1/{name=operations/**}:wait', parameters: { name: { type: string, location: path, required: true } }, response: { $ref: Operation }, scopes: [wide] }
`;

describe('a package', async () => {
  const files = await packageOf(apiOf(description));
  const line = (name: string): string =>
    (files.get('src/descriptors.ts') ?? '').split('\n').find((text) => text.startsWith(`export const ${name}:`)) ?? '';

  test('names the scopes of a method, the narrowest first', () => {
    expect(line('servicesList')).toContain("scopes: ['demo.readonly', 'demo', 'wide']");
  });
  test('tells what the mask of an update names as a whole, and what it leaves out', () => {
    expect(line('servicesPatch')).toContain(
      "updateMask: { name: 'updateMask', readOnly: ['uid', 'state', 'env.made'], whole: ['labels', 'env.vars', 'env.self'] }",
    );
  });
  test('tells the secret fields of a body, marked or known', () => {
    expect(line('servicesPatch')).toContain("secrets: ['privateKey', 'rawKey']");
    expect(line('servicesUpdateAsync')).toContain("secrets: ['keyValue', 'oauth2ClientSecret']");
  });
  test('tells the methods that wait', () => {
    expect(line('waits')).toContain("['v1/{name=operations/**}:wait']");
    expect(files.get('src/methods.ts')).toContain('defineWait(waits)');
  });
  test('gives each method the steps that it needs, and no other', () => {
    const methods = files.get('src/methods.ts') ?? '';
    expect(methods).toMatch(/defineMethod\(\s*d\.servicesPatch,\s*withRequestId,\s*withUpdateMask,\s*withSecrets,?\s*\)/);
    expect(methods).toMatch(/defineMethod\(d\.operationsWait, withPathForms\)/);
    expect(methods).toMatch(/defineListMethod\(d\.servicesList\)/);
    expect(methods).toMatch(/defineMethod\(\s*d\.servicesUpdateAsync,\s*withUpdateMask,\s*withSecrets,?\s*\)/);
  });
  test('leaves to the service what may stand below documents', () => {
    expect(files.get('src/methods.ts')).toMatch(/defineMethod\(d\.servicesQuery\)/);
  });
  test('tells the fields of a list', () => {
    const methods = files.get('src/methods.ts') ?? '';
    expect(methods).toContain("servicesList: ParameterlessListMethod<ServicesListParams, Page, Service, 'services'>");
  });
});

test('a package without methods has an empty client, however long its name', async () => {
  const text = (await packageOf(apiOf(`canonicalName: ${'Long'.repeat(30)}\nresources: { empty: {} }`))).get('src/client.ts');
  expect(text).toMatch(/createTransport\(api, options\),\s+\{\}/);
});
