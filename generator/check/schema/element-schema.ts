/** Creates the schemas of fields, schemas, and parameters: Discovery vocabulary with extensions. */
import { validationReasons } from '../../language/format-validation.js';
import * as schema from '../../language/json-schema.js';
import { type Dialect, createShapeSchema, entryId, createCommonSchemas } from './schema-parts.js';

/** The types of values. */
export const types = ['string', 'boolean', 'integer', 'number', 'object', 'array', 'any'];
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
export const extraFormats = ['uuid', 'url', 'cidr-ipv4', 'domain-name', 'bcp47', 'pem-certificates', 'pem-private-key'];

/** The keys that constrain the values of a field or parameter. */
function createFacetSchemas(dialect: Dialect): Record<string, schema.JsonSchema> {
  const format = 'The encoding of the value. 64-bit numbers are strings of digits; `byte` is base64.';
  return {
    type: dialect.closed ? schema.choice('The type of the value.', types) : schema.anyText('The type of the value.'),
    $ref: schema.anyText('The ID of a schema.'),
    format: dialect.closed ? schema.choice(format, formats) : schema.anyText(format),
    enum: schema.anyTexts('The known values.'),
    enumDescriptions: schema.anyTexts('The descriptions of the values of `enum`, in the same order.'),
    enumDeprecated: schema.flags('Whether each value of `enum` is deprecated, in the same order.'),
    'x-enumNumbers': schema.map('The numbers of values of `enum` in the protobuf definition.', {
      type: 'integer',
      minimum: -(2 ** 31),
      maximum: 2 ** 31 - 1,
    }),
    default: schema.scalar('The default value. Discovery encodes it as a string.'),
    pattern: schema.anyText('A regular expression that the entire value must match.'),
    minimum: schema.scalar('The minimum. Discovery encodes it as a string.', ['number', 'string']),
    maximum: schema.scalar('The maximum. Discovery encodes it as a string.', ['number', 'string']),
    items: schema.ref('element'),
    'x-format': schema.choice('A format outside Discovery.', extraFormats),
    'x-const': schema.scalar('The only valid value.'),
    'x-notIn': { type: 'array', items: schema.scalar('An invalid value.'), minItems: 1, description: 'The invalid values.' },
    'x-minLength': schema.count('The minimum number of characters.'),
    'x-maxLength': schema.count('The maximum number of characters.'),
    'x-maxBytes': schema.count('The maximum number of bytes in UTF-8.'),
    'x-byteLength': schema.count('The exact number of bytes after base64 decoding.'),
  };
}

/** Creates the schema of a field, a list item, a map value, or a named schema. */
export function createElementSchema(dialect: Dialect): schema.JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A schema, or a field of one.',
    properties: {
      ...createCommonSchemas(dialect.complete),
      id: schema.anyText('The ID of a schema, which is also its key.'),
      ...createFacetSchemas(dialect),
      properties: schema.map('The fields of an object.', schema.ref('element')),
      additionalProperties: schema.ref('element'),
      variant: createVariantSchema(dialect),
      readOnly: schema.flag('Output only: set by the server and ignored in requests.'),
      required: schema.flag('Required in request bodies.'),
      'x-expected': schema.flag(
        'Required according to its publisher. Types have it. Of the requests, only creations must have it: services accept others without it.',
      ),
      annotations: createShapeSchema(dialect, {
        description: 'The use of the field by methods.',
        properties: { required: schema.texts('The IDs of the methods that require the field.') },
      }),
      'x-optionalIn': schema.texts(
        'The IDs of methods that accept requests without the field, although `annotations.required` names them.',
      ),
      'x-writeOnly': schema.flag('Input only: never in a response.'),
      'x-immutable': schema.flag('Can be set only at creation.'),
      'x-oneof': schema.text(
        'The name of a group of fields (a protobuf oneof). Of the fields of the object with the same name, at most one can be set.',
      ),
      'x-patchable': schema.flag('A patch request can change the field.'),
      'x-omitEmpty': schema.flag('Absent from responses if unset or empty.'),
      'x-propertyNames': createKeySchema(dialect),
      'x-rules': schema.list('The rules of the state of a resource.', schema.ref('schemaRule')),
      'x-validations': schema.list('Conditions that the value must meet, as CEL expressions.', schema.ref('validation')),
    },
  });
}

/** Creates the schema of `variant`: a union of schemas. */
function createVariantSchema(dialect: Dialect): schema.JsonSchema {
  const option = createShapeSchema(dialect, {
    description: 'A schema, and the value of the discriminant that selects it.',
    properties: {
      type_value: schema.anyText('The value of the discriminant.'),
      $ref: schema.anyText('The ID of the schema of an object.'),
    },
    required: ['type_value', '$ref'],
  });
  return createShapeSchema(dialect, {
    description: 'The union of schemas that the object can have.',
    properties: {
      discriminant: schema.anyText('The field whose value selects the schema.'),
      map: schema.nonEmptyList('The schemas.', option),
    },
    required: ['discriminant', 'map'],
  });
}

/** Creates the schema of the constraints of map keys. */
function createKeySchema(dialect: Dialect): schema.JsonSchema {
  return createShapeSchema(dialect, {
    description: 'The constraints of map keys.',
    properties: {
      pattern: schema.anyText('A regular expression that the entire key must match.'),
      maxLength: schema.count('The maximum number of characters.'),
      maxBytes: schema.count('The maximum number of bytes in UTF-8.'),
    },
  });
}

export function createParameterSchema(dialect: Dialect): schema.JsonSchema {
  return createShapeSchema(dialect, {
    description: 'A parameter of the path or the query.',
    properties: {
      ...createCommonSchemas(dialect.complete),
      ...createFacetSchemas(dialect),
      location: schema.choice('The location.', ['path', 'query']),
      required: schema.flag('Whether the parameter is required. Path parameters are always required.'),
      repeated: schema.flag('Whether the parameter is repeatable.'),
      'x-valuePattern': schema.anyText(
        'A regular expression that the entire value must match, if `pattern` is the template of a `{+name}` in the path.',
      ),
    },
    required: ['location'],
  });
}

export function createBodySchema(dialect: Dialect): schema.JsonSchema {
  const { properties } = createElementSchema(dialect);
  return createShapeSchema(dialect, {
    description: 'The shape of a request or a response.',
    properties: { ...properties, parameterName: schema.anyText('The name of the body in Discovery.') },
  });
}

/** The schema of an entry of `x-validations`. */
export const validation: schema.JsonSchema = schema.object(
  'A condition that the value must meet.',
  {
    rule: schema.text(
      'A CEL expression that returns whether the value is valid. `self` is the value; `oldSelf` is the stored one, which makes it a rule of updates.',
    ),
    message: schema.text('The error message for an invalid value.'),
    reason: schema.choice('The reason of the error. Default: `invalid`.', validationReasons),
    fieldPath: schema.text(
      'The field that the error names, as a path from the value: `.spec.height`, `.items[0]`. Default: the value itself.',
    ),
    optionalOldSelf: {
      type: 'boolean',
      description: 'Also applies at creation: `oldSelf` is then optional, read by `oldSelf.hasValue()` and `oldSelf.value()`.',
    },
    id: entryId,
    source: schema.ref('source'),
  },
  ['message', 'reason', 'fieldPath', 'optionalOldSelf', 'id', 'source'],
);
