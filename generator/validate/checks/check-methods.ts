/** Checks method IDs, scopes, the order of parameters, and permissions. */
import { getMember, getList, getObjects, getText } from '../../lib/json.js';
import type { LintContext, Method } from '../lint-context.js';
import { checkFieldUse } from './check-field-use.js';

export function checkMethods(context: LintContext): void {
  const ids = new Map<string, Method>();
  const auth = getMember(getMember(context.root, 'auth'), 'oauth2');
  const scopes = new Set(getObjects(auth, 'scopes').map(([name]) => name));
  for (const method of context.methods) {
    checkId(context, ids, method);
    checkOrder(context, method);
    checkPermissions(context, method);
    if (!context.isOverlay) checkScopes(context, scopes, method);
  }
  checkAnnotations(context, ids);
  if (getMember(getMember(context.root, 'parameters'), 'requestBody') !== undefined)
    context.report('reserved-parameter', { name: 'requestBody' }, { at: ['parameters', 'requestBody'], part: 'key' });
}

function checkId(context: LintContext, ids: Map<string, Method>, method: Method): void {
  const { id, pointer, name, collections } = method;
  if (id === undefined) return;
  const first = ids.get(id);
  if (first !== undefined) {
    context.report('duplicate-method-id', { id, line: context.specification.at(first.pointer, 'key').line }, [...pointer, 'id']);
    return;
  }
  ids.set(id, method);
  const api = getText(context.root, 'name');
  const expected = [api ?? '', ...collections, name].join('.');
  if (api !== undefined && id !== expected && !context.isPublished)
    context.report('method-id-form', { id }, { at: [...pointer, 'id'], suggestion: expected });
}

function checkOrder(context: LintContext, { value, pointer, parameters }: Method): void {
  const names = new Set(parameters.map(({ name }) => name));
  getList(value, 'parameterOrder').forEach((name, i) => {
    if (typeof name !== 'string' || names.has(name) || context.isOverlay) return;
    context.report('unknown-parameter', { name }, { at: [...pointer, 'parameterOrder', i], suggestion: context.suggest(name, names) });
  });
}

function checkScopes(context: LintContext, scopes: ReadonlySet<string>, { value, pointer }: Method): void {
  getList(value, 'scopes').forEach((scope, i) => {
    if (typeof scope !== 'string' || scopes.has(scope)) return;
    context.report('undeclared-scope', { scope }, { at: [...pointer, 'scopes', i], suggestion: context.suggest(scope, scopes) });
  });
}

/** The field that a permission depends on must exist. */
function checkPermissions(context: LintContext, method: Method): void {
  getList(method.value, 'x-permissions').forEach((permission, i) => {
    const when = getText(permission, 'when');
    if (when === undefined || context.isOverlay) return;
    checkFieldUse(context, { path: when, in: 'request', pointer: ['when'] }, { base: [...method.pointer, 'x-permissions', i], method });
  });
}

/** `annotations.required` must name methods of the document. */
function checkAnnotations(context: LintContext, ids: ReadonlyMap<string, Method>): void {
  if (context.isOverlay) return;
  for (const { value, pointer } of context.elements) {
    getList(getMember(value, 'annotations'), 'required').forEach((id, i) => {
      if (typeof id !== 'string' || ids.has(id)) return;
      context.report(
        'unknown-method',
        { id },
        { at: [...pointer, 'annotations', 'required', i], suggestion: context.suggest(id, ids.keys()) },
      );
    });
  }
}
