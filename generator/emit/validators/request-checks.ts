/** Emits checks of the parameters of a call: `{ ...parameters, requestBody }`. */
import { _, nil, type Code } from './code.js';
import type { Api, Field, Method, Parameter, Type } from '../../model/model.js';
import { parseRoute } from '../../lib/route.js';
import { getBodyRequirement } from '../bodies.js';
import { emitRequiredFields } from './required-field-checks.js';
import { emitExpressionChecks } from './expression-checks.js';
import { emitValidatorCall, emitTypeCheck } from './type-checks.js';
import { readMember } from './member-access.js';
import { createFieldTable, emitFieldChecks, emitMissingCheck } from './type-checks.js';
import { addOrderValues } from './order-values.js';
import { errors, emitError, emitErrorIf, createReportArguments, getSection, toPointerSegment, type Site } from './site.js';
import { toRawCode, toTextCode, type Tables } from './code-tables.js';

const BODY = 'requestBody';

export function emitRequestCheck(site: Site, method: Method, api: Api): void {
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.useSymbol('isObject')}(${value})`,
    () => {
      emitParameterChecks(site, method, api);
      emitBodyCheck(site, method);
    },
    () => emitError(site, 'type', toTextCode('object')),
  );
}

function emitParameterChecks(site: Site, method: Method, api: Api): void {
  const { gen, direction, compilation } = site;
  const ownParameters = method.parameters.filter(({ name }) => name !== BODY);
  const required = ownParameters.filter((parameter) => parameter.location === 'path' || parameter.required).map(({ name }) => name);
  emitMissingCheck(site, [...required, ...(getBodyRequirement(method, api) === 'required' ? [BODY] : [])], _`!${direction}.lenient`);
  const templates = parseRouteTemplates(method);
  const fields = [
    ...ownParameters.map((parameter) => toField(addOrderValues(parameter, method), templates.get(parameter.name))),
    ...listBodyFields(method),
  ];
  emitFieldChecks(site, { fields, closed: false });
  emitExpressionChecks(site, method, api);
  const common = emitCommonParameters(site, fields, api);
  const isOpen = method.undocumentedAspects.includes('parameters');
  // The check of the declared parameter covers the mask.
  if (isOpen && fields.some(({ name }) => name === 'fields')) return;
  gen.if(_`${direction}.closed`, () => {
    const reporter = compilation.tables.useSymbol(isOpen ? 'validateMasks' : 'reportUnknownParameters');
    gen.assign(errors, _`${reporter}(${createReportArguments(site, isOpen ? [] : [createFieldTable(site, fields), common])})`);
  });
}

/** The body as a parameter, if the method takes one. Its type is checked separately. */
function listBodyFields(method: Method): Field[] {
  const isKnown = method.request !== undefined || method.undocumentedAspects.includes('request');
  const { source } = method;
  return isKnown
    ? [
        toField(
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

/** Emits the check of the common parameters and returns their table. Methods share one function unless a method redeclares a parameter. */
function emitCommonParameters(site: Site, ownParameters: readonly Field[], api: Api): Code {
  const common = getCommonFields(api);
  if (common.length === 0) return toRawCode('0');
  const names = new Set(ownParameters.map(({ name }) => name));
  if (common.some(({ name }) => names.has(name))) {
    emitFieldChecks(site, { fields: common.filter(({ name }) => !names.has(name)), closed: false });
  } else {
    emitValidatorCall(site, site.compilation.getCommonParameterValidator());
  }
  return getCommonTable(site, common);
}

const commonTables = new WeakMap<Tables, Code>();

/** Returns the table of the common parameters, which all methods share. */
function getCommonTable(site: Site, common: readonly Field[]): Code {
  const { tables } = site.compilation;
  const table = commonTables.get(tables) ?? createFieldTable({ ...site, source: undefined }, common);
  commonTables.set(tables, table);
  return table;
}

const commonFieldCache = new WeakMap<Api, readonly Field[]>();

/** Returns the common parameters, without one whose name conflicts with the body. */
function getCommonFields(api: Api): readonly Field[] {
  const fields =
    commonFieldCache.get(api) ?? api.parameters.filter(({ name }) => name !== BODY).map((parameter) => toField(parameter, undefined));
  commonFieldCache.set(api, fields);
  return fields;
}

/** Emits the function that checks the common parameters. */
export function emitCommonParameterCheck(site: Site, api: Api): void {
  emitFieldChecks(site, { fields: getCommonFields(api), closed: false });
}

function parseRouteTemplates(method: Method): ReadonlyMap<string, string> {
  const result = parseRoute({ path: method.route });
  return new Map(result.ok ? result.route.variables.map(({ name, template }) => [name, template]) : []);
}

/** Converts a parameter to a field, because both have the same checks. */
function toField(parameter: Parameter, template: string | undefined): Field {
  const type = parameter.location === 'path' ? getPathParameterType(parameter, template) : parameter.type;
  const { name, description, source, undocumentedAspects, deprecated } = parameter;
  return {
    kind: 'field',
    name,
    ...(description !== undefined && { description }),
    source,
    undocumentedAspects,
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

/** A path parameter must not be empty and must match the template of the route. */
function getPathParameterType({ type, shorterForms }: Parameter, template: string | undefined): Type {
  if (type.kind !== 'string') return type;
  const pattern = addShorterForms(type.pattern ?? toTemplatePattern(template), template, shorterForms);
  return { ...type, minLength: Math.max(1, type.minLength ?? 1), ...(pattern !== undefined && { pattern }) };
}

/** `**` also matches no segments after another segment: `a/**` accepts `a`, but the generated pattern doesn't. */
function addShorterForms(
  pattern: string | undefined,
  template: string | undefined,
  shorterForms: readonly string[] = [],
): string | undefined {
  if (pattern === undefined) return undefined;
  const shortest = template?.endsWith('/**') ? [template.slice(0, -'/**'.length)] : [];
  const forms = [...shortest, ...shorterForms].flatMap((form) => (form === '*' ? ['[^/]+'] : (toTemplatePattern(form) ?? [])));
  return forms.length === 0 ? pattern : [pattern, ...forms].map((each) => `(?:${each.replace(/^\^|(?<!\\)\$$/g, '')})`).join('|');
}

