/** Fields, schemas and parameters: Discovery's vocabulary with the keys that it lacks. */
import { texts, type JsonSchema } from '../../rules/schema.js';
import { anyText, bound, choice, type Dialect, flag, flags, listOf, mapOf, ref, scalar, shape, size, stated, strings } from './words.js';

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

/** Keys that say what values a field or parameter takes. */
function facets(dialect: Dialect): Record<string, JsonSchema> {
  const format = 'How the value is written; 64-bit numbers are strings of digits, `byte` is base64.';
  return {
    type: choice('What kind of value it is.', types),
    $ref: anyText('The id of the schema that it has.'),
    format: dialect.closed ? choice(format, formats) : anyText(format),
    enum: strings('The values that are known.'),
    enumDescriptions: strings('What is said of each value of `enum`, in the same order.'),
    enumDeprecated: flags('Which values of `enum` are deprecated, in the same order.'),
    default: scalar('The value where none is given; Discovery writes it as a string.'),
    pattern: anyText('A regular expression that holds for the whole value.'),
    minimum: bound('The smallest value; Discovery writes it as a string.'),
    maximum: bound('The largest value; Discovery writes it as a string.'),
    items: ref('element'),
    'x-format': choice('A format that Discovery does not have.', extraFormats),
    'x-const': scalar('It always has this value.'),
    'x-not': { type: 'array', items: scalar('A refused value.'), minItems: 1, description: 'Values that are refused.' },
    'x-minLength': size('The least number of characters.'),
    'x-maxLength': size('The greatest number of characters.'),
    'x-maxBytes': size('The greatest number of bytes in UTF-8.'),
    'x-decodedBytes': size('The exact number of bytes after base64 decoding.'),
  };
}

/** A field of an object, an item of a list, the values of a map, or a schema of its own. */
export function element(dialect: Dialect): JsonSchema {
  return shape(dialect, {
    description: 'A schema, or a field of one.',
    properties: {
      ...stated(dialect.complete),
      id: anyText('The id of a schema: the key under which it stands.'),
      ...facets(dialect),
      properties: mapOf('The fields of an object.', ref('element')),
      additionalProperties: ref('element'),
      readOnly: flag('Output-only: set by the server, ignored in requests.'),
      required: flag('It must stand in a request body.'),
      annotations: shape(dialect, {
        description: 'Notes on how methods use the field.',
        properties: { required: texts('Ids of the methods that need it.') },
      }),
      'x-writeOnly': flag('Never in a response.'),
      'x-immutable': flag('Can be set at creation only.'),
      'x-patchable': flag('A patch can change it.'),
      'x-omitEmpty': flag('Absent from responses while it is unset or empty.'),
      'x-keys': keys(dialect),
      'x-rules': listOf('Rules of the state of a resource.', ref('schemaRule')),
      'x-validations': listOf('Conditions that the value must meet, as CEL expressions.', ref('validation')),
    },
  });
}

/** Limits of a map's keys. */
function keys(dialect: Dialect): JsonSchema {
  return shape(dialect, {
    description: 'What the keys of a map must be like.',
    properties: {
      pattern: anyText('A regular expression that holds for the whole key.'),
      maxLength: size('The greatest number of characters.'),
      maxBytes: size('The greatest number of bytes in UTF-8.'),
    },
  });
}

export function parameter(dialect: Dialect): JsonSchema {
  return shape(dialect, {
    description: 'A parameter of the path or the query.',
    properties: {
      ...stated(dialect.complete),
      ...facets(dialect),
      location: choice('Where it stands.', ['path', 'query']),
      required: flag('It must be given; so must every parameter of the path.'),
      repeated: flag('It may be given several times.'),
    },
    required: ['location'],
  });
}

export function body(dialect: Dialect): JsonSchema {
  const { properties } = element(dialect);
  return shape(dialect, {
    description: 'The shape of a request or a response.',
    properties: { ...properties, parameterName: anyText('The name under which Discovery passes the body.') },
  });
}
