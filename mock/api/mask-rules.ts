/** Applies field masks to responses. */
import { MaskError, createMask, parseMask, type Mask } from '../../runtime/parse-mask.js';
import { toJsonName } from '../../runtime/proto-names.js';
import { HttpError } from '../lib/http-error.js';
import { isList, isObject, setMember, type Json, type JsonObject } from '../lib/json.js';
import { isScalarField, createMemberLookup, type FieldLookup, type ObjectTypes } from '../catalog/field-tables.js';

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
  readonly objectTypes: ObjectTypes;
  /** Whether fields can have the names of their definitions. */
  readonly protoJson?: true | undefined;
}

/** Applies a mask to an object, or to each object of a list. Throws 400 for a field that neither the schema nor the response has. */
export function applyMask(body: Json, mask: Mask, context: MaskContext): Json {
  const normalized = normalizeNames(mask, context.lookup, context);
  requireKnownFields(collectObjects(body), normalized, context);
  return selectInValue(body, normalized);
}

/** Converts the names of known fields to those in JSON, and omits the wildcards for elements of lists. */
function normalizeNames(mask: Mask, members: FieldLookup, context: Pick<MaskContext, 'objectTypes' | 'protoJson'>): Mask {
  if (!members) return mask;
  const isField = (name: string): boolean => members(name) !== null;
  const entries = [...mask].map(([key, submask]): readonly [string, Mask | null] => {
    const name = context.protoJson ? toJsonName(key, isField) : key;
    const field = members(name);
    const inner = createMemberLookup(field, context.objectTypes);
    const normalized = submask && normalizeNames(submask, inner, context);
    return [name, normalized && field?.type === 'array' ? omitElementWildcard(normalized, inner, context) : normalized];
  });
  return createMask(entries);
}

/** `authors.*.name` selects the same as `authors.name`, if the authors have a field `name` (AIP-161). */
function omitElementWildcard(mask: Mask, members: FieldLookup, context: Pick<MaskContext, 'objectTypes' | 'protoJson'>): Mask {
  const elements = mask.get('*');
  if (!elements || !members) return mask;
  const normalized = normalizeNames(elements, members, context);
  if ([...normalized.keys()].some((name) => members(name) === null)) return mask;
  return createMask([...[...mask].filter(([name]) => name !== '*'), ...normalized]);
}

/** Throws 400 for a field that all objects lack and that the schema doesn't define. Objects of one array may have different fields. */
function requireKnownFields(objects: readonly JsonObject[], mask: Mask, context: MaskContext): void {
  for (const [key, submask] of mask) {
    const field = context.lookup?.(key);
    // The values of a map have the same fields. Those of an object differ.
    if (key === '*' && !field) continue;
    const values = objects.flatMap((object) =>
      key === '*' ? Object.values(object) : Object.hasOwn(object, key) ? [object[key] as Json] : [],
    );
    if (field === null && values.length === 0) throw createInvalidMaskError(context.parameter, `there is no field '${key}'`);
    if (submask === null) continue;
    if (isScalarField(field)) throw createInvalidMaskError(context.parameter, `'${key}' has no fields`);
    const lookup = createMemberLookup(field, context.objectTypes);
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
