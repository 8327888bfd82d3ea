/** Builds the parameters of methods and of the API. */
import type { Parameter, Type } from './model.js';
import { type RouteVariable, toTemplatePattern } from '../lib/route.js';
import { compareByKey, isTrue, type JsonObject, getObject, getObjects, omitUndefined, getText } from '../lib/json.js';
import { buildElement } from './statement-source.js';
import { findBodyField, findShorterForms, isMask } from './infer/parameters.js';
import { parseDefault, resolveElement, type TypeContext, buildType } from './build-types.js';

/**
 * Returns path parameters in the order of the route, then query parameters by name. An undeclared variable of the route is a string. A path
 * parameter that isn't in the route, as in some published documents, is dropped.
 */
export function buildMethodParameters(method: JsonObject, variables: readonly RouteVariable[], context: TypeContext): readonly Parameter[] {
  const declared = new Map(getObjects(method, 'parameters'));
  const inPath = variables.map((variable) => buildPathParameter(variable, declared.get(variable.name) ?? {}, context));
  const names = new Set(variables.map(({ name }) => name));
  const isInQuery = ([name, element]: readonly [string, JsonObject]): boolean =>
    !names.has(name) && getText(element, 'location') !== 'path';
  const inQuery = [...declared].filter(isInQuery).map(([name, element]) => buildParameter(name, element, context));
  return [...inPath, ...inQuery.sort(compareByKey(({ name }) => name))];
}

/** Calls pass the body under this name, so no common parameter can have it. */
const bodyName = 'requestBody';

/** Query parameters common to all methods, by name. */
export function buildCommonParameters(document: JsonObject, context: TypeContext): readonly Parameter[] {
  return getObjects(document, 'parameters')
    .filter(([name]) => name !== bodyName)
    .map(([name, element]) => buildParameter(name, element, context))
    .sort(compareByKey(({ name }) => name));
}

function buildParameter(name: string, element: JsonObject, context: TypeContext): Parameter {
  const resolved = { ...resolveElement(element, context.schemas), ...element };
  const { $ref: _, ...stated } = resolved;
  // An array is a repeated parameter, which other documents declare by `repeated`.
  const isArray = getText(stated, 'type') === 'array';
  const valueElement = toTextElement(isArray ? resolveElement(getObject(stated, 'items') ?? {}, context.schemas) : stated);
  const type = buildType(valueElement, context);
  const repeated = isArray || isTrue(element, 'repeated');
  return {
    kind: 'parameter',
    name,
    location: 'query',
    ...buildElement(element, context.source),
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
function buildPathParameter(variable: RouteVariable, element: JsonObject, context: TypeContext): Parameter {
  const routePattern = variable.template === '*' || variable.template === '**' ? undefined : toTemplatePattern(variable.template);
  const pattern = getText(element, 'x-valuePattern') ?? getText(element, 'pattern') ?? routePattern;
  const stringElement = { type: 'string', ...element, ...(pattern !== undefined && { pattern }) };
  // A list of segments (`{/name*}`) is one string with slashes.
  const shorterForms = findShorterForms(variable.template, getText(element, 'description'));
  const { mask: _, ...parameter } = buildParameter(variable.name, stringElement, context);
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
