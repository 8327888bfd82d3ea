/** Checks that actions fit their methods, and the paths and the fields that they name. */
import { parseRoute } from '../../language/route.js';
import { getList, getMember, getText, type JsonObject, type Pointer } from '../../lib/json.js';
import { editDistance } from '../../lib/suggest.js';
import { findActionDefinition, listActionUses } from '../../language/actions.js';
import { isFieldUse } from '../../language/uses.js';
import { getRoute, isUndocumented, listEntries, type MethodStatement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';
import { checkFieldUse } from './check-field-use.js';
import { describeRouteProblem } from './check-paths.js';

export function checkActions(context: LintContext): void {
  for (const method of context.methods) {
    const { action } = method;
    if (action === undefined) continue;
    const base = [...method.pointer, 'x-action'];
    for (const use of listActionUses(action)) {
      if (use.in === 'path') checkResourcePath(context, { path: use.path, pointer: [...base, ...use.pointer] });
      else if (isFieldUse(use) && !context.isOverlay) checkFieldUse(context, use, { base, method });
    }
    if (!context.isOverlay) checkFit(context, method, action);
    if (!context.isOverlay) checkTransitions(context, method, action);
  }
}

/** A stated action replaces the transition that a `states` rule infers for the method. */
function checkTransitions(context: LintContext, { statedId, id, pointer }: MethodStatement, action: JsonObject): void {
  const kind = getText(action, 'kind') ?? '';
  const names = [statedId, id];
  for (const [schema, statement] of context.schemas)
    for (const { value } of listEntries(statement, 'x-rules')) {
      const field = getText(value, 'field') ?? '';
      if (getText(value, 'kind') !== 'states') continue;
      if (!getList(value, 'transitions').some((transition) => names.includes(getText(transition, 'method')))) continue;
      const problem = `a transition of "${schema}.${field}" also names the method, and the action would replace it; remove x-action, or the method from the transition`;
      context.report('invalid-action', { kind, problem }, { at: [...pointer, 'x-action', 'kind'] });
    }
}

interface NamedPath {
  readonly path: string;
  readonly pointer: Pointer;
}

/** Whether a template of resources needs no method, because an action creates them, or the options of a service module name them. */
const isIntroduced = (pointer: Pointer): boolean => pointer.at(-1) === 'creates' || pointer.includes('options');
/** The maximum edit distance at which a template counts as a typo. */
const maxTypoDistance = 2;

function checkResourcePath(context: LintContext, { path, pointer }: NamedPath): void {
  const result = parseRoute({ path });
  if (!result.ok) return context.report('malformed-path', { path, problem: describeRouteProblem(result.problem) }, pointer);
  const { key } = result.route;
  const { resourcePaths } = context;
  if (context.isOverlay || resourcePaths.has(key)) return;
  const similar = isIntroduced(pointer) ? context.suggest(key, resourcePaths.keys()) : undefined;
  const isNew = isIntroduced(pointer) && (similar === undefined || editDistance(similar, key) > maxTypoDistance);
  if (!isNew) context.report('unknown-resource-path', { path }, { at: pointer, suggestion: context.suggestPath(path, resourcePaths) });
}

/** Checks that an action fits the HTTP method, the request body, and the path of its method. */
function checkFit(context: LintContext, method: MethodStatement, action: JsonObject): void {
  const kind = getText(action, 'kind') ?? '';
  const name = kind === 'service' ? (getText(action, 'module') ?? kind) : kind;
  const { httpMethods, needsBody, onCollection = false } = findActionDefinition(action) ?? {};
  const { httpMethod = '' } = method;
  if (httpMethods === undefined || httpMethod === '') return;
  const report = (problem: string, suggestion?: string): void =>
    context.report('invalid-action', { kind: name, problem }, { at: [...method.pointer, 'x-action', 'kind'], suggestion });
  if (!httpMethods.includes(httpMethod))
    report(`it applies to ${httpMethods.join(', ')}; the method is ${httpMethod}`, suggestAction(method, httpMethod));
  else if (needsBody && getMember(method.value, 'request') === undefined && !isUndocumented(method, 'request'))
    report('it needs a request body; the method has none');
  else if (kind === 'list' && hasNoItems(context, method))
    report('it needs a response with an array or a map of items; the response has none', suggestAction(method, httpMethod));
  if (getMember(action, 'from') === undefined) checkPath(context, method, { action, onCollection });
}

/** Whether the fields of the response are known, and none can hold the items of a list. */
function hasNoItems(context: LintContext, { response }: MethodStatement): boolean {
  const type = response && context.lookup.object(context.getType(response));
  if (type === undefined || type.fields.length === 0 || type.additional !== undefined) return false;
  return !type.fields.some((field) => {
    const fieldType = context.lookup.resolve(field.type);
    return fieldType === undefined || fieldType.kind === 'array' || fieldType.kind === 'map';
  });
}

/** Suggests the usual action for the HTTP method and path. */
function suggestAction(method: MethodStatement, httpMethod: string): string | undefined {
  const route = getRoute(method);
  const isMember = route === undefined || route.text.endsWith('}');
  return { GET: isMember ? 'get' : 'list', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }[httpMethod];
}

interface PathAction {
  readonly action: JsonObject;
  readonly onCollection: boolean;
}

/** The path must identify the resource: by equal segments, by variables with the same names, or by the same collections. */
function checkPath(context: LintContext, method: MethodStatement, { action, onCollection }: PathAction): void {
  const route = getRoute(method);
  const template = getText(action, 'resource');
  if (template === undefined || route === undefined || !parseRoute({ path: template }).ok) return;
  const expected = parseRoute({ path: onCollection ? template.replace(/(?:\/\{[^{}]*\})+$/, '') : template });
  if (!expected.ok) return;
  const [path, expectedPath] = [route.key.split('/'), expected.route.key.split('/')] as const;
  if (isAligned(path, expectedPath) || hasCollections(path, expectedPath)) return;
  const variables = new Set(route.variables.map(({ name }) => name));
  const missing = expected.route.variables.find(({ name }) => !variables.has(name));
  if (missing === undefined) return;
  const problem = `the path of the method does not have the variable "${missing.name}" of ${JSON.stringify(template)}`;
  context.report(
    'invalid-action',
    { kind: getText(action, 'kind') ?? '', problem },
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
