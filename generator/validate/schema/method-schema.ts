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
      scopes: stringsSchema(
        'The OAuth scopes of the method. A credential needs one of them. They must be declared in `auth.oauth2.scopes`.',
      ),
      apiVersion: anyTextSchema('The version of the interface.'),
      streamingType: anyTextSchema('How the response is streamed.'),
      supportsMediaUpload: flagSchema('Whether the method accepts media uploads.'),
      supportsMediaDownload: flagSchema('Whether the method supports media downloads.'),
      useMediaDownloadService: flagSchema('Whether another host serves media downloads.'),
      supportsSubscription: flagSchema('Whether clients can subscribe to changes.'),
      etagRequired: flagSchema('Whether requests require an etag.'),
      mediaUpload: createMediaUploadSchema(dialect),
      'x-permissions': listSchema('The permissions that the method requires.', permission),
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
    when: textSchema('Requires the permission only if the request body has this field.'),
    source: refSchema('source'),
  },
  required: ['permission'],
  additionalProperties: false,
  description: 'A permission such as `compute.subnetworks.update`, or a mapping with its condition.',
};

function createMediaUploadSchema(dialect: Dialect): JsonSchema {
  const protocol = createShapeSchema(dialect, {
    description: 'An upload protocol.',
    properties: { path: anyTextSchema('The path.'), multipart: flagSchema('Whether multipart bodies are supported.') },
  });
  return createShapeSchema(dialect, {
    description: 'Media uploads.',
    properties: {
      accept: stringsSchema('The accepted media types.'),
      maxSize: anyTextSchema('The maximum size.'),
      protocols: createShapeSchema(dialect, {
        description: 'The upload protocols.',
        properties: { simple: protocol, resumable: protocol },
      }),
    },
  });
}

export function createCollectionSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A collection of methods.',
    properties: {
      ...statedSchemas(dialect.complete),
      methods: mapSchema('The methods.', refSchema('method')),
      resources: mapSchema('The child collections.', refSchema('collection')),
    },
  });
}

const resource = textSchema('The path template of the target resource. For `create` and `list`: of one resource in the collection.');
const members = textSchema('A path template of resources.');

const passes = objectSchema('The states of a field during the operation: the first when the operation starts, the last when it is done.', {
  field: textSchema('The field with the state.'),
  values: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The states, in order.' },
});

const copies: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Maps fields of the new resource to the fields of the source that they copy.',
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
      fields: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The fields to replace.' },
      fingerprint: textSchema('The fingerprint of the fields.'),
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
      from: textSchema('The field of the body that links to the source, if the path does not name it.'),
      links: {
        type: 'object',
        additionalProperties: objectSchema('The linked resource.', { resource: textSchema('The path template.'), copies }),
        description: 'Fields of the body that link to other resources.',
      },
      target: { const: 'source', description: 'The target of the operation, if it is not the new resource.' },
    },
    ['passes', 'from', 'links', 'target'],
  ),
  waitForField: createActionSchema('waitForField', {
    resource,
    field: textSchema('The field to watch.'),
    values: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, description: 'The final values.' },
    seconds: { type: 'integer', minimum: 0, description: 'The maximum duration in seconds.' },
  }),
  batch: createActionSchema('batch', {
    resource,
    members,
    additions: textSchema('The field with the additions.'),
    deletions: textSchema('The field with the deletions.'),
  }),
  effectivePolicy: createActionSchema('effectivePolicy', {
    resource,
    policies: members,
    lists: {
      type: 'object',
      additionalProperties: objectSchema('The origin of a list.', {
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
  return objectSchema(`The action of the mock: ${kind}.`, { kind: { const: kind }, ...properties, source: refSchema('source') }, [
    ...optional,
    'source',
  ]);
}

/** The schema of `x-action`. */
export const actionSchema: JsonSchema = createKindSchema(
  'The effect of the method on the resources of the mock. Default: inferred by convention.',
  actions,
);

/** Creates the schema of an object whose `kind` determines its other members. It reports only the errors of the matching kind, unlike `oneOf`. */
export function createKindSchema(description: string, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { kind: { type: 'string', enum: Object.keys(schemas), description: 'The kind.' } },
    required: ['kind'],
    allOf: Object.entries(schemas).map(([kind, schema]) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      then: schema,
    })),
  };
}
