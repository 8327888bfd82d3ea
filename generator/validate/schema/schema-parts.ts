/** Pieces that the schema of the language is made of. */
import { objectSchema, textSchema, type JsonSchema } from '../../rules/parameter-schemas.js';

/** Which dialect of the language a schema is for. */
export interface Dialect {
  /** Unknown keys are refused. Not so in a published Discovery document. */
  readonly closed: boolean;
  /** What a whole specification needs must be there. Not so in an overlay. */
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
  /** Keys that must be there, where the dialect asks for completeness. */
  readonly required?: readonly string[];
}

/** An object of the dialect: closed or open, its keys required or not. */
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

/** What any element may carry. */
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
