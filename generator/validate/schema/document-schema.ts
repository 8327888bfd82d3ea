/** Creates the schema of the document. */
import { objectSchema, textSchema, type JsonSchema } from '../../rules/parameter-schemas.js';
import {
  anyTextSchema,
  type Dialect,
  flagSchema,
  listSchema,
  mapSchema,
  undocumentedTopics,
  refSchema,
  scalarSchema,
  createShapeSchema,
  statedSchemas,
  stringsSchema,
} from './schema-parts.js';

const name = { type: 'string', pattern: '^[A-Za-z0-9._-]+$' };

const variables = mapSchema(
  'Values that differ between deployments. In text, `{name}` is replaced by the value of the variable. In identifiers, the word `Provider` is replaced by the value of the variable `Provider`.',
  objectSchema('A variable.', { description: textSchema('The meaning of the variable.'), default: anyTextSchema('The default value.') }, [
    'default',
  ]),
);

const documents = mapSchema(
  'The documents that describe the API, by the IDs that sources use.',
  objectSchema('A document.', { title: textSchema('The title.'), description: textSchema('The scope of the document.') }, ['description']),
);

const notes = listSchema(
  'Notes about the entire service that rules cannot express: purpose, notation, errors, versioning.',
  objectSchema(
    'A note.',
    { topic: textSchema('The topic.'), text: textSchema('The note, in your own words.'), source: refSchema('source') },
    ['source'],
  ),
);

function createAuthSchema(dialect: Dialect): JsonSchema {
  const commonKeys = statedSchemas(dialect.complete);
  const scope = createShapeSchema(dialect, { description: 'A scope.', properties: commonKeys });
  return createShapeSchema(dialect, {
    description: 'The authorization of callers.',
    properties: {
      ...commonKeys,
      oauth2: createShapeSchema(dialect, {
        description: 'OAuth 2.0.',
        properties: { ...commonKeys, scopes: mapSchema('Scopes, by name.', scope) },
      }),
    },
  });
}

/** Keys of published documents that don't describe the interface. */
const publishedKeys = {
  kind: anyTextSchema('`discovery#restDescription` marks a document that Google publishes. Unknown keys are allowed in it.'),
  discoveryVersion: anyTextSchema('The version of the vocabulary.'),
  id: anyTextSchema('`<name>:<version>`.'),
  revision: anyTextSchema('The revision of the document.'),
  etag: anyTextSchema('The etag of the document.'),
  protocol: anyTextSchema('`rest`.'),
  ownerDomain: anyTextSchema('The domain of the owner.'),
  ownerName: anyTextSchema('The name of the owner.'),
  packagePath: anyTextSchema('A package path for generated libraries.'),
  icons: mapSchema('Addresses of icons.', { type: 'string' }),
  labels: stringsSchema('Labels of the API.'),
  features: stringsSchema('Features of the API.'),
  endpoints: { type: 'array', items: { type: 'object' }, description: 'Regional addresses.' } as JsonSchema,
  version_module: scalarSchema('Whether the version is part of the package path.'),
  fullyEncodeReservedExpansion: flagSchema('Whether `{+name}` encodes all characters except the slash.'),
};

export function createDocumentSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A specification: Google Discovery vocabulary with extensions.',
    properties: {
      ...statedSchemas(dialect.complete),
      name: { ...name, description: 'The name of the API, part of the names of packages and folders.' },
      version: { ...name, description: 'The version of the API, part of the names of packages and folders.' },
      title: anyTextSchema('The title of the API.'),
      canonicalName: anyTextSchema('The name of the API in words, which is also the base name of the client.'),
      documentationLink: anyTextSchema('The address of the documentation.'),
      ...publishedKeys,
      rootUrl: anyTextSchema('The address of the service. Ends in a slash. Can be a variable: `{base_url}/`.'),
      mtlsRootUrl: anyTextSchema('The address for mutual TLS.'),
      servicePath: anyTextSchema('The prefix of all paths. Empty, or ends in a slash.'),
      basePath: anyTextSchema('`/` and the service path.'),
      baseUrl: anyTextSchema('Address and service path.'),
      batchPath: anyTextSchema('The path of batch requests.'),
      auth: createAuthSchema(dialect),
      parameters: mapSchema('The query parameters that all methods share.', refSchema('parameter')),
      schemas: mapSchema('Schemas, by id.', refSchema('element')),
      methods: mapSchema('Methods at the top level.', refSchema('method')),
      resources: mapSchema('Collections, by name.', refSchema('collection')),
      'x-undocumented': undocumentedTopics,
      'x-variables': variables,
      'x-documents': documents,
      'x-notes': notes,
      'x-errorInfo': objectSchema(
        'The details of errors (`google.rpc.ErrorInfo`, `google.rpc.BadRequest`).',
        { domain: textSchema('The domain of the service.'), source: refSchema('source') },
        ['source'],
      ),
    },
    required: ['name', 'version'],
  });
}
