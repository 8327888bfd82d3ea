/** Compiles the validations of an API to functions, which validators and the mock share. */
import { compileExpression, type CompiledExpression } from '../cel/compile-expression.js';
import { groupByModule, type Operation } from '../cel/operations.js';
import type { Api, ObjectType, StatedValidation, Type } from '../model/model.js';
import { limitDepth } from './field-depth.js';
import { listInnerTypes } from './type-forms.js';
import { getLookup } from './cached-lookup.js';

/** A validation with the function that tests it. */
export interface CompiledValidation extends StatedValidation, Omit<CompiledExpression, 'body' | 'operations'> {
  /** The name of the function in `src/compiled.js`. Equal functions share one. */
  readonly name: string;
}

interface Expressions {
  readonly compiled: ReadonlyMap<StatedValidation, CompiledValidation>;
  /** The functions by their names. */
  readonly functions: ReadonlyMap<string, string>;
  readonly operations: ReadonlySet<Operation>;
}

const expressions = new WeakMap<Api, Expressions>();

/** Compiles the expressions of all objects of an API once. */
function getExpressions(api: Api): Expressions {
  const known = expressions.get(api) ?? compileAll(api);
  expressions.set(api, known);
  return known;
}

function compileAll(api: Api): Expressions {
  const compiled = new Map<StatedValidation, CompiledValidation>();
  const names = new Map<string, string>();
  const operations = new Set<Operation>();
  for (const { type, validation } of listValidations(api)) {
    const expression = compile(type, validation, api);
    const text = `(self, oldSelf, whole) => ${expression.body}`;
    const name = names.get(text) ?? `isViolated${names.size}`;
    names.set(text, name);
    expression.operations.forEach((operation) => operations.add(operation));
    compiled.set(validation, { ...validation, ...expression, name });
  }
  return { compiled, operations, functions: new Map([...names].map(([text, name]) => [name, text])) };
}

function compile(type: ObjectType, { rule, field }: StatedValidation, api: Api): CompiledExpression {
  const lookup = getLookup(api);
  const self = field === undefined ? type : (type.fields.find(({ name }) => name === field)?.type ?? type);
  // Specifications are linted before, so a value that an enum lacks is one that a selection left out.
  const options = { lookup, optionalOldSelf: rule.optionalOldSelf === true, allowUnknownValues: true };
  const result = compileExpression(rule.rule, self, options);
  if (!result.ok) throw new Error(`lint accepts an expression that doesn't compile: ${rule.rule}: ${result.problems[0]?.message ?? ''}`);
  return result.expression;
}

interface TypeValidation {
  readonly type: ObjectType;
  readonly validation: StatedValidation;
}

function listValidations(api: Api): readonly TypeValidation[] {
  const bodies = api.methods.flatMap(({ request, response }) => [request, response]);
  return [...api.schemas.map(({ type }) => type), ...bodies].flatMap((type) => (type === undefined ? [] : listValidationsBelow(type)));
}

function listValidationsBelow(type: Type): readonly TypeValidation[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap(listValidationsBelow);
  const own = (type.validations ?? []).map((validation) => ({ type, validation }));
  const further = type.additional === undefined ? [] : listValidationsBelow(type.additional);
  return [...own, ...type.fields.flatMap((field) => listValidationsBelow(field.type)), ...further];
}

/** Returns the validations of one object. */
export function findCompiledValidations({ validations = [] }: ObjectType, api: Api): readonly CompiledValidation[] {
  const { compiled } = getExpressions(api);
  return validations.flatMap((validation) => compiled.get(validation) ?? []);
}

export interface ExpressionCode {
  readonly imports: readonly string[];
  readonly declarations: readonly string[];
  /** Names of the functions. */
  readonly names: readonly string[];
}

/** Formats the functions of all validations of an API as lines of a module. */
export function formatExpressionCode(api: Api): ExpressionCode {
  const { functions, operations } = getExpressions(api);
  return {
    imports: groupByModule(operations).map(([module, names]) => `import { ${names.join(', ')} } from './runtime/cel/${module}.js';`),
    declarations: [...functions].map(([name, text]) => `const ${name} = ${text};`),
    names: [...functions.keys()],
  };
}

/** A validation of a resource, or of an object inside one. */
export interface PlacedValidation {
  readonly validation: CompiledValidation;
  /** The objects that it applies to: names of fields, and `*` for each element of a list or value of a map. */
  readonly at: readonly string[];
}

/** The depth of objects inside objects. */
const deepest = 6;

/** Lists the validations of a resource and of the objects inside it. */
export function listPlacedValidations(type: ObjectType, api: Api): readonly PlacedValidation[] {
  return getExpressions(api).functions.size === 0
    ? []
    : placeValidationsBelow(type, api, { at: [], passed: [], left: limitDepth(type, getLookup(api), deepest) });
}

interface PlacementContext {
  readonly at: readonly string[];
  /** The objects around, because schemas may recurse. */
  readonly passed: readonly ObjectType[];
  readonly left: number;
}

function placeValidationsBelow(type: ObjectType, api: Api, { at, passed, left }: PlacementContext): readonly PlacedValidation[] {
  const own = findCompiledValidations(type, api).map((validation) => ({ validation, at }));
  if (left === 0) return own;
  const inner = type.fields.flatMap((field) => {
    const found = findInnerObject(field.type, api, [...at, field.name]);
    if (found === undefined || found.type === type || passed.includes(found.type)) return [];
    return placeValidationsBelow(found.type, api, { at: found.at, passed: [...passed, type], left: left - 1 });
  });
  return [...own, ...inner];
}

/** Finds the object that a reference, list, or map leads to, with its path. */
function findInnerObject(
  type: Type,
  api: Api,
  at: readonly string[],
): { readonly type: ObjectType; readonly at: readonly string[] } | undefined {
  const resolved = getLookup(api).resolve(type);
  if (resolved?.kind === 'object') return { type: resolved, at };
  const inner = resolved?.kind === 'array' ? resolved.items : resolved?.kind === 'map' ? resolved.values : undefined;
  return inner === undefined || at.length > 4 * deepest ? undefined : findInnerObject(inner, api, [...at, '*']);
}
