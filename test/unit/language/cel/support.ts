/** An object type with a field of each type, and the compiler for expressions on it. */
import { compileExpression, type CompileOptions, type CompileResult } from '../../../../generator/language/cel/compile-expression.js';
import { toCelType } from '../../../../generator/language/cel/expression-types.js';
import { createLookup } from '../../../../generator/model/schema-lookup.js';
import type { Field, ObjectType, Type } from '../../../../generator/model/model.js';
import type { RelatedObjects } from '../../../../runtime/descriptor.js';
import { limitCost, resetCosts, spend } from '../../../../runtime/cel/cost.js';
import { propagate } from '../../../../runtime/cel/failure.js';
import * as listOperations from '../../../../runtime/cel/list-operations.js';
import * as operations from '../../../../runtime/cel/operations.js';
import * as valueOperations from '../../../../runtime/cel/value-operations.js';
import { re2 } from '../../../../runtime/re2.js';

const elementDefaults = { pointer: [], source: { kind: 'assumption', reference: '' }, undocumentedAspects: [], deprecated: false } as const;

export function field(name: string, type: Type, overrides: Partial<Field> = {}): Field {
  return {
    ...elementDefaults,
    kind: 'field',
    name,
    type,
    required: false,
    readOnly: false,
    writeOnly: false,
    immutable: false,
    patchable: false,
    omitEmpty: false,
    described: [],
    inferred: [],
    ...overrides,
  };
}

const integer: Type = { kind: 'integer', format: 'int32' };
const text: Type = { kind: 'string', open: false };
const int64: Type = { kind: 'string', format: 'int64', open: false };
const inner: ObjectType = { kind: 'object', fields: [field('x', integer), field('y', text)], rules: [] };

export const example: ObjectType = {
  kind: 'object',
  rules: [],
  fields: [
    field('count', integer),
    field('limit', integer, { default: 5 }),
    field('bytes', int64),
    field('ratio', { kind: 'number', format: 'double' }),
    field('name', text),
    field('label', text),
    field('state', { kind: 'string', open: false, enum: ['READY', 'DRAINING'].map((value) => ({ value, deprecated: false })) }),
    field('enabled', { kind: 'boolean' }),
    field('ports', { kind: 'array', items: integer }),
    field('sizes', { kind: 'array', items: int64 }),
    field('tags', { kind: 'array', items: text }),
    field('labels', { kind: 'map', values: text }),
    field('annotations', { kind: 'map', values: text }),
    field('inner', inner),
    field('range', text),
    field('code', { kind: 'string', open: false, maxLength: 10 }),
    field('codes', { kind: 'array', items: { kind: 'string', open: false, maxLength: 10 } }),
    field('items', { kind: 'array', items: inner }),
  ],
};

const exampleType = toCelType(example, createLookup({ schemas: [] }));

export function compileExample(text: string, options: CompileOptions = { parent: exampleType, hasSiblings: true }): CompileResult {
  return compileExpression(text, exampleType, options);
}

type Rule<Result> = (self: unknown, oldSelf?: unknown, whole?: boolean, related?: Partial<RelatedObjects>) => Result;

export const runtime = { ...listOperations, ...operations, ...valueOperations, propagate, limitCost, spend, re2 };

/**
 * Compiles an expression to a function for its result: the reason if the evaluation fails, or `undefined` if the result isn't known. Throws
 * if the expression doesn't compile.
 */
export function compileRule(text: string, options?: CompileOptions): Rule<boolean | string | undefined> {
  const result = compileExample(text, options);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('; '));
  const body = `return (self, oldSelf, whole = true, { parent, siblings } = {}) => ${result.expression.body};`;
  const rule = new Function(...Object.keys(runtime), body)(...Object.values(runtime)) as Rule<boolean | symbol | undefined>;
  return (...values) => {
    resetCosts();
    const outcome = rule(...values);
    return typeof outcome === 'symbol' ? outcome.description : outcome;
  };
}
