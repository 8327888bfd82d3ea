/** Compares the JSON body that the service sent with that of the mock, field by field. */
import { isEqual, isObject, type Json, type JsonObject, type Pointer } from '../../generator/lib/json.js';
import type { Field, ObjectType, Type } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';
import { pairElements } from './pair-elements.js';
import { compareTexts, type TextContext, type TextPlace } from './compare-texts.js';
import type { Difference, DifferenceKind } from './difference.js';
import type { IdFields } from './generated-ids.js';
import { hasPlaceholder } from './placeholders.js';
import { findRole, findStatedRole, type ValueRole } from './value-role.js';

export interface BodyContext extends TextContext {
  readonly lookup: Lookup;
  /** The fields of objects that hold the generated IDs of resources. */
  readonly idFields: ReadonlyMap<ObjectType, IdFields>;
  /** The recorded path of the resource in a body. */
  readonly resource: string;
  /** Returns the type of a message by its type URL (`@type`). */
  readonly findMessageType: (typeUrl: string) => Type | undefined;
  /** Returns the role of a field that the method determines. */
  readonly findMethodRole?: (path: readonly string[]) => ValueRole | undefined;
  /** Whether the order of the elements of a list at the top of the body means nothing. */
  readonly isUnordered: (path: readonly string[]) => boolean;
  /** Returns the type of a member of an object without a stated type. */
  readonly findOpenType?: (path: readonly string[]) => Type | undefined;
}

export interface BodyPair {
  readonly recorded: Json;
  readonly actual: Json;
}

/** A value that is equal, or a generated value that is consistent. */
export interface EqualValue {
  /** The path of the field: `items[].name`. Empty for an empty body. */
  readonly field: string;
  /** Where the value is in the recorded body. */
  readonly pointer: Pointer;
  /** Whether the value is the same in all resources, or generated, so that it says nothing of one that existed before the recording. */
  readonly isWeak: boolean;
}

export interface BodyComparison {
  readonly differences: readonly Difference[];
  readonly equal: readonly EqualValue[];
  /** The fields that the service sent and the description of the API lacks. */
  readonly undocumented: readonly string[];
}

/** A recorded value and its place. */
interface ComparedPart {
  readonly type: Type | undefined;
  readonly field?: Field;
  /** The role of a field that an object around it determines. */
  readonly role?: ValueRole;
  /** The rules of the object around it, and the path in it. */
  readonly stated?: { readonly rules: ObjectType['rules']; readonly prefix: string };
  /** The fields with generated IDs of the resource around it, and the path in it. */
  readonly ids?: { readonly fields: IdFields; readonly prefix: string };
  readonly path: readonly string[];
  readonly pointer: Pointer;
  readonly resource: string;
}

export function compareBodies({ recorded, actual }: BodyPair, type: Type | undefined, context: BodyContext): BodyComparison {
  const comparer = new BodyComparer(context);
  comparer.compare(recorded, actual, { type, path: [], pointer: [], resource: context.resource });
  return { differences: comparer.differences, equal: comparer.equal, undocumented: [...comparer.undocumented] };
}

class BodyComparer {
  readonly differences: Difference[] = [];
  readonly equal: EqualValue[] = [];
  readonly undocumented = new Set<string>();

  constructor(private readonly context: BodyContext) {}

  compare(recorded: Json, actual: Json, part: ComparedPart): void {
    if (isEmpty(recorded) && isEmpty(actual) && Array.isArray(recorded) === Array.isArray(actual)) this.#addEqual(recorded, part);
    if (isObject(recorded) && isObject(actual)) this.#compareObjects(recorded, actual, part);
    else if (Array.isArray(recorded) && Array.isArray(actual))
      this.#compareLists(recorded as readonly Json[], actual as readonly Json[], part);
    else if (isScalar(recorded) && isScalar(actual)) this.#compareScalars(recorded, actual, part);
    else this.#add('type', part, { expected: recorded, actual });
  }

