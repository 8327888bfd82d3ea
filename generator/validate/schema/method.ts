/** Methods, what they may do to resources, and the collections in which they stand. */
import { object, text, type JsonSchema } from '../../rules/schema.js';
import { anyText, choice, type Dialect, flag, listOf, mapOf, ref, shape, stated, strings } from './words.js';

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function method(dialect: Dialect): JsonSchema {
  return shape(dialect, {
    description: 'A method of the API.',
    properties: {
      ...stated(dialect.complete),
      id: anyText('`<name>.<collections>.<method>`, such as `dns.managedZones.get`.'),
      httpMethod: choice('The HTTP method.', httpMethods),
      path: anyText(
        'Relative to `servicePath`: `projects/{project}`, `v1/{+name}` with a `pattern` at the parameter, or `v1/{name=projects/*/zones/*}:verb`.',
      ),
      flatPath: anyText('The path with one variable for each segment, as Discovery also writes it.'),
      parameters: mapOf('Parameters of the path and the query, by name.', ref('parameter')),
      parameterOrder: strings('Names of the required parameters, in order.'),
      request: ref('body'),
      response: ref('body'),
      scopes: strings('OAuth scopes, any one of which suffices; declared in `auth.oauth2.scopes`.'),
      apiVersion: anyText('The version of the interface.'),
      streamingType: anyText('How the answer is streamed.'),
      supportsMediaUpload: flag('Takes media.'),
      supportsMediaDownload: flag('Answers media where asked to.'),
      useMediaDownloadService: flag('Media are answered by a host of their own.'),
      supportsSubscription: flag('Can be watched.'),
      etagRequired: flag('Needs an etag.'),
      mediaUpload: mediaUpload(dialect),
      'x-permissions': listOf('Permissions that are needed, all of them.', permission),
      'x-rules': listOf('Rules of the method.', ref('methodRule')),
      'x-action': ref('action'),
    },
    required: ['id', 'httpMethod', 'path'],
  });
}

export const permissionPattern = '^[a-z][A-Za-z0-9-]*(\\.[A-Za-z][A-Za-z0-9-]*)+$';

const permission: JsonSchema = {
  type: ['string', 'object'],
  pattern: permissionPattern,
  properties: {
    permission: { type: 'string', pattern: permissionPattern, description: 'The permission.' },
    when: text('The field of the body in whose presence alone it is needed.'),
    source: ref('source'),
  },
  required: ['permission'],
  additionalProperties: false,
  description: 'A permission such as `compute.subnetworks.update`, or a mapping that says when it is needed.',
};

function mediaUpload(dialect: Dialect): JsonSchema {
  const protocol = shape(dialect, {
    description: 'A way to upload.',
    properties: { path: anyText('Its path.'), multipart: flag('Takes multipart bodies.') },
  });
  return shape(dialect, {
    description: 'Media that the method takes.',
    properties: {
      accept: strings('Media types.'),
      maxSize: anyText('The greatest size.'),
      protocols: shape(dialect, { description: 'Ways to upload.', properties: { simple: protocol, resumable: protocol } }),
    },
  });
}

export function collection(dialect: Dialect): JsonSchema {
  return shape(dialect, {
    description: 'A collection of methods.',
    properties: {
      ...stated(dialect.complete),
      methods: mapOf('Its methods.', ref('method')),
      resources: mapOf('The collections below it.', ref('collection')),
    },
  });
}

const resource = text('The path template of the resource that it concerns (for `create` and `list`: of one member of the collection).');
const members = text('A path template of resources.');

const passes = object('States that a field goes through while the operation runs: the first on acceptance, the last when it is done.', {
  field: text('The field with the state.'),
  values: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The states, in order.' },
});

const copies: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Fields of the new resource, each with the field of the source that it copies.',
};

const actions: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    [
      'get',
      'list',
      'create',
      'patch',
      'update',
      'delete',
      'getIamPolicy',
      'setIamPolicy',
      'testIamPermissions',
      'reportEvent',
      'listEvents',
      'deleteEvents',
      'listGroupStats',
    ].map((kind) => [kind, action(kind, { resource })]),
  ),
  setFields: action(
    'setFields',
    {
      resource,
      fields: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'Fields that are replaced.' },
      fingerprint: text('The field that guards them.'),
    },
    ['fingerprint'],
  ),
  createFrom: action(
    'createFrom',
    {
      resource,
      creates: members,
      copies,
      passes,
      from: text('The field of the body that links to the source, where the path does not name it.'),
      links: {
        type: 'object',
        additionalProperties: object('What a field links to.', { resource: text('Its path template.'), copies }),
        description: 'Fields of the body that link to further resources.',
      },
      target: { const: 'source', description: 'What the operation calls its target, where that is not the new resource.' },
    },
    ['passes', 'from', 'links', 'target'],
  ),
  await: action('await', {
    resource,
    field: text('The field that is watched.'),
    values: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The values that end the waiting.' },
    seconds: { type: 'integer', minimum: 0, description: 'How long it lasts at most.' },
  }),
  batch: action('batch', {
    resource,
    members,
    additions: text('The field with what is added.'),
    deletions: text('The field with what is deleted.'),
  }),
  effectivePolicy: action('effectivePolicy', {
    resource,
    policies: members,
    lists: {
      type: 'object',
      additionalProperties: object('Where a list comes from.', {
        from: text('The field of the policy.'),
        as: text('The member that wraps each entry.'),
      }),
      description: 'Fields of the response.',
    },
  }),
  guestAttributes: action('guestAttributes', {
    resource,
    field: text('The field of the resource that lists the entries, each with `namespace`, `key` and `value`.'),
  }),
  notImplemented: action('notImplemented', {}),
};

function action(kind: string, properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  return object(`What the mock does for the method: ${kind}.`, { kind: { const: kind }, ...properties, source: ref('source') }, [
    ...optional,
    'source',
  ]);
}

/** What the mock does, where convention does not tell. */
export const actionSchema: JsonSchema = byKind(
  'What the method does to the resources of the mock, where convention does not tell.',
  actions,
);

/** An object whose `kind` decides on its further members: no alternatives that all fail, so a fault is reported once. */
export function byKind(description: string, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { kind: { type: 'string', enum: Object.keys(schemas), description: 'Which kind it is.' } },
    required: ['kind'],
    allOf: Object.entries(schemas).map(([kind, schema]) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      then: schema,
    })),
  };
}
