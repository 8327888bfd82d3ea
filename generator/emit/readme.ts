/** `README.md` of a package: the page is shaped by `templates/README.hbs`, its text is made here. */
import type { Api, Method, ObjectType, StatedRule, Type } from '../model/model.js';
import { formatPermission, addSource, formatSource } from './doc-comments.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { type Example, createExamples } from './examples.js';
import { listInnerTypes } from './type-forms.js';
import { formatInlineCode, escapeMarkdown } from './markdown.js';
import { formatRoute } from './method-docs.js';
import { mockSupportPage, summarizeSupport } from './mock-support.js';
import { toPackageName } from './package-files.js';
import { groupElementsBySource, formatMethodName, listUndocumentedAspects } from './provenance.js';
import { fillTemplate } from './templates.js';

/** Scopes are long and few, so that the table names them by number. */
function methodRow(method: Method, scopes: readonly string[]): object {
  return {
    name: formatInlineCode(formatMethodName(method)),
    route: formatInlineCode(formatRoute(method)),
    scopes: scopes.flatMap((scope, at) => (method.scopes.includes(scope) ? [at + 1] : [])).join(', '),
    permissions: method.permissions.map((permission) => formatInlineCode(formatPermission(permission))).join(', '),
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
  const own = type.rules.length === 0 ? [] : [[name, type] as const];
  return [...own, ...type.fields.flatMap((field) => ruledObjects(field.type, `${name}.${field.name}`))];
}

function ruledDetails(api: Api): readonly object[] {
  const found = api.schemas.flatMap((schema) => ruledObjects(schema.type, schema.id));
  return found.map(([name, type]) => ({ name: formatInlineCode(name), rules: ruleWords(type.rules) }));
}

function list(names: readonly string[]): string {
  return [...new Set(names)].map(formatInlineCode).join(', ');
}

function openPoints(api: Api): readonly string[] {
  const aspects = [...listUndocumentedAspects(api)].map(([aspect, names]) => `${escapeMarkdown(aspect)} of ${list(names)}`);
  return [...api.open.map(({ topic, source }) => escapeMarkdown(addSource(topic, source))), ...aspects];
}

function sources(api: Api): readonly string[] {
  const stated = api.documents.map(
    ({ id, title }) => `${formatInlineCode(id)}: the document ${escapeMarkdown(`"${title}"`)}. Sections are named after the colon.`,
  );
  const beyond = [...groupElementsBySource(api, 'public')].map(
    ([reference, names]) => `Public knowledge (${escapeMarkdown(reference)}): ${list(names)}`,
  );
  const assumed = [...groupElementsBySource(api, 'assumption')].map(
    ([reason, names]) => `Our assumption (${escapeMarkdown(reason)}): ${list(names)}`,
  );
  const published =
    groupElementsBySource(api, 'published').size === 0
      ? []
      : [`The published Discovery document of ${escapeMarkdown(api.title)} ${escapeMarkdown(api.version)}.`];
  return [...stated, ...published, ...beyond, ...assumed];
}

function facts(api: Api): readonly string[] {
  const address =
    api.rootUrl === undefined ? 'Its address must be given as `rootUrl`.' : `Its default address is ${formatInlineCode(api.rootUrl)}.`;
  const variables = Object.entries(api.variables)
    .filter(([name, value]) => name !== value)
    .map(([name, value]) => `${formatInlineCode(name)} is set to ${formatInlineCode(value)}.`);
  return [address, ...variables];
}

/** Templates look up members that are there. */
function shownExample(example: Example | undefined): object | undefined {
  return example && { code: example.code, output: example.output };
}

function readmeText(api: Api, context: EmitContext): string {
  const { parts } = context;
  const scopes = scopesOf(api);
  const examples = parts.has('mock') ? createExamples(api, context) : undefined;
  return fillTemplate('README.hbs', {
    title: escapeMarkdown(api.title),
    version: escapeMarkdown(api.version),
    description: escapeMarkdown(api.description ?? ''),
    package: toPackageName(api, context),
    address: api.rootUrl === undefined ? undefined : formatInlineCode(api.rootUrl),
    facts: facts(api),
    client: parts.has('client'),
    call: shownExample(examples?.call),
    list: examples?.list && { ...shownExample(examples.list), isPaged: examples.list.isPaged },
    mock: shownExample(examples?.mock),
    validators: shownExample(examples?.validators),
    support: parts.has('mock') ? { summary: summarizeSupport(api), page: mockSupportPage } : undefined,
    scopes: scopes.map((scope) => scopeLine(api, scope)),
    doubled: doubledValidators(api, context),
    methods: api.methods.map((method) => methodRow(method, scopes)),
    detailed: api.methods.filter((method) => method.rules.length > 0 || method.source.reference !== '').map(methodDetail),
    ruled: ruledDetails(api),
    statements: api.statements.map(({ topic, text, source }) => escapeMarkdown(addSource(`${topic}: ${text}`, source))),
    open: openPoints(api),
    sources: sources(api),
    notices: parts.has('validators'),
  });
}

function emitReadme(api: Api, context: EmitContext): EmittedFile[] {
  return [{ path: 'README.md', text: readmeText(api, context), format: 'prettier' }];
}

export const readme: Emitter = { name: 'readme', part: 'docs', emit: emitReadme };
