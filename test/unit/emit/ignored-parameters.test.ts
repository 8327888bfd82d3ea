/** The generator determines which parameters and body fields the mock ignores. */
import { expect, test } from 'vitest';
import { getMethodSupport } from '../../../generator/emit/mock-data.js';
import { resolveApi } from '../../support/packages.js';

const query = (...names: readonly string[]): string => names.map((name) => `${name}: { type: string, location: query }`).join(', ');
const path = (name: string): string => `${name}: { type: string, location: path, required: true }`;

const description = `
parameters: { ${query('fields', 'key', '$.xgafv', 'trace')} }
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
  Asked: { id: Asked, type: object, properties: { permissions: { type: array, items: { type: string } }, verbose: { type: boolean } } }
resources:
  racks:
    methods:
      list:
        httpMethod: GET
        path: v1/racks
        parameters: { ${query('pageToken', 'color', 'filter', 'q', 'rack', 'size', 'tier')}, pageSize: { type: integer, location: query } }
        response: { $ref: RackList }
      search:
        httpMethod: GET
        path: v1/racks
        parameters: { ${query('filter', 'order', 'pageToken')} }
        response: { $ref: RackList }
        x-action: { kind: list, resource: 'v1/racks/{rack}' }
        x-rules:
          - { kind: filter, parameter: filter, styles: [aip160] }
          - { kind: pagination, items: racks, pageToken: pageToken, nextPageToken: nextPageToken }
      get: { httpMethod: GET, path: 'v1/racks/{rack}', parameters: { ${path('rack')}, ${query('view', 'tier')} }, response: { $ref: Rack } }
      insert: { httpMethod: POST, path: v1/racks, parameters: { ${query('rackId', 'validateOnly')} }, request: { $ref: Rack }, response: { $ref: Rack } }
      patch: { httpMethod: PATCH, path: 'v1/racks/{rack}', parameters: { ${path('rack')}, ${query('updateMask', 'ifMatch')} }, request: { $ref: Rack }, response: { $ref: Rack } }
      remove: { httpMethod: DELETE, path: v1/racks, parameters: { ${query('id', 'force')} } }
      paint:
        httpMethod: POST
        path: v1/racks/{rack}/paint
        parameters: { ${path('rack')} }
        request: { $ref: Paint }
        response: { $ref: Rack }
        x-action: { kind: setFields, resource: 'v1/racks/{rack}', fields: [color] }
      testIamPermissions: { httpMethod: POST, path: 'v1/racks/{rack}:testIamPermissions', parameters: { ${path('rack')} }, request: { $ref: Asked } }
      testIamPermissionsInQuery: { httpMethod: GET, path: 'v1/racks/{rack}/iam/testPermissions', parameters: { ${path('rack')}, ${query('permissions')} }, x-action: { kind: testIamPermissions, resource: 'v1/racks/{rack}' } }
      setIamPolicy: { httpMethod: POST, path: 'v1/racks/{rack}:setIamPolicy', parameters: { ${path('rack')} }, request: { $ref: Policy }, response: { $ref: Policy } }
      copy:
        httpMethod: POST
        path: v1/racks/{rack}/copy
        parameters: { ${path('rack')} }
        request: { $ref: CopyRack }
        response: { $ref: Rack }
        x-action: { kind: createFrom, resource: 'v1/racks/{rack}', creates: 'v1/racks/{rack}', from: from.rack, copies: { size: size } }
      rotate: { httpMethod: POST, path: 'v1/racks/{rack}:rotate', parameters: { ${path('rack')}, ${query('angle')} }, request: { $ref: Paint } }
  shelves:
    methods:
      get: { httpMethod: GET, path: 'v1/{name=shelves/*}', parameters: { ${path('name')} }, response: { $ref: Shelf } }
      list: { httpMethod: GET, path: 'v1/rooms/{room}/shelves', parameters: { ${path('room')}, ${query('pageToken')} }, response: { $ref: ShelfList } }
      create: { httpMethod: POST, path: v1/shelves, request: { $ref: CreateShelf }, response: { $ref: Shelf } }
`;

const api = resolveApi(description);
const support = (id: string): object => {
  const method = api.methods.find((each) => each.id === `demo.${id}`);
  if (!method) throw new Error(`there is no ${id}`);
  return getMethodSupport(method, api);
};

test.each([
  [
    'a list reads pages and selects by fields with text that a read does not take',
    'racks.list',
    'convention',
    ['filter', 'q', 'size', 'tier', 'trace'],
  ],
  ['a list reads the parameters of its rules', 'racks.search', 'implemented', ['order', 'trace']],
  ['a read', 'racks.get', 'convention', ['tier', 'trace', 'view']],
  ['a creation reads the parameter with the id, and stores the body', 'racks.insert', 'convention', ['trace', 'validateOnly']],
  ['a patch reads its mask', 'racks.patch', 'convention', ['ifMatch', 'trace']],
  ['a deletion at the path of the collection reads the parameter that names the member', 'racks.remove', 'convention', ['force', 'trace']],
  ['a custom method reads the fields that its action names', 'racks.paint', 'implemented', ['requestBody.coats', 'trace']],
  ['a method of access policies', 'racks.testIamPermissions', 'convention', ['requestBody.verbose', 'trace']],
  ['a method that takes permissions in the query', 'racks.testIamPermissionsInQuery', 'implemented', ['trace']],
  ['a method that takes a policy as its body', 'racks.setIamPolicy', 'convention', ['trace']],
  ['a partly read field next to stored fields', 'racks.copy', 'implemented', ['requestBody.from.reason', 'requestBody.notify', 'trace']],
  ['a method that responds with 501 ignores nothing', 'racks.rotate', 'notImplemented', []],
  ['a variable that matches several segments', 'shelves.get', 'convention', ['trace']],
  ['a parent that filters a list of resources elsewhere', 'shelves.list', 'convention', ['room', 'trace']],
  ['a body that contains the resource in a field', 'shelves.create', 'convention', ['requestBody.dryRun', 'trace']],
])('%s', (_, id, level, ignored) => {
  expect(support(id)).toEqual({ level, ignored });
});

test('does not report an output-only field in a body, which the service ignores too', () => {
  const text = description.replace('coats: { type: integer }', 'coats: { type: integer, readOnly: true }');
  const other = resolveApi(text);
  const paint = other.methods.find(({ name }) => name === 'paint');
  expect(paint && getMethodSupport(paint, other).ignored).toEqual(['trace']);
});
