/** Composes the JSON Schema of the specification language, including rules and actions. `specification.schema.json` and `overlay.schema.json` are its output. */
import { actionKinds } from '../../language/actions.js';
import { methodRuleKinds, schemaRuleKinds } from '../../language/index.js';
import type { JsonSchema } from '../../language/json-schema.js';
import { createKindSchema, optional, type Parameters, plain } from '../../language/parameters.js';
import { createDocumentSchema, statedErrorSchema } from './document-schema.js';
import { createBodySchema, createElementSchema, createParameterSchema, validation } from './element-schema.js';
import { createCollectionSchema, createMethodSchema } from './method-schema.js';
import { type Dialect, entryId, sourceSchema } from './schema-parts.js';

/** A specification, an overlay, or a document that Google publishes. */
export type DialectName = 'specification' | 'overlay' | 'published';

/** @public for the build */
export const dialectNames: readonly DialectName[] = ['specification', 'overlay', 'published'];

/** The options of ajv for the schema. */
export const shapeOptions = {
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
} as const;

const dialects: Readonly<Record<DialectName, Dialect>> = {
  specification: { closed: true, complete: true },
  overlay: { closed: true, complete: false },
  published: { closed: false, complete: true },
};

export function createLanguageSchema(name: DialectName): JsonSchema {
  const dialect = dialects[name];
  const { description, ...root } = createDocumentSchema(dialect);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `discogen ${name}`,
    ...(description === undefined ? {} : { description }),
    ...root,
    ...(name === 'overlay' ? { required: ['name', 'version', 'x-source'] } : {}),
    definitions: {
      source: sourceSchema,
      element: createElementSchema(dialect),
      parameter: createParameterSchema(dialect),
      body: createBodySchema(dialect),
      method: createMethodSchema(dialect),
      collection: createCollectionSchema(dialect),
      action: actionSchema,
      statedError: statedErrorSchema,
      validation,
      schemaRule: createRulesSchema('A rule of the state of a resource, or between resources.', schemaRuleKinds),
      methodRule: createRulesSchema('A rule of a method.', methodRuleKinds),
    },
  };
}

const actionSchema = createKindsSchema(
  'The effect of the method on the resources of the mock. Default: inferred by convention.',
  mapValues(actionKinds, (action, kind) => ({ ...action, description: `The action of the mock: ${kind}.` })),
);

interface KindDefinition {
  readonly description: string;
  readonly parameters: Parameters;
  readonly allOf?: readonly JsonSchema[];
}

function createRulesSchema(description: string, kinds: Readonly<Record<string, KindDefinition>>): JsonSchema {
  const id = optional(plain(entryId));
  return createKindsSchema(
    description,
    mapValues(kinds, (kind) => ({ ...kind, parameters: { ...kind.parameters, id } })),
  );
}

function createKindsSchema(description: string, kinds: Readonly<Record<string, KindDefinition>>): JsonSchema {
  const schemas = mapValues(kinds, ({ description: kindDescription, parameters, allOf }, kind) => ({
    ...createKindSchema(kind, kindDescription, parameters),
    ...(allOf && { allOf }),
  }));
  return createUnionSchema(description, schemas);
}

/** Creates the schema of an object whose `kind` determines its other members. It reports only the errors of the matching kind, unlike `oneOf`. */
function createUnionSchema(description: string, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { kind: { type: 'string', enum: Object.keys(schemas), description: 'The kind.' } },
    required: ['kind'],
    allOf: Object.entries(schemas).map(([kind, schema]) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      then: schema,
    })),
  };
}

function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
