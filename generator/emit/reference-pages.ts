/** `docs/methods.md` of a package: routes, scopes, permissions, and rules of its methods. */
import type { Api, Method, ObjectType, StatedRule, Type } from '../model/model.js';
import { formatPermission, addSource, formatSource, statedRules } from './doc-comments.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { listInnerTypes } from './type-forms.js';
import { formatInlineCode, escapeMarkdown } from './markdown.js';
import { formatRoute } from './method-docs.js';
import { formatMethodName } from './provenance.js';
import { provenancePage } from './provenance-page.js';
import { fillTemplate } from './templates.js';

/** Where the pages are in a package. */
export const referencePaths = { methods: 'docs/methods.md', provenance: provenancePage } as const;

/** Scopes are long and few, so that the table names them by number. */
function methodRow(method: Method, scopes: readonly string[]): object {
  return {
    name: formatInlineCode(formatMethodName(method)),
    route: formatInlineCode(formatRoute(method)),
    scopes: scopes.flatMap((scope, at) => (method.scopes.includes(scope) ? [at + 1] : [])).join(', '),
    permissions: method.permissions.map((permission) => formatPermission(permission, formatInlineCode)).join(', '),
  };
}

/** Schemas whose validators give way to those of methods. */
function doubledValidators(api: Api, { names }: EmitContext): string {
  return list(api.schemas.map(({ id }) => names.schemaValidator(id)).filter((name) => name.endsWith('$')));
}

function scopesOf(api: Api): readonly string[] {
  return [...new Set(api.methods.flatMap((method) => method.scopes))].sort();
}

function scopeLine(api: Api, scope: string): string {
  const description = api.scopes.find(({ name }) => name === scope)?.description ?? '';
  return description === '' ? formatInlineCode(scope) : `${formatInlineCode(scope)}: ${escapeMarkdown(description)}`;
}

function ruleWords(rules: readonly StatedRule<unknown>[]): readonly string[] {
  return rules.map(({ sentence, source }) => escapeMarkdown(addSource(sentence, source)));
}

function sourceLine(text: string): string {
  return text === '' ? '' : `Source: ${escapeMarkdown(text)}`;
}

function methodDetail(method: Method): object {
  return {
    name: formatInlineCode(formatMethodName(method)),
    text: escapeMarkdown(method.description ?? ''),
    rules: ruleWords(method.rules),
    source: sourceLine(formatSource(method.source)),
  };
}

/** Objects with rules, by the name that leads to them: `Subnetwork`, `Subnetwork.logConfig`. */
function ruledObjects(type: Type, name: string): readonly (readonly [name: string, type: ObjectType])[] {
  if (type.kind !== 'object') return listInnerTypes(type).flatMap((inner) => ruledObjects(inner, name));
  const own = statedRules(type).length === 0 ? [] : [[name, type] as const];
  return [...own, ...type.fields.flatMap((field) => ruledObjects(field.type, `${name}.${field.name}`))];
}

function ruledDetails(api: Api): readonly object[] {
  const found = api.schemas.flatMap((schema) => ruledObjects(schema.type, schema.id));
  return found.map(([name, type]) => ({ name: formatInlineCode(name), rules: ruleWords(statedRules(type)) }));
}

function list(names: readonly string[]): string {
  return [...new Set(names)].map(formatInlineCode).join(', ');
}

function methodsText(api: Api, context: EmitContext): string {
  const scopes = scopesOf(api);
  return fillTemplate('methods.hbs', {
    title: escapeMarkdown(api.title),
    version: escapeMarkdown(api.version),
    scopes: scopes.map((scope) => scopeLine(api, scope)),
    doubled: context.parts.has('validators') ? doubledValidators(api, context) : '',
    methods: api.methods.map((method) => methodRow(method, scopes)),
    detailed: api.methods.filter((method) => method.rules.length > 0 || method.source.reference !== '').map(methodDetail),
    ruled: ruledDetails(api),
  });
}

export const referencePages: Emitter = {
  name: 'reference-pages',
  part: 'docs',
  emit: (api, context): readonly EmittedFile[] => [{ path: referencePaths.methods, text: methodsText(api, context), format: 'prettier' }],
};
