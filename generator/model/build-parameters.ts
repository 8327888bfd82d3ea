/** Builds the parameters of methods and of the API. */
import type { Parameter, Type } from './model.js';
import { type RouteVariable, toTemplatePattern } from '../language/route.js';
import { compareByKey, isTrue, type JsonObject, getObject, omitUndefined, getText } from '../lib/json.js';
import { buildElement, readElement, resolveReference, type MethodStatement, type Statement, type Statements } from './statements.js';
import { findBodyField, findShorterForms, isMask } from './infer/parameters.js';
import { parseDefault, readPattern, type TypeContext, buildType } from './build-types.js';

/**
 * Returns path parameters in the order of the route, then query parameters by name. An undeclared variable of the route is a string. A path
 * parameter that isn't in the route, as in some published documents, is dropped.
 */
export function buildMethodParameters(
  method: MethodStatement,
  variables: readonly RouteVariable[],
  context: TypeContext,
): readonly Parameter[] {
  const declared = new Map(method.parameters.map((parameter) => [parameter.name, parameter]));
  const inPath = variables.map((variable) =>
    buildPathParameter(variable, declared.get(variable.name) ?? { ...method, value: {} }, context),
  );
  const names = new Set(variables.map(({ name }) => name));
  const inQuery = method.parameters.filter(({ name, value }) => !names.has(name) && getText(value, 'location') !== 'path');
  return [...inPath, ...inQuery.map((parameter) => buildParameter(parameter, context)).sort(compareByKey(({ name }) => name))];
}

/** Calls pass the body under this name, so no common parameter can have it. */
const bodyName = 'requestBody';

/** Query parameters common to all methods, by name. */
export function buildCommonParameters({ parameters }: Statements, context: TypeContext): readonly Parameter[] {
  return parameters
    .filter(({ name }) => name !== bodyName)
    .map((parameter) => buildParameter(parameter, context))
    .sort(compareByKey(({ name }) => name));
}

function buildParameter(statement: Statement & { readonly name: string }, context: TypeContext): Parameter {
  const { name, value: element } = statement;
  const resolved = { ...resolveReference(context, element), ...element };
  const { $ref: _, ...stated } = resolved;
  // An array is a repeated parameter, which other documents declare by `repeated`.
  const isArray = getText(stated, 'type') === 'array';
  const items = getObject(stated, 'items') ?? {};
  const valueElement = toTextElement(isArray ? (resolveReference(context, items) ?? items) : stated);
  const type = buildType(readElement(valueElement, statement), context);
  const repeated = isArray || isTrue(element, 'repeated');
  return {
    kind: 'parameter',
    name,
    location: 'query',
    ...buildElement(statement),
    type,
    value: repeated ? { kind: 'array', items: type } : type,
    ...omitUndefined({ default: isArray ? undefined : parseDefault({ ...stated, ...valueElement }, context) }),
    required: isTrue(element, 'required'),
    repeated,
    ...(!repeated && isMask(name, type) && { mask: true }),
  };
}

/** A URL can't hold objects and lists of lists. A parameter that a document declares as one (a message flattened to parameters) is JSON text. */
function toTextElement(element: JsonObject): JsonObject {
  return /^(?:object|any|array)$/.test(getText(element, 'type') ?? '') ? { type: 'string' } : element;
}

/** The template in the route is the pattern of a variable, unless one is stated. */
function buildPathParameter(variable: RouteVariable, statement: Statement, context: TypeContext): Parameter {
  const element = statement.value;
  const routePattern = variable.template === '*' || variable.template === '**' ? undefined : toTemplatePattern(variable.template);
  const pattern = readPattern(element, 'x-valuePattern') ?? readPattern(element) ?? routePattern;
  const stringElement = { type: 'string', ...element, ...(pattern !== undefined && { pattern }) };
  // A list of segments (`{/name*}`) is one string with slashes.
  const shorterForms = findShorterForms(variable.template, getText(element, 'description'));
  const { mask: _, ...parameter } = buildParameter({ ...statement, name: variable.name, value: stringElement }, context);
  return {
    ...parameter,
    value: buildPathValue(parameter.type, variable.template, shorterForms),
    location: 'path',
    required: true,
    repeated: false,
    ...omitUndefined({ bodyField: findBodyField(variable.name) }),
    ...(shorterForms.length > 0 && { shorterForms }),
  };
}

/** A path parameter must not be empty and must match the template of the route. */
function buildPathValue(type: Type, template: string, shorterForms: readonly string[]): Type {
  if (type.kind !== 'string') return type;
  const pattern = addShorterForms(type.pattern, template, shorterForms);
  return { ...type, minLength: Math.max(1, type.minLength ?? 1), ...(pattern !== undefined && { pattern }) };
}

/** `**` also matches no segments after another segment: `a/**` accepts `a`, but the generated pattern doesn't. */
function addShorterForms(pattern: string | undefined, template: string, shorterForms: readonly string[]): string | undefined {
  if (pattern === undefined) return undefined;
  const shortest = template.endsWith('/**') ? [template.slice(0, -'/**'.length)] : [];
  const forms = [...shortest, ...shorterForms].map(toTemplatePattern);
  return forms.length === 0 ? pattern : [pattern, ...forms].map((each) => `(?:${each.replace(/^\^|(?<!\\)\$$/g, '')})`).join('|');
}
