/** Values for examples: the simplest that a type admits, so that an example works when it is run. */
import { analyzeGrowth } from '../backtracking/growth.js';
import type { Lookup } from '../model/schema-lookup.js';
import { isRequiredBy } from './type-forms.js';
import { getLookup } from './cached-lookup.js';
import type { Api, Field, Json, Method, Parameter, StringType, Type } from '../model/model.js';
import { toSingular } from '../model/route-shape.js';
import { parseRouteParts } from './flat-path.js';

const byFormat = new Map([
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
  ['bcp47', 'en'],
]);

const email = 'user@example.com';

/** `my-managed-zone` */
function sampleName(name: string): string {
  const words = name
    .replace(/Id$/, '')
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1-')
    .toLowerCase();
  return `my-${words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'value'}`;
}

/** Some of RE2's syntax means nothing here, and some patterns take too long to be tried. */
function matches(pattern: string, text: string): boolean {
  try {
    const flags = pattern.startsWith('(?i)') ? 'iu' : 'u';
    const bare = pattern.replace(/^\(\?i\)/, '');
    return !analyzeGrowth(new RegExp(bare, flags).source, flags).explosive && new RegExp(`^(?:${bare})$`, flags).test(text);
  } catch {
    return false;
  }
}

function admits(type: StringType, text: string): boolean {
  const length = [...text].length;
  const bytes = new TextEncoder().encode(text).length;
  return (
    (type.pattern === undefined || matches(type.pattern, text)) &&
    length >= (type.minLength ?? 0) &&
    length <= (type.maxLength ?? length) &&
    bytes <= (type.maxBytes ?? bytes) &&
    !(type.not ?? []).includes(text)
  );
}

/** `siblings`: types of values that should be the same one; one that they admit, too, is preferred. */
function sampleText(type: StringType, name: string, siblings: readonly StringType[] = []): string | undefined {
  if (type.const !== undefined) return type.const;
  if (type.byteLength !== undefined) return Buffer.alloc(type.byteLength).toString('base64');
  const first = type.enum?.find(({ deprecated }) => !deprecated)?.value ?? byFormat.get(type.format ?? '');
  if (first !== undefined) return first;
  const texts = [sampleName(name), 'example', 'Example', 'example.com.', 'EXAMPLE', '1', 'https://www.example.com/'];
  const admitted = texts.filter((text) => admits(type, text));
  return admitted.find((text) => siblings.every((sibling) => admits(sibling, text))) ?? admitted[0];
}

interface At {
  readonly depth: number;
  /** Id of the method that the value is sent with. */
  readonly method?: string;
}

/** Makes values for the types of an API. `undefined` where none is known to fit. */
export class Samples {
  readonly #lookup: Lookup;
  /** Types of the path parameters with a pattern, by name: calls of an example name the same resource in the same way. */
  readonly #patterned: ReadonlyMap<string, readonly StringType[]>;

  constructor(api: Api) {
    this.#lookup = getLookup(api);
    const found = new Map<string, StringType[]>();
    for (const { name, type, location } of api.methods.flatMap(({ parameters }) => parameters))
      if (location === 'path' && type.kind === 'string' && type.pattern !== undefined) found.set(name, [...(found.get(name) ?? []), type]);
    this.#patterned = found;
  }

  value(type: Type, name: string): Json | undefined {
    return this.#value(type, name, { depth: 0 });
  }

  /** Whether a text is a value of a type. */
  admits(type: StringType, text: string): boolean {
    return admits(type, text);
  }

  /** The body of a request: with what this method alone requires, too. */
  body({ id, request }: Method): Json | undefined {
    return request && this.#value(request, 'value', { depth: 0, method: id });
  }

  #value(type: Type, name: string, at: At): Json | undefined {
    const resolved = this.#lookup.resolve(type);
    if (at.depth > 8) return undefined;
    switch (resolved?.kind) {
      case 'string':
        return sampleText(resolved, name);
      case 'integer':
      case 'number':
        return resolved.minimum ?? Math.min(1, resolved.maximum ?? 1);
      case 'boolean':
        return false;
      case 'array':
        return [];
      case 'object':
        return this.#object(resolved.fields, at);
      default:
        return {};
    }
  }

  /** A field's default, where it has one. */
  #field(field: Field, at: At): Json | undefined {
    const type = this.#lookup.resolve(field.type);
    const isEmail = /email/i.test(field.name) && type?.kind === 'string' && !type.enum && !type.format && admits(type, email);
    return field.default ?? (isEmail ? email : this.#value(field.type, field.name, { ...at, depth: at.depth + 1 }));
  }

  /** The fields that must be there. The first one without a value ends the search: schemas that require each other would have no end. */
  #object(fields: readonly Field[], at: At): Json | undefined {
    const members: [string, Json][] = [];
    for (const field of fields) {
      if (!isRequiredBy(field, at.method ?? '') || field.readOnly) continue;
      const value = this.#field(field, at);
      if (value === undefined) return undefined;
      members.push([field.name, value]);
    }
    return Object.fromEntries(members);
  }

  /** A parameter's value; of a path variable that spans segments, the segments. */
  parameter(parameter: Parameter, route: string): Json | undefined {
    const part = parseRouteParts(route).find((each) => each.kind === 'variable' && each.name === parameter.name);
    const spans = part?.kind === 'variable' && part.template !== '*';
    const type = this.#lookup.resolve(parameter.type);
    const own = (): Json | undefined =>
      type?.kind === 'string' && parameter.location === 'path'
        ? sampleText(type, parameter.name, this.#patterned.get(parameter.name))
        : this.value(parameter.type, parameter.name);
    const value = spans ? sampleSegments(part.template) : own();
    if (typeof value === 'string' && type?.kind === 'string' && !admits(type, value)) return undefined;
    return parameter.repeated && value !== undefined ? [value] : value;
  }
}

/** `projects/*` is `projects/my-project`. */
function sampleSegments(template: string): string {
  const pieces = template.split('/');
  return pieces.map((piece, at) => (piece.startsWith('*') ? sampleName(toSingular(pieces[at - 1] ?? 'resource')) : piece)).join('/');
}
