/** Composes the JSON Schema of the specification language, including rule kinds. `specification.schema.json` and `overlay.schema.json` are its output. */
import type { RuleKind } from '../../../templates/runtime/rule.js';
import { methodRuleKinds, ruleKinds, schemaRuleKinds } from '../../rules/index.js';
import { objectSchema, type JsonSchema } from '../../rules/parameter-schemas.js';
import { createDocumentSchema } from './document-schema.js';
import { createBodySchema, createElementSchema, createParameterSchema } from './element-schema.js';
import { actionSchema, createKindSchema, createCollectionSchema, createMethodSchema } from './method-schema.js';
import { validation } from './validation-schema.js';
import { type Dialect, refSchema, sourceSchema } from './schema-parts.js';

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
      validation,
      schemaRule: createRulesSchema('A rule of the state of a resource, or between resources.', schemaRuleKinds),
      methodRule: createRulesSchema('A rule of a method.', methodRuleKinds),
    },
  };
}

function createRulesSchema(description: string, kinds: readonly RuleKind[]): JsonSchema {
  return createKindSchema(description, Object.fromEntries(kinds.map((kind) => [kind, createRuleSchema(kind)])));
}

function createRuleSchema(kind: RuleKind): JsonSchema {
  const { description, schema } = ruleKinds[kind];
  const properties = { kind: { const: kind }, ...schema.properties, source: refSchema('source') };
  const rule = objectSchema(description, properties, [...Object.keys(schema.optional), 'source']);
  return schema.allOf === undefined ? rule : { ...rule, allOf: schema.allOf };
}
