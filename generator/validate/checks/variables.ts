/** Variables: those that are used are declared, and the reverse. */
import { declaredVariables, vendorVariable } from '../../read/variables.js';
import { isObject, type Json, member, type Pointer } from '../../read/specification.js';
import { type Context, listOf, membersOf } from '../context.js';

const mention = /\{([^{}]*)\}/g;
const addresses = ['rootUrl', 'mtlsRootUrl', 'baseUrl', 'servicePath', 'basePath', 'batchPath'] as const;

export function checkVariables(context: Context): void {
  if (context.partial) return;
  const declared = declaredVariables(context.root);
  const used = new Set<string>();
  const check = (text: Json | undefined, pointer: Pointer, part: 'key' | 'value'): void => {
    for (const [, name = ''] of typeof text === 'string' ? text.matchAll(mention) : []) {
      used.add(name);
      if (!declared.has(name))
        context.report('undeclared-variable', { name }, { at: pointer, part, suggestion: context.suggest(name, declared.keys()) });
    }
  };
  for (const key of addresses) check(member(context.root, key), [key], 'value');
  for (const [scope] of membersOf(member(member(context.root, 'auth'), 'oauth2'), 'scopes'))
    check(scope, ['auth', 'oauth2', 'scopes', scope], 'key');
  for (const { value, pointer } of context.methods)
    listOf(value, 'scopes').forEach((scope, i) => check(scope, [...pointer, 'scopes', i], 'value'));
  checkDeclared(context, [...declared.keys()], used);
}

function checkDeclared(context: Context, declared: readonly string[], used: ReadonlySet<string>): void {
  for (const name of declared) {
    const pointer = ['x-variables', name];
    const taken = context.methods.find(({ parameters }) => parameters.some((parameter) => parameter.name === name));
    if (taken !== undefined)
      context.report(
        'bad-variable',
        { name, problem: `has the name of a parameter of ${taken.id ?? taken.name}` },
        { at: pointer, part: 'key' },
      );
    if (used.has(name) || mentions(context.root, name)) continue;
    context.report('unused-variable', { name }, { at: pointer, part: 'key' });
  }
}

function mentions(root: Json, name: string): boolean {
  const sought = name === vendorVariable ? /Provider(?![a-z])/ : undefined;
  const holds = (text: string): boolean => (sought === undefined ? text.includes(`{${name}}`) : sought.test(text));
  const inside = (value: Json): boolean => {
    if (typeof value === 'string') return holds(value);
    if (Array.isArray(value)) return value.some(inside);
    return isObject(value) && Object.entries(value).some(([key, inner]) => key !== 'x-variables' && (holds(key) || inside(inner)));
  };
  return inside(root);
}
