/** An object type with a field of each type, and the compiler for expressions on it. */
import { compileExpression, type CompileResult } from '../../../../generator/rules/cel/compile-expression.js';
import { toCelType } from '../../../../generator/rules/cel/expression-types.js';
import { createLookup } from '../../../../generator/model/schema-lookup.js';
import type { Field, ObjectType, Type } from '../../../../generator/model/model.js';
import * as operations from '../../../../templates/runtime/cel/operations.js';
import * as valueOperations from '../../../../templates/runtime/cel/value-operations.js';

const elementDefaults = { source: { kind: 'assumption', reference: '' }, undocumentedAspects: [], deprecated: false } as const;

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
    field('inner', inner),
    field('range', text),
    field('items', { kind: 'array', items: inner }),
  ],
};

const exampleType = toCelType(example, createLookup({ schemas: [] }));

export function compileExample(text: string, options: { readonly optionalOldSelf?: boolean } = {}): CompileResult {
  return compileExpression(text, exampleType, options);
}

interface Options {
  readonly optionalOldSelf?: boolean;
}

type Rule<Result> = (self: unknown, oldSelf?: unknown, whole?: boolean) => Result;

/**
 * Returns a function for the result of an expression; the result is `undefined` if the evaluation fails. Compiled code only reports
 * violations, so this also compiles the negated expression.
 */
export function compileRule(text: string, options: Options = {}): Rule<boolean | undefined> {
  const [isFalse, isTrue] = [compileViolationTest(text, options), compileViolationTest(`!(${text})`, options)];
  return (self, oldSelf, whole) => (isFalse(self, oldSelf, whole) ? false : isTrue(self, oldSelf, whole) ? true : undefined);
}

const runtime = { ...operations, ...valueOperations };

/** Compiles an expression to a function that returns whether the expression is false. Throws if the expression doesn't compile. */
function compileViolationTest(text: string, options: Options): Rule<boolean> {
  const result = compileExample(text, options);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('; '));
  const body = `return (self, oldSelf, whole = true) => ${result.expression.body};`;
  return new Function(...Object.keys(runtime), body)(...Object.values(runtime)) as Rule<boolean>;
}
