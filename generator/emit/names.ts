/** The only place that makes TypeScript names. Names are assigned in a fixed order, so that the same API always gets the same names. */
import type { Api, ObjectType, Type } from '../model/model.js';
import type { EnumMode } from './emitter.js';
import { detectFeatures, listFeatureTypes } from './features.js';
import { findDirectionalSchemas, hasInputForm } from './type-forms.js';
import { returnsMedia } from './media-descriptors.js';
import { reservedTypes, reservedValues } from './reserved.js';

/** `output`: what is received; `input`: what is sent. */
export type TypeForm = 'output' | 'input';

export interface MethodNames {
  /** `ManagedZonesGet`: what the other names are built on. */
  readonly base: string;
  /** Constant in `descriptors.ts` and `methods.ts`: `managedZonesGet`. */
  readonly constant: string;
  /** Constant in `methods.ts` of the call that answers media: `objectsGetMedia`. */
  readonly mediaConstant?: string;
  /** `ManagedZonesGetParams` */
  readonly params: string;
  /** `validateManagedZonesGetRequest` */
  readonly requestValidator: string;
  /** `validateManagedZonesGetResponse` */
  readonly responseValidator: string;
}

export interface Names {
  /** How the types of enums are printed. */
  readonly enums: EnumMode;
  /** `DnsClient` */
  readonly client: string;
  /** `createDnsClient` */
  readonly createClient: string;
  /** Type of the locations that have addresses of their own: `StorageLocation`. */
  readonly location: string;
  /** Interface of the query parameters common to all methods. */
  readonly commonParameters: string;
  /** Name of a schema's type; the input form is the same type where the schema has only one form. */
  schema(id: string, form?: TypeForm): string;
  /** Name of the interface of an object that is written inline. */
  object(type: ObjectType, form?: TypeForm): string;
  /** `validateSubnetwork`. Where a method's validator already has the name, with `$` at its end. */
  schemaValidator(id: string): string;
  method(id: string): MethodNames;
}

/** Set of names given; a wish that is taken gets the first free number. */
class Namespace {
  readonly #taken = new Set<string>();
  readonly #reserved: ReadonlySet<string>;

  constructor(reserved: ReadonlySet<string>) {
    this.#reserved = reserved;
  }

