/** Checks that an action fits the HTTP method, the request body, and the path of its method. */
import { parseRoute } from '../../lib/route.js';
import { isObject, type JsonObject, getMember, getObjects, getText } from '../../lib/json.js';
import { type LintContext, isUndocumented, type Method } from '../lint-context.js';
import { resolveReference } from '../find-field.js';
import { toPathKey, getMethodRoute } from './resource-paths.js';

const writeMethods = ['POST', 'PUT', 'PATCH'];
const readMethods = ['GET', 'HEAD', 'POST'];

/** The HTTP methods that an action supports. */
const httpMethods: Readonly<Record<string, readonly string[]>> = {
  get: readMethods,
  list: readMethods,
  create: writeMethods,
  createFrom: writeMethods,
  patch: writeMethods,
  update: writeMethods,
  setFields: writeMethods,
  batch: writeMethods,
  delete: ['DELETE', 'POST'],
  getIamPolicy: readMethods,
  setIamPolicy: writeMethods,
  testIamPermissions: readMethods,
  waitForField: readMethods,
  effectivePolicy: readMethods,
  guestAttributes: readMethods,
  reportEvent: writeMethods,
  listEvents: readMethods,
  listGroupStats: readMethods,
  deleteEvents: ['DELETE', 'POST'],
};

/** Actions that require a request body. */
const actionsWithBody: ReadonlySet<string> = new Set(['patch', 'update', 'setFields', 'batch', 'setIamPolicy', 'reportEvent']);
/** Actions on a collection, whose path doesn't name a resource. */
const collectionActions: ReadonlySet<string> = new Set(['create', 'list', 'batch']);

export function checkActionFit(context: LintContext, method: Method, action: JsonObject): void {
  const kind = getText(action, 'kind') ?? '';
  const at = [...method.pointer, 'x-action', 'kind'];
  const httpMethod = getText(method.value, 'httpMethod') ?? '';
  const allowed = Object.hasOwn(httpMethods, kind) ? (httpMethods[kind] ?? []) : undefined;
  if (allowed === undefined || httpMethod === '') return;
  if (!allowed.includes(httpMethod)) {
    const problem = `it applies to ${allowed.join(', ')}; the method is ${httpMethod}`;
    context.report('invalid-action', { kind, problem }, { at, suggestion: suggestAction(context, method, httpMethod) });
  } else if (actionsWithBody.has(kind) && getMember(method.value, 'request') === undefined && !isUndocumented(method.value, 'request')) {
    context.report('invalid-action', { kind, problem: 'it needs a request body; the method has none' }, at);
  } else if (kind === 'list' && hasNoItems(context, method)) {
    const problem = 'it needs a response with an array or a map of items; the response has none';
    context.report('invalid-action', { kind, problem }, { at, suggestion: suggestAction(context, method, httpMethod) });
  }
  checkPath(context, method, action);
}

/** Whether the fields of the response are known, and none can hold the items of a list. */
function hasNoItems(context: LintContext, { value }: Method): boolean {
  const declared = getMember(value, 'response');
  const response = isObject(declared) ? resolveReference(context, declared) : undefined;
  const fields = getObjects(response, 'properties');
  if (response === undefined || fields.length === 0 || isUndocumented(response, 'fields')) return false;
  return !fields.some(([, field]) => {
    const resolved = isObject(field) ? resolveReference(context, field) : undefined;
    return resolved === undefined || getText(resolved, 'type') === 'array' || getMember(resolved, 'additionalProperties') !== undefined;
  });
}

/** Suggests the usual action for the HTTP method and path. */
function suggestAction(context: LintContext, method: Method, httpMethod: string): string | undefined {
  const route = getMethodRoute(context, method);
  const isMember = route === undefined || route.text.endsWith('}');
  return { GET: isMember ? 'get' : 'list', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }[httpMethod];
}

/** The path must identify the resource: by equal segments, by variables with the same names, or by the same collections. */
function checkPath(context: LintContext, method: Method, action: JsonObject): void {
  const kind = getText(action, 'kind') ?? '';
  const template = getText(action, 'resource');
  const route = getMethodRoute(context, method);
  const result = template === undefined ? undefined : parseRoute({ path: template });
  if (template === undefined || route === undefined || result?.ok !== true || getMember(action, 'from') !== undefined) return;
  const expected = collectionActions.has(kind) ? template.replace(/(?:\/\{[^{}]*\})+$/, '') : template;
  const [path, expectedPath] = [toPathKey(route.text).split('/'), toPathKey(expected).split('/')] as const;
  if (isAligned(path, expectedPath) || hasCollections(path, expectedPath)) return;
  const variables = new Set(route.variables.map(({ name }) => name));
  const parsed = parseRoute({ path: expected });
  const missing = parsed.ok ? parsed.route.variables.find(({ name }) => !variables.has(name)) : undefined;
  if (missing === undefined) return;
  const problem = `the path of the method does not have the variable "${missing.name}" of ${JSON.stringify(template)}`;
  context.report(
    'invalid-action',
    { kind, problem },
    { at: [...method.pointer, 'x-action', 'resource'], suggestion: context.suggest(missing.name, variables) },
  );
}

/** Whether each name of the resource follows the same collection in the path. */
function hasCollections(path: readonly string[], template: readonly string[]): boolean {
  return template.every((segment, i) => {
    if (segment !== '*') return true;
    const collection = template[i - 1];
    return path.some((text, at) => text === collection && path[at + 1]?.startsWith('*') === true);
  });
}

function isAligned(path: readonly string[], expected: readonly string[]): boolean {
  if (path.some((segment) => segment.startsWith('**'))) return true;
  return (
    expected.length <= path.length && expected.every((segment, i) => segment === path[i] || path[i]?.startsWith(`${segment}:`) === true)
  );
}
