/** Compiles the validations of an API to functions that the validators and the mock share. */
import { compileExpression, type CompiledCel } from '../language/cel/compile-expression.js';
import { simpleTypes, toCelType, type CelType } from '../language/cel/expression-types.js';
import type { Operation } from '../language/cel/operations.js';
import type { Api, ObjectType, StatedValidation, Type } from '../model/model.js';
import { Namespace, toPascalCase } from './names.js';
import { groupBy } from '../lib/group-by.js';
import { escapeComment } from '../lib/literals.js';
import { getElementType } from '../model/walk-types.js';
import { getLookup } from '../model/schema-lookup.js';
import { listInnerObjects } from './inner-objects.js';

/** A validation with its compiled function. */
export interface CompiledValidation extends StatedValidation, Omit<CompiledCel, 'body' | 'operations' | 're2Patterns'> {
  /** The name of the function in `src/compiled.js`: of the type, and of the fields that the rule reads or, if several rules read them, what it requires. */
  readonly name: string;
}

interface CompiledExpressions {
  readonly hasRe2Patterns: boolean;
  readonly compiled: ReadonlyMap<StatedValidation, CompiledValidation>;
  /** The declaration of each function by its name, with its expression as the comment. */
  readonly functions: ReadonlyMap<string, string>;
  readonly operations: ReadonlySet<Operation>;
}

const expressions = new WeakMap<Api, CompiledExpressions>();

/** Returns the compiled expressions of all objects, compiled once per API. */
function getExpressions(api: Api): CompiledExpressions {
  const existing = expressions.get(api) ?? compileAll(api);
  expressions.set(api, existing);
  return existing;
}

function compileAll(api: Api): CompiledExpressions {
  // The body of one method can be that of another one.
  const owned = groupBy(listOwnedValidations(api), ({ validation }) => validation);
  const expressions = [...owned.values()].map(([each]) => ({ ...each, expression: compileValidation(each.type, each.validation, api) }));
  const compiled = new Map<StatedValidation, CompiledValidation>();
  const functions = new Map<string, string>();
  const names = new Namespace({ separator: '_' });
  const byFields = groupBy(expressions, nameByFields);
  for (const each of expressions) {
    const { validation, owner, expression } = each;
    const { relatedNames, body, requirement } = expression;
    // The mock evaluates a rule about other resources on whole resources only.
    const related = [...relatedNames].join(', ');
    const parameters = `self, oldSelf, ${related === '' ? 'whole' : `{ ${related} }, whole = true`}`;
    const base = nameByFields(each);
    const isShared = (byFields.get(base) ?? []).length > 1;
    const name = names.claim(isShared ? `evaluate${owner}${toPascalCase(requirement)}` : base);
    const comment = escapeComment(validation.rule.rule.trim().replace(/\s+/g, ' '));
    functions.set(name, `\n/** ${comment} */\nexport const ${name} = (${parameters}) => ${body};`);
    compiled.set(validation, { ...validation, ...expression, name });
  }
  return {
    compiled,
    functions,
    operations: new Set(expressions.flatMap(({ expression }) => [...expression.operations])),
    hasRe2Patterns: expressions.some(({ expression }) => expression.re2Patterns.size > 0),
  };
}

/** The maximum number of fields in the name of a function. */
const maxNamedFields = 3;

/** Several rules can have the same fields. */
function nameByFields({ owner, validation: { field }, expression }: OwnedExpression): string {
  const fields = field === undefined ? expression.fields : [field];
  const words = fields.slice(0, maxNamedFields).map((each) => toPascalCase(each));
  return `evaluate${owner}${words.join('And')}`;
}

function compileValidation(type: ObjectType, { rule, field }: StatedValidation, api: Api): CompiledCel {
  const self = field === undefined ? type : (type.fields.find(({ name }) => name === field)?.type ?? type);
  // Specifications are linted before, so a value that an enum lacks is one that a selection left out.
  const options = {
    optionalOldSelf: rule.optionalOldSelf === true,
    allowUnknownValues: true,
    // The mock evaluates a rule about other resources only for the resource that has it.
    ...(field === undefined && { parent: findParentType(type, api), hasSiblings: true }),
  };
  const result = compileExpression(rule.rule, toCelType(self, getLookup(api)), options);
  if (!result.ok) throw new Error(`lint accepts an expression that doesn't compile: ${rule.rule}: ${result.problems[0]?.message ?? ''}`);
  return result.expression;
}

