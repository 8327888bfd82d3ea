/** Emits `docs/methods.md`: the routes, scopes, permissions, and rules of the methods. */
import type { Api, Method, ObjectType, Source, StatedRule, Type } from '../model/model.js';
import { formatPermission, isSameSource, listObjectRules } from './doc-comments.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { listInnerTypes } from './type-queries.js';
import { formatInlineCode, escapeMarkdown } from '../lib/markdown.js';
import { formatRoute } from './method-docs.js';
import { formatMethodName } from './provenance.js';
import { provenancePage } from './provenance-page.js';
import { fillTemplate } from './templates.js';

/** The paths of the pages in a package. */
export const referencePaths = { methods: 'docs/methods.md', provenance: provenancePage } as const;

/** The table refers to scopes by number, because they are long but few. */
function toMethodRow(method: Method, scopes: readonly string[]): object {
  return {
    name: formatInlineCode(formatMethodName(method)),
    route: formatInlineCode(formatRoute(method)),
    scopes: scopes.flatMap((scope, at) => (method.scopes.includes(scope) ? [at + 1] : [])).join(', '),
    permissions: method.permissions.map((permission) => formatPermission(permission, formatInlineCode)).join(', '),
  };
}

/** Lists the schema validators that have a `$` because a method has the same validator name. */
function listRenamedValidators(api: Api, { names }: EmitContext): string {
  return formatNames(api.schemas.map(({ id }) => names.schemaValidator(id)).filter((name) => name.endsWith('$')));
}

function listScopes(api: Api): readonly string[] {
  return [...new Set(api.methods.flatMap((method) => method.scopes))].sort();
}

function formatScope(api: Api, scope: string): string {
  const description = api.scopes.find(({ name }) => name === scope)?.description ?? '';
  return description === '' ? formatInlineCode(scope) : `${formatInlineCode(scope)}: ${escapeMarkdown(description)}`;
}

/** Formats rules as sentences with their sources, except those that have the source `around` of their method. */
function formatRules(rules: readonly StatedRule<unknown>[], around?: Source): readonly string[] {
  return rules.map(({ sentence, source }) => {
    const text = isSameSource(source, around) ? '' : describeSource(source);
    return escapeMarkdown(text === '' ? sentence : `${sentence} (${text})`);
  });
}

function describeSource({ kind, reference }: Source): string {
  return reference === '' ? '' : `${kind === 'assumption' ? 'Assumption' : 'Source'}: ${reference}`;
}

function toMethodDetail(method: Method): object {
  return {
    name: formatInlineCode(formatMethodName(method)),
    text: escapeMarkdown(method.description ?? ''),
    rules: formatRules(method.rules, method.source),
    source: escapeMarkdown(describeSource(method.source)),
  };
}

/** Lists the objects with rules, by their paths: `Subnetwork`, `Subnetwork.logConfig`. */
function listObjectsWithRules(type: Type, name: string): readonly (readonly [name: string, type: ObjectType])[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => listObjectsWithRules(inner, name));
  const own = listObjectRules(type).length === 0 ? [] : [[name, type] as const];
  return [...own, ...type.fields.flatMap((field) => listObjectsWithRules(field.type, `${name}.${field.name}`))];
}

function listRuleDetails(api: Api): readonly object[] {
  const found = api.schemas.flatMap((schema) => listObjectsWithRules(schema.type, schema.id));
  return found.map(([name, type]) => ({ name: formatInlineCode(name), rules: formatRules(listObjectRules(type)) }));
}

function formatNames(names: readonly string[]): string {
  return [...new Set(names)].map(formatInlineCode).join(', ');
}

function formatMethods(api: Api, context: EmitContext): string {
  const scopes = listScopes(api);
  return fillTemplate('methods.hbs', {
    title: escapeMarkdown(api.title),
    version: escapeMarkdown(api.version),
    scopes: scopes.map((scope) => formatScope(api, scope)),
    doubled: context.parts.has('validators') ? listRenamedValidators(api, context) : '',
    methods: api.methods.map((method) => toMethodRow(method, scopes)),
    detailed: api.methods.filter((method) => method.rules.length > 0 || method.source.reference !== '').map(toMethodDetail),
    ruled: listRuleDetails(api),
  });
}

export const referencePages: Emitter = {
  name: 'reference-pages',
  part: 'docs',
  emit: (api, context): readonly EmittedFile[] => [{ path: referencePaths.methods, text: formatMethods(api, context), format: 'prettier' }],
};
