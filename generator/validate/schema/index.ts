/** Composes the JSON Schema of the language, rule kinds included. `specification.schema.json` and `overlay.schema.json` are what this yields. */
import type { RuleKind } from '../../../templates/runtime/rule.js';
import { methodRuleKinds, ruleKinds, schemaRuleKinds } from '../../rules/index.js';
import { object, type JsonSchema } from '../../rules/schema.js';
import { document } from './document.js';
import { body, element, parameter } from './element.js';
import { actionSchema, byKind, collection, method } from './method.js';
import { validation } from './validation.js';
import { type Dialect, ref, source } from './words.js';

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

export function languageSchema(name: DialectName): JsonSchema {
  const dialect = dialects[name];
  const { description, ...root } = document(dialect);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `discogen ${name}`,
    ...(description === undefined ? {} : { description }),
    ...root,
    ...(name === 'overlay' ? { required: ['name', 'version', 'x-source'] } : {}),
    definitions: {
      source,
      element: element(dialect),
      parameter: parameter(dialect),
      body: body(dialect),
      method: method(dialect),
      collection: collection(dialect),
      action: actionSchema,
      validation,
      schemaRule: rules('A rule of the state of a resource, or between resources.', schemaRuleKinds),
      methodRule: rules('A rule of a method.', methodRuleKinds),
    },
  };
}

function rules(description: string, kinds: readonly RuleKind[]): JsonSchema {
  return byKind(description, Object.fromEntries(kinds.map((kind) => [kind, ruleSchema(kind)])));
}

function ruleSchema(kind: RuleKind): JsonSchema {
  const { description, schema } = ruleKinds[kind];
  return object(description, { kind: { const: kind }, ...schema.properties, source: ref('source') }, [
    ...Object.keys(schema.optional),
    'source',
  ]);
}
