/** Creates the parameter interfaces of methods. Parameters have their wire names; the body is `requestBody`. */
import type { Api, Field, Method, Parameter, Type } from '../model/model.js';
import { isNeeded, getLookup, type Lookup } from '../model/schema-lookup.js';
import { createDoc, createParameterDocs } from './doc-comments.js';
import { toPropertyName, toStringLiteral } from '../lib/literals.js';
import type { Names } from './names.js';
import {
  createInterface,
  createTypeImport,
  type InterfaceStatement,
  type PropertyMember,
  type ModuleStatement,
} from '../lib/module-statements.js';
import { listOrderValues } from './order-values.js';
import { isNeededBy, listRequiredEtags } from './type-queries.js';
import { formatType, formatUnion } from './type-text.js';

function formatParameterType({ value, mask }: Parameter, names: Names, orders: readonly string[]): string {
  // Editors complete the orders. A computed text is accepted, too.
  if (value.kind === 'string' && value.enum === undefined && orders.length > 0) return formatUnion(orders, true);
  const text = `${value.kind === 'array' ? 'readonly ' : ''}${formatType(value, { names, form: 'input' })}`;
  // A mask can be a list of paths. Each method validates it against its response.
  return mask ? `${text} | readonly string[]` : text;
}

function createParameterProperty(parameter: Parameter, names: Names, orders: readonly string[] = []): PropertyMember {
  return {
    ...createPropertyType(formatParameterType(parameter, names, orders), isRequired(parameter)),
    name: toPropertyName(parameter.name),
    docs: createParameterDocs(parameter),
  };
}

/** Lists the orders that the rule `orderBy` of a method states for a parameter. */
function listOrders({ rules }: Method, { name }: Parameter): readonly string[] {
  return rules.flatMap(({ rule }) => (rule.kind === 'orderBy' && rule.parameter === name ? listOrderValues(rule) : []));
}

/** An optional property accepts `undefined`, also with `exactOptionalPropertyTypes`. */
function createPropertyType(text: string, required: boolean): Pick<PropertyMember, 'type' | 'hasQuestionToken'> {
  return { type: required ? text : `${text} | undefined`, hasQuestionToken: !required };
}

/** Path parameters are always required. */
function isRequired(parameter: Parameter): boolean {
  return parameter.location === 'path' || parameter.required;
}

const bodyDocs = {
  whole: 'The request body.',
  partial: 'The fields to update.',
  partialElements: 'The request body.',
  mergePatch: 'The fields to update. The value `null` removes a field.',
};

/** Lists the parameters of a method, without one whose name conflicts with the body. */
export function listOwnParameters(method: Method): readonly Parameter[] {
  return method.request === undefined ? method.parameters : method.parameters.filter(({ name }) => name !== 'requestBody');
}

/** Lists the fields that the type of the body of this method requires, in addition to those of the schema. */
function listNeededFields({ id, request }: Method, lookup: Lookup, hasMedia: boolean): readonly string[] {
  const isNeededHere = (field: Field): boolean =>
    !isNeeded(field) && isNeededBy(field, id) && !(hasMedia && field.replacedByMedia?.includes(id) === true);
  return (lookup.object(request)?.fields ?? []).filter(isNeededHere).map(({ name }) => name);
}

/** Lists the required fields that prevent lost updates. A partial body must have them, too. */
function listVersionFields(method: Method, api: Api): readonly Field[] {
  const type = getLookup(api).object(method.request);
  const etags = new Set(listRequiredEtags(type?.rules ?? []));
  return (type?.fields ?? []).filter((field) => field.required && !field.readOnly && etags.has(field.name));
}

/** Formats the type of the parameters of a call that sends media, if media replaces the body or some of its required fields. */
export function formatMediaParams(method: Method, api: Api, names: Names): string | undefined {
  if (method.body !== 'requiredWithoutMedia') return undefined;
  return `Omit<${names.method(method.id).params}, 'requestBody'> & { readonly requestBody?: ${formatBodyType(method, api, { names, hasMedia: true })} | undefined }`;
}

/** Whether a body itself is complete, whatever its elements are. */
const isWholeBody = ({ bodyForm }: Pick<Method, 'bodyForm'>): boolean => bodyForm === 'whole' || bodyForm === 'partialElements';

/** Formats the TypeScript type of `requestBody`. */
function formatBodyType(method: Method, api: Api, { names, hasMedia }: { readonly names: Names; readonly hasMedia: boolean }): string {
  if (method.request === undefined) return 'undefined';
  const text = formatElementsType(method, api, names) ?? formatType(method.request, { names, form: 'input' });
  const required = (getLookup(api).object(method.request)?.fields ?? []).some((field) => isNeeded(field) && !field.readOnly);
  const requiredFields = formatPick(text, listNeededFields(method, getLookup(api), hasMedia));
  const requiredType = requiredFields === undefined ? '' : ` & Required<${requiredFields}>`;
  if (isWholeBody(method) || (method.bodyForm === 'partial' && !required)) return `RequestBody<${text}${requiredType}>`;
  const versionType = formatPick(
    text,
    listVersionFields(method, api).map(({ name }) => name),
  );
  const intersections = `${versionType === undefined ? '' : ` & ${versionType}`}${requiredType}`;
  return method.bodyForm === 'mergePatch' ? `MergePatch<${text}>${intersections}` : `RequestBody<Partial<${text}>${intersections}>`;
}

