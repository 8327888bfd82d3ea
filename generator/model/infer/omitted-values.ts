/** Infers which values the responses of an API omit, although a request set them. */
import { beginsWithVersion } from './errors.js';
import { inferProtoJson } from './proto-json.js';
import type { Api, Field, ObjectType, Schema } from '../model.js';
import type { Lookup } from '../schema-lookup.js';

/**
 * Published services never send empty lists. Those whose paths begin with the version serialize messages as ProtoJSON does, without the
 * default values of their fields.
 */
export function inferOmittedValues({ isPublished, methods, parameters }: Api): Api['omittedValues'] {
  if (!isPublished) return undefined;
  return inferProtoJson({ parameters }) && beginsWithVersion(methods) ? 'defaults' : 'emptyLists';
}

/** Marks the fields that a rule sets, possibly to an empty value: what a rule states takes precedence over what is usually omitted. */
export function markStatedFields(schemas: readonly Schema[], lookup: Lookup): readonly Schema[] {
  const stated = new Set(schemas.flatMap(({ type }) => (type.kind === 'object' ? listStatedFields(type, lookup) : [])));
  if (stated.size === 0) return schemas;
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object' || !schema.type.fields.some((field) => stated.has(field))) return schema;
    const fields = schema.type.fields.map((field): Field => (stated.has(field) ? { ...field, stated: true } : field));
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function listStatedFields(type: ObjectType, lookup: Lookup): readonly Field[] {
  return type.rules.flatMap(({ rule }) => {
    if (rule.kind !== 'serverDefault') return [];
    const names = rule.field.split('.');
    const owner = names
      .slice(0, -1)
      .reduce<ObjectType | undefined>((object, name) => lookup.object(lookup.field(object, name)?.type), type);
    return lookup.field(owner, names.at(-1) ?? '') ?? [];
  });
}
