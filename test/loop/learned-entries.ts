/** Lists the entries of a learned overlay. */
import { parse } from 'yaml';
import { getList, getMember, getStrings, getText, isObject, type Json } from '../../generator/lib/json.js';

export interface LearnedEntry {
  readonly id: string;
  /** Where its effect is. Absent: anywhere in the responses of the API. */
  readonly owner?: { readonly schema: string } | { readonly method: string };
  /** Absent: any. */
  readonly fields?: readonly string[];
}

export function listLearnedEntries(api: string, text: string): readonly LearnedEntry[] {
  const overlay = parse(text) as Json;
  const schemas = Object.entries((getMember(overlay, 'schemas') ?? {}) as Readonly<Record<string, Json>>);
  return [
    ...schemas.flatMap(([schema, value]) => listSchemaEntries(schema, value)),
    ...listMethodEntries(api, getMember(overlay, 'resources')),
    ...Object.entries((getMember(overlay, 'x-errors') ?? {}) as Readonly<Record<string, Json>>).flatMap(([key, value]) =>
      listErrorEntries(key, value),
    ),
  ];
}

function listSchemaEntries(schema: string, value: Json): readonly LearnedEntry[] {
  const rules = getList(value, 'x-rules').map((rule) => {
    const field = getText(rule, 'field');
    return { id: getText(rule, 'id') ?? '', owner: { schema }, fields: field === undefined ? getStrings(rule, 'fields') : [field] };
  });
  const properties = Object.keys((getMember(value, 'properties') ?? {}) as object).map((field) => ({
    id: `${schema}.${field}`,
    owner: { schema },
    fields: [field],
  }));
  return [...rules, ...properties];
}

function listMethodEntries(prefix: string, resources: Json | undefined): readonly LearnedEntry[] {
  return Object.entries((resources ?? {}) as Readonly<Record<string, Json>>).flatMap(([name, value]) => {
    const methods = Object.entries((getMember(value, 'methods') ?? {}) as Readonly<Record<string, Json>>);
    const own = methods.flatMap(([method, stated]) => {
      const owner = { method: `${prefix}.${name}.${method}` };
      const rules = getList(stated, 'x-rules').map((rule) => ({ id: getText(rule, 'id') ?? owner.method, owner }));
      const keys = isObject(stated) ? Object.keys(stated).filter((key) => key !== 'x-rules') : [];
      return [...rules, ...keys.map((key) => ({ id: `${owner.method} ${key}`, owner }))];
    });
    return [...own, ...listMethodEntries(`${prefix}.${name}`, getMember(value, 'resources'))];
  });
}

/** Facts about errors: those of a schema or a method, or of the API. */
function listErrorEntries(key: string, value: Json): readonly LearnedEntry[] {
  if (key === 'source') return [];
  if (!isObject(value)) return [{ id: `x-errors.${key}`, fields: ['error'] }];
  const isGroup = key === 'schemas' || key === 'methods';
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'source') return [];
    if (!isGroup) return [{ id: `x-errors.${key}.${name}`, fields: ['error'] }];
    const owner = key === 'schemas' ? { schema: name } : { method: name };
    return Object.keys(inner as object)
      .filter((reason) => reason !== 'source')
      .map((reason) => ({ id: `x-errors.${key}.${name}.${reason}`, owner, fields: ['error'] }));
  });
}
