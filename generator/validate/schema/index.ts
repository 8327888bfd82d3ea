/** Composes the JSON Schema of the language, rule kinds included. `specification.schema.json` and `overlay.schema.json` are what this yields. */
import type { RuleKind } from '../../../templates/runtime/rule.js';
import { methodRuleKinds, ruleKinds, schemaRuleKinds } from '../../rules/index.js';
import { objectSchema, type JsonSchema } from '../../rules/parameter-schemas.js';
import { createDocumentSchema } from './document-schema.js';
import { createBodySchema, createElementSchema, createParameterSchema } from './element-schema.js';
import { actionSchema, createKindSchema, createCollectionSchema, createMethodSchema } from './method-schema.js';
import { validation } from './validation.js';
import { type Dialect, refSchema, sourceSchema } from './schema-parts.js';

/** A specification of ours; an overlay; a document as Google publishes it. */
export type DialectName = 'specification' | 'overlay' | 'published';

/** @public for the build */
export const dialectNames: readonly DialectName[] = ['specification', 'overlay', 'published'];

/** How ajv compiles the language's schema. */
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
      schemaRule: rules('A rule of the state of a resource, or between resources.', schemaRuleKinds),
      methodRule: rules('A rule of a method.', methodRuleKinds),
    },
  };
}

function rules(description: string, kinds: readonly RuleKind[]): JsonSchema {
  return createKindSchema(description, Object.fromEntries(kinds.map((kind) => [kind, ruleSchema(kind)])));
}

function ruleSchema(kind: RuleKind): JsonSchema {
  const { description, schema } = ruleKinds[kind];
  const properties = { kind: { const: kind }, ...schema.properties, source: refSchema('source') };
  const rule = objectSchema(description, properties, [...Object.keys(schema.optional), 'source']);
  return schema.allOf === undefined ? rule : { ...rule, allOf: schema.allOf };
}
