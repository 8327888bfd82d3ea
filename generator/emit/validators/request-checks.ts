/** Code that judges what a method is called with: `{ ...parameters, requestBody }`. */
import { _, nil, type Code } from 'ajv';
import type { Api, Field, Method, Parameter, Type } from '../../model/model.js';
import { parseRoute } from '../../model/route.js';
import { bodyRequirement } from '../bodies.js';
import { emitRequiredFields } from './required-field-checks.js';
import { emitExpressionChecks } from './expressions.js';
import { emitValidatorCall, emitTypeCheck } from './type-checks.js';
import { readMember } from './member-access.js';
import { createFieldTable, emitFieldChecks, emitMissingCheck } from './object-checks.js';
import { addOrderValues } from './order-values.js';
import { errors, emitError, emitErrorIf, createReportArguments, getSection, toPointerSegment, type Site } from './site.js';
import { rawCode, textCode, type Tables } from './code-tables.js';

const BODY = 'requestBody';

export function emitRequestCheck(site: Site, method: Method, api: Api): void {
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.use('isObject')}(${value})`,
    () => {
      judgeParameters(site, method, api);
      judgeBody(site, method);
    },
    () => emitError(site, 'type', textCode('object')),
  );
}

function judgeParameters(site: Site, method: Method, api: Api): void {
  const { gen, direction, compilation } = site;
  const own = method.parameters.filter(({ name }) => name !== BODY);
  const required = own.filter((parameter) => parameter.location === 'path' || parameter.required).map(({ name }) => name);
  emitMissingCheck(site, [...required, ...(bodyRequirement(method, api) === 'required' ? [BODY] : [])], _`!${direction}.lenient`);
  const templates = routeTemplates(method);
  const fields = [
    ...own.map((parameter) => asField(addOrderValues(parameter, method), templates.get(parameter.name))),
    ...bodyFields(method),
  ];
  emitFieldChecks(site, { fields, closed: false });
  emitExpressionChecks(site, method, api);
  const common = judgeCommon(site, fields, api);
  const isOpen = method.undocumentedAspects.includes('parameters');
  // A mask that the method declares is judged as its parameter.
  if (isOpen && fields.some(({ name }) => name === 'fields')) return;
  gen.if(_`${direction}.closed`, () => {
    const judged = compilation.tables.use(isOpen ? 'validateMasks' : 'reportUnknownParameters');
    gen.assign(errors, _`${judged}(${createReportArguments(site, isOpen ? [] : [createFieldTable(site, fields), common])})`);
  });
}

/** The body as a parameter: there where a method takes one, or says itself why it takes none. Its type is judged apart. */
function bodyFields(method: Method): Field[] {
  const isKnown = method.request !== undefined || method.undocumentedAspects.includes('request') || hasEmptyBody(method);
  const { source } = method;
  return isKnown
    ? [
        asField(
          {
            kind: 'parameter',
            name: BODY,
            location: 'query',
            type: { kind: 'any' },
            required: false,
            repeated: false,
            source,
            undocumentedAspects: [],
            deprecated: false,
          },
          undefined,
        ),
      ]
    : [];
}

function hasEmptyBody(method: Method): boolean {
  return method.rules.some(({ rule }) => rule.kind === 'noRequestBody');
}

/** Parameters that all methods take are judged by a function of their own, but those that the method declares itself. Answers their table. */
function judgeCommon(site: Site, own: readonly Field[], api: Api): Code {
  const common = commonFields(api);
  if (common.length === 0) return rawCode('0');
  const names = new Set(own.map(({ name }) => name));
  if (common.some(({ name }) => names.has(name))) {
    emitFieldChecks(site, { fields: common.filter(({ name }) => !names.has(name)), closed: false });
  } else {
    emitValidatorCall(site, site.compilation.commonParameters());
  }
  return commonTable(site, common);
}

const commonTables = new WeakMap<Tables, Code>();

/** Their table, made once: it is the same for all methods. */
function commonTable(site: Site, common: readonly Field[]): Code {
  const { tables } = site.compilation;
  const table = commonTables.get(tables) ?? createFieldTable({ ...site, source: undefined }, common);
  commonTables.set(tables, table);
  return table;
}

const commonOf = new WeakMap<Api, readonly Field[]>();

/** What all methods take; a parameter called like the body cannot be told from it. */
function commonFields(api: Api): readonly Field[] {
  const fields = commonOf.get(api) ?? api.parameters.filter(({ name }) => name !== BODY).map((parameter) => asField(parameter, undefined));
  commonOf.set(api, fields);
  return fields;
}

/** Code of the function that judges the parameters common to all methods. */
export function emitCommonParameterCheck(site: Site, api: Api): void {
  emitFieldChecks(site, { fields: commonFields(api), closed: false });
}

function routeTemplates(method: Method): ReadonlyMap<string, string> {
  const result = parseRoute({ path: method.route });
  return new Map(result.ok ? result.route.variables.map(({ name, template }) => [name, template]) : []);
}

/** A parameter is judged as a field is. */
function asField(parameter: Parameter, template: string | undefined): Field {
  const type = parameter.location === 'path' ? inPath(parameter, template) : parameter.type;
  const { name, description, source, undocumentedAspects: notShown, deprecated } = parameter;
  return {
    kind: 'field',
    name,
    ...(description !== undefined && { description }),
    source,
    undocumentedAspects: notShown,
    deprecated,
    type: parameter.repeated && type.kind !== 'array' ? { kind: 'array', items: type } : type,
    required: false,
    readOnly: false,
    writeOnly: false,
    immutable: false,
    patchable: false,
    omitEmpty: false,
    inferred: [],
  };
}

/** A path parameter is never empty, and has the segments that the route shows. */
function inPath({ type, shorterForms }: Parameter, template: string | undefined): Type {
  if (type.kind !== 'string') return type;
  const pattern = withShorterForms(type.pattern ?? templatePattern(template), template, shorterForms);
  return { ...type, minLength: Math.max(1, type.minLength ?? 1), ...(pattern !== undefined && { pattern }) };
}

/** What `**` stands for may be empty after another segment: `a/**` admits `a`, which the pattern that is written for it does not. */
function withShorterForms(
  pattern: string | undefined,
  template: string | undefined,
  shorterForms: readonly string[] = [],
): string | undefined {
  if (pattern === undefined) return undefined;
  const shortest = template?.endsWith('/**') ? [template.slice(0, -'/**'.length)] : [];
  const forms = [...shortest, ...shorterForms].flatMap((form) => (form === '*' ? ['[^/]+'] : (templatePattern(form) ?? [])));
  return forms.length === 0 ? pattern : [pattern, ...forms].map((each) => `(?:${each.replace(/^\^|(?<!\\)\$$/g, '')})`).join('|');
}

