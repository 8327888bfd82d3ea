/** Assigns all TypeScript names in a fixed order, so that the same API always gets the same names. */
import type { Api, ObjectType, Type } from '../model/model.js';
import type { EnumMode } from '../language/parts.js';
import { detectFeatures, listFeatureTypes } from './features.js';
import { findSchemasWithInputForm, hasInputForm } from './type-queries.js';
import { reservedTypes, reservedValues } from './reserved.js';

/** `output`: the form in responses. `input`: the form in requests. */
export type TypeForm = 'output' | 'input';

export interface MethodNames {
  /** `ManagedZonesGet`: the base of the other names. */
  readonly base: string;
  /** Constant in `descriptors.ts` and `methods.ts`: `managedZonesGet`. */
  readonly constant: string;
  /** The constant of the `Media` variant in `methods.ts`: `objectsGetMedia`. */
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
  /** The type of the locations with their own address: `StorageLocation`. */
  readonly location: string;
  /** Interface of the query parameters common to all methods. */
  readonly commonParameters: string;
  /** Returns the type name of a schema. The input form has the same name if the schema has only one form. */
  schema(id: string, form?: TypeForm): string;
  /** Returns the interface name of an inline object. */
  object(type: ObjectType, form?: TypeForm): string;
  /** Returns the validator name of a schema: `validateSubnetwork`. It ends in `$` if a validator of a method has the same name. */
  schemaValidator(id: string): string;
  method(id: string): MethodNames;
}

/** Unique names. If a name is taken, `claim` appends the first free number. */
export class Namespace {
  readonly #taken = new Set<string>();
  readonly #reserved: ReadonlySet<string>;
  /** The text before a number. */
  readonly #separator: string;

  constructor({ reserved = new Set<string>(), separator = '' } = {}) {
    this.#reserved = reserved;
    this.#separator = separator;
  }