/** Returns the type of the parent of the resources with a type. */
function findParentType(type: ObjectType, api: Api): CelType {
  const lookup = getLookup(api);
  const resource = api.resources.find(({ parent, schema }) => parent !== undefined && lookup.object(schema) === type);
  const parent = resource?.parent === undefined ? undefined : lookup.object(lookup.resource(resource.parent)?.schema);
  return parent === undefined ? simpleTypes.dyn : toCelType(parent, lookup);
}

interface OwnedValidation {
  /** The name of the type: `SubnetworkLogConfig`. */
  readonly owner: string;
  readonly type: ObjectType;
  readonly validation: StatedValidation;
}

interface OwnedExpression extends Pick<OwnedValidation, 'owner' | 'validation'> {
  readonly expression: CompiledCel;
}

function listOwnedValidations(api: Api): readonly OwnedValidation[] {
  const bodies = api.methods.flatMap(({ collections, name, request, response }) => [
    { owner: toPascalCase(...collections, name, 'Request'), type: request },
    { owner: toPascalCase(...collections, name, 'Response'), type: response },
  ]);
  const schemas = api.schemas.map(({ id, type }) => ({ owner: toPascalCase(id), type }));
  return [...schemas, ...bodies].flatMap(({ type, owner }) => (type === undefined ? [] : listNestedValidations(type, owner)));
}

function listNestedValidations(type: Type, owner: string): readonly OwnedValidation[] {
  const inner = getElementType(type);
  if (inner !== undefined) return listNestedValidations(inner, `${owner}Item`);
  if (type.kind !== 'object') return [];
  return [
    ...(type.validations ?? []).map((validation) => ({ type, validation, owner })),
    ...type.fields.flatMap((field) => listNestedValidations(field.type, `${owner}${toPascalCase(field.name)}`)),
    ...(type.additional === undefined ? [] : listNestedValidations(type.additional, `${owner}Entry`)),
  ];
}

/** Returns the compiled validations of one object. */
export function compileValidations({ validations = [] }: ObjectType, api: Api): readonly CompiledValidation[] {
  const { compiled } = getExpressions(api);
  return validations.flatMap((validation) => compiled.get(validation) ?? []);
}

/** Whether a validation has a pattern that needs the RE2 engine. */
export function hasRe2Patterns(api: Api): boolean {
  return getExpressions(api).hasRe2Patterns;
}

export interface ExpressionCode {
  readonly operations: ReadonlySet<Operation>;
  readonly declarations: readonly string[];
  /** The names of the functions, with the names of their types. */
  readonly names: ReadonlyMap<string, 'CompiledExpression' | 'RelatedExpression'>;
}

/** Emits the functions of all validations as lines of a module. */
export function emitExpressions(api: Api): ExpressionCode {
  const { functions, operations, compiled } = getExpressions(api);
  const relatedExpressions = new Set([...compiled.values()].flatMap(({ name, relatedNames }) => (relatedNames.size > 0 ? name : [])));
  return {
    operations,
    declarations: [...functions.values()],
    names: new Map([...functions.keys()].map((name) => [name, relatedExpressions.has(name) ? 'RelatedExpression' : 'CompiledExpression'])),
  };
}

/** A validation of a resource, or of an object inside one. */
export interface LocatedValidation {
  readonly validation: CompiledValidation;
  /** The path to the objects: names of fields, and `*` for each element of a list or value of a map. */
  readonly at: readonly string[];
}

/** Lists the validations of a resource and of the objects inside it. */
export function listValidations(type: ObjectType, api: Api): readonly LocatedValidation[] {
  const objects = [{ object: type, at: [] }, ...listInnerObjects(type, getLookup(api), hasValidations)];
  return objects.flatMap(({ object, at }) => compileValidations(object, api).map((validation) => ({ validation, at })));
}

function hasValidations({ validations = [] }: ObjectType): boolean {
  return validations.length > 0;
}
