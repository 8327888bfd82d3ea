/** Creates the schemas of methods, their actions, and collections. */
import { objectSchema, textSchema, type JsonSchema } from '../../rules/parameter-schemas.js';
import {
  anyTextSchema,
  choiceSchema,
  type Dialect,
  flagSchema,
  listSchema,
  mapSchema,
  refSchema,
  createShapeSchema,
  statedSchemas,
  stringsSchema,
} from './schema-parts.js';

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createMethodSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A method of the API.',
    properties: {
      ...statedSchemas(dialect.complete),
      id: anyTextSchema('`<name>.<collections>.<method>`, such as `dns.managedZones.get`.'),
      httpMethod: choiceSchema('The HTTP method.', httpMethods),
      path: anyTextSchema(
        'Relative to `servicePath`: `projects/{project}`, `v1/{+name}` with a `pattern` at the parameter, or `v1/{name=projects/*/zones/*}:verb`.',
      ),
      flatPath: anyTextSchema('The path with one variable for each segment, as Discovery also writes it.'),
      parameters: mapSchema('Parameters of the path and the query, by name.', refSchema('parameter')),
      parameterOrder: stringsSchema('Names of the required parameters, in order.'),
      request: refSchema('body'),
      response: refSchema('body'),
      scopes: stringsSchema('OAuth scopes, any one of which suffices; declared in `auth.oauth2.scopes`.'),
      apiVersion: anyTextSchema('The version of the interface.'),
      streamingType: anyTextSchema('How the answer is streamed.'),
      supportsMediaUpload: flagSchema('Takes media.'),
      supportsMediaDownload: flagSchema('Answers media where asked to.'),
      useMediaDownloadService: flagSchema('Media are answered by a host of their own.'),
      supportsSubscription: flagSchema('Can be watched.'),
      etagRequired: flagSchema('Needs an etag.'),
      mediaUpload: createMediaUploadSchema(dialect),
      'x-permissions': listSchema('Permissions that are needed, all of them.', permission),
      'x-rules': listSchema('Rules of the method.', refSchema('methodRule')),
      'x-action': refSchema('action'),
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
    when: textSchema('The field of the body in whose presence alone it is needed.'),
    source: refSchema('source'),
  },
  required: ['permission'],
  additionalProperties: false,
  description: 'A permission such as `compute.subnetworks.update`, or a mapping that says when it is needed.',
};

function createMediaUploadSchema(dialect: Dialect): JsonSchema {
  const protocol = createShapeSchema(dialect, {
    description: 'A way to upload.',
    properties: { path: anyTextSchema('Its path.'), multipart: flagSchema('Takes multipart bodies.') },
  });
  return createShapeSchema(dialect, {
    description: 'Media that the method takes.',
    properties: {
      accept: stringsSchema('Media types.'),
      maxSize: anyTextSchema('The greatest size.'),
      protocols: createShapeSchema(dialect, { description: 'Ways to upload.', properties: { simple: protocol, resumable: protocol } }),
    },
  });
}

export function createCollectionSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A collection of methods.',
    properties: {
      ...statedSchemas(dialect.complete),
      methods: mapSchema('Its methods.', refSchema('method')),
      resources: mapSchema('The collections below it.', refSchema('collection')),
    },
  });
}

const resource = textSchema(
  'The path template of the resource that it concerns (for `create` and `list`: of one member of the collection).',
);
const members = textSchema('A path template of resources.');

const passes = objectSchema(
  'States that a field goes through while the operation runs: the first on acceptance, the last when it is done.',
  {
    field: textSchema('The field with the state.'),
    values: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The states, in order.' },
  },
);

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
    ].map((kind) => [kind, createActionSchema(kind, { resource })]),
  ),
  setFields: createActionSchema(
    'setFields',
    {
      resource,
      fields: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'Fields that are replaced.' },
      fingerprint: textSchema('The field that guards them.'),
    },
    ['fingerprint'],
  ),
  createFrom: createActionSchema(
    'createFrom',
    {
      resource,
      creates: members,
      copies,
      passes,
      from: textSchema('The field of the body that links to the source, where the path does not name it.'),
      links: {
        type: 'object',
        additionalProperties: objectSchema('What a field links to.', { resource: textSchema('Its path template.'), copies }),
        description: 'Fields of the body that link to further resources.',
      },
      target: { const: 'source', description: 'What the operation calls its target, where that is not the new resource.' },
    },
    ['passes', 'from', 'links', 'target'],
  ),
  await: createActionSchema('await', {
    resource,
    field: textSchema('The field that is watched.'),
    values: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The values that end the waiting.' },
    seconds: { type: 'integer', minimum: 0, description: 'How long it lasts at most.' },
  }),
  batch: createActionSchema('batch', {
    resource,
    members,
    additions: textSchema('The field with what is added.'),
    deletions: textSchema('The field with what is deleted.'),
  }),
  effectivePolicy: createActionSchema('effectivePolicy', {
    resource,
    policies: members,
    lists: {
      type: 'object',
      additionalProperties: objectSchema('Where a list comes from.', {
        from: textSchema('The field of the policy.'),
        as: textSchema('The member that wraps each entry.'),
      }),
      description: 'Fields of the response.',
    },
  }),
  guestAttributes: createActionSchema('guestAttributes', {
    resource,
    field: textSchema('The field of the resource that lists the entries, each with `namespace`, `key` and `value`.'),
  }),
  notImplemented: createActionSchema('notImplemented', {}),
};

function createActionSchema(kind: string, properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  return objectSchema(
    `What the mock does for the method: ${kind}.`,
    { kind: { const: kind }, ...properties, source: refSchema('source') },
    [...optional, 'source'],
  );
}

/** The schema of `x-action`. */
export const actionSchema: JsonSchema = createKindSchema(
  'What the method does to the resources of the mock, where convention does not tell.',
  actions,
);

/** Creates the schema of an object whose `kind` determines its other members. It reports only the errors of the matching kind, unlike `oneOf`. */
export function createKindSchema(description: string, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
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
