/** Lists the fields of a message by dotted paths, which end at lists and maps. */
import { getMember, isObject, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { Api, Field, Type } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';

const any: Type = { kind: 'any' };

interface TypedMembers {
  readonly type: Type;
  readonly prefix: string;
  readonly depth: number;
}

/** Finds the type of the fields of a schema. */
export class FieldTypes {
  private readonly lookup;

  constructor(api: Api) {
    this.lookup = getLookup(api);
  }

  /** Returns the field at a dotted path. */
  find(type: Type, path: string): Field | undefined {
    let current: Type | undefined = type;
    let field: Field | undefined;
    for (const key of path.split('.')) {
      field = this.lookup.field(current, key);
      current = field?.type;
    }
    return field;
  }

  /** Returns the type of a member of an object or a map. */
  findMember(type: Type | undefined, name: string): Type | undefined {
    const resolved = this.lookup.resolve(type);
    return resolved?.kind === 'map' ? resolved.values : this.lookup.field(type, name)?.type;
  }

  /** Returns the part of a value that the document knows. Services have newer fields and values of enumerations. */
  selectKnown(value: Json, type: Type | undefined): Json | undefined {
    const resolved = this.lookup.resolve(type);
    if (Array.isArray(value)) {
      const items = resolved?.kind === 'array' ? resolved.items : undefined;
      const known = (value as Json[]).flatMap((element) => this.selectKnown(element, items) ?? []);
      return known.length === 0 && value.length > 0 ? undefined : known;
    }
    if (isObject(value)) {
      const members = Object.entries(value).flatMap(([name, inner]) => {
        const known = resolved === undefined || resolved.kind === 'any' ? inner : this.selectKnownMember(resolved, name, inner);
        return known === undefined ? [] : [[name, known] as const];
      });
      return members.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(members);
    }
    return typeof value === 'string' && !value.includes('{') && !isKnownText(value, resolved) ? undefined : value;
  }

  private selectKnownMember(type: Type | undefined, name: string, value: Json): Json | undefined {
    const member = this.findMember(type, name);
    return member === undefined ? undefined : this.selectKnown(value, member);
  }

  resolve(type: Type | undefined): ReturnType<ReturnType<typeof getLookup>['resolve']> {
    return this.lookup.resolve(type);
  }

  /** Whether the members of a value are fields: it has a message type, or any JSON. */
  private hasMembers(type: Type | undefined, depth: number): boolean {
    const resolved = this.lookup.resolve(type);
    if (resolved === undefined) return depth > 0;
    return (
      resolved.kind === 'object' ||
      resolved.kind === 'any' ||
      (resolved.kind === 'map' && this.lookup.resolve(resolved.values)?.kind === 'any')
    );
  }

  /** Calls `visit` for each member, objects before their members. */
  visit(value: JsonObject, type: Type, visit: (path: string, value: Json) => void): void {
    this.visitMembers(value, { type, prefix: '', depth: 0 }, visit);
  }

  private visitMembers(value: JsonObject, { type, prefix, depth }: TypedMembers, visit: (path: string, value: Json) => void): void {
    for (const [key, inner] of Object.entries(value)) {
      // Other keys are names that clients choose.
      if (!/^@?\w+$/.test(key)) continue;
      const path = prefix === '' ? key : `${prefix}.${key}`;
      const field = this.lookup.field(type, key);
      const isNested = isObject(inner) && Object.keys(inner).length > 0 && depth < 20 && this.hasMembers(field?.type, depth);
      visit(path, inner);
      if (isNested) this.visitMembers(inner, { type: field?.type ?? any, prefix: path, depth: depth + 1 }, visit);
    }
  }
}

const isKnownText = (value: string, type: Type | undefined): boolean =>
  type?.kind !== 'string' || type.enum === undefined || type.open || type.enum.some((known) => known.value === value);

export const getAtPath = (value: JsonObject | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((current, key) => getMember(current, key), value);
