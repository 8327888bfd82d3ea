/** Fields that each response holds: those that the creation of a resource requires, and those that the server always sets. */
import type { Api, Field, Schema } from '../model/model.js';
import { findDirectionalSchemas, sentSchemas } from './type-forms.js';
import { getLookup } from './cached-lookup.js';
import { listRequiredEtags } from './required-etags.js';

const alwaysSet: ReadonlySet<Field['serverValue']> = new Set(['createTime', 'id', 'uuid']);
const found = new WeakMap<Api, ReadonlyMap<string, ReadonlySet<string>>>();

/** The fields of a schema that are always in its output form, beside those that it requires itself. */
export function presentFields(schema: Schema, api: Api): ReadonlySet<string> {
  let fields = found.get(api);
  if (fields === undefined) found.set(api, (fields = findPresentFields(api)));
  return fields.get(schema.id) ?? new Set();
}

function findPresentFields(api: Api): ReadonlyMap<string, ReadonlySet<string>> {
  const resources = new Set(api.resources.flatMap(({ schema }) => schema ?? []));
  const [directional, sent] = [findDirectionalSchemas(api), sentSchemas(api)];
  // A schema with one form for both directions says what is required of requests.
  const separate = api.schemas.filter(({ id }) => resources.has(id) && (directional.has(id) || !sent.has(id)));
  return new Map(separate.map((schema) => [schema.id, presentIn(schema, api)]));
}

function presentIn({ id, type }: Schema, api: Api): ReadonlySet<string> {
  if (type.kind !== 'object') return new Set();
  const creators = new Set(methodsOn(id, api).flatMap((method) => (method.action.kind === 'create' ? method.id : [])));
  const versions = versionFields(id, api);
  const isPresent = (field: Field): boolean =>
    versions.has(field.name) ||
    (field.readOnly && alwaysSet.has(field.serverValue)) ||
    field.requiredBy?.some((method) => creators.has(method)) === true;
  return new Set(type.fields.filter((field) => !field.writeOnly && isPresent(field)).map(({ name }) => name));
}

/** The methods whose request body is the schema. */
function methodsOn(schema: string, api: Api): Api['methods'] {
  return api.methods.filter(({ request }) => request?.kind === 'ref' && request.schema === schema);
}

/** Fields with the version of a resource or of a part of it, which an update sends back. */
function versionFields(schema: string, api: Api): ReadonlySet<string> {
  const rules = getLookup(api).object({ kind: 'ref', schema })?.rules ?? [];
  const paths = new Set(api.resources.flatMap((resource) => (resource.schema === schema ? resource.path : [])));
  const ofParts = api.methods.flatMap(({ action }) =>
    action.kind === 'setFields' && action.fingerprint !== undefined && paths.has(action.resource) ? action.fingerprint : [],
  );
  return new Set([...listRequiredEtags(rules), ...ofParts]);
}
