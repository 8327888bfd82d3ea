/** The generated list of parameters and body fields that the mock ignores. */
import { expect, test } from 'vitest';
import { resolveApi } from '../../../support/packages.js';

const queryParameters = (...names: readonly string[]): string =>
  names.map((name) => `${name}: { type: string, location: query }`).join(', ');
const pathParameter = (name: string): string => `${name}: { type: string, location: path, required: true }`;

const description = `
parameters: { ${queryParameters('fields', 'key', '$.xgafv', 'trace')} }
schemas:
  Rack: { id: Rack, type: object, properties: { name: { type: string }, rack: { type: string }, color: { type: string }, size: { type: integer }, tier: { type: string }, filter: { type: string }, id: { type: string, readOnly: true } } }
  RackList: { id: RackList, type: object, properties: { racks: { type: array, items: { $ref: Rack } }, nextPageToken: { type: string } } }
  Shelf: { id: Shelf, type: object, properties: { name: { type: string }, width: { type: integer } } }
  ShelfList: { id: ShelfList, type: object, properties: { shelves: { type: array, items: { $ref: Shelf } }, nextPageToken: { type: string } } }
  CreateShelf: { id: CreateShelf, type: object, properties: { shelfId: { type: string }, shelf: { $ref: Shelf }, dryRun: { type: boolean } } }
  Paint: { id: Paint, type: object, properties: { color: { type: string }, coats: { type: integer } } }
  Source: { id: Source, type: object, properties: { rack: { type: string }, reason: { type: string }, etag: { type: string, readOnly: true } } }
  CopyRack: { id: CopyRack, type: object, properties: { name: { type: string }, color: { type: string }, from: { $ref: Source }, notify: { $ref: Source } } }
  Policy: { id: Policy, type: object, properties: { bindings: { type: array, items: { type: object } }, version: { type: integer } } }
  PermissionsRequest: { id: PermissionsRequest, type: object, properties: { permissions: { type: array, items: { type: string } }, verbose: { type: boolean } } }
resources:
  racks:
    methods:
      list:
        httpMethod: GET
        path: v1/racks
        parameters: { ${queryParameters('pageToken', 'color', 'filter', 'q', 'rack', 'size', 'tier')}, pageSize: { type: integer, location: query } }
        response: { $ref: RackList }
      search:
        httpMethod: GET
        path: v1/racks
        parameters: { ${queryParameters('filter', 'order', 'pageToken')} }
        response: { $ref: RackList }
        x-action: { kind: list, resource: 'v1/racks/{rack}' }
        x-rules:
          - { kind: filter, parameter: filter, styles: [aip160] }
          - { kind: pagination, items: racks, pageToken: pageToken, nextPageToken: nextPageToken }
      get: { httpMethod: GET, path: 'v1/racks/{rack}', parameters: { ${pathParameter('rack')}, ${queryParameters('view', 'tier')} }, response: { $ref: Rack } }
      insert: { httpMethod: POST, path: v1/racks, parameters: { ${queryParameters('rackId', 'validateOnly')} }, request: { $ref: Rack }, response: { $ref: Rack } }
      patch: { httpMethod: PATCH, path: 'v1/racks/{rack}', parameters: { ${pathParameter('rack')}, ${queryParameters('updateMask', 'ifMatch')} }, request: { $ref: Rack }, response: { $ref: Rack } }
      remove: { httpMethod: DELETE, path: v1/racks, parameters: { ${queryParameters('id', 'force')} } }
      paint:
        httpMethod: POST
        path: v1/racks/{rack}/paint
        parameters: { ${pathParameter('rack')} }
        request: { $ref: Paint }
        response: { $ref: Rack }
        x-action: { kind: setFields, resource: 'v1/racks/{rack}', fields: [color] }
      testIamPermissions: { httpMethod: POST, path: 'v1/racks/{rack}:testIamPermissions', parameters: { ${pathParameter('rack')} }, request: { $ref: PermissionsRequest } }
      testIamPermissionsInQuery: { httpMethod: GET, path: 'v1/racks/{rack}/iam/testPermissions', parameters: { ${pathParameter('rack')}, ${queryParameters('permissions')} }, x-action: { kind: testIamPermissions, resource: 'v1/racks/{rack}' } }
      setIamPolicy: { httpMethod: POST, path: 'v1/racks/{rack}:setIamPolicy', parameters: { ${pathParameter('rack')} }, request: { $ref: Policy }, response: { $ref: Policy } }
      copy:
        httpMethod: POST
        path: v1/racks/{rack}/copy
        parameters: { ${pathParameter('rack')} }
        request: { $ref: CopyRack }
        response: { $ref: Rack }
        x-action: { kind: createFrom, resource: 'v1/racks/{rack}', creates: 'v1/racks/{rack}', from: from.rack, copies: { size: size } }
      rotate: { httpMethod: POST, path: 'v1/racks/{rack}:rotate', parameters: { ${pathParameter('rack')}, ${queryParameters('angle')} }, request: { $ref: Paint } }
  shelves:
    methods:
      get: { httpMethod: GET, path: 'v1/{name=shelves/*}', parameters: { ${pathParameter('name')} }, response: { $ref: Shelf } }
      list: { httpMethod: GET, path: 'v1/rooms/{room}/shelves', parameters: { ${pathParameter('room')}, ${queryParameters('pageToken')} }, response: { $ref: ShelfList } }
      create: { httpMethod: POST, path: v1/shelves, request: { $ref: CreateShelf }, response: { $ref: Shelf } }
`;

