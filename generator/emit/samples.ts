/** Chooses the simplest valid values for examples, so that the examples run. */
import { type Lookup, getLookup } from '../model/schema-lookup.js';
import { isNeededBy } from './type-queries.js';
import type { Api, Field, Method, Parameter, Resource, StringType, Type } from '../model/model.js';
import { toSingular } from '../lib/singular.js';
import { getMember, isObject, type JsonObject, toObject, type Json } from '../lib/json.js';
import { getVariablePattern } from '../../runtime/paths/expand.js';
import { isPatternMatch } from '../lib/pattern.js';

const samplesByFormat = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['google-datetime', '2026-01-31T12:00:00Z'],
  ['google-duration', '3.5s'],
  ['date', '2026-01-31'],
  ['int64', '1'],
  ['uint64', '1'],
  ['byte', 'AAAA'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
  ['url', 'https://www.example.com/'],
  ['cidr-ipv4', '10.0.0.0/24'],
  ['domain-name', 'example.com.'],
  ['bcp47', 'en'],
]);

const email = 'user@example.com';

/** `my-managed-zone` */
function createName(name: string): string {
  const words = name
    .replace(/Id$/, '')
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1-')
    .toLowerCase();
  return `my-${words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'value'}`;
}

function isValidSample(type: StringType, text: string): boolean {
  const length = [...text].length;
  const bytes = new TextEncoder().encode(text).length;
  return (
    (type.pattern === undefined || isPatternMatch(type.pattern, text)) &&
    length >= (type.minLength ?? 0) &&
    length <= (type.maxLength ?? length) &&
    bytes <= (type.maxBytes ?? bytes) &&
    !(type.not ?? []).includes(text)
  );
}

/** Creates text. Prefers text that is valid for all `siblings`, the types of values that should be equal. */
function createText(type: StringType, name: string, siblings: readonly StringType[] = []): string | undefined {
  if (type.const !== undefined) return type.const;
  if (type.byteLength !== undefined) return Buffer.alloc(type.byteLength).toString('base64');
  const first = type.enum?.find(({ deprecated }) => !deprecated)?.value ?? samplesByFormat.get(type.format ?? '');
  if (first !== undefined) return first;
  const texts = [createName(name), 'example', 'Example', 'example.com.', 'EXAMPLE', '1', 'https://www.example.com/'];
  const acceptedTexts = texts.filter((text) => isValidSample(type, text));
  return acceptedTexts.find((text) => siblings.every((sibling) => isValidSample(sibling, text))) ?? acceptedTexts[0];
}

/** A field with a known value. */
export interface KnownField {
  readonly field: string;
  readonly value: string;
}

interface SamplePosition {
  readonly depth: number;
  /** The ID of the method whose request contains the value. */
  readonly method?: string;
}

/** Creates values for the types of an API. Methods return `undefined` if no valid value is known. */
export class Samples {
  readonly #lookup: Lookup;
  /** The types of path parameters with a pattern by name, so that the calls of an example use the same resource name. */
  readonly #patternsByName: ReadonlyMap<string, readonly StringType[]>;

  constructor(api: Api) {
    this.#lookup = getLookup(api);
    const found = new Map<string, StringType[]>();
    for (const { name, type, location } of api.methods.flatMap(({ parameters }) => parameters))
      if (location === 'path' && type.kind === 'string' && type.pattern !== undefined) found.set(name, [...(found.get(name) ?? []), type]);
    this.#patternsByName = found;
  }

  createValue(type: Type, name: string): Json | undefined {
    return this.#createValue(type, name, { depth: 0 });
  }

  /** Creates a request body, including the fields that only this method requires. */
  createBody({ id, request }: Method): Json | undefined {
    return request && this.#createValue(request, 'value', { depth: 0, method: id });
  }

