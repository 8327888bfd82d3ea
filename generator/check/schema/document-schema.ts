/** Creates the schema of the document. */
import type { ErrorReason } from '../../../runtime/behavior.js';
import * as schema from '../../language/json-schema.js';
import { serviceNames } from '../../language/service.js';
import { type Dialect, undocumentedTopics, createShapeSchema, entryId, createCommonSchemas } from './schema-parts.js';

const name = { type: 'string', pattern: '^[A-Za-z0-9._-]+$' };

const variables = schema.map(
  'Values that differ between deployments. In text, `{name}` is replaced by the value of the variable. In identifiers, the word `Provider` is replaced by the value of the variable `Provider`.',
  schema.object(
    'A variable.',
    { description: schema.text('The meaning of the variable.'), default: schema.anyText('The default value.') },
    ['default'],
  ),
);

const documents = schema.map(
  'The documents that describe the API, by the IDs that sources use.',
  schema.object('A document.', { title: schema.text('The title.'), description: schema.text('The scope of the document.') }, [
    'description',
  ]),
);

const notes = schema.list(
  'Notes about the entire service that rules cannot express: purpose, notation, errors, versioning.',
  schema.object(
    'A note.',
    { topic: schema.text('The topic.'), text: schema.text('The note, in your own words.'), id: entryId, source: schema.ref('source') },
    ['id', 'source'],
  ),
);

const removals = schema.texts(
  'In a hand-written overlay: the entries of learned overlays that do not apply, by their `id`, or else by their path.',
);

const envelope = schema.choice(
  '`errors`: a list of errors, each with a reason. `status`: the canonical code (AIP-193) and details. `both`: all of them. Default: inferred from the paths.',
  ['errors', 'status', 'both'],
);

/** What errors with a reason contain: the message, or an object. */
export const statedErrorSchema: schema.JsonSchema = {
  type: ['string', 'object'],
  minLength: 1,
  minProperties: 1,
  properties: {
    message: schema.text('The message.'),
    code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    status: {
      type: ['string', 'null'],
      pattern: '^[A-Z][A-Z_]*$',
      description: 'The canonical code (`PERMISSION_DENIED`), or null for none.',
    },
    reason: schema.text('The `reason` in `errors`.'),
    domain: schema.text('The `domain` in `errors`. Default: `global`.'),
    envelope,
    details: schema.list('The `details`. Replace those of the mock.', { type: 'object', description: 'One of the details.' }),
    source: schema.ref('source'),
  },
  additionalProperties: false,
  description: 'The message, or what differs from the other errors of the API.',
};

const reasons: readonly ErrorReason[] = [
  'invalid',
  'required',
  'parseError',
  'resourceNotReady',
  'resourceInUseByAnotherResource',
  'containerNotEmpty',
  'failedPrecondition',
  'authError',
  'forbidden',
  'insufficientPermissions',
  'notFound',
  'methodNotAllowed',
  'alreadyExists',
  'conditionNotMet',
  'uploadTooLarge',
  'rateLimitExceeded',
  'internalError',
  'notImplemented',
  'backendError',
];

const errorMessages = (description: string): schema.JsonSchema =>
  schema.object(description, Object.fromEntries(reasons.map((reason) => [reason, schema.ref('statedError')])), reasons);

const errors = schema.object(
  'The form of errors. In text, `{name}` is the name of the resource, `{id}` is the last ID in it, `{topic}` or `{path.topics}` is a part of its path, and `{projectNumber}` is the number of the project.',
  {
    envelope,
    domain: schema.text(
      'The domain of the service in details (`google.rpc.ErrorInfo`). Default for the envelope `status`: the host of `rootUrl`. For the envelope `both`, errors without a domain have no details.',
    ),
    messages: errorMessages('The errors about all resources, by their reasons.'),
    schemas: schema.map('The errors about resources, by the ID of their schema.', errorMessages('Errors by their reasons.')),
    methods: schema.map('The errors of methods, by the ID of the method.', errorMessages('Errors by their reasons.')),
    source: schema.ref('source'),
  },
  ['envelope', 'domain', 'messages', 'schemas', 'methods', 'source'],
);