const api = resolveApi(description);
const findSupport = (id: string): object => {
  const method = api.methods.find((candidate) => candidate.id === `demo.${id}`);
  if (!method) throw new Error(`there is no ${id}`);
  return { level: method.support, ignored: method.ignored };
};

test.each([
  ['a list reads the page token and filters by string fields', 'racks.list', 'convention', ['filter', 'q', 'size', 'tier', 'trace']],
  ['a list reads the parameters of its rules', 'racks.search', 'implemented', ['order', 'trace']],
  ['a read uses its path parameters', 'racks.get', 'convention', ['tier', 'trace', 'view']],
  ['a creation reads the ID parameter and stores the body', 'racks.insert', 'convention', ['trace']],
  ['a patch reads its mask', 'racks.patch', 'convention', ['ifMatch', 'trace']],
  ['a deletion at the collection path reads the ID parameter', 'racks.remove', 'convention', ['force', 'trace']],
  ['a custom method reads the fields of its action', 'racks.paint', 'implemented', ['requestBody.coats', 'trace']],
  ['testIamPermissions reads the permissions', 'racks.testIamPermissions', 'convention', ['requestBody.verbose', 'trace']],
  ['a method that takes permissions in the query', 'racks.testIamPermissionsInQuery', 'implemented', ['trace']],
  ['setIamPolicy stores the whole body', 'racks.setIamPolicy', 'convention', ['trace']],
  [
    'a field that the mock reads partly is listed by its ignored fields',
    'racks.copy',
    'implemented',
    ['requestBody.from.reason', 'requestBody.notify', 'trace'],
  ],
  ['an unimplemented method has no ignored parameters', 'racks.rotate', 'notImplemented', []],
  ['a path variable that matches several segments is read', 'shelves.get', 'convention', ['trace']],
  ["a parent that isn't part of the resource path is ignored", 'shelves.list', 'convention', ['room', 'trace']],
  ['a body that wraps the resource in a field is read', 'shelves.create', 'convention', ['trace']],
])('%s', (_, id, level, ignored) => {
  expect(findSupport(id)).toEqual({ level, ignored });
});

test('does not list an output-only field of a body, which the service ignores too', () => {
  const text = description.replace('coats: { type: integer }', 'coats: { type: integer, readOnly: true }');
  const changedApi = resolveApi(text);
  const paint = changedApi.methods.find(({ name }) => name === 'paint');
  expect(paint?.ignored).toEqual(['trace']);
});
