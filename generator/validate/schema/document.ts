/** The whole document. */
import { object, text, type JsonSchema } from '../../rules/schema.js';
import { anyText, type Dialect, flag, listOf, mapOf, notShownTopics, ref, scalar, shape, stated, strings } from './words.js';

const name = { type: 'string', pattern: '^[A-Za-z0-9._-]+$' };

const variables = mapOf(
  'Values that differ between deployments: `{name}` in a text stands for the variable, the word `Provider` in an identifier for the variable `Provider`.',
  object('A variable.', { description: text('What it stands for.'), default: anyText('Its value where none is set.') }, ['default']),
);

const documents = mapOf(
  'The documents that the specification is written from, by the ids that sources use.',
  object('A document.', { title: text('Its title.'), description: text('What it covers.') }, ['description']),
);

const statements = listOf(
  'Statements about the service as a whole that no rule kind carries: purpose, notation, errors, versioning.',
  object('A statement.', { topic: text('What it is about.'), text: text('The statement, in our own words.'), source: ref('source') }, [
    'source',
  ]),
);

function auth(dialect: Dialect): JsonSchema {
  const about = stated(dialect.complete);
  const scope = shape(dialect, { description: 'A scope.', properties: about });
  return shape(dialect, {
    description: 'How callers are authorised.',
    properties: {
      ...about,
      oauth2: shape(dialect, { description: 'OAuth 2.0.', properties: { ...about, scopes: mapOf('Scopes, by name.', scope) } }),
    },
  });
}

/** Keys that Google's documents carry and that say nothing of the interface. */
const published = {
  kind: anyText('`discovery#restDescription` marks a document as published by Google: keys that are not known are tolerated in it.'),
  discoveryVersion: anyText('The version of the vocabulary.'),
  id: anyText('`<name>:<version>`.'),
  revision: anyText('The revision of the document.'),
  etag: anyText('The etag of the document.'),
  protocol: anyText('`rest`.'),
  ownerDomain: anyText('The domain of the owner.'),
  ownerName: anyText('The name of the owner.'),
  packagePath: anyText('A package path for generated libraries.'),
  icons: mapOf('Addresses of icons.', { type: 'string' }),
  labels: strings('Labels of the API.'),
  features: strings('Features of the API.'),
  endpoints: { type: 'array', items: { type: 'object' }, description: 'Further addresses.' } as JsonSchema,
  version_module: scalar('The version is part of the package path.'),
  fullyEncodeReservedExpansion: flag('`{+name}` encodes all but the slash.'),
};

export function document(dialect: Dialect): JsonSchema {
  return shape(dialect, {
    description: 'A specification: the vocabulary of Google Discovery documents with keys for what they cannot say.',
    properties: {
      ...stated(dialect.complete),
      name: { ...name, description: 'The name of the API, part of the names of packages and folders.' },
      version: { ...name, description: 'The version of the API, part of the names of packages and folders.' },
      title: anyText('The title of the API.'),
      canonicalName: anyText('The name of the API in words; the client is called after it.'),
      documentationLink: anyText('Where the API is described.'),
      ...published,
      rootUrl: anyText('The address of the service, ending in a slash; may be a variable: `{base_url}/`.'),
      mtlsRootUrl: anyText('The address for mutual TLS.'),
      servicePath: anyText('What all paths begin with; empty, or ending in a slash.'),
      basePath: anyText('`/` and the service path.'),
      baseUrl: anyText('Address and service path.'),
      batchPath: anyText('The path of batch requests.'),
      auth: auth(dialect),
      parameters: mapOf('Query parameters that all methods have in common.', ref('parameter')),
      schemas: mapOf('Schemas, by id.', ref('element')),
      methods: mapOf('Methods at the top level.', ref('method')),
      resources: mapOf('Collections, by name.', ref('collection')),
      'x-notShown': notShownTopics,
      'x-variables': variables,
      'x-documents': documents,
      'x-statements': statements,
      'x-errorInfo': object(
        'Some refusals come with details (`google.rpc.ErrorInfo`, `google.rpc.BadRequest`).',
        { domain: text('The domain of the service.'), source: ref('source') },
        ['source'],
      ),
    },
    required: ['name', 'version'],
  });
}
