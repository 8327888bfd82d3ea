/** The validations of an API as functions, which validators and the mock share. */
import { compileExpression, type CompiledExpression } from '../cel/compile-expression.js';
import { groupByModule, type Operation } from '../cel/operations.js';
import type { Api, ObjectType, StatedValidation, Type } from '../model/model.js';
import { limitDepth } from './field-depth.js';
import { listInnerTypes } from './type-forms.js';
import { getLookup } from './cached-lookup.js';

/** A validation with the function that tests it. */
export interface CompiledValidation extends StatedValidation, Omit<CompiledExpression, 'body' | 'operations'> {
  /** The name of the function in `src/compiled.js`: equal functions have one. */
  readonly name: string;
}

interface Expressions {
  readonly compiled: ReadonlyMap<StatedValidation, CompiledValidation>;
  /** The functions by their names. */
  readonly functions: ReadonlyMap<string, string>;
  readonly operations: ReadonlySet<Operation>;
}

const expressions = new WeakMap<Api, Expressions>();

/** The expressions of all objects of an API, compiled once. */
function expressionsOf(api: Api): Expressions {
  const known = expressions.get(api) ?? compileAll(api);
  expressions.set(api, known);
  return known;
}

function compileAll(api: Api): Expressions {
  const compiled = new Map<StatedValidation, CompiledValidation>();
  const names = new Map<string, string>();
  const operations = new Set<Operation>();
  for (const { type, validation } of validationsIn(api)) {
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

interface Carried {
  readonly type: ObjectType;
  readonly validation: StatedValidation;
}

function validationsIn(api: Api): readonly Carried[] {
  const bodies = api.methods.flatMap(({ request, response }) => [request, response]);
  return [...api.schemas.map(({ type }) => type), ...bodies].flatMap((type) => (type === undefined ? [] : validationsBelow(type)));
}

function validationsBelow(type: Type): readonly Carried[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap(validationsBelow);
  const own = (type.validations ?? []).map((validation) => ({ type, validation }));
  const further = type.additional === undefined ? [] : validationsBelow(type.additional);
  return [...own, ...type.fields.flatMap((field) => validationsBelow(field.type)), ...further];
}

/** The validations of one object. */
export function compiledValidations({ validations = [] }: ObjectType, api: Api): readonly CompiledValidation[] {
  const { compiled } = expressionsOf(api);
  return validations.flatMap((validation) => compiled.get(validation) ?? []);
}

export interface ExpressionCode {
  readonly imports: readonly string[];
  readonly declarations: readonly string[];
  /** Names of the functions. */
  readonly names: readonly string[];
}

/** The functions of all validations of an API, as lines of a module. */
export function expressionCode(api: Api): ExpressionCode {
  const { functions, operations } = expressionsOf(api);
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

/** Objects inside objects. */
const deepest = 6;

/** The validations of a resource and of the objects inside it. */
export function placedValidations(type: ObjectType, api: Api): readonly PlacedValidation[] {
  return expressionsOf(api).functions.size === 0
    ? []
    : placedBelow(type, api, { at: [], passed: [], left: limitDepth(type, getLookup(api), deepest) });
}

interface Way {
  readonly at: readonly string[];
  /** Objects on the way: schemas may recurse. */
  readonly passed: readonly ObjectType[];
  readonly left: number;
}

function placedBelow(type: ObjectType, api: Api, { at, passed, left }: Way): readonly PlacedValidation[] {
  const own = compiledValidations(type, api).map((validation) => ({ validation, at }));
  if (left === 0) return own;
  const inner = type.fields.flatMap((field) => {
    const found = objectBehind(field.type, api, [...at, field.name]);
    if (found === undefined || found.type === type || passed.includes(found.type)) return [];
    return placedBelow(found.type, api, { at: found.at, passed: [...passed, type], left: left - 1 });
  });
  return [...own, ...inner];
}

/** The object behind references, lists, and maps, with the way to it. */
function objectBehind(
  type: Type,
  api: Api,
  at: readonly string[],
): { readonly type: ObjectType; readonly at: readonly string[] } | undefined {
  const resolved = getLookup(api).resolve(type);
  if (resolved?.kind === 'object') return { type: resolved, at };
  const inner = resolved?.kind === 'array' ? resolved.items : resolved?.kind === 'map' ? resolved.values : undefined;
  return inner === undefined || at.length > 4 * deepest ? undefined : objectBehind(inner, api, [...at, '*']);
}
