/** Formats `docs/methods.md`: the routes, scopes, permissions, and rules of the methods. */
import type { Api, Method, Source, StatedRule, Type } from '../model/model.js';
import type { EmitContext } from './emitter.js';
import { formatPermission, formatRoute, listObjectRules } from './facts.js';
import { formatInlineCode } from '../lib/markdown.js';
import { formatMethodName } from './provenance-page.js';
import { isSameSource } from './sources.js';
import { fillTemplate } from './templates.js';
import { listInnerTypes } from '../model/walk-types.js';

export function formatMethodsPage(api: Api, { names, parts }: EmitContext): string {
  const { title, version, methods, schemas } = api;
  const scopes = [...new Set(methods.flatMap((method) => method.scopes))].sort();
  const descriptions = new Map(api.scopes.map(({ name, description }) => [name, description]));
  const validators = parts.has('validators') ? schemas.map(({ id }) => names.schemaValidator(id)) : [];
  return fillTemplate('methods.hbs', {
    title,
    version,
    scopes: scopes.map((name) => ({ name, description: descriptions.get(name) })),
    hasPermissions: methods.some(({ permissions }) => permissions.length > 0),
    methods: methods.map((method) => toMethodRow(method, scopes)),
    renamedValidators: [...new Set(validators)].filter((name) => name.endsWith('$')),
    details: methods.filter(({ rules, source }) => rules.length > 0 || source.reference !== '').map(toMethodDetail),
    objects: schemas.flatMap(({ id, type }) => listObjectsWithRules(type, id)),
  });
}

/** The table refers to scopes by number, because they are long but few. */
function toMethodRow(method: Method, scopes: readonly string[]): object {
  return {
    name: formatMethodName(method),
    route: formatRoute(method),
    scopes: scopes.flatMap((scope, at) => (method.scopes.includes(scope) ? [at + 1] : [])).join(', '),
    permissions: method.permissions.map((permission) => formatPermission(permission, formatInlineCode)).join(', '),
  };
}

function toMethodDetail(method: Method): object {
  const { description = '', rules, source } = method;
  return { name: formatMethodName(method), description, rules: formatRules(rules, source), source: describeSource(source) };
}

/** Lists the objects with rules, by their paths: `Subnetwork`, `Subnetwork.logConfig`. */
function listObjectsWithRules(type: Type, name: string): readonly object[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => listObjectsWithRules(inner, name));
  const rules = formatRules(listObjectRules(type));
  const inner = type.fields.flatMap((field) => listObjectsWithRules(field.type, `${name}.${field.name}`));
  return rules.length === 0 ? inner : [{ name, rules }, ...inner];
}

/** Formats rules as sentences with their sources, except those that have the source of their method. */
function formatRules(rules: readonly StatedRule<unknown>[], methodSource?: Source): readonly string[] {
  return rules.map(({ sentence, source }) => {
    const text = methodSource && isSameSource(source, methodSource) ? '' : describeSource(source);
    return text === '' ? sentence : `${sentence} (${text})`;
  });
}

const sourceNouns: Readonly<Partial<Record<Source['kind'], string>>> = { assumption: 'Assumption', recordings: 'Recorded in' };

function describeSource({ kind, reference }: Source): string {
  return reference === '' ? '' : `${sourceNouns[kind] ?? 'Source'}: ${reference}`;
}
