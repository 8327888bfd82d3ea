/** Partial answers. */
import { MaskError, parseMask, type Mask } from '../parse-mask.js';
import { HttpError } from './http-error.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import { isScalarField, knownMembers, type KnownMembers, type Shapes } from './field-tables.js';

/** Throws 400 for what is no mask. */
export function requireMask(text: string, rule?: string): Mask {
  try {
    return parseMask(text);
  } catch (error) {
    if (error instanceof MaskError) throw refused(text, error.message, rule);
    throw error;
  }
}

function refused(text: string, why: string, rule = 'fields'): HttpError {
  return new HttpError('invalid', {
    message: `Invalid value for parameter 'fields': '${text}': ${why}.`,
    location: 'fields',
    locationType: 'parameter',
    rule,
  });
}

interface At {
  readonly text: string;
  readonly known: KnownMembers;
  readonly shapes: Shapes;
  /** Which rule refuses. */
  readonly rule?: string;
}

/** The masked answer. Throws 400 for a field that neither the shape nor the answer has. */
export function applyMask(body: JsonObject, mask: Mask, at: At): JsonObject {
  requireKnown([body], mask, at);
  return masked(body, mask);
}

/** Of the objects of a list each may lack what another has; inside what all of them lack the shape alone tells. */
function requireKnown(objects: readonly JsonObject[], mask: Mask, at: At): void {
  for (const [key, wanted] of mask) {
    if (key === '*') continue;
    const field = at.known?.(key);
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] as Json] : []));
    if (field === null && values.length === 0) throw refused(at.text, `there is no field '${key}'`, at.rule);
    if (wanted === null) continue;
    if (isScalarField(field)) throw refused(at.text, `'${key}' has no fields`, at.rule);
    const known = knownMembers(field, at.shapes);
    const inner = values.flatMap(objectsIn);
    if (known || inner.length > 0) requireKnown(inner, wanted, { ...at, known });
  }
}

function objectsIn(value: Json): readonly JsonObject[] {
  if (isList(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value] : [];
}

function masked(body: JsonObject, mask: Mask): JsonObject {
  const found = Object.entries(body).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const wanted = mask.has(key) ? mask.get(key) : mask.get('*');
    if (wanted === undefined) return [];
    return [[key, wanted === null ? value : maskedValue(value, wanted)]];
  });
  return Object.fromEntries(found);
}

function maskedValue(value: Json, mask: Mask): Json {
  if (isList(value)) return value.map((each) => maskedValue(each, mask));
  return isObject(value) ? masked(value, mask) : value;
}
