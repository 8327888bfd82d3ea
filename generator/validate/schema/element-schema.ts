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
  const format = 'The encoding of the value. 64-bit numbers are strings of digits; `byte` is base64.';
  return {
    type: choiceSchema('The type of the value.', types),
    $ref: anyTextSchema('The ID of a schema.'),
    format: dialect.closed ? choiceSchema(format, formats) : anyTextSchema(format),
    enum: stringsSchema('The known values.'),
    enumDescriptions: stringsSchema('The descriptions of the values of `enum`, in the same order.'),
    enumDeprecated: flagsSchema('Whether each value of `enum` is deprecated, in the same order.'),
    default: scalarSchema('The default value. Discovery encodes it as a string.'),
    pattern: anyTextSchema('A regular expression that the entire value must match.'),
    minimum: boundSchema('The minimum. Discovery encodes it as a string.'),
    maximum: boundSchema('The maximum. Discovery encodes it as a string.'),
    items: refSchema('element'),
    'x-format': choiceSchema('A format outside Discovery.', extraFormats),
    'x-const': scalarSchema('The only valid value.'),
    'x-notIn': { type: 'array', items: scalarSchema('An invalid value.'), minItems: 1, description: 'The invalid values.' },
    'x-minLength': sizeSchema('The minimum number of characters.'),
    'x-maxLength': sizeSchema('The maximum number of characters.'),
    'x-maxBytes': sizeSchema('The maximum number of bytes in UTF-8.'),
    'x-byteLength': sizeSchema('The exact number of bytes after base64 decoding.'),
  };
}

/** Creates the schema of a field, a list item, a map value, or a named schema. */
export function createElementSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A schema, or a field of one.',
    properties: {
      ...statedSchemas(dialect.complete),
      id: anyTextSchema('The ID of a schema, which is also its key.'),
      ...createFacetSchemas(dialect),
      properties: mapSchema('The fields of an object.', refSchema('element')),
      additionalProperties: refSchema('element'),
      readOnly: flagSchema('Output only: set by the server and ignored in requests.'),
      required: flagSchema('Required in request bodies.'),
      annotations: createShapeSchema(dialect, {
        description: 'The use of the field by methods.',
        properties: { required: textsSchema('The IDs of the methods that require the field.') },
      }),
      'x-writeOnly': flagSchema('Input only: never in a response.'),
      'x-immutable': flagSchema('Can be set only at creation.'),
      'x-patchable': flagSchema('A patch request can change the field.'),
      'x-omitEmpty': flagSchema('Absent from responses if unset or empty.'),
      'x-propertyNames': createKeySchema(dialect),
      'x-rules': listSchema('The rules of the state of a resource.', refSchema('schemaRule')),
      'x-validations': listSchema('Conditions that the value must meet, as CEL expressions.', refSchema('validation')),
    },
  });
}

/** Creates the schema of the constraints of map keys. */
function createKeySchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'The constraints of map keys.',
    properties: {
      pattern: anyTextSchema('A regular expression that the entire key must match.'),
      maxLength: sizeSchema('The maximum number of characters.'),
      maxBytes: sizeSchema('The maximum number of bytes in UTF-8.'),
    },
  });
}

export function createParameterSchema(dialect: Dialect): JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A parameter of the path or the query.',
    properties: {
      ...statedSchemas(dialect.complete),
      ...createFacetSchemas(dialect),
      location: choiceSchema('The location.', ['path', 'query']),
      required: flagSchema('Whether the parameter is required. Path parameters are always required.'),
      repeated: flagSchema('Whether the parameter is repeatable.'),
    },
    required: ['location'],
  });
}

export function createBodySchema(dialect: Dialect): JsonSchema {
  const { properties } = createElementSchema(dialect);
  return createShapeSchema(dialect, {
    description: 'The shape of a request or a response.',
    properties: { ...properties, parameterName: anyTextSchema('The name of the body in Discovery.') },
  });
}
