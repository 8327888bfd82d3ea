/** Pieces that the schema of the language is made of. */
import { object, text, type JsonSchema } from '../../rules/schema.js';

/** Which dialect of the language a schema is for. */
export interface Dialect {
  /** Unknown keys are refused. Not so in a published Discovery document. */
  readonly closed: boolean;
  /** What a whole specification needs must be there. Not so in an overlay. */
  readonly complete: boolean;
}

export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const anyText = (description: string): JsonSchema => ({ type: 'string', description });
export const strings = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });
export const flags = (description: string): JsonSchema => ({ type: 'array', items: { type: 'boolean' }, description });
export const size = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
export const bound = (description: string): JsonSchema => ({ type: ['number', 'string'], description });
export const scalar = (description: string): JsonSchema => ({ type: ['string', 'number', 'boolean'], description });
export const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
export const mapOf = (description: string, values: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  description,
});
export const listOf = (description: string, items: JsonSchema): JsonSchema => ({ type: 'array', items, description });
export const choice = (description: string, values: readonly string[]): JsonSchema => ({ type: 'string', enum: values, description });

interface Shape {
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Keys that must be there, where the dialect asks for completeness. */
  readonly required?: readonly string[];
}

/** An object of the dialect: closed or open, its keys required or not. */
export function shape(dialect: Dialect, { description, properties, required = [] }: Shape): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(dialect.complete && required.length > 0 ? { required } : {}),
    ...(dialect.closed ? { additionalProperties: false } : {}),
  };
}

const sourceText = { pattern: '^[A-Za-z][A-Za-z0-9_.-]*(: \\S.*)?$' };

export const source: JsonSchema = {
  type: ['string', 'object'],
  ...sourceText,
  properties: {
    public: text('Publicly known: a short reference. In overlays only.'),
    assumption: text('Assumed here: why. In overlays only.'),
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  description:
    'Where a statement comes from: the id of a document of `x-documents`, a colon, the path of the section (`compute: Limits > Flow sampling`); in an overlay `{ public: … }` or `{ assumption: … }`. Holds for all that stands below, unless something there says otherwise.',
};

/** What any element may carry. */
export function stated(complete: boolean): Record<string, JsonSchema> {
  return {
    description: anyText('What it is, in our own words.'),
    deprecated: flag('It should no longer be used.'),
    'x-source': ref('source'),
    'x-notShown': {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z][A-Za-z]*$' },
      description:
        'What the documents leave open of it: `fields` (an object, which then admits further ones), `values` (an enum, likewise), `type`, `description`, `parameters`, `request`, `response`, …',
    },
    ...(complete
      ? {}
      : {
          'x-shown': {
            type: 'array',
            items: { type: 'string' },
            description: 'In an overlay: what of `x-notShown` the overlay completes, so that it is no longer open.',
          },
        }),
  };
}

export const notShownTopics = listOf(
  'Topics that the documents do not show.',
  object('A topic that is open.', { topic: text('What is open.'), source: ref('source') }, ['source']),
);
