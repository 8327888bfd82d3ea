/** Checks the syntax and the parameters of paths. */
import type { ParsedRoute, RouteProblem } from '../../language/route.js';
import { getRoute, type MethodStatement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';
import { getText } from '../../lib/json.js';
import { editDistance } from '../../lib/suggest.js';

const problemTexts: Readonly<Record<RouteProblem['kind'], (text: string) => string>> = {
  unclosedBrace: () => 'a brace is not closed',
  strayBrace: () => 'a closing brace has no opening brace',
  badName: (text) => (text === '' ? 'a variable has no name' : `${JSON.stringify(text)} is not a valid variable name`),
  badTemplate: (text) => `${JSON.stringify(text)} is not a valid path template`,
  duplicateVariable: (text) => `the variable ${JSON.stringify(text)} occurs more than once`,
  emptySegment: () => 'a segment is empty',
};

/** Describes a syntax error of a path. */
export function describeRouteProblem({ kind, text }: RouteProblem): string {
  return problemTexts[kind](text);
}

export function checkPaths(context: LintContext): void {
  const methodsByRoute = new Map<string, MethodStatement>();
  for (const method of context.methods) {
    const route = getRoute(method);
    const path = getText(method.value, 'path') ?? '';
    const problem = findTextProblem(path) ?? (method.route?.ok === false ? describeRouteProblem(method.route.problem) : undefined);
    if (problem !== undefined) context.report('malformed-path', { path, problem }, [...method.pointer, 'path']);
    if (problem !== undefined || route === undefined) continue;
    if (route.text === '') reportRoot(context, method);
    if (!context.isOverlay) checkParameters(context, method, route);
    checkDuplicateRoute(context, methodsByRoute, method);
  }
  if (!context.isOverlay && !context.isPublished) checkCollections(context);
}

/** The mock serves its own pages at the root of its address. */
function reportRoot(context: LintContext, { value, pointer }: MethodStatement): void {
  const problem = 'it is empty, and so is servicePath, so no request can reach the method';
  const severity = context.isPublished ? 'warning' : 'error';
  context.report('malformed-path', { path: getText(value, 'path') ?? '', problem }, { at: [...pointer, 'path'], severity });
}

/** The collection of a standard method: its path without the name of the resource. `undefined` for custom methods. */
function findCollection(method: MethodStatement): string | undefined {
  const key = getRoute(method)?.key;
  if (key === undefined || /[:{]|\*\*/.test(key)) return undefined;
  const isMember = key.endsWith('/*');
  const { name, action, httpMethod } = method;
  const kind = getText(action, 'kind') ?? (isMember && httpMethod !== 'POST' ? 'get' : name);
  const isStandard = (isMember ? /^(?:get|patch|update|delete)$/ : /^(?:list|create|insert)$/).test(kind);
  return isStandard ? key.replace(/\/\*$/, '') : undefined;
}

/** The maximum edit distance at which a literal counts as a typo. */
const maxTypoDistance = 2;

/** Reports a collection that only one standard method has, if other methods have one that differs from it by a typo: `depot` beside `depots`. */
function checkCollections(context: LintContext): void {
  const keys = context.methods.map((method) => getRoute(method)?.key ?? '');
  const collections = context.methods.map(findCollection);
  const countUses = (collection: string): number => keys.filter((key) => `${key}/`.startsWith(`${collection}/`)).length;
  for (const [index, method] of context.methods.entries()) {
    const collection = collections[index];
    if (collection === undefined || countUses(collection) > 1) continue;
    const typo = collections.flatMap((other) =>
      other !== undefined && countUses(other) > 1 ? (findTypo(collection, other) ?? []) : [],
    )[0];
    if (typo === undefined) continue;
    const path = getText(method.value, 'path') ?? '';
    const suggestion = path.replace(new RegExp(`(?<![\\w{-])${typo.literal.replace(/\W/g, '\\$&')}(?![\\w-])`), () => typo.known);
    context.report('isolated-collection', { path, known: typo.known }, { at: [...method.pointer, 'path'], suggestion });
  }
}

/** Returns the literal in which a path differs from another one, if that looks like a typo. */
function findTypo(path: string, other: string): { readonly literal: string; readonly known: string } | undefined {
  const [segments, others] = [path.split('/'), other.split('/')];
  if (segments.length !== others.length) return undefined;
  const [at, ...more] = segments.flatMap((segment, index) => (segment === others[index] ? [] : [index]));
  const [literal = '', known = ''] = at === undefined || more.length > 0 ? [] : [segments[at], others[at]];
  if (Math.min(literal.length, known.length) <= maxTypoDistance || editDistance(literal, known) > maxTypoDistance) return undefined;
  return { literal, known };
}

function findTextProblem(path: string): string | undefined {
  if (/[\u0000-\u0020\u007f-\u009f\ud800-\udfff\u2028\u2029]/.test(path)) return 'it has a space or a control character';
  if (/[?#\\]/.test(path.replace(/\{[^{}]*\}/g, ''))) return 'it has a "?", a "#", or a backslash';
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return 'a segment is "." or ".."';
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(path) ? 'it begins with an address, which belongs in rootUrl' : undefined;
}

function checkParameters(context: LintContext, { value, pointer, parameters }: MethodStatement, route: ParsedRoute): void {
  const path = getText(value, 'path') ?? '';
  const inPath = new Set(route.variables.map(({ name }) => name));
  const declared = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  for (const name of inPath) {
    const location = getText(declared.get(name)?.value, 'location');
    if (location === 'path') continue;
    // Other locations are structural errors with their own diagnostic.
    if (location === 'query') context.report('parameter-location', { name, location }, [...pointer, 'parameters', name, 'location']);
    else if (!declared.has(name)) {
      const others = [...declared.keys()].filter((known) => !inPath.has(known));
      const suggestion = context.suggest(name, others);
      context.report('undeclared-path-parameter', { name, path }, { at: [...pointer, 'path'], suggestion });
    }
  }
  for (const { name, value: parameter, pointer: at } of parameters) {
    if (getText(parameter, 'location') !== 'path' || inPath.has(name)) continue;
    const others = [...inPath].filter((known) => !declared.has(known));
    context.report('unused-path-parameter', { name, path }, { at, part: 'key', suggestion: context.suggest(name, others) });
  }
}

/** Reports routes that differ only in the names of variables. */
function checkDuplicateRoute(context: LintContext, methodsByRoute: Map<string, MethodStatement>, method: MethodStatement): void {
  const route = getRoute(method);
  const { httpMethod } = method;
  if (httpMethod === undefined || route === undefined) return;
  const key = `${httpMethod} ${route.key}`;
  const first = methodsByRoute.get(key);
  if (first === undefined) methodsByRoute.set(key, method);
  else {
    const { line } = context.specification.at(first.pointer, 'key');
    context.report('duplicate-route', { httpMethod, route: route.text, id: first.statedId ?? first.name, line }, [
      ...method.pointer,
      'path',
    ]);
  }
}
