/** The fields of a body that its description lacks, for services that ignore them. */
import { isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { createMemberLookup, type FieldLookup, type ObjectTypes } from './field-tables.js';
import type { CompiledMethod } from './method.js';
import type { FieldBehavior } from '../../runtime/behavior.js';

interface SplitBody {
  /** The body without its unknown fields. The same object if it has none. */
  readonly body: JsonObject;
  /** The paths of the unknown fields: `acl.colour`. */
  readonly unknown: readonly string[];
}

/** Separates the unknown fields of a body if the service ignores them. Otherwise, the body stays as it is, for validation. */
export function splitUnknownFields({ api, behavior: { requestType } }: CompiledMethod, body: JsonObject): SplitBody {
  const unknown = new Set<string>();
  if (api.unknownFields !== 'ignored' || requestType === undefined) return { body, unknown: [] };
  const members = createMemberLookup({ objectType: requestType }, api.objectTypes);
  const known = omitUnknown(body, members, { objectTypes: api.objectTypes, unknown, at: '' });
  return { body: unknown.size > 0 ? known : body, unknown: [...unknown] };
}

interface SplitContext {
  readonly objectTypes: ObjectTypes;
  /** The set to which the paths of unknown fields are added. */
  readonly unknown: Set<string>;
  /** The path of the object: empty, or names of fields with a dot at its end. */
  readonly at: string;
}

function omitUnknown(body: JsonObject, members: FieldLookup, context: SplitContext): JsonObject {
  if (!members) return body;
  const known: Record<string, Json> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = members(name);
    const path = context.at + name;
    if (field) setMember(known, name, omitUnknownInside(value, field, { ...context, at: `${path}.` }));
    else context.unknown.add(path);
  }
  return known;
}

function omitUnknownInside(value: Json, field: FieldBehavior, context: SplitContext): Json {
  if (isList(value)) {
    const element = field.items ?? { ...field, type: 'object' as const };
    return value.map((item) => omitUnknownInside(item, element, context));
  }
  if (!isObject(value)) return value;
  const { items } = field;
  return omitUnknown(value, field.type === 'map' && items ? () => items : createMemberLookup(field, context.objectTypes), context);
}
