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
  'Values that differ between deployments: `{name}` in a text stands for the variable, the word `Provider` in an identifier for the variable `Provider`.',
  objectSchema('A variable.', { description: textSchema('What it stands for.'), default: anyTextSchema('Its value where none is set.') }, [
    'default',
  ]),
);

const documents = mapSchema(
  'The documents that the specification is written from, by the ids that sources use.',
  objectSchema('A document.', { title: textSchema('Its title.'), description: textSchema('What it covers.') }, ['description']),
);

const notes = listSchema(
  'Statements about the service as a whole that no rule kind carries: purpose, notation, errors, versioning.',
  objectSchema(
    'A statement.',
    { topic: textSchema('What it is about.'), text: textSchema('The statement, in our own words.'), source: refSchema('source') },
    ['source'],
  ),
);

function createAuthSchema(dialect: Dialect): JsonSchema {
  const commonKeys = statedSchemas(dialect.complete);
  const scope = createShapeSchema(dialect, { description: 'A scope.', properties: commonKeys });
  return createShapeSchema(dialect, {
    description: 'How callers are authorised.',
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
  kind: anyTextSchema('`discovery#restDescription` marks a document as published by Google: keys that are not known are tolerated in it.'),
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
  endpoints: { type: 'array', items: { type: 'object' }, description: 'Further addresses.' } as JsonSchema,
  version_module: scalarSchema('The version is part of the package path.'),
  fullyEncodeReservedExpansion: flagSchema('`{+name}` encodes all but the slash.'),
};

export function createDocumentSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A specification: the vocabulary of Google Discovery documents with keys for what they cannot say.',
    properties: {
      ...statedSchemas(dialect.complete),
      name: { ...name, description: 'The name of the API, part of the names of packages and folders.' },
      version: { ...name, description: 'The version of the API, part of the names of packages and folders.' },
      title: anyTextSchema('The title of the API.'),
      canonicalName: anyTextSchema('The name of the API in words; the client is called after it.'),
      documentationLink: anyTextSchema('Where the API is described.'),
      ...publishedKeys,
      rootUrl: anyTextSchema('The address of the service, ending in a slash; may be a variable: `{base_url}/`.'),
      mtlsRootUrl: anyTextSchema('The address for mutual TLS.'),
      servicePath: anyTextSchema('What all paths begin with; empty, or ending in a slash.'),
      basePath: anyTextSchema('`/` and the service path.'),
      baseUrl: anyTextSchema('Address and service path.'),
      batchPath: anyTextSchema('The path of batch requests.'),
      auth: createAuthSchema(dialect),
      parameters: mapSchema('Query parameters that all methods have in common.', refSchema('parameter')),
      schemas: mapSchema('Schemas, by id.', refSchema('element')),
      methods: mapSchema('Methods at the top level.', refSchema('method')),
      resources: mapSchema('Collections, by name.', refSchema('collection')),
      'x-undocumented': undocumentedTopics,
      'x-variables': variables,
      'x-documents': documents,
      'x-notes': notes,
      'x-errorInfo': objectSchema(
        'Some refusals come with details (`google.rpc.ErrorInfo`, `google.rpc.BadRequest`).',
        { domain: textSchema('The domain of the service.'), source: refSchema('source') },
        ['source'],
      ),
    },
    required: ['name', 'version'],
  });
}
