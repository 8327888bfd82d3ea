/** Infers the fields that every response contains: fields that creation requires, and fields that the server always sets. */
import type { Api, Field, Schema } from '../model.js';

const alwaysSet: ReadonlySet<Field['serverValue']> = new Set(['createTime', 'id', 'uuid']);

/** Marks the fields that responses with a resource always have, in addition to its required fields. */
export function inferPresentFields({ schemas, methods, resources }: Api): readonly Schema[] {
  const stored = new Set(resources.flatMap(({ schema }) => schema ?? []));
  return schemas.map((schema) => {
    // If requests and responses share a form, `required` describes only requests.
    const hasOwnForm = schema.directional || !schema.requested;
    if (schema.type.kind !== 'object' || !stored.has(schema.id) || !hasOwnForm) return schema;
    const creators = methods.flatMap(({ id, request, action }) =>
      action.kind === 'create' && request?.kind === 'ref' && request.schema === schema.id ? [id] : [],
    );
    const versions = listVersionFields(schema, { methods, resources });
    const isPresent = ({ name, readOnly, writeOnly, serverValue, requiredBy = [], expectedBy = [], replacedByMedia }: Field): boolean =>
      !writeOnly &&
      (versions.has(name) ||
        (readOnly && alwaysSet.has(serverValue)) ||
        [...requiredBy, ...expectedBy].some((id) => creators.includes(id) && !replacedByMedia?.includes(id)));
    const fields = schema.type.fields.map((field): Field => (isPresent(field) ? { ...field, present: true } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

/** Lists the fields with the version of a resource or of a part of it. An update sends them back. */
function listVersionFields({ id, type }: Schema, { methods, resources }: Pick<Api, 'methods' | 'resources'>): ReadonlySet<string> {
  const etags =
    type.kind === 'object' ? type.rules.flatMap(({ rule }) => (rule.kind === 'etag' && rule.match === 'required' ? rule.field : [])) : [];
  const paths = new Set(resources.flatMap(({ schema, path }) => (schema === id ? path : [])));
  const partEtags = methods.flatMap(({ action }) =>
    action.kind === 'setFields' && action.match !== 'optional' && action.fingerprint !== undefined && paths.has(action.resource)
      ? action.fingerprint
      : [],
  );
  return new Set([...etags, ...partEtags]);
}