function createAuthSchema(dialect: Dialect): schema.JsonSchema {
  const commonKeys = createCommonSchemas(dialect.complete);
  const scope = createShapeSchema(dialect, { description: 'A scope.', properties: commonKeys });
  return createShapeSchema(dialect, {
    description: 'The authorization of callers.',
    properties: {
      ...commonKeys,
      oauth2: createShapeSchema(dialect, {
        description: 'OAuth 2.0.',
        properties: { ...commonKeys, scopes: schema.map('Scopes, by name.', scope) },
      }),
    },
  });
}

/** Keys of published documents that don't describe the interface. */
const publishedKeys = {
  kind: schema.anyText('`discovery#restDescription` marks a document that Google publishes. Unknown keys are allowed in it.'),
  discoveryVersion: schema.anyText('The version of the vocabulary.'),
  id: schema.anyText('`<name>:<version>`.'),
  revision: schema.anyText('The revision of the document.'),
  etag: schema.anyText('The etag of the document.'),
  protocol: schema.anyText('`rest`.'),
  ownerDomain: schema.anyText('The domain of the owner.'),
  ownerName: schema.anyText('The name of the owner.'),
  packagePath: schema.anyText('A package path for generated libraries.'),
  icons: schema.map('Addresses of icons.', { type: 'string' }),
  labels: schema.anyTexts('Labels of the API.'),
  features: schema.anyTexts('Features of the API.'),
  endpoints: { type: 'array', items: { type: 'object' }, description: 'Regional addresses.' } as schema.JsonSchema,
  version_module: schema.scalar('Whether the version is part of the package path.'),
  fullyEncodeReservedExpansion: schema.flag('Whether `{+name}` encodes all characters except the slash.'),
};

export function createDocumentSchema(dialect: Dialect): schema.JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A specification: Google Discovery vocabulary with extensions.',
    properties: {
      ...createCommonSchemas(dialect.complete),
      name: { ...name, description: 'The name of the API, part of the names of packages and folders.' },
      version: { ...name, description: 'The version of the API, part of the names of packages and folders.' },
      title: schema.anyText('The title of the API.'),
      canonicalName: schema.anyText('The name of the API in words, which is also the base name of the client.'),
      documentationLink: schema.anyText('The address of the documentation.'),
      ...publishedKeys,
      rootUrl: schema.anyText('The address of the service. Ends in a slash. Can be a variable: `{base_url}/`.'),
      mtlsRootUrl: schema.anyText('The address for mutual TLS.'),
      servicePath: schema.anyText('The prefix of all paths. Empty, or ends in a slash.'),
      basePath: schema.anyText('`/` and the service path.'),
      baseUrl: schema.anyText('Address and service path.'),
      batchPath: schema.anyText('The path of batch requests.'),
      auth: createAuthSchema(dialect),
      parameters: schema.map('The query parameters that all methods share.', schema.ref('parameter')),
      schemas: schema.map('Schemas, by id.', schema.ref('element')),
      methods: schema.map('Methods at the top level.', schema.ref('method')),
      resources: schema.map('Collections, by name.', schema.ref('collection')),
      'x-undocumented': undocumentedTopics,
      'x-variables': variables,
      'x-documents': documents,
      'x-notes': notes,
      'x-errors': errors,
      'x-service': schema.choice('The module with the behavior of this service that is part of discogen.', serviceNames),
      'x-unknownFields': schema.choice('`ignored`: fields of bodies that the description lacks have no effect.', ['ignored']),
      ...(dialect.complete ? {} : { 'x-remove': removals }),
    },
    required: ['name', 'version'],
  });
}