  #createValue(type: Type, name: string, at: SamplePosition): Json | undefined {
    const resolved = this.#lookup.resolve(type);
    if (at.depth > 8) return undefined;
    switch (resolved?.kind) {
      case 'string':
        return createText(resolved, name);
      case 'integer':
      case 'number':
        return resolved.minimum ?? Math.min(1, resolved.maximum ?? 1);
      case 'boolean':
        return false;
      case 'array':
        return [];
      case 'object':
        return this.#createObject(resolved.fields, at);
      default:
        return {};
    }
  }

  /** Prefers the default of a field. */
  #createFieldValue(field: Field, at: SamplePosition): Json | undefined {
    const type = this.#lookup.resolve(field.type);
    const isEmail = field.meaning === 'email' && type?.kind === 'string' && isValidSample(type, email);
    return field.default ?? (isEmail ? email : this.#createValue(field.type, field.name, { ...at, depth: at.depth + 1 }));
  }

  /** Creates the required fields. Stops at the first field without a value, because schemas can require each other recursively. */
  #createObject(fields: readonly Field[], at: SamplePosition): Json | undefined {
    const members: [string, Json][] = [];
    for (const field of fields) {
      if (!isNeededBy(field, at.method ?? '') || field.readOnly) continue;
      const value = this.#createFieldValue(field, at);
      if (value === undefined) return undefined;
      members.push([field.name, value]);
    }
    return Object.fromEntries(members);
  }

  /** Creates the value of a parameter. The value of a path variable with several segments has all segments. */
  createParameterValue(parameter: Parameter, route: string): Json | undefined {
    const pattern = getVariablePattern(route, parameter.name);
    const type = this.#lookup.resolve(parameter.type);
    const createOwnValue = (): Json | undefined =>
      type?.kind === 'string' && parameter.location === 'path'
        ? createText(type, parameter.name, this.#patternsByName.get(parameter.name))
        : this.createValue(parameter.type, parameter.name);
    const value = pattern === undefined ? createOwnValue() : createSegments(pattern);
    if (typeof value === 'string' && type?.kind === 'string' && !isValidSample(type, value)) return undefined;
    return parameter.repeated && value !== undefined ? [value] : value;
  }

  /** Creates a seed resource with the required fields and the names in its path. */
  createSeedBody(resource: Resource, path: string): JsonObject | undefined {
    const type: Type | undefined = resource.schema === undefined ? undefined : { kind: 'ref', schema: resource.schema };
    let body: Json | undefined = type === undefined ? {} : this.createValue(type, 'value');
    if (!isObject(body)) return undefined;
    const segments = path.split('/');
    const template = resource.path.split('/');
    for (const [at, field] of resource.idFields.entries()) {
      const segment = segments[template.indexOf(`{${resource.idParameters[at] ?? ''}}`)];
      const name = resource.fullNameFrom === undefined ? segment : segments.slice(resource.fullNameFrom).join('/');
      const known = this.#findField(type, field);
      if (name !== undefined && known && this.canHoldText(known.type, name)) body = this.setField(body, field, { value: name, type });
    }
    return body;
  }

  /** Sets a value at a dotted path. An absent object on the way gets its required fields. */
  setField(body: JsonObject, path: string, { value, type }: { readonly value: Json; readonly type: Type | undefined }): JsonObject {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) return { ...body, [first]: value };
    const inner = this.#lookup.field(type, first)?.type;
    const present = getMember(body, first) ?? (inner && this.createValue(inner, first));
    return { ...body, [first]: this.setField(toObject(present), rest.join('.'), { value, type: inner }) };
  }

  /** Adds a title to the body if the type has a title field. Also returns the known string fields, the title first. */
  addTitle(body: JsonObject, type: Type | undefined): { readonly content: JsonObject; readonly labels: readonly KnownField[] } {
    const settable = this.#lookup.object(type)?.fields.filter(({ name }) => this.isSettable(type, name, 'Example')) ?? [];
    const title = (settable.find(({ meaning }) => meaning === 'title') ?? settable.find(({ meaning }) => meaning === 'description'))?.name;
    const content = title === undefined ? body : { ...body, [title]: 'Example' };
    const texts = Object.entries(content).flatMap(([field, value]) => (typeof value === 'string' ? [{ field, value }] : []));
    const labels = texts.filter(({ field, value }) => !this.#findField(type, field)?.secret && this.isSettable(type, field, value));
    return { content, labels: labels.sort((a, b) => Number(b.field === title) - Number(a.field === title)) };
  }

  /** Whether requests can set the field at a dotted path to the text. */
  isSettable(type: Type | undefined, path: string, text: string): boolean {
    const field = this.#findField(type, path);
    return field !== undefined && !field.readOnly && this.canHoldText(field.type, text);
  }

  /** Whether a type has a string field at a dotted path. */
  hasTextField(type: Type | undefined, path: string): boolean {
    return this.#lookup.resolve(this.#findField(type, path)?.type)?.kind === 'string';
  }

  /** Whether the type is free text that accepts `text`. */
  canHoldText(type: Type, text: string): boolean {
    const found = this.#lookup.resolve(type);
    return found?.kind === 'string' && found.enum === undefined && found.format === undefined && isValidSample(found, text);
  }

  #findField(type: Type | undefined, path: string): Field | undefined {
    const [first = '', ...rest] = path.split('.');
    const field = this.#lookup.field(type, first);
    return rest.length === 0 || field === undefined ? field : this.#findField(field.type, rest.join('.'));
  }
}

/** `projects/*` is `projects/my-project`. */
function createSegments(template: string): string {
  const pieces = template.split('/');
  return pieces.map((piece, at) => (piece.startsWith('*') ? createName(toSingular(pieces[at - 1] ?? 'resource')) : piece)).join('/');
}
