/** Emits checks of the parameters of a call: `{ ...parameters, requestBody }`. */
import { _, type Code, joinCode, joinList } from './code.js';
import type { MethodRule } from '../../../runtime/rule.js';
import type { Api, Method, Parameter, Type } from '../../model/model.js';
import { emitRequiredFields } from './required-field-checks.js';
import { emitExpressionChecks } from './expression-checks.js';
import { emitFieldChecks, emitJsonNames, emitMissingCheck, emitTypeCheck, emitValidatorCall, createObjectSite } from './type-checks.js';
import {
  errors,
  emitError,
  emitErrorIf,
  type CheckedMember,
  type CheckedObject,
  getSection,
  toPointerSegment,
  type CheckLocation,
  type Compilation,
  readMember,
} from './check-location.js';
import { toRawCode, toTextCode, toTextListCode } from './code-tables.js';
import { createCheckedObject } from './object-tables.js';
import { toCamelCase } from '../names.js';
import { listOrderValues } from '../order-values.js';

const bodyName = 'requestBody';

export function emitRequestCheck(location: CheckLocation, method: Method, api: Api): void {
  const site = enterParameters(location, { name: location.name, fields: listRequestMembers(method), source: location.source });
  const { gen, value, compilation } = site;
  gen.if(
    _`${compilation.tables.useSymbol('isObject')}(${value})`,
    () => {
      const request = emitJsonNames(site);
      emitParameterChecks(request, method, api);
      emitBodyCheck(request, method, api);
    },
    () => emitError(site, 'type', toTextCode('object')),
  );
}

/** Returns the location with the parameters that are checked. */
function enterParameters(site: CheckLocation, parameters: Pick<CheckedObject, 'name' | 'fields' | 'source'>): CheckLocation {
  return { ...site, name: parameters.name, object: createCheckedObject({ ...parameters, kind: 'parameters' }, site.compilation) };
}

/** Lists the parameters, and the body if the method takes one. */
export function listRequestMembers(method: Method): readonly CheckedMember[] {
  const parameters = listOwnParameters(method).map((parameter) => addOrderValues(toMember(parameter), method));
  return [...parameters, ...listBodyMembers(method)];
}

const listOwnParameters = ({ parameters }: Method): readonly Parameter[] => parameters.filter(({ name }) => name !== bodyName);

function emitParameterChecks(site: CheckLocation, method: Method, api: Api): void {
  const { gen, mode, compilation, object } = site;
  const ownParameters = listOwnParameters(method);
  const required = ownParameters.filter((parameter) => parameter.location === 'path' || parameter.required).map(({ name }) => name);
  emitMissingCheck(site, [...required, ...(method.body === 'required' ? [bodyName] : [])], _`!${mode}.lenient`);
  if (method.body === 'requiredWithoutMedia') emitMissingCheck(site, [bodyName], _`!${mode}.lenient && !${mode}.media`);
  emitFieldChecks(site, false);
  emitExpressionChecks(site, method, api);
  const common = emitCommonParameters(site, api);
  const isOpen = method.undocumentedAspects.includes('parameters');
  // The check of the declared parameter covers the mask.
  if (isOpen && object?.fields.some(({ name }) => name === 'fields') === true) return;
  gen.if(_`${mode}.closed`, () => {
    const reporter = compilation.tables.useSymbol(isOpen ? 'validateMasks' : 'reportUnknownParameters');
    const details = isOpen || object === undefined ? [] : [object.getTable(), common];
    gen.assign(errors, _`${reporter}(${errors}, ${site.value}, [${joinList([toTextCode(site.schemaPath), ...details])}])`);
  });
}

/** The body, if the method takes one. Its type is checked separately. */
function listBodyMembers({ request, undocumentedAspects, source }: Method): readonly CheckedMember[] {
  const isKnown = request !== undefined || undocumentedAspects.includes('request');
  return isKnown ? [{ name: bodyName, type: { kind: 'any' }, source, readOnly: false, writeOnly: false, omitEmpty: false }] : [];
}

/** Emits the check of the common parameters and returns their table. Methods share one function unless a method redeclares a parameter. */
function emitCommonParameters(site: CheckLocation, api: Api): Code {
  const common = listCommonFields(api);
  if (common.length === 0) return toRawCode('null');
  const names = new Set(site.object?.fields.map(({ name }) => name));
  if (common.some(({ name }) => names.has(name))) {
    const others = common.filter(({ name }) => !names.has(name));
    emitFieldChecks(enterParameters(site, { name: `${site.name}Common`, fields: others, source: site.source }), false);
  } else {
    emitValidatorCall(site, site.compilation.getCommonParameterValidator());
  }
  return getCommonParameters(site, api).getTable();
}

/** The common parameters of the API that is compiled. */
const commonParameters = new WeakMap<Compilation, CheckedObject>();

function getCommonParameters({ compilation }: CheckLocation, api: Api): CheckedObject {
  const description = { name: compilation.names.commonParameters, kind: 'parameters', source: undefined } as const;
  const object = commonParameters.get(compilation) ?? createCheckedObject({ ...description, fields: listCommonFields(api) }, compilation);
  commonParameters.set(compilation, object);
  return object;
}

/** Lists the common parameters, without one whose name conflicts with the body. */
function listCommonFields(api: Api): readonly CheckedMember[] {
  return api.parameters.filter(({ name }) => name !== bodyName).map(toMember);
}

/** Emits the function that checks the common parameters. */
export function emitCommonParameterCheck(site: CheckLocation, api: Api): void {
  const object = getCommonParameters(site, api);
  emitFieldChecks({ ...site, name: object.name, object }, false);
}

