/** A small published document whose changes are operations of AIP-151. */
const text = { type: 'string' };
export const pathParam = (pattern: string): object => ({ type: 'string', location: 'path', required: true, pattern });

export const operation = {
  id: 'Operation',
  type: 'object',
  properties: {
    name: text,
    done: { type: 'boolean' },
    error: { $ref: 'Status' },
    response: { type: 'object', additionalProperties: { type: 'any' } },
    metadata: { type: 'object', additionalProperties: { type: 'any' } },
  },
};
const metadata = {
  id: 'OperationMetadata',
  type: 'object',
  properties: { createTime: text, endTime: text, target: text, verb: text, note: text },
};
export const status = { id: 'Status', type: 'object', properties: { code: { type: 'integer' }, message: text } };
export const thing = { id: 'Thing', type: 'object', properties: { name: text, note: text } };
const waitRequest = { id: 'WaitOperationRequest', type: 'object', properties: { timeout: { type: 'string', format: 'google-duration' } } };

/** Resources whose changes are operations below the project, with methods that read and wait for them. */
export const document = {
  kind: 'discovery#restDescription',
  name: 'things',
  version: 'v1',
  title: 'Things',
  description: 'Things.',
  rootUrl: 'https://things.example.com/',
  servicePath: '',
  schemas: {
    Empty: { id: 'Empty', type: 'object', properties: {} },
    Operation: operation,
    OperationMetadata: metadata,
    Status: status,
    Thing: thing,
    WaitOperationRequest: waitRequest,
  },
  resources: {
    things: {
      methods: {
        create: {
          id: 'things.things.create',
          httpMethod: 'POST',
          path: 'v1/{+parent}/things',
          parameters: { parent: pathParam('^projects/[^/]+$'), thingId: { type: 'string', location: 'query' } },
          request: { $ref: 'Thing' },
          response: { $ref: 'Operation' },
        },
        get: {
          id: 'things.things.get',
          httpMethod: 'GET',
          path: 'v1/{+name}',
          parameters: { name: pathParam('^projects/[^/]+/things/[^/]+$') },
          response: { $ref: 'Thing' },
        },
        delete: {
          id: 'things.things.delete',
          httpMethod: 'DELETE',
          path: 'v1/{+name}',
          parameters: { name: pathParam('^projects/[^/]+/things/[^/]+$') },
          response: { $ref: 'Operation' },
        },
      },
    },
    operations: {
      methods: {
        get: {
          id: 'things.operations.get',
          httpMethod: 'GET',
          path: 'v1/{+name}',
          parameters: { name: pathParam('^projects/[^/]+/operations/[^/]+$') },
          response: { $ref: 'Operation' },
        },
        wait: {
          id: 'things.operations.wait',
          httpMethod: 'POST',
          path: 'v1/{+name}:wait',
          parameters: { name: pathParam('^projects/[^/]+/operations/[^/]+$') },
          request: { $ref: 'WaitOperationRequest' },
          response: { $ref: 'Operation' },
        },
        cancel: {
          id: 'things.operations.cancel',
          httpMethod: 'POST',
          path: 'v1/{+name}:cancel',
          parameters: { name: pathParam('^projects/[^/]+/operations/[^/]+$') },
          response: { $ref: 'Empty' },
        },
        delete: {
          id: 'things.operations.delete',
          httpMethod: 'DELETE',
          path: 'v1/{+name}',
          parameters: { name: pathParam('^projects/[^/]+/operations/[^/]+$') },
          response: { $ref: 'Empty' },
        },
      },
    },
  },
};
