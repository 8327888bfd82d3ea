/** Parts of the schema of the specification language that depend on its dialect. */
import * as schema from '../../language/json-schema.js';

/** A dialect of the specification language. */
export interface Dialect {
  /** Whether unknown keys are errors. `false` for a published Discovery document. */
  readonly closed: boolean;
  /** Whether required keys must be present. `false` for an overlay. */
  readonly complete: boolean;
}

interface ObjectShape {
  readonly description: string;
  readonly properties: Readonly<Record<string, schema.JsonSchema>>;
  /** The required keys, if the dialect is complete. */
  readonly required?: readonly string[];
}

/** Creates the schema of an object according to the dialect. */
export function createShapeSchema(dialect: Dialect, { description, properties, required = [] }: ObjectShape): schema.JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(dialect.complete && required.length > 0 ? { required } : {}),
    ...(dialect.closed ? { additionalProperties: false } : {}),
  };
}

const sourceText = { pattern: '^[A-Za-z][A-Za-z0-9_.-]*(: \\S.*)?$' };

export const sourceSchema: schema.JsonSchema = {
  type: ['string', 'object'],
  ...sourceText,
  properties: {
    public: schema.text('A reference to public knowledge. Only in overlays.'),
    assumption: schema.text('The reason for an assumption. Only in overlays.'),
    protos: schema.text(
      'The protobuf definition that states the fact: its file and line, or for an overlay its repository or package. Only in overlays.',
    ),
    recordings: {
      ...schema.texts('The recordings that show the fact: the first 12 hexadecimal digits of the SHA-256 of each. Only in overlays.'),
      items: { type: 'string', pattern: '^[0-9a-f]{12}$' },
    },
    scenarios: { type: 'integer', minimum: 1, description: 'The number of independent scenarios in the recordings that show the fact.' },
    against: { const: 0, description: 'The number of scenarios that contradict the fact.' },
  },
  additionalProperties: false,
  minProperties: 1,
  allOf: [
    requireTogether('recordings', ['scenarios', 'against']),
    requireTogether('scenarios', ['recordings']),
    requireTogether('against', ['recordings']),
    { if: { required: ['public'], type: 'object' }, then: { maxProperties: 1 } },
    { if: { required: ['assumption'], type: 'object' }, then: { maxProperties: 1 } },
    { if: { required: ['protos'], type: 'object' }, then: { maxProperties: 1 } },
  ],
  description:
    'The source of an element: the ID of a document in `x-documents`, a colon, and the path of the section (`compute: Limits > Flow sampling`). In an overlay: `{ public: … }`, `{ assumption: … }`, `{ protos: … }`, or `{ recordings: […], scenarios: …, against: 0 }`. Applies to all nested elements without their own source.',
};

/** A source that isn't an object has none of the keys and needs none. */
function requireTogether(key: string, others: readonly string[]): schema.JsonSchema {
  return { if: { required: [key], type: 'object' }, then: { required: others } };
}

export const entryId = schema.text(
  'A stable key of the entry. In an overlay, an entry replaces a learned one with the same key; `x-remove` removes a learned one.',
);

/** The keys that every element can have. */
export function createCommonSchemas(complete: boolean): Record<string, schema.JsonSchema> {
  return {
    description: schema.anyText('The description, in your own words.'),
    deprecated: schema.flag('Whether the element is deprecated.'),
    'x-source': schema.ref('source'),
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

export const undocumentedTopics = schema.list(
  'The undocumented topics.',
  schema.object('An undocumented topic.', { topic: schema.text('The topic.'), id: entryId, source: schema.ref('source') }, [
    'id',
    'source',
  ]),
);
