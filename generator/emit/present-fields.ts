/** Finds the fields that every response contains: fields that creation requires, and fields that the server always sets. */
import type { Api, Field, Schema } from '../model/model.js';
import { findDirectionalSchemas, findRequestSchemas } from './type-forms.js';
import { getLookup } from './cached-lookup.js';
import { listRequiredEtags } from './required-etags.js';

const alwaysSet: ReadonlySet<Field['serverValue']> = new Set(['createTime', 'id', 'uuid']);
const fieldCache = new WeakMap<Api, ReadonlyMap<string, ReadonlySet<string>>>();

/** Returns the fields that the output form of a schema always has, in addition to its required fields. */
export function getPresentFields(schema: Schema, api: Api): ReadonlySet<string> {
  let fields = fieldCache.get(api);
  if (fields === undefined) fieldCache.set(api, (fields = findPresentFields(api)));
  return fields.get(schema.id) ?? new Set();
}

function findPresentFields(api: Api): ReadonlyMap<string, ReadonlySet<string>> {
  const resources = new Set(api.resources.flatMap(({ schema }) => schema ?? []));
  const [directional, sent] = [findDirectionalSchemas(api), findRequestSchemas(api)];
  // If requests and responses share a form, `required` describes only requests.
  const schemasOfResponses = api.schemas.filter(({ id }) => resources.has(id) && (directional.has(id) || !sent.has(id)));
  return new Map(schemasOfResponses.map((schema) => [schema.id, findPresentFieldsIn(schema, api)]));
}

function findPresentFieldsIn({ id, type }: Schema, api: Api): ReadonlySet<string> {
  if (type.kind !== 'object') return new Set();
  const creators = new Set(listMethodsWithBody(id, api).flatMap((method) => (method.action.kind === 'create' ? method.id : [])));
  const versions = listVersionFields(id, api);
  const isPresent = (field: Field): boolean =>
    versions.has(field.name) ||
    (field.readOnly && alwaysSet.has(field.serverValue)) ||
    field.requiredBy?.some((method) => creators.has(method)) === true;
  return new Set(type.fields.filter((field) => !field.writeOnly && isPresent(field)).map(({ name }) => name));
}

/** Lists the methods whose request body is the schema. */
function listMethodsWithBody(schema: string, api: Api): Api['methods'] {
  return api.methods.filter(({ request }) => request?.kind === 'ref' && request.schema === schema);
}

/** Lists the fields with the version of a resource or of a part of it. An update sends them back. */
function listVersionFields(schema: string, api: Api): ReadonlySet<string> {
  const rules = getLookup(api).object({ kind: 'ref', schema })?.rules ?? [];
  const paths = new Set(api.resources.flatMap((resource) => (resource.schema === schema ? resource.path : [])));
  const ofParts = api.methods.flatMap(({ action }) =>
    action.kind === 'setFields' && action.fingerprint !== undefined && paths.has(action.resource) ? action.fingerprint : [],
  );
  return new Set([...listRequiredEtags(rules), ...ofParts]);
}
