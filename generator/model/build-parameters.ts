/** Builds the parameters of methods and of the API. */
import type { Parameter } from './model.js';
import type { RouteVariable } from '../lib/route.js';
import { compareByKey, isTrue, type JsonObject, getObjects, omitUndefined, getText } from '../lib/json.js';
import { readElementFacts } from './statement-source.js';
import { parseDefault, type TypeContext, buildType } from './build-types.js';

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
  const type = buildType(isObjectElement(element) ? { type: 'string' } : element, context);
  return {
    kind: 'parameter',
    name,
    location: 'query',
    ...readElementFacts(element, context.source),
    type,
    ...omitUndefined({ default: parseDefault(element, type) }),
    required: isTrue(element, 'required'),
    repeated: isTrue(element, 'repeated'),
  };
}

/** A URL can't hold objects. A parameter that a document declares as one (a message flattened to parameters) is JSON text. */
function isObjectElement(element: JsonObject): boolean {
  return getText(element, 'type') === 'object' || getText(element, 'type') === 'any';
}

/** The template in the route is the pattern of a variable, unless one is stated. */
function buildPathParameter(variable: RouteVariable, element: JsonObject, context: TypeContext): Parameter {
  const routePattern = variable.template === '*' || variable.template === '**' ? undefined : toPattern(variable.template);
  const pattern = getText(element, 'pattern') ?? routePattern;
  const stringElement = { type: 'string', ...element, ...(pattern !== undefined && { pattern }) };
  // A list of segments (`{/name*}`) is one string with slashes.
  const shorterForms = findShorterForms(variable.template, getText(element, 'description'));
  return {
    ...buildParameter(variable.name, stringElement, context),
    location: 'path',
    required: true,
    repeated: false,
    ...(shorterForms.length > 0 && { shorterForms }),
  };
}

/** Finds templates such as `databases/{database_id}/documents` in the description that the route itself doesn't match. */
function findShorterForms(template: string, description: string | undefined): readonly string[] {
  const segments = template.split('/');
  if (description === undefined || segments.length < 2 || segments.at(-1) !== '**') return [];
  const named = [...description.matchAll(/`([^`\s]{1,500})`/g)].map(([, form = '']) => form.split('/'));
  const forms = named.filter(
    (form) =>
      form.length < segments.length - 1 &&
      form.every((part, at) => (segments[at] === '*' ? /^\{\w+\}$/.test(part) : part === segments[at])),
  );
  return [...new Set(forms.map((form) => segments.slice(0, form.length).join('/')))];
}

function toPattern(template: string): string {
  const segments = template.split('/').map((segment) => {
    if (segment === '*') return '[^/]+';
    return segment === '**' ? '.+' : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return `^${segments.join('/')}$`;
}
