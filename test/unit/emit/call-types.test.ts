/** Method descriptors: scopes, update masks, secrets, and steps. */
import { describe, expect, test } from 'vitest';
import { resolveApi, buildPackageFrom } from '../../support/packages.js';

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
  const files = await buildPackageFrom(resolveApi(description));
  /** Returns the descriptor on one line. */
  const findDescriptor = (name: string): string =>
    (new RegExp(`^export const ${name}:[^]*?;$`, 'm').exec(files.get('src/descriptors.ts') ?? '')?.[0] ?? '')
      .replace(/\s+/g, ' ')
      .replaceAll(', }', ' }');

  test('lists the scopes of a method, narrowest first', () => {
    expect(findDescriptor('servicesList')).toContain("scopes: ['demo.readonly', 'demo', 'wide']");
  });
  test('describes which fields an update mask names as a whole and which fields it omits', () => {
    expect(findDescriptor('servicesPatch')).toContain(
      "updateMask: { name: 'updateMask', readOnly: ['uid', 'state', 'env.made'], whole: ['labels', 'env.vars', 'env.self'] }",
    );
  });
  test('marks annotated and well-known secret fields of a body', () => {
    expect(findDescriptor('servicesPatch')).toContain("secrets: ['privateKey', 'rawKey']");
    expect(findDescriptor('servicesUpdateAsync')).toContain("secrets: ['keyValue', 'oauth2ClientSecret']");
  });
  test('marks the methods that wait for an operation', () => {
    expect(findDescriptor('operationRoutes')).toContain("['v1/{name=operations/**}:wait']");
    expect(files.get('src/methods.ts')).toContain('defineWaitForOperation(d.operationRoutes)');
  });
  test('gives each method only the steps that it needs', () => {
    const methods = files.get('src/methods.ts') ?? '';
    expect(methods).toMatch(/defineMethod\(\s*d\.servicesPatch,\s*addRequestId,\s*addUpdateMask,\s*addSecretRedaction,?\s*\)/);
    expect(methods).toMatch(/defineMethod\(\s*d\.operationsWait,\s*validatePathValues,?\s*\)/);
    expect(methods).toMatch(/defineListMethod\(\s*d\.servicesList,?\s*\)/);
    expect(methods).toMatch(/defineMethod\(\s*d\.servicesUpdateAsync,\s*addUpdateMask,\s*addSecretRedaction,?\s*\)/);
  });
  test('does not describe the contents of open documents', () => {
    expect(files.get('src/methods.ts')).toMatch(/defineMethod\(d\.servicesQuery\)/);
  });
  test('names the item type and the items field of a list', () => {
    const methods = files.get('src/methods.ts') ?? '';
    expect(methods).toContain("servicesList: ParameterlessListMethod<t.ServicesListParams, t.Page, t.Service, 'services'>");
  });
});

test('emits an empty client for a package without methods', async () => {
  const text = (await buildPackageFrom(resolveApi(`canonicalName: ${'Long'.repeat(30)}\nresources: { empty: {} }`))).get('src/index.ts');
  expect(text).toMatch(/createTransport\(api, options\),\s+\{\}/);
});