/** Converts a parameter to a member of the call. */
function toMember({ name, value, source }: Parameter): CheckedMember {
  return { name, type: value, source, readOnly: false, writeOnly: false, omitEmpty: false };
}

/** Adds the values that a rule defines for a parameter: its orders, or empty text for the default. The parameter's own values have precedence. */
function addOrderValues(member: CheckedMember, { rules }: Method): CheckedMember {
  const { type } = member;
  if (type.kind !== 'string' || type.enum !== undefined) return member;
  for (const { rule, source } of rules) {
    const orders = listOrders(rule, member.name);
    if (orders === undefined) continue;
    const values = [...new Set([...orders, ''])].map((value) => ({ value, deprecated: false }));
    return { ...member, source, type: { ...type, open: false, enum: values, ignoresSpaces: true } };
  }
  return member;
}

function listOrders(rule: MethodRule, parameter: string): readonly string[] | undefined {
  if (rule.kind !== 'orderBy') return undefined;
  if (rule.parameter === parameter) return listOrderValues(rule);
  return rule.direction === parameter ? ['ascending', 'descending'] : undefined;
}

function emitBodyCheck(site: CheckLocation, method: Method, api: Api): void {
  const { request } = method;
  if (request === undefined) return emitUndocumentedBodyCheck(site, method);
  const { gen } = site;
  const value = gen.const(bodyName, createBodyExpression(site, method));
  const received: CheckLocation = {
    ...site,
    value,
    schemaPath: `${site.schemaPath}/properties/${bodyName}`,
    instance: [...site.instance, `/${bodyName}`],
    name: `${site.compilation.names.method(method.id).base}Request`,
    object: undefined,
  };
  gen.if(_`${value} !== undefined`, () => {
    const place = emitJsonNames(enterBody(received, request));
    emitTypeCheck(place, request);
    emitRequiredFields(place, method);
    emitExpectedFields(place, method);
    emitEtagChecks(place, method);
    if (!api.isPublished) emitBoundFieldChecks(site, place, method);
  });
}

/** Returns the location with the object of the body. It shares the constant of its schema. */
function enterBody(site: CheckLocation, request: Type): CheckLocation {
  const { lookup } = site.compilation;
  const type = lookup.object(request);
  if (type === undefined) return site;
  const schema = request.kind === 'ref' ? lookup.schema(request.schema) : undefined;
  const { name, object } = createObjectSite(schema === undefined ? site : { ...site, source: getSection(schema) }, type);
  return { ...site, name, object };
}

/** Creates the expression of the body without the path parameters that it repeats. */
function createBodyExpression(site: CheckLocation, { repeatedParameters }: Method): Code {
  const { tables } = site.compilation;
  const body = readMember(site, bodyName);
  return repeatedParameters.length === 0 ? body : _`${tables.useSymbol('omitMembers')}(${body}, ${toTextListCode(repeatedParameters)})`;
}

/** A creation must have the fields that descriptions call required. */
function emitExpectedFields(site: CheckLocation, { expectedFields }: Method): void {
  const { gen, value, mode, compilation } = site;
  if (expectedFields.length === 0) return;
  gen.if(_`${compilation.tables.useSymbol('isObject')}(${value})`, () => emitMissingCheck(site, expectedFields, _`${mode}.whole`));
}

/** If the body has a field that a path parameter sets, the values must be equal. */
function emitBoundFieldChecks(site: CheckLocation, body: CheckLocation, { parameters }: Method): void {
  for (const { name, bodyField: field } of parameters) {
    if (field === undefined) continue;
    const { gen, compilation } = body;
    gen.if(_`${compilation.tables.useSymbol('isObject')}(${body.value})`, () => {
      const value = gen.const(toCamelCase(field), readMember(body, field));
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
function emitUndocumentedBodyCheck(site: CheckLocation, { undocumentedAspects }: Method): void {
  if (!undocumentedAspects.includes('parameters') || undocumentedAspects.includes('request')) return;
  emitErrorIf(site, _`${site.mode}.closed && ${readMember(site, bodyName)} !== undefined`, ['additionalProperties', toTextCode(bodyName)]);
}

interface RequiredEtag {
  readonly field: string;
  /** Required only if the body has one of these fields. */
  readonly covers?: readonly string[];
  readonly source: string | undefined;
}

/** Lists the etags that an update must have to prevent lost updates. */
function listEtags(method: Method, site: CheckLocation): RequiredEtag[] {
  const { action, request } = method;
  if (action.kind === 'setFields')
    return action.fingerprint === undefined || action.match === 'optional'
      ? []
      : [{ field: action.fingerprint, source: getSection(method) }];
  if (action.kind !== 'patch' && action.kind !== 'update') return [];
  const rules = site.compilation.lookup.object(request)?.rules ?? [];
  return rules.flatMap(({ rule, ...stated }) =>
    rule.kind === 'etag' && rule.match === 'required' ? [{ ...rule, source: getSection(stated) }] : [],
  );
}

function emitEtagChecks(site: CheckLocation, method: Method): void {
  for (const { field, covers, source } of listEtags(method, site)) {
    const isCovered = (covers ?? []).map((name) => _`${readMember(site, name)} !== undefined`);
    const conditions = [
      _`!${site.mode}.lenient`,
      _`${site.compilation.tables.useSymbol('isObject')}(${site.value})`,
      _`${readMember(site, field)} === undefined`,
      ...(isCovered.length === 0 ? [] : [_`(${joinCode(isCovered, ' || ')})`]),
    ];
    emitErrorIf({ ...site, source }, joinCode(conditions, ' && '), ['etag', toTextCode(field)]);
  }
}
