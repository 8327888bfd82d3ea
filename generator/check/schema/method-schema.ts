/** Creates the schemas of methods, their actions, and collections. */
import * as schema from '../../language/json-schema.js';
import { type Dialect, createShapeSchema, entryId, createCommonSchemas } from './schema-parts.js';

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createMethodSchema(dialect: Dialect): schema.JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A method of the API.',
    properties: {
      ...createCommonSchemas(dialect.complete),
      id: schema.anyText('`<name>.<collections>.<method>`, such as `dns.managedZones.get`.'),
      httpMethod: schema.choice('The HTTP method.', httpMethods),
      path: schema.anyText(
        'Relative to `servicePath`: `projects/{project}`, `v1/{+name}` with a `pattern` at the parameter, or `v1/{name=projects/*/zones/*}:verb`.',
      ),
      flatPath: schema.anyText('The path with one variable for each segment, as Discovery also writes it.'),
      parameters: schema.map('Parameters of the path and the query, by name.', schema.ref('parameter')),
      parameterOrder: schema.anyTexts('Names of the required parameters, in order.'),
      request: schema.ref('body'),
      response: schema.ref('body'),
      scopes: schema.anyTexts(
        'The OAuth scopes of the method. A credential needs one of them. They must be declared in `auth.oauth2.scopes`.',
      ),
      apiVersion: schema.anyText('The version of the interface.'),
      streamingType: schema.anyText('How the response is streamed.'),
      supportsMediaUpload: schema.flag('Whether the method accepts media uploads.'),
      supportsMediaDownload: schema.flag('Whether the method supports media downloads.'),
      useMediaDownloadService: schema.flag('Whether another host serves media downloads.'),
      supportsSubscription: schema.flag('Whether clients can subscribe to changes.'),
      etagRequired: schema.flag('Whether requests require an etag.'),
      mediaUpload: createMediaUploadSchema(dialect),
      'x-permissions': schema.list('The permissions that the method requires.', permission),
      'x-rules': schema.list('Rules of the method.', schema.ref('methodRule')),
      'x-action': schema.ref('action'),
      'x-retry': retryPolicy,
      'x-status': {
        type: 'integer',
        enum: [200, 201, 202, 204],
        description: 'The status of a success: 200, 201, 202, or 204 without a body. Default: 200.',
      },
    },
    required: ['id', 'httpMethod', 'path'],
  });
}

/** The codes that a status of HTTP identifies, and that a client can retry. */
const retryableCodes = ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'INTERNAL', 'UNKNOWN'];

const retryPolicy = schema.object(
  'How clients of the publisher retry the method. The defaults of the client.',
  {
    codes: {
      type: 'array',
      items: { type: 'string', enum: retryableCodes },
      minItems: 1,
      uniqueItems: true,
      description: 'The codes of errors after which a client repeats a call, even if the method is not idempotent.',
    },
    delay: schema.count('The upper bound of the first delay, in milliseconds.'),
    maxDelay: schema.count('The maximum delay, in milliseconds.'),
  },
  ['delay', 'maxDelay'],
);

export const permissionPattern = '^[a-z][A-Za-z0-9-]*(\\.[A-Za-z][A-Za-z0-9-]*)+$';

const permission: schema.JsonSchema = {
  type: ['string', 'object'],
  pattern: permissionPattern,
  properties: {
    permission: { type: 'string', pattern: permissionPattern, description: 'The permission.' },
    when: schema.text('Requires the permission only if the request body has this field.'),
    id: entryId,
    source: schema.ref('source'),
  },
  required: ['permission'],
  additionalProperties: false,
  description: 'A permission such as `compute.subnetworks.update`, or a mapping with its condition.',
};

function createMediaUploadSchema(dialect: Dialect): schema.JsonSchema {
  const protocol = createShapeSchema(dialect, {
    description: 'An upload protocol.',
    properties: { path: schema.anyText('The path.'), multipart: schema.flag('Whether multipart bodies are supported.') },
  });
  return createShapeSchema(dialect, {
    description: 'Media uploads.',
    properties: {
      accept: schema.anyTexts('The accepted media types.'),
      maxSize: schema.anyText('The maximum size.'),
      protocols: createShapeSchema(dialect, {
        description: 'The upload protocols.',
        properties: { simple: protocol, resumable: protocol },
      }),
    },
  });
}

export function createCollectionSchema(dialect: Dialect): schema.JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A collection of methods.',
    properties: {
      ...createCommonSchemas(dialect.complete),
      methods: schema.map('The methods.', schema.ref('method')),
      resources: schema.map('The child collections.', schema.ref('collection')),
    },
  });
}
