/** Checks that all used variables are declared, that all declared variables are used, and that addresses are URLs. */
import { listDeclaredVariables, vendorVariable } from '../../language/substitute-variables.js';
import { type Json, getMember, type Pointer, getList, getObjects, getText } from '../../lib/json.js';
import type { LintContext } from '../lint-context.js';
import { visitParts } from '../../language/element-roles.js';

const variablePattern = /\{([^{}]*)\}/g;
const addressKeys = ['rootUrl', 'mtlsRootUrl', 'baseUrl', 'servicePath', 'basePath', 'batchPath'] as const;

export function checkVariables(context: LintContext): void {
  if (context.isOverlay) return;
  const declared = listDeclaredVariables(context.root);
  const check = (text: Json | undefined, pointer: Pointer, part: 'key' | 'value'): void => {
    for (const [, name = ''] of typeof text === 'string' ? text.matchAll(variablePattern) : []) {
      if (!declared.has(name))
        context.report('undeclared-variable', { name }, { at: pointer, part, suggestion: context.suggest(name, declared.keys()) });
    }
  };
  for (const key of addressKeys) check(getMember(context.root, key), [key], 'value');
  for (const key of ['rootUrl', 'mtlsRootUrl'] as const) checkAddress(context, key);
  for (const [scope] of getObjects(getMember(getMember(context.root, 'auth'), 'oauth2'), 'scopes'))
    check(scope, ['auth', 'oauth2', 'scopes', scope], 'key');
  for (const { value, pointer } of context.methods)
    getList(value, 'scopes').forEach((scope, i) => check(scope, [...pointer, 'scopes', i], 'value'));
  checkDeclaredVariables(context, [...declared.keys()]);
}

/** A variable can be the whole address, or a part of it. */
function checkAddress(context: LintContext, key: 'rootUrl' | 'mtlsRootUrl'): void {
  const value = getText(context.root, key);
  if (value === undefined || value === '' || value.startsWith('{')) return;
  if (!isAddress(value.replace(variablePattern, '1'))) context.report('invalid-address', { key, value }, [key]);
}

/** Whether clients can append the paths of methods to a text, and send requests to the result. */
function isAddress(text: string): boolean {
  if (!/^https?:\/\/[^?#]*$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function checkDeclaredVariables(context: LintContext, declared: readonly string[]): void {
  if (declared.length === 0) return;
  const mentionedVariables = findMentionedVariables(context.root);
  const owners = new Map(context.methods.flatMap((method) => method.parameters.map(({ name }) => [name, method] as const)));
  for (const name of declared) {
    const pointer = ['x-variables', name];
    const owner = owners.get(name);
    if (owner !== undefined)
      context.report(
        'invalid-variable',
        { name, problem: `has the name of a parameter of ${owner.statedId ?? owner.name}` },
        { at: pointer, part: 'key' },
      );
    if (mentionedVariables.has(name)) continue;
    context.report('unused-variable', { name }, { at: pointer, part: 'key' });
  }
}

/** Finds all mentioned variables. The word `Provider` in a text or name counts as a use of the vendor variable. */
function findMentionedVariables(root: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const read = (text: string): void => {
    for (const [, name = ''] of text.matchAll(variablePattern)) found.add(name);
    if (/Provider(?![a-z])/.test(text)) found.add(vendorVariable);
  };
  visitParts(root, ({ key, value }) => {
    if (key === 'x-variables') return false;
    read(String(key));
    if (typeof value === 'string') read(value);
    return true;
  });
  return found;
}