  claim(preferred: string): string {
    const base = this.#reserved.has(preferred) ? `${preferred}$` : preferred;
    let name = base;
    for (let number = 2; this.#taken.has(name) || this.#reserved.has(name); number += 1) name = `${base}${this.#separator}${number}`;
    this.#taken.add(name);
    return name;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function joinWords(text: string): string {
  const words = text.split(/[^A-Za-z0-9_]+/);
  return words.map((word) => capitalize(word.replace(/^_+|_+$/g, ''))).join('');
}

/** Joins words in Pascal case. The result has only ASCII letters, digits, and `_`: `a-b` is `AB`, `1abc` is `_1abc`. */
export function toPascalCase(...texts: readonly string[]): string {
  const joined = texts.map((text) => (/^[A-Za-z0-9]+$/.test(text) ? capitalize(text) : joinWords(text))).join('');
  if (joined === '') return 'Unnamed';
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}

export function toCamelCase(...texts: readonly string[]): string {
  const pascal = toPascalCase(...texts);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** IDs that are already type names come first, so that they keep their names. */
function sortByClaim(ids: readonly string[]): readonly string[] {
  const getClaimRank = (id: string): number => (toPascalCase(id) === id ? 0 : 1);
  return [...ids].sort((a, b) => getClaimRank(a) - getClaimRank(b) || compare(a, b));
}

interface SchemaNames {
  /** The unique name, before reserved names are avoided. */
  readonly base: string;
  readonly output: string;
}

function createSchemaNames(api: Api, types: Namespace): ReadonlyMap<string, SchemaNames> {
  const bases = new Namespace();
  const result = new Map<string, SchemaNames>();
  for (const id of sortByClaim(api.schemas.map((schema) => schema.id))) {
    const base = bases.claim(toPascalCase(id));
    result.set(id, { base, output: types.claim(base) });
  }
  return result;
}

function createMethodNames(api: Api, types: Namespace): ReadonlyMap<string, MethodNames> {
  const bases = new Namespace();
  const result = new Map<string, MethodNames>();
  const sorted = [...api.methods].sort((a, b) => compare(a.id, b.id));
  const named = sorted.map((method) => [method, bases.claim(toPascalCase(...method.collections, method.name))] as const);
  const toConstant = (base: string): string => {
    const constant = toCamelCase(base);
    return reservedValues.has(constant) ? `${constant}$` : constant;
  };
  for (const [method, base] of named) {
    // The names of `Media` variants come last, so that every method keeps its name.
    const media = method.returnsMedia && { mediaConstant: toConstant(bases.claim(`${base}Media`)) };
    result.set(method.id, {
      base,
      constant: toConstant(base),
      ...media,
      params: types.claim(`${base}Params`),
      requestValidator: `validate${base}Request`,
      responseValidator: `validate${base}Response`,
    });
  }
  return result;
}

/** The validators of methods have precedence over the validators of schemas. */
function createSchemaValidatorNames(
  schemas: ReadonlyMap<string, SchemaNames>,
  methods: ReadonlyMap<string, MethodNames>,
): ReadonlyMap<string, string> {
  const methodValidators = new Set([...methods.values()].flatMap((names) => [names.requestValidator, names.responseValidator]));
  return new Map(
    [...schemas].map(([id, { base }]) => [id, methodValidators.has(`validate${base}`) ? `validate${base}$` : `validate${base}`]),
  );
}

interface FormNames {
  readonly output: string;
  readonly input: string;
}

/** The names that are assigned before the names of inline objects. */
interface KnownNames {
  readonly types: Namespace;
  readonly schemas: ReadonlyMap<string, SchemaNames>;
  readonly methods: ReadonlyMap<string, MethodNames>;
  /** The names of the input forms of schemas with two forms. */
  readonly inputs: ReadonlyMap<string, string>;
}

function claimInputName(output: string, types: Namespace): string {
  return types.claim(`${output.replace(/\$$/, '')}Input`);
}

/** Names every inline object by its path: `SubnetworkLogConfig`. The object of a schema has the name of the schema. */
function createObjectNames(api: Api, { types, schemas, methods, inputs }: KnownNames): ReadonlyMap<ObjectType, FormNames> {
  const names = new Map<ObjectType, FormNames>();
  const directional = new Set(inputs.keys());
  const visit = (type: Type, preferred: string): void => {
    if (type.kind === 'array') visit(type.items, preferred);
    else if (type.kind === 'map') visit(type.values, preferred);
    else if (type.kind === 'object' && !names.has(type)) {
      const output = types.claim(preferred);
      names.set(type, { output, input: hasInputForm(type, directional) ? claimInputName(output, types) : output });
      visitMembers(type, preferred);
    }
  };
  const visitMembers = (type: ObjectType, base: string): void => {
    for (const field of type.fields) visit(field.type, `${base}${toPascalCase(field.name)}`);
    if (type.additional !== undefined) visit(type.additional, `${base}Entry`);
  };
  for (const { id, type } of api.schemas) {
    const { base, output } = getDefined(schemas, id);
    if (type.kind === 'object') {
      names.set(type, { output, input: inputs.get(id) ?? output });
      visitMembers(type, base);
    } else visit(type, type.kind === 'array' ? `${base}Item` : `${base}Value`);
  }
  for (const { id, request, response } of api.methods) {
    const { base } = getDefined(methods, id);
    if (request !== undefined) visit(request, `${base}Request`);
    if (response !== undefined) visit(response, `${base}Response`);
  }
  return names;
}

function getDefined<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error('No name is assigned to this element');
  return value;
}

/** Assigns all names of an API. */
export function createNames(api: Api, enums: EnumMode = 'open'): Names {
  const client = `${toPascalCase(api.className)}Client`;
  const commonParameters = 'CommonParameters';
  const location = `${toPascalCase(api.className)}Location`;
  const own = [...listFeatureTypes(api), ...(detectFeatures(api).regional ? [location] : [])];
  const types = new Namespace({ reserved: new Set([...reservedTypes, ...own, client, commonParameters]) });
  const schemas = createSchemaNames(api, types);
  const methods = createMethodNames(api, types);
  const directional = findSchemasWithInputForm(api);
  const inputs = new Map([...schemas].filter(([id]) => directional.has(id)).map(([id, { output }]) => [id, claimInputName(output, types)]));
  const objects = createObjectNames(api, { types, schemas, methods, inputs });
  const validators = createSchemaValidatorNames(schemas, methods);
  return {
    enums,
    client,
    createClient: `create${client}`,
    location,
    commonParameters,
    schema: (id, form) => (form === 'input' ? inputs.get(id) : undefined) ?? getDefined(schemas, id).output,
    object: (type, form = 'output') => getDefined(objects, type)[form],
    schemaValidator: (id) => getDefined(validators, id),
    method: (id) => getDefined(methods, id),
  };
}

/** Qualifies the names of types with their module, so that they can't conflict with other names, and one import declares all. */
export function qualifyTypeNames(names: Names): Names {
  return {
    ...names,
    schema: (id, form) => `t.${names.schema(id, form)}`,
    object: (type, form) => `t.${names.object(type, form)}`,
    method: (id) => {
      const found = names.method(id);
      return { ...found, params: `t.${found.params}` };
    },
  };
}