/** `projects/*\/zones/*` as a pattern; a variable of one segment or of any needs none. */
function templatePattern(template: string | undefined): string | undefined {
  if (template === undefined || template === '*' || template === '**') return undefined;
  const forms = template.split('/').map((part) => {
    if (part === '*') return '[^/]+';
    return part === '**' ? '.+' : part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return forms.join('/');
}

function judgeBody(site: Site, method: Method): void {
  const { request } = method;
  if (request === undefined && !hasEmptyBody(method)) return judgeUnshownBody(site, method);
  const { gen } = site;
  const value = gen.const('data', readMember(site, BODY));
  const place: Site = { ...site, value, schemaPath: `${site.schemaPath}/properties/${BODY}`, instance: [...site.instance, `/${BODY}`] };
  if (request === undefined || hasEmptyBody(method)) return emitErrorIf(place, _`${value} !== undefined`, ['noRequestBody', textCode('')]);
  gen.if(_`${value} !== undefined`, () => {
    emitTypeCheck(place, request);
    emitRequiredFields(place, method);
    judgeFingerprints(place, method);
    judgeBound(site, place, method);
  });
}

/** `{group.name=...}` in a path gives the body its `name`: one that the body says itself is the same. */
function judgeBound(site: Site, body: Site, { parameters }: Method): void {
  for (const { name, location } of parameters) {
    const field = name.slice(name.indexOf('.') + 1);
    if (location !== 'path' || field === name) continue;
    const { gen, compilation } = body;
    gen.if(_`${compilation.tables.use('isObject')}(${body.value})`, () => {
      const value = gen.const('data', readMember(body, field));
      const place = { ...body, value, schemaPath: `${body.schemaPath}/properties/${toPointerSegment(field)}` };
      emitErrorIf(
        place,
        _`typeof ${value} === "string" && typeof ${readMember(site, name)} === "string" && ${value} !== ${readMember(site, name)}`,
        ['path', textCode(name)],
      );
    });
  }
}

/** Where parameters are not shown, a name that is not known passes; a body for a method that takes none does not. */
function judgeUnshownBody(site: Site, { undocumentedAspects: notShown }: Method): void {
  if (!notShown.includes('parameters') || notShown.includes('request')) return;
  emitErrorIf(site, _`${site.direction}.closed && ${readMember(site, BODY)} !== undefined`, ['additionalProperties', textCode(BODY)]);
}

interface Fingerprint {
  readonly field: string;
  /** Asked for only where one of these is in the body. */
  readonly covers?: readonly string[];
  readonly source: string | undefined;
}

/** What an update must carry so that it is known to rest on the present content. */
function fingerprintsOf(method: Method, site: Site): Fingerprint[] {
  const { action, request } = method;
  if (action.kind === 'setFields')
    return action.fingerprint === undefined ? [] : [{ field: action.fingerprint, source: getSection(method) }];
  if (action.kind !== 'patch' && action.kind !== 'update') return [];
  const rules = site.compilation.lookup.object(request)?.rules ?? [];
  return rules.flatMap(({ rule, ...stated }) => (rule.kind === 'fingerprint' ? [{ ...rule, source: getSection(stated) }] : []));
}

function judgeFingerprints(site: Site, method: Method): void {
  for (const { field, covers, source } of fingerprintsOf(method, site)) {
    const concerned = (covers ?? []).map((name) => _`${readMember(site, name)} !== undefined`);
    const asked = concerned.length === 0 ? nil : _` && (${concerned.reduce((before, one) => _`${before} || ${one}`)})`;
    const isObject = site.compilation.tables.use('isObject');
    const missing = _`!${site.direction}.lenient && ${isObject}(${site.value}) && ${readMember(site, field)} === undefined${asked}`;
    emitErrorIf({ ...site, source }, missing, ['fingerprint', textCode(field)]);
  }
}