  #compareObjects(recorded: JsonObject, actual: JsonObject, part: ComparedPart): void {
    const { context } = this;
    const type = this.#resolve(recorded, part);
    const resource = part.path.length === 0 ? part.resource : getResource(recorded, part.resource);
    const remaining = new Set(Object.keys(actual));
    // Names and links contain values of other fields, which are bound first.
    const members = Object.entries(recorded);
    const isSimple = ([, value]: readonly [string, Json]): boolean => isScalar(value) && !String(value).includes('/');
    for (const [key, value] of [...members.filter(isSimple), ...members.filter((member) => !isSimple(member))]) {
      const member = this.#createMember(key, type, { ...part, resource });
      const own = hasPlaceholder(key) ? context.placeholders.replace(key) : key;
      if (remaining.delete(own)) this.compare(value, actual[own] as Json, member);
      else if (member.isUndocumented) this.undocumented.add(formatPath(member.path));
      else this.#add('missing', member, { expected: value });
    }
    for (const key of remaining) this.#add('extra', this.#createMember(key, type, part), { actual: actual[key] as Json });
  }

  /** Returns the type of an object. `@type` or the method state that of an open one. */
  #resolve(recorded: JsonObject, { type, path }: ComparedPart): ReturnType<Lookup['resolve']> {
    const { lookup, findMessageType, findOpenType } = this.context;
    const resolved = lookup.resolve(type);
    if (resolved?.kind === 'object' && (resolved.fields.length > 0 || resolved.additional === undefined)) return resolved;
    const typeUrl = Object.hasOwn(recorded, '@type') ? recorded['@type'] : undefined;
    const stated = typeof typeUrl === 'string' ? findMessageType(typeUrl) : undefined;
    return lookup.resolve(stated ?? findOpenType?.(path)) ?? resolved;
  }

  #createMember(key: string, type: ReturnType<Lookup['resolve']>, part: ComparedPart): ComparedPart & { readonly isUndocumented: boolean } {
    const pointer = [...part.pointer, key];
    const { resource } = part;
    if (type?.kind === 'map') {
      // The members of an object with any values are fields, such as those of the metadata of an operation.
      const name = this.context.lookup.resolve(type.values)?.kind === 'any' ? key : '*';
      return { type: type.values, path: [...part.path, name], pointer, resource, isUndocumented: false };
    }
    const field = type?.kind === 'object' ? type.fields.find(({ name }) => name === key) : undefined;
    const stated = type?.kind === 'object' && type.rules.length > 0 ? { rules: type.rules, prefix: '' } : part.stated;
    const idFields = type?.kind === 'object' ? this.context.idFields.get(type) : undefined;
    const ids = idFields === undefined ? part.ids : { fields: idFields, prefix: '' };
    const statedRole = stated === undefined || field === undefined ? undefined : findStatedRole(stated.rules, `${stated.prefix}${key}`);
    const role = ids?.fields.get(`${ids.prefix}${key}`) ?? statedRole;
    const additional = type?.kind === 'object' ? type.additional : undefined;
    const isClosed = type?.kind === 'object' && type.fields.length > 0 && additional === undefined && key !== '@type';
    const isMapMember = field === undefined && type?.kind === 'object' && type.fields.length === 0 && additional !== undefined;
    return {
      type: field?.type ?? additional,
      ...(field && { field }),
      ...(role !== undefined && { role }),
      ...(stated && { stated: { ...stated, prefix: `${stated.prefix}${key}.` } }),
      ...(ids && { ids: { ...ids, prefix: `${ids.prefix}${key}.` } }),
      path: [...part.path, isMapMember && additional?.kind !== 'any' ? '*' : key],
      pointer,
      resource,
      isUndocumented: field === undefined && isClosed,
    };
  }

  #compareLists(recorded: readonly Json[], actual: readonly Json[], part: ComparedPart): void {
    const { lookup, isUnordered, isNormalized } = this.context;
    const resolved = lookup.resolve(part.type);
    const type = resolved?.kind === 'array' ? resolved.items : undefined;
    const path = [...part.path.slice(0, -1), `${part.path.at(-1) ?? ''}[]`];
    const createElement = (index: number): ComparedPart => ({ type, path, pointer: [...part.pointer, index], resource: part.resource });
    const element = createElement(0);
    const isEqual = (left: Json, right: Json, key?: string): boolean =>
      this.#isEqual(left, right, key === undefined ? element : this.#createMember(key, lookup.resolve(type), element));
    const { pairs, missing, extra, isReordered } = pairElements(recorded, actual, isEqual);
    for (const [left, right] of pairs) this.compare(recorded[left] as Json, actual[right] as Json, createElement(left));
    for (const index of missing) this.#add('missing', createElement(index), { expected: recorded[index] as Json });
    for (const index of extra) this.#add('extra', createElement(index), { actual: actual[index] as Json });
    // Recordings are normalized for comparisons, which includes that some lists are sorted.
    if (isReordered && !isNormalized && !isUnordered(part.path)) this.#add('order', part, { expected: recorded, actual });
  }

  #isEqual(recorded: Json, actual: Json, part: ComparedPart): boolean {
    const comparer = new BodyComparer({ ...this.context, binds: false });
    comparer.compare(recorded, actual, part);
    return comparer.differences.length === 0;
  }

  #compareScalars(recorded: JsonScalar, actual: JsonScalar, part: ComparedPart): void {
    const place = this.#createPlace(part);
    const isText = (value: JsonScalar): value is string | number => typeof value === 'string' || typeof value === 'number';
    if (!isText(recorded) || !isText(actual) || typeof recorded !== typeof actual) {
      if (recorded === actual) {
        this.#addEqual(recorded, part);
        return;
      }
      // A placeholder replaced a number.
      if (
        typeof recorded === 'string' &&
        typeof actual === 'number' &&
        hasPlaceholder(recorded) &&
        this.#isSameText(recorded, String(actual), place)
      ) {
        this.#addEqual(recorded, part);
        return;
      }
      this.#add(typeof recorded === typeof actual ? 'value' : 'type', part, { expected: recorded, actual });
      return;
    }
    const result = compareTexts({ recorded: String(recorded), actual: String(actual) }, place, this.context);
    if (result.kind === 'equal') {
      this.#addEqual(recorded, part, place.role);
      return;
    }
    const expected = result.kind === 'inconsistent' && result.expected !== undefined ? result.expected : recorded;
    this.#add(result.kind, part, { expected, actual });
  }

  #isSameText(recorded: string, actual: string, place: TextPlace): boolean {
    return compareTexts({ recorded, actual }, place, this.context).kind === 'equal';
  }

  #createPlace({ field, type, path, resource, role: stated }: ComparedPart): TextPlace {
    const name = (path.at(-1) ?? '').replace(/\[\]$/, '');
    const role = this.context.findMethodRole?.(path) ?? getRole(findRole(field, this.context.lookup.resolve(type)), stated);
    return { resource, field: name, role, isOutput: field?.readOnly ?? field === undefined };
  }

  #addEqual(recorded: Json, { path, pointer, field }: ComparedPart, role?: ValueRole): void {
    const isConstant =
      path.length === 0 || field?.always !== undefined || (field?.default !== undefined && isEqual(field.default, recorded));
    this.equal.push({ field: formatPath(path), pointer, isWeak: isConstant || role !== undefined });
  }

  #add(kind: DifferenceKind, { path, pointer }: ComparedPart, values: Pick<Difference, 'expected' | 'actual'>): void {
    this.differences.push({ kind, field: formatPath(path), pointer, ...values });
  }
}

type JsonScalar = string | number | boolean | null;

/** A field that the server assigns can hold the ID of a resource, whose form is unknown. */
const getRole = (own: ValueRole | undefined, stated: ValueRole | undefined): ValueRole | undefined =>
  own === 'id' && stated === 'resourceId' ? stated : (own ?? stated);

const isEmpty = (value: Json): boolean => (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

const isScalar = (value: Json): value is JsonScalar => typeof value !== 'object' || value === null;

const formatPath = (path: readonly string[]): string => path.join('.').replaceAll('.[]', '[]');

/** Returns what identifies the resource in an object: its own name, or else that of the object around it. */
function getResource(value: JsonObject, outer: string): string {
  for (const key of ['selfLink', 'name', 'id']) {
    const name = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof name === 'string') return `${key === 'selfLink' ? '' : outer}/${name}`;
  }
  return outer;
}
