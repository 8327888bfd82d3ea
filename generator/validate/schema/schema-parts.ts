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
    public: textSchema('Publicly known: a short reference. In overlays only.'),
    assumption: textSchema('Assumed here: why. In overlays only.'),
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  description:
    'Where a statement comes from: the id of a document of `x-documents`, a colon, the path of the section (`compute: Limits > Flow sampling`); in an overlay `{ public: … }` or `{ assumption: … }`. Holds for all that stands below, unless something there says otherwise.',
};

/** The keys that every element can have. */
export function statedSchemas(complete: boolean): Record<string, JsonSchema> {
  return {
    description: anyTextSchema('What it is, in our own words.'),
    deprecated: flagSchema('It should no longer be used.'),
    'x-source': refSchema('source'),
    'x-undocumented': {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z][A-Za-z]*$' },
      description:
        'What the documents leave open of it: `fields` (an object, which then admits further ones), `values` (an enum, likewise), `type`, `description`, `parameters`, `request`, `response`, …',
    },
    ...(complete
      ? {}
      : {
          'x-documented': {
            type: 'array',
            items: { type: 'string' },
            description: 'In an overlay: what of `x-undocumented` the overlay completes, so that it is no longer open.',
          },
        }),
  };
}

export const undocumentedTopics = listSchema(
  'Topics that the documents do not show.',
  objectSchema('A topic that is open.', { topic: textSchema('What is open.'), source: refSchema('source') }, ['source']),
);