/** Converts `projects/*\/zones/*` to a pattern. `*` and `**` need none. */
function toTemplatePattern(template: string | undefined): string | undefined {
  if (template === undefined || template === '*' || template === '**') return undefined;
  const forms = template.split('/').map((part) => {
    if (part === '*') return '[^/]+';
    return part === '**' ? '.+' : part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return forms.join('/');
}

function emitBodyCheck(site: Site, method: Method): void {
  const { request } = method;
  if (request === undefined) return emitUndocumentedBodyCheck(site, method);
  const { gen } = site;
  const value = gen.const('data', readMember(site, BODY));
  const place: Site = { ...site, value, schemaPath: `${site.schemaPath}/properties/${BODY}`, instance: [...site.instance, `/${BODY}`] };
  gen.if(_`${value} !== undefined`, () => {
    emitTypeCheck(place, request);
    emitRequiredFields(place, method);
    emitEtagChecks(place, method);
    emitBoundFieldChecks(site, place, method);
  });
}

/** A path variable such as `{group.name=...}` sets `name` of the body. If the body has the field, the values must be equal. */
function emitBoundFieldChecks(site: Site, body: Site, { parameters }: Method): void {
  for (const { name, location } of parameters) {
    const field = name.slice(name.indexOf('.') + 1);
    if (location !== 'path' || field === name) continue;
    const { gen, compilation } = body;
    gen.if(_`${compilation.tables.useSymbol('isObject')}(${body.value})`, () => {
      const value = gen.const('data', readMember(body, field));
      const place = { ...body, value, schemaPath: `${body.schemaPath}/properties/${toPointerSegment(field)}` };
      emitErrorIf(
        place,
        _`typeof ${value} === "string" && typeof ${readMember(site, name)} === "string" && ${value} !== ${readMember(site, name)}`,
        ['path', toTextCode(name)],
      );
    });
  }
}

/** If the parameters are undocumented, unknown names are accepted. A body is an error if the method takes none. */
function emitUndocumentedBodyCheck(site: Site, { undocumentedAspects }: Method): void {
  if (!undocumentedAspects.includes('parameters') || undocumentedAspects.includes('request')) return;
  emitErrorIf(site, _`${site.direction}.closed && ${readMember(site, BODY)} !== undefined`, ['additionalProperties', toTextCode(BODY)]);
}

interface RequiredEtag {
  readonly field: string;
  /** Required only if the body has one of these fields. */
  readonly covers?: readonly string[];
  readonly source: string | undefined;
}

/** Lists the etags that an update must have to prevent lost updates. */
function listEtags(method: Method, site: Site): RequiredEtag[] {
  const { action, request } = method;
  if (action.kind === 'setFields')
    return action.fingerprint === undefined ? [] : [{ field: action.fingerprint, source: getSection(method) }];
  if (action.kind !== 'patch' && action.kind !== 'update') return [];
  const rules = site.compilation.lookup.object(request)?.rules ?? [];
  return rules.flatMap(({ rule, ...stated }) =>
    rule.kind === 'etag' && rule.match === 'required' ? [{ ...rule, source: getSection(stated) }] : [],
  );
}

function emitEtagChecks(site: Site, method: Method): void {
  for (const { field, covers, source } of listEtags(method, site)) {
    const isCovered = (covers ?? []).map((name) => _`${readMember(site, name)} !== undefined`);
    const coveredCondition = isCovered.length === 0 ? nil : _` && (${isCovered.reduce((before, one) => _`${before} || ${one}`)})`;
    const isObject = site.compilation.tables.useSymbol('isObject');
    const missing = _`!${site.direction}.lenient && ${isObject}(${site.value}) && ${readMember(site, field)} === undefined${coveredCondition}`;
    emitErrorIf({ ...site, source }, missing, ['etag', toTextCode(field)]);
  }
}