/** Formats the type of the body of a batch of partial updates: each request has the body of a single update. */
function formatElementsType({ request, bodyForm, action }: Method, api: Api, names: Names): string | undefined {
  if (request === undefined || bodyForm !== 'partialElements' || action.kind !== 'callEach' || action.body === undefined) return undefined;
  const lookup = getLookup(api);
  const single = api.methods.find(({ id }) => id === action.method);
  const elements = lookup.field(request, action.elements);
  const list = lookup.resolve(elements?.type);
  const body = list?.kind === 'array' ? lookup.field(list.items, action.body) : undefined;
  if (single?.request === undefined || elements === undefined || list?.kind !== 'array' || body === undefined) return undefined;
  const element = formatWithField(list.items, { ...body, text: formatBodyType(single, api, { names, hasMedia: false }) }, names);
  return formatWithField(request, { ...elements, text: `readonly (${element})[]` }, names);
}

/** Formats a type in which a field has another type. */
function formatWithField(
  type: Type,
  field: Pick<Field, 'name' | 'required' | 'expected'> & { readonly text: string },
  names: Names,
): string {
  const key = `${toPropertyName(field.name)}${isNeeded(field) ? '' : '?'}`;
  return `Omit<${formatType(type, { names, form: 'input' })}, ${toStringLiteral(field.name)}> & { readonly ${key}: ${field.text} }`;
}

function formatPick(text: string, fields: readonly string[]): string | undefined {
  return fields.length === 0 ? undefined : `Pick<${text}, ${fields.map(toStringLiteral).join(' | ')}>`;
}

/** Whether the type of a call requires the body: if calls must have it, or if its own type requires fields. */
export function isBodyNeeded({ id, body, bodyForm, acceptsMedia, request }: Method, api: Api): boolean {
  if (body !== 'optional' || !isWholeBody({ bodyForm }) || acceptsMedia) return body === 'required' || body === 'requiredWithoutMedia';
  return (getLookup(api).object(request)?.fields ?? []).some((field) => !field.readOnly && isNeededBy(field, id));
}

function createBodyProperty(method: Method, api: Api, names: Names): PropertyMember[] {
  if (method.body === 'none') return [];
  return [
    {
      ...createPropertyType(formatBodyType(method, api, { names, hasMedia: false }), isBodyNeeded(method, api)),
      name: 'requestBody',
      docs: [createDoc(bodyDocs[method.bodyForm])],
    },
  ];
}

/** Whether a call without parameters is valid. */
export function isCallableWithoutParameters(method: Method, api: Api): boolean {
  return !listOwnParameters(method).some(isRequired) && !isBodyNeeded(method, api);
}

/** The interface of the common parameters, without those that the method redeclares. */
function listBaseInterfaces(method: Method, api: Api, names: Names): string[] {
  if (api.parameters.length === 0) return [];
  const own = new Set(method.parameters.map(({ name }) => name));
  const redeclared = api.parameters.filter(({ name }) => own.has(name)).map(({ name }) => toStringLiteral(name));
  return [redeclared.length === 0 ? names.commonParameters : `Omit<${names.commonParameters}, ${redeclared.join(' | ')}>`];
}

function createParamsInterface(method: Method, api: Api, names: Names): InterfaceStatement {
  return createInterface({
    name: names.method(method.id).params,
    extends: listBaseInterfaces(method, api, names),
    docs: [createDoc(`The parameters of \`${[...method.collections, method.name].join('.').replace(/[^\w.-]/g, '_')}\`.`)],
    properties: [
      ...listOwnParameters(method).map((parameter) => createParameterProperty(parameter, names, listOrders(method, parameter))),
      ...createBodyProperty(method, api, names),
    ],
  });
}

function createCommonInterface(api: Api, names: Names): InterfaceStatement {
  return createInterface({
    name: names.commonParameters,
    docs: [createDoc('The query parameters that all methods accept.')],
    properties: api.parameters.map((parameter) => createParameterProperty({ ...parameter, required: false }, names)),
  });
}

/** Returns the name of the runtime's type for the body of a method. */
export function getBodyTypeName({ bodyForm }: Method): string {
  return bodyForm === 'mergePatch' ? 'MergePatch' : 'RequestBody';
}

/** Creates the imports for the types of bodies. */
export function buildBodyImports(api: Api): ModuleStatement[] {
  const names = api.methods.flatMap((method) => (method.request === undefined ? [] : getBodyTypeName(method)));
  return createTypeImport([...new Set(names)].sort(), '../runtime/client.js');
}

/** Creates the interface of the common parameters and the interfaces of the methods. */
export function createParameterInterfaces(api: Api, names: Names): InterfaceStatement[] {
  const common = api.parameters.length === 0 ? [] : [createCommonInterface(api, names)];
  return [...common, ...api.methods.map((method) => createParamsInterface(method, api, names))];
}
