/** Applies field masks to responses. */
import { MaskError, parseMask, type Mask } from '../parse-mask.js';
import { HttpError } from './http-error.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import { isScalarField, knownMembers, type KnownMembers, type Shapes } from './field-tables.js';

/** Parses a mask. Throws 400 if it is invalid. */
export function requireMask(text: string): Mask {
  try {
    return parseMask(text);
  } catch (error) {
    if (error instanceof MaskError) throw invalidMaskError(text, error.message);
    throw error;
  }
}

function invalidMaskError(text: string, why: string): HttpError {
  return new HttpError('invalid', {
    message: `Invalid value for parameter 'fields': '${text}': ${why}.`,
    location: 'fields',
    locationType: 'parameter',
    rule: 'fields',
  });
}

interface MaskContext {
  readonly text: string;
  readonly known: KnownMembers;
  readonly shapes: Shapes;
}

/** Applies a mask. Throws 400 for a field that neither the schema nor the response has. */
export function applyMask(body: JsonObject, mask: Mask, at: MaskContext): JsonObject {
  requireKnownFields([body], mask, at);
  return selectFields(body, mask);
}

/** Objects of one array may have different fields. The schema decides for a field that all of them lack. */
function requireKnownFields(objects: readonly JsonObject[], mask: Mask, at: MaskContext): void {
  for (const [key, wanted] of mask) {
    if (key === '*') continue;
    const field = at.known?.(key);
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] as Json] : []));
    if (field === null && values.length === 0) throw invalidMaskError(at.text, `there is no field '${key}'`);
    if (wanted === null) continue;
    if (isScalarField(field)) throw invalidMaskError(at.text, `'${key}' has no fields`);
    const known = knownMembers(field, at.shapes);
    const inner = values.flatMap(collectObjects);
    if (known || inner.length > 0) requireKnownFields(inner, wanted, { ...at, known });
  }
}

function collectObjects(value: Json): readonly JsonObject[] {
  if (isList(value)) return value.flatMap(collectObjects);
  return isObject(value) ? [value] : [];
}

function selectFields(body: JsonObject, mask: Mask): JsonObject {
  const found = Object.entries(body).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const wanted = mask.has(key) ? mask.get(key) : mask.get('*');
    if (wanted === undefined) return [];
    return [[key, wanted === null ? value : selectInValue(value, wanted)]];
  });
  return Object.fromEntries(found);
}

function selectInValue(value: Json, mask: Mask): Json {
  if (isList(value)) return value.map((each) => selectInValue(each, mask));
  return isObject(value) ? selectFields(value, mask) : value;
}
