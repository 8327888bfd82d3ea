/** Checks method IDs, scopes, the order of parameters, and permissions. */
import { getMember, getList, getObject, getObjects, getText, type Pointer } from '../../lib/json.js';
import type { MethodStatement, Statement } from '../../model/statements.js';
import type { LintContext } from '../lint-context.js';
import { checkFieldUse } from './check-field-use.js';

export function checkMethods(context: LintContext): void {
  const ids = new Map<string, MethodStatement>();
  const positions = new Map<string, MethodStatement>();
  const auth = getMember(getMember(context.root, 'auth'), 'oauth2');
  const scopes = new Set(getObjects(auth, 'scopes').map(([name]) => name));
  for (const method of context.methods) {
    checkId(context, ids, method);
    checkPosition(context, positions, method);
    if (context.isOverlay) continue;
    checkOrder(context, method);
    checkPermissions(context, method);
    checkScopes(context, scopes, method);
  }
  if (!context.isOverlay) checkAnnotations(context, ids);
  if (getMember(getMember(context.root, 'parameters'), 'requestBody') !== undefined)
    context.report('reserved-parameter', { name: 'requestBody' }, { at: ['parameters', 'requestBody'], part: 'key' });
}

function checkId(context: LintContext, ids: Map<string, MethodStatement>, method: MethodStatement): void {
  const { statedId: id, id: expected, pointer } = method;
  if (id === undefined) return;
  const first = ids.get(id);
  if (first !== undefined) {
    context.report('duplicate-method-id', { id, line: context.specification.at(first.pointer, 'key').line }, [...pointer, 'id']);
    return;
  }
  ids.set(id, method);
  if (getText(context.root, 'name') !== undefined && id !== expected && !context.isPublished)
    context.report('method-id-form', { id }, { at: [...pointer, 'id'], suggestion: expected });
}

/** A collection `a.b` and a collection `b` in `a` give their methods the same ID, which other files use. */
function checkPosition(context: LintContext, positions: Map<string, MethodStatement>, method: MethodStatement): void {
  const { id, pointer } = method;
  const first = positions.get(id);
  if (first === undefined) positions.set(id, method);
  else
    context.report('duplicate-method-id', { id, line: context.specification.at(first.pointer, 'key').line }, { at: pointer, part: 'key' });
}

function checkOrder(context: LintContext, method: MethodStatement): void {
  const names = new Set(method.parameters.map(({ name }) => name));
  for (const [name, at] of listUnknownTexts(method, 'parameterOrder', names))
    context.report('unknown-parameter', { name }, { at, suggestion: context.suggest(name, names) });
}

function checkScopes(context: LintContext, scopes: ReadonlySet<string>, method: MethodStatement): void {
  for (const [scope, at] of listUnknownTexts(method, 'scopes', scopes))
    context.report('undeclared-scope', { scope }, { at, suggestion: context.suggest(scope, scopes) });
}

/** Lists the texts of a list that aren't known, with their pointers. */
function listUnknownTexts(
  { value, pointer }: Pick<Statement, 'value' | 'pointer'>,
  key: string,
  known: { has(text: string): boolean },
): readonly (readonly [text: string, pointer: Pointer])[] {
  return getList(value, key).flatMap((text, i) =>
    typeof text === 'string' && !known.has(text) ? [[text, [...pointer, key, i]] as const] : [],
  );
}

/** The field that a permission depends on must exist. */
function checkPermissions(context: LintContext, method: MethodStatement): void {
  getList(method.value, 'x-permissions').forEach((permission, i) => {
    const when = getText(permission, 'when');
    if (when === undefined) return;
    checkFieldUse(context, { path: when, in: 'request', pointer: ['when'] }, { base: [...method.pointer, 'x-permissions', i], method });
  });
}

/** `annotations.required` and `x-optionalIn` must name methods of the document. */
function checkAnnotations(context: LintContext, ids: ReadonlyMap<string, MethodStatement>): void {
  for (const { value, pointer } of context.elements) {
    const annotations = { value: getObject(value, 'annotations') ?? {}, pointer: [...pointer, 'annotations'] };
    const unknown = [...listUnknownTexts(annotations, 'required', ids), ...listUnknownTexts({ value, pointer }, 'x-optionalIn', ids)];
    for (const [id, at] of unknown) context.report('unknown-method', { id }, { at, suggestion: context.suggest(id, ids.keys()) });
  }
}
