/** Creates the schemas of fields, schemas, and parameters: Discovery vocabulary with extensions. */
import { textsSchema, type JsonSchema } from '../../rules/parameter-schemas.js';
import {
  anyTextSchema,
  boundSchema,
  choiceSchema,
  type Dialect,
  flagSchema,
  flagsSchema,
  listSchema,
  mapSchema,
  refSchema,
  scalarSchema,
  createShapeSchema,
  sizeSchema,
  statedSchemas,
  stringsSchema,
} from './schema-parts.js';

const types = ['string', 'boolean', 'integer', 'number', 'object', 'array', 'any'];
const formats = [
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float',
  'double',
  'byte',
  'date',
  'date-time',
  'google-datetime',
  'google-duration',
  'google-fieldmask',
];
export const extraFormats = ['uuid', 'url', 'cidr-ipv4', 'bcp47', 'pem-certificates', 'pem-private-key'];

/** The keys that constrain the values of a field or parameter. */
function createFacetSchemas(dialect: Dialect): Record<string, JsonSchema> {
  const format = 'How the value is written; 64-bit numbers are strings of digits, `byte` is base64.';
  return {
    type: choiceSchema('What kind of value it is.', types),
    $ref: anyTextSchema('The id of the schema that it has.'),
    format: dialect.closed ? choiceSchema(format, formats) : anyTextSchema(format),
    enum: stringsSchema('The values that are known.'),
    enumDescriptions: stringsSchema('What is said of each value of `enum`, in the same order.'),
    enumDeprecated: flagsSchema('Which values of `enum` are deprecated, in the same order.'),
    default: scalarSchema('The value where none is given; Discovery writes it as a string.'),
    pattern: anyTextSchema('A regular expression that holds for the whole value.'),
    minimum: boundSchema('The smallest value; Discovery writes it as a string.'),
    maximum: boundSchema('The largest value; Discovery writes it as a string.'),
    items: refSchema('element'),
    'x-format': choiceSchema('A format that Discovery does not have.', extraFormats),
    'x-const': scalarSchema('It always has this value.'),
    'x-notIn': { type: 'array', items: scalarSchema('A refused value.'), minItems: 1, description: 'Values that are refused.' },
    'x-minLength': sizeSchema('The least number of characters.'),
    'x-maxLength': sizeSchema('The greatest number of characters.'),
    'x-maxBytes': sizeSchema('The greatest number of bytes in UTF-8.'),
    'x-byteLength': sizeSchema('The exact number of bytes after base64 decoding.'),
  };
}

/** Creates the schema of a field, a list item, a map value, or a named schema. */
export function createElementSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A schema, or a field of one.',
    properties: {
      ...statedSchemas(dialect.complete),
      id: anyTextSchema('The id of a schema: the key under which it stands.'),
      ...createFacetSchemas(dialect),
      properties: mapSchema('The fields of an object.', refSchema('element')),
      additionalProperties: refSchema('element'),
      readOnly: flagSchema('Output-only: set by the server, ignored in requests.'),
      required: flagSchema('It must stand in a request body.'),
      annotations: createShapeSchema(dialect, {
        description: 'Notes on how methods use the field.',
        properties: { required: textsSchema('Ids of the methods that need it.') },
      }),
      'x-writeOnly': flagSchema('Never in a response.'),
      'x-immutable': flagSchema('Can be set at creation only.'),
      'x-patchable': flagSchema('A patch can change it.'),
      'x-omitEmpty': flagSchema('Absent from responses while it is unset or empty.'),
      'x-propertyNames': createKeySchema(dialect),
      'x-rules': listSchema('Rules of the state of a resource.', refSchema('schemaRule')),
      'x-validations': listSchema('Conditions that the value must meet, as CEL expressions.', refSchema('validation')),
    },
  });
}

/** Creates the schema of the constraints of map keys. */
function createKeySchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'What the keys of a map must be like.',
    properties: {
      pattern: anyTextSchema('A regular expression that holds for the whole key.'),
      maxLength: sizeSchema('The greatest number of characters.'),
      maxBytes: sizeSchema('The greatest number of bytes in UTF-8.'),
    },
  });
}

export function createParameterSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A parameter of the path or the query.',
    properties: {
      ...statedSchemas(dialect.complete),
      ...createFacetSchemas(dialect),
      location: choiceSchema('Where it stands.', ['path', 'query']),
      required: flagSchema('It must be given; so must every parameter of the path.'),
      repeated: flagSchema('It may be given several times.'),
    },
    required: ['location'],
  });
}

export function createBodySchema(dialect: Dialect): JsonSchema {
  const { properties } = createElementSchema(dialect);
  return createShapeSchema(dialect, {
    description: 'The shape of a request or a response.',
    properties: { ...properties, parameterName: anyTextSchema('The name under which Discovery passes the body.') },
  });
}
