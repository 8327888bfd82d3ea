/** Applies field masks to responses. */
import { MaskError, createMask, parseMask, type Mask } from '../../parse-mask.js';
import { toJsonName } from '../../proto-names.js';
import { HttpError } from '../lib/http-error.js';
import { isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { isScalarField, createMemberLookup, type FieldLookup, type Shapes } from '../world/field-tables.js';

/** A mask as a parameter of the request contains it. */
interface MaskParameter {
  readonly name: string;
  readonly text: string;
}

/** Parses a mask. Throws 400 if it is invalid. */
export function parseMaskParameter(parameter: MaskParameter): Mask {
  try {
    return parseMask(parameter.text);
  } catch (error) {
    if (error instanceof MaskError) throw createInvalidMaskError(parameter, error.message);
    throw error;
  }
}

function createInvalidMaskError({ name, text }: MaskParameter, problem: string): HttpError {
  return new HttpError('invalid', {
    message: `Invalid value for parameter '${name}': '${text}': ${problem}.`,
    location: name,
    locationType: 'parameter',
    rule: name,
  });
}

interface MaskContext {
  readonly parameter: MaskParameter;
  readonly lookup: FieldLookup;
  readonly shapes: Shapes;
  /** Whether fields can have the names of their definitions. */
  readonly protoJson?: true | undefined;
}

/** Applies a mask to an object, or to each object of a list. Throws 400 for a field that neither the schema nor the response has. */
export function applyMask(body: Json, mask: Mask, context: MaskContext): Json {
  const normalized = context.protoJson ? normalizeNames(mask, context.lookup, context.shapes) : mask;
  requireKnownFields(collectObjects(body), normalized, context);
  return selectInValue(body, normalized);
}

/** Converts the names of known fields to those in JSON. */
function normalizeNames(mask: Mask, members: FieldLookup, shapes: Shapes): Mask {
  if (!members) return mask;
  const entries = [...mask].map(([key, submask]): readonly [string, Mask | null] => {
    const name = toJsonName(key, (field) => members(field) !== null);
    return [name, submask && normalizeNames(submask, createMemberLookup(members(name), shapes), shapes)];
  });
  return createMask(entries);
}

/** Throws 400 for a field that all objects lack and that the schema doesn't define. Objects of one array may have different fields. */
function requireKnownFields(objects: readonly JsonObject[], mask: Mask, context: MaskContext): void {
  for (const [key, submask] of mask) {
    if (key === '*') continue;
    const field = context.lookup?.(key);
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] as Json] : []));
    if (field === null && values.length === 0) throw createInvalidMaskError(context.parameter, `there is no field '${key}'`);
    if (submask === null) continue;
    if (isScalarField(field)) throw createInvalidMaskError(context.parameter, `'${key}' has no fields`);
    const lookup = createMemberLookup(field, context.shapes);
    const nested = values.flatMap(collectObjects);
    if (lookup || nested.length > 0) requireKnownFields(nested, submask, { ...context, lookup });
  }
}

function collectObjects(value: Json): readonly JsonObject[] {
  if (isList(value)) return value.flatMap(collectObjects);
  return isObject(value) ? [value] : [];
}

function selectFields(body: JsonObject, mask: Mask): JsonObject {
  const selected: Record<string, Json> = {};
  for (const name of Object.keys(body)) {
    const value = body[name] as Json;
    const submask = mask.has(name) ? mask.get(name) : mask.get('*');
    if (submask !== undefined) setMember(selected, name, submask === null ? value : selectInValue(value, submask));
  }
  return selected;
}

function selectInValue(value: Json, mask: Mask): Json {
  if (isList(value)) return value.map((item) => selectInValue(item, mask));
  return isObject(value) ? selectFields(value, mask) : value;
}
