/** The control route of forms: the parameters and the fields that a call of a method can set. */
import { describeValue } from '../../../runtime/error-text.js';
import { getMember, getTextMember, isList, isObject, pick, type Json, type JsonObject } from '../../lib/json.js';
import type { CallForm, FormField } from '../../types/control.js';
import { readDiscoveryDocument } from '../../catalog/discovery-document.js';
import { getRule, type CompiledMethod } from '../../catalog/method.js';
import { createInvalidError, readQuery, toJson, type AdminRoute } from './admin-call.js';
import { findMaskParameter } from './dry-run-route.js';
import { listDocumentedMethods } from './documented-methods.js';

export const describeForm: AdminRoute = async (call) => {
  const { methodId } = readQuery(call, ['methodId']);
  const method = call.session.catalog.methods.find(({ id }) => id === methodId);
  if (!method)
    throw createInvalidError(`methodId must be the ID of a method of the mock (received ${describeValue(methodId)})`, 'methodId');
  const schemas = getMember(await readDiscoveryDocument(method.api), 'schemas');
  const documented = (await listDocumentedMethods(method.api)).find(({ id }) => id === method.id);
  const { requestWrap, requestType } = method.behavior;
  const schema = getMember(schemas, (requestWrap === undefined ? requestType : method.resource?.behavior.schema) ?? '');
  const resource = schema === undefined ? undefined : setAccess(toField(schema, method.id), schema, method);
  return toJson({
    parameters: toParameters(getMember(documented?.value, 'parameters'), method),
    ...(resource && { resource }),
    schemas: collectSchemas(resource, schemas, method.id),
  } satisfies CallForm);
};

const facets = ['$ref', 'type', 'format', 'description', 'enum', 'enumDescriptions', 'default', 'pattern', 'minimum', 'maximum'] as const;

function toField(schema: Json, methodId: string): FormField {
  if (!isObject(schema)) return {};
  const [items, values, properties] = [
    getMember(schema, 'items'),
    getMember(schema, 'additionalProperties'),
    getMember(schema, 'properties'),
  ];
  const maxLength = getMember(schema, 'x-maxLength');
  return {
    ...(pick(schema, facets) as FormField),
    ...(typeof maxLength === 'number' && { maxLength }),
    ...(items !== undefined && { items: toField(items, methodId) }),
    ...(values !== undefined && { additionalProperties: toField(values, methodId) }),
    ...(isObject(properties) && { properties: mapMembers(properties, (property) => toField(property, methodId)) }),
    ...(isRequired(schema, methodId) && { required: true }),
    ...(getMember(schema, 'readOnly') === true && { access: 'outputOnly' }),
  };
}

function mapMembers(object: JsonObject, toValue: (member: Json, name: string) => FormField): Readonly<Record<string, FormField>> {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, toValue(member, name)]));
}

/** A schema says which methods require a field, or that all do. */
function isRequired(schema: JsonObject, methodId: string): boolean {
  const methods = getMember(getMember(schema, 'annotations'), 'required');
  return isList(methods) ? methods.includes(methodId) : getMember(schema, 'required') === true;
}

/** Sets the access of the fields of a resource that the method doesn't change: etags, immutable fields, and those that its rule doesn't list. */
function setAccess(resource: FormField, schema: Json, method: CompiledMethod): FormField {
  const { kind } = method.behavior.action;
  const isUpdate = kind === 'update' || kind === 'patch';
  const updated = getRule(method, 'update')?.fields?.map((field) => field.split('.')[0]);
  const isEtag = (name: string): boolean => method.resource?.etags.some(({ field }) => field === name) === true;
  const toAccess = (name: string): FormField['access'] => {
    if (isEtag(name)) return 'outputOnly';
    const isImmutable = getMember(getMember(getMember(schema, 'properties'), name), 'x-immutable') === true;
    return isUpdate && (isImmutable || updated?.includes(name) === false) ? 'immutable' : undefined;
  };
  const properties = Object.entries(resource.properties ?? {}).map(([name, field]) => {
    const access = field.access ?? toAccess(name);
    return [name, { ...field, ...(access && { access }) }] as const;
  });
  return { ...resource, properties: Object.fromEntries(properties) };
}

function toParameters(parameters: Json | undefined, method: CompiledMethod): CallForm['parameters'] {
  const mask = findMaskParameter(method);
  const shown = Object.entries(isObject(parameters) ? parameters : {}).filter(([name]) => name !== mask);
  const toParameter = (value: Json): FormField => {
    const field: FormField = { ...toField(value, method.id), location: getTextMember(value, 'location') === 'path' ? 'path' : 'query' };
    return getMember(value, 'repeated') === true ? { ...field, type: 'array', items: { ...field, description: '' } } : field;
  };
  return mapMembers(Object.fromEntries(shown), toParameter);
}

/** Collects the schemas that a field refers to, directly or through other schemas. */
function collectSchemas(resource: FormField | undefined, schemas: Json | undefined, methodId: string): CallForm['schemas'] {
  const found = new Map<string, FormField>();
  const visit = (field: FormField): void => {
    const { $ref: name, items, additionalProperties: values, properties = {} } = field;
    const schema = name === undefined || found.has(name) ? undefined : getMember(schemas, name);
    if (name !== undefined && schema !== undefined) {
      const target = toField(schema, methodId);
      found.set(name, target);
      visit(target);
    }
    for (const inner of [...(items ? [items] : []), ...(values ? [values] : []), ...Object.values(properties)]) visit(inner);
  };
  if (resource) visit(resource);
  return Object.fromEntries(found);
}
