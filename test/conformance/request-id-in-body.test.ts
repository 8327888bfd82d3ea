/** A request ID can be a body field next to the resource. */
import { expect, test } from 'vitest';
import { createMockFrom } from '../support/mock-of.js';
import { resolveApi } from '../support/packages.js';

const description = `
schemas:
  Rack: { id: Rack, type: object, properties: { name: { type: string } } }
  CreateRack: { id: CreateRack, type: object, properties: { requestId: { type: string }, rackId: { type: string }, rack: { $ref: Rack } } }
  Operation: { id: Operation, type: object, properties: { name: { type: string }, done: { type: boolean }, response: { type: object, additionalProperties: { type: any } }, error: { type: object } } }
resources:
  racks:
    methods:
      get: { httpMethod: GET, path: 'v1/{name=projects/*/racks/*}', parameters: { name: { type: string, location: path, required: true } }, response: { $ref: Rack } }
      create: { httpMethod: POST, path: 'v1/{parent=projects/*}/racks', parameters: { parent: { type: string, location: path, required: true } }, request: { $ref: CreateRack }, response: { $ref: Operation } }
  operations:
    methods:
      get: { httpMethod: GET, path: 'v1/{name=projects/*/operations/*}', parameters: { name: { type: string, location: path, required: true } }, response: { $ref: Operation } }
`;

test('returns the first operation for a repeated request ID', async () => {
  const mock = createMockFrom(resolveApi(description));
  const create = async (): Promise<unknown> => {
    const body = JSON.stringify({ requestId: '7d444840-9dc0-11d1-b245-5ffdce74fad2', rackId: 'a', rack: {} });
    return (await mock.fetch('http://mock.test/v1/projects/p/racks', { method: 'POST', body })).json();
  };
  const first = await create();
  expect(first).toMatchObject({ done: true });
  expect(await create()).toEqual(first);
  expect(mock.requests.map(({ replayed }) => replayed)).toEqual([undefined, true]);
});