  claim(wish: string): string {
    const base = this.#reserved.has(wish) ? `${wish}$` : wish;
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Words joined with capitals, of ASCII letters, digits and `_` alone: `a-b` is `AB`, `1abc` is `_1abc`. */
export function toPascalCase(...texts: readonly string[]): string {
  const joined = texts
    .flatMap((text) => text.split(/[^A-Za-z0-9_]+/))
    .map((word) => capital(word.replace(/^_+|_+$/g, '')))
    .join('');
  if (joined === '') return 'Unnamed';
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}

export function toCamelCase(...texts: readonly string[]): string {
  const pascal = toPascalCase(...texts);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** Ids that are type names already come first, so that they keep theirs. */
function inOrderOfClaim(ids: readonly string[]): readonly string[] {
  const exact = (id: string): number => (toPascalCase(id) === id ? 0 : 1);
  return [...ids].sort((a, b) => exact(a) - exact(b) || compare(a, b));
}

interface SchemaNames {
  /** Unique among schemas, before reserved names are avoided. */
  readonly base: string;
  readonly output: string;
}

function schemaNames(api: Api, types: Namespace): ReadonlyMap<string, SchemaNames> {
  const bases = new Namespace(new Set());
  const result = new Map<string, SchemaNames>();
  for (const id of inOrderOfClaim(api.schemas.map((schema) => schema.id))) {
    const base = bases.claim(toPascalCase(id));
    result.set(id, { base, output: types.claim(base) });
  }
  return result;
}

type MethodBases = Pick<MethodNames, 'base' | 'constant' | 'mediaConstant'>;

function methodBases(api: Api): ReadonlyMap<string, MethodBases> {
  const bases = new Namespace(new Set());
  const result = new Map<string, MethodBases>();
  const sorted = [...api.methods].sort((a, b) => compare(a.id, b.id));
  const named = sorted.map((method) => [method, bases.claim(toPascalCase(...method.collections, method.name))] as const);
  const constantOf = (base: string): string => {
    const constant = toCamelCase(base);
    return reservedValues.has(constant) ? `${constant}$` : constant;
  };
  for (const [method, base] of named) {
    // No method loses its name to the media of another one.
    const media = returnsMedia(method, api) && { mediaConstant: constantOf(bases.claim(`${base}Media`)) };
    result.set(method.id, { base, constant: constantOf(base), ...media });
  }
  return result;
}

function methodNames(api: Api, types: Namespace): ReadonlyMap<string, MethodNames> {
  const result = new Map<string, MethodNames>();
  for (const [id, { base, ...constants }] of methodBases(api)) {
    const params = types.claim(`${base}Params`);
    result.set(id, {
      base,
      ...constants,
      params,
      requestValidator: `validate${base}Request`,
      responseValidator: `validate${base}Response`,
    });
  }
  return result;
}

/** A method's validators come first: their names are the promise that is hardest to keep otherwise. */
function schemaValidators(
  schemas: ReadonlyMap<string, SchemaNames>,
  methods: ReadonlyMap<string, MethodNames>,
): ReadonlyMap<string, string> {
  const ofMethods = new Set([...methods.values()].flatMap((names) => [names.requestValidator, names.responseValidator]));
  return new Map([...schemas].map(([id, { base }]) => [id, ofMethods.has(`validate${base}`) ? `validate${base}$` : `validate${base}`]));
}

interface FormNames {
  readonly output: string;
  readonly input: string;
}

/** What the types of an API are called before inline objects get their names. */
interface Known {
  readonly types: Namespace;
  readonly schemas: ReadonlyMap<string, SchemaNames>;
  readonly methods: ReadonlyMap<string, MethodNames>;
  /** Ids of the schemas with two forms. */
  readonly directional: ReadonlySet<string>;
}

/** Gives every inline object a name made of the way that leads to it: `SubnetworkLogConfig`. */
class InlineNames {
  readonly #known: Known;
  readonly names = new Map<ObjectType, FormNames>();

  constructor(known: Known) {
    this.#known = known;
  }

  /** A schema's own object is called like the schema. */
  visitSchema(type: Type, base: string, own: FormNames): void {
    if (type.kind === 'array') this.visit(type.items, `${base}Item`);
    else if (type.kind === 'map') this.visit(type.values, `${base}Value`);
    else if (type.kind === 'object') {
      this.names.set(type, own);
      this.#visitMembers(type, base);
    }
  }

  visit(type: Type, wish: string): void {
    if (type.kind === 'array') this.visit(type.items, wish);
    else if (type.kind === 'map') this.visit(type.values, wish);
    else if (type.kind === 'object' && !this.names.has(type)) {
      this.names.set(type, this.#claim(type, wish));
      this.#visitMembers(type, wish);
    }
  }

  #claim(type: ObjectType, wish: string): FormNames {
    const output = this.#known.types.claim(wish);
    return { output, input: hasInputForm(type, this.#known.directional) ? claimInput(output, this.#known.types) : output };
  }

  #visitMembers(type: ObjectType, base: string): void {
    for (const field of type.fields) this.visit(field.type, `${base}${toPascalCase(field.name)}`);
    if (type.additional !== undefined) this.visit(type.additional, `${base}Entry`);
  }
}

function claimInput(output: string, types: Namespace): string {
  return types.claim(`${output.replace(/\$$/, '')}Input`);
}

function inlineNames(api: Api, known: Known, inputs: ReadonlyMap<string, string>): ReadonlyMap<ObjectType, FormNames> {
  const inline = new InlineNames(known);
  for (const { id, type } of api.schemas) {
    const { base, output } = defined(known.schemas, id);
    inline.visitSchema(type, base, { output, input: inputs.get(id) ?? output });
  }
  for (const { id, request, response } of api.methods) {
    const { base } = defined(known.methods, id);
    if (request !== undefined) inline.visit(request, `${base}Request`);
    if (response !== undefined) inline.visit(response, `${base}Response`);
  }
  return inline.names;
}

function defined<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error('A name was asked for that was never made');
  return value;
}

/** All names of an API. */
export function createNames(api: Api, enums: EnumMode = 'open'): Names {
  const client = `${toPascalCase(api.className)}Client`;
  const commonParameters = 'CommonParameters';
  const location = `${toPascalCase(api.className)}Location`;
  const own = [...listFeatureTypes(api), ...(detectFeatures(api).regional ? [location] : [])];
  const types = new Namespace(new Set([...reservedTypes, ...own, client, commonParameters]));
  const schemas = schemaNames(api, types);
  const methods = methodNames(api, types);
  const directional = findDirectionalSchemas(api);
  const inputs = new Map([...schemas].filter(([id]) => directional.has(id)).map(([id, { output }]) => [id, claimInput(output, types)]));
  const objects = inlineNames(api, { types, schemas, methods, directional }, inputs);
  const validators = schemaValidators(schemas, methods);
  return {
    enums,
    client,
    createClient: `create${client}`,
    location,
    commonParameters,
    schema: (id, form) => (form === 'input' ? inputs.get(id) : undefined) ?? defined(schemas, id).output,
    object: (type, form = 'output') => defined(objects, type)[form],
    schemaValidator: (id) => defined(validators, id),
    method: (id) => defined(methods, id),
  };
}
