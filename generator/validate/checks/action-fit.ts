/** Whether an action can apply to its method: to the HTTP method, the request body and the path. */
import { parseRoute } from '../../model/route.js';
import { type JsonObject, getMember } from '../../read/specification.js';
import { type LintContext, isUndocumented, type Method, getText } from '../lint-context.js';
import { toPlaceKey, getMethodRoute } from './resource-places.js';

const changing = ['POST', 'PUT', 'PATCH'];
const reading = ['GET', 'HEAD', 'POST'];

/** The HTTP methods whose calls an action can carry out. */
const httpMethods: Readonly<Record<string, readonly string[]>> = {
  get: reading,
  list: reading,
  create: changing,
  createFrom: changing,
  patch: changing,
  update: changing,
  setFields: changing,
  batch: changing,
  delete: ['DELETE', 'POST'],
  getIamPolicy: reading,
  setIamPolicy: changing,
  testIamPermissions: reading,
  await: reading,
  effectivePolicy: reading,
  guestAttributes: reading,
  reportEvent: changing,
  listEvents: reading,
  listGroupStats: reading,
  deleteEvents: ['DELETE', 'POST'],
};

/** Actions that do nothing without a request body. */
const needBody: ReadonlySet<string> = new Set(['patch', 'update', 'setFields', 'batch', 'setIamPolicy', 'reportEvent']);
/** Actions on a collection: the path does not name the member. */
const onCollection: ReadonlySet<string> = new Set(['create', 'list', 'batch']);

export function checkFit(context: LintContext, method: Method, action: JsonObject): void {
  const kind = getText(action, 'kind') ?? '';
  const at = [...method.pointer, 'x-action', 'kind'];
  const httpMethod = getText(method.value, 'httpMethod') ?? '';
  const allowed = Object.hasOwn(httpMethods, kind) ? (httpMethods[kind] ?? []) : undefined;
  if (allowed === undefined || httpMethod === '') return;
  if (!allowed.includes(httpMethod)) {
    const problem = `it applies to ${allowed.join(', ')}; the method is ${httpMethod}`;
    context.report('unfit-action', { kind, problem }, { at, suggestion: usualAction(context, method, httpMethod) });
  } else if (needBody.has(kind) && getMember(method.value, 'request') === undefined && !isUndocumented(method.value, 'request')) {
    context.report('unfit-action', { kind, problem: 'it needs a request body; the method has none' }, at);
  }
  checkPath(context, method, action);
}

/** What a method with this HTTP method and path usually does. */
function usualAction(context: LintContext, method: Method, httpMethod: string): string | undefined {
  const route = getMethodRoute(context, method);
  const ofMember = route === undefined || route.text.endsWith('}');
  return { GET: ofMember ? 'get' : 'list', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }[httpMethod];
}

/** The path must name the resource: by segments at the same places, by variables of the same names, or in the same collections. */
function checkPath(context: LintContext, method: Method, action: JsonObject): void {
  const kind = getText(action, 'kind') ?? '';
  const template = getText(action, 'resource');
  const route = getMethodRoute(context, method);
  const result = template === undefined ? undefined : parseRoute({ path: template });
  if (template === undefined || route === undefined || result?.ok !== true || getMember(action, 'from') !== undefined) return;
  const wanted = onCollection.has(kind) ? template.replace(/(?:\/\{[^{}]*\})+$/, '') : template;
  const [path, place] = [toPlaceKey(route.text).split('/'), toPlaceKey(wanted).split('/')] as const;
  if (isAligned(path, place) || hasCollections(path, place)) return;
  const given = new Set(route.variables.map(({ name }) => name));
  const parsed = parseRoute({ path: wanted });
  const missing = parsed.ok ? parsed.route.variables.find(({ name }) => !given.has(name)) : undefined;
  if (missing === undefined) return;
  const problem = `the path of the method does not give "${missing.name}" of ${JSON.stringify(template)}`;
  context.report(
    'unfit-action',
    { kind, problem },
    { at: [...method.pointer, 'x-action', 'resource'], suggestion: context.suggest(missing.name, given) },
  );
}

/** Whether each name of the resource stands behind the same collection in the path of another version. */
function hasCollections(path: readonly string[], place: readonly string[]): boolean {
  return place.every((segment, i) => {
    if (segment !== '*') return true;
    const collection = place[i - 1];
    return path.some((text, at) => text === collection && path[at + 1]?.startsWith('*') === true);
  });
}

function isAligned(path: readonly string[], wanted: readonly string[]): boolean {
  if (path.some((segment) => segment.startsWith('**'))) return true;
  return wanted.length <= path.length && wanted.every((segment, i) => segment === path[i] || path[i]?.startsWith(`${segment}:`) === true);
}
