/** Building blocks of the schema of the specification language. */
import { objectSchema, textSchema, type JsonSchema } from '../../rules/parameter-schemas.js';

/** A dialect of the specification language. */
export interface Dialect {
  /** Whether unknown keys are errors. `false` for a published Discovery document. */
  readonly closed: boolean;
  /** Whether required keys must be present. `false` for an overlay. */
  readonly complete: boolean;
}

export const flagSchema = (description: string): JsonSchema => ({ type: 'boolean', description });
export const anyTextSchema = (description: string): JsonSchema => ({ type: 'string', description });
export const stringsSchema = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });
export const flagsSchema = (description: string): JsonSchema => ({ type: 'array', items: { type: 'boolean' }, description });
export const sizeSchema = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
export const boundSchema = (description: string): JsonSchema => ({ type: ['number', 'string'], description });
export const scalarSchema = (description: string): JsonSchema => ({ type: ['string', 'number', 'boolean'], description });
export const refSchema = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
export const mapSchema = (description: string, values: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  description,
});
export const listSchema = (description: string, items: JsonSchema): JsonSchema => ({ type: 'array', items, description });
export const choiceSchema = (description: string, values: readonly string[]): JsonSchema => ({ type: 'string', enum: values, description });

interface Shape {
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** The required keys, if the dialect is complete. */
  readonly required?: readonly string[];
}

/** Creates the schema of an object according to the dialect. */
export function createShapeSchema(dialect: Dialect, { description, properties, required = [] }: Shape): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(dialect.complete && required.length > 0 ? { required } : {}),
    ...(dialect.closed ? { additionalProperties: false } : {}),
  };
}

const sourceText = { pattern: '^[A-Za-z][A-Za-z0-9_.-]*(: \\S.*)?$' };

export const sourceSchema: JsonSchema = {
  type: ['string', 'object'],
  ...sourceText,
  properties: {
    public: textSchema('A reference to public knowledge. Only in overlays.'),
    assumption: textSchema('The reason for an assumption. Only in overlays.'),
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  description:
    'The source of an element: the ID of a document in `x-documents`, a colon, and the path of the section (`compute: Limits > Flow sampling`). In an overlay: `{ public: … }` or `{ assumption: … }`. Applies to all nested elements without their own source.',
};

/** The keys that every element can have. */
export function statedSchemas(complete: boolean): Record<string, JsonSchema> {
  return {
    description: anyTextSchema('The description, in your own words.'),
    deprecated: flagSchema('Whether the element is deprecated.'),
    'x-source': refSchema('source'),
    'x-undocumented': {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z][A-Za-z]*$' },
      description:
        'The undocumented aspects: `fields` (the object accepts other fields), `values` (the enum accepts other values), `type`, `description`, `parameters`, `request`, `response`, …',
    },
    ...(complete
      ? {}
      : {
          'x-documented': {
            type: 'array',
            items: { type: 'string' },
            description: 'In an overlay: the aspects of `x-undocumented` that the overlay documents.',
          },
        }),
  };
}

export const undocumentedTopics = listSchema(
  'The undocumented topics.',
  objectSchema('An undocumented topic.', { topic: textSchema('The topic.'), source: refSchema('source') }, ['source']),
);
