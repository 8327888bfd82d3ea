/** Compares the type of every schema property and every parameter in the package with the document. */
import { join } from 'node:path';
import ts from 'typescript';
import { type JsonObject, getList, getMember, getObject, getObjects, isObject, getText } from '../../generator/lib/json.js';
import type { Names } from '../../generator/emit/names.js';
import { findAnyTypes, readExports } from './declarations.js';
import type { Published } from './published.js';
import type { Tally } from './report.js';

export interface TypeComparison {
  readonly properties: Tally;
  readonly parameters: Tally;
}

export function compareTypes({ name, document, names, folder, api }: Published): TypeComparison {
  const { checker, exports } = readExports(join(folder, 'src/types.ts'));
  const properties = new Comparison({ document, names, checker });
  for (const [id, element] of getObjects(document, 'schemas')) {
    const type = exports.get(names.schema(id));
    properties.schema(element, type, `${name} ${id}`);
  }
  const parameters = new Comparison({ document, names, checker });
  for (const method of api.methods) {
    const element = findMethodElement(document, [...method.collections, method.name]);
    const type = exports.get(names.method(method.id).params);
    parameters.parameters(element, type, `${name} ${method.id}`);
  }
  const anyTypes = findAnyTypes(folder).map((location) => `${name} any at ${location}`);
  return { properties: properties.tally(anyTypes), parameters: parameters.tally([]) };
}

function findMethodElement(document: JsonObject, path: readonly string[]): JsonObject {
  const node = path.slice(0, -1).reduce((inner, name) => getObject(getObject(inner, 'resources') ?? {}, name) ?? {}, document);
  return getObject(getObject(node, 'methods') ?? {}, path.at(-1) ?? '') ?? {};
}

interface ComparisonContext {
  readonly document: JsonObject;
  readonly names: Names;
  readonly checker: ts.TypeChecker;
}

class Comparison {
  readonly #context: ComparisonContext;
  readonly #schemas: ReadonlyMap<string, JsonObject>;
  readonly #failures: string[] = [];
  #total = 0;

  constructor(context: ComparisonContext) {
    this.#context = context;
    this.#schemas = new Map(getObjects(context.document, 'schemas'));
  }

  tally(extraFailures: readonly string[]): Tally {
    return { total: this.#total + extraFailures.length, failures: [...this.#failures, ...extraFailures] };
  }

  schema(element: JsonObject, type: ts.Type | undefined, location: string): void {
    if (type === undefined) return this.#fail(location, 'a type', 'none');
    this.#element(element, type, location);
  }

  parameters(method: JsonObject, type: ts.Type | undefined, location: string): void {
    if (type === undefined) return this.#fail(location, 'an interface of its parameters', 'none');
    for (const [name, element] of [...getObjects(this.#context.document, 'parameters'), ...getObjects(method, 'parameters')]) {
      const isOwn = getObjects(method, 'parameters').some(([own]) => own === name);
      if (isOwn && element !== getObject(getObject(method, 'parameters') ?? {}, name)) continue;
      const single = /^(?:object|any)$/.test(getText(element, 'type') ?? '') ? { type: 'string' } : element;
      this.#property(
        name,
        getMember(element, 'repeated') === true && getText(element, 'location') !== 'path' ? { type: 'array', items: single } : single,
        type,
        location,
      );
    }
    if (
      getObject(method, 'request') !== undefined &&
      getText(method, 'httpMethod') !== 'GET' &&
      type.getProperty('requestBody') === undefined
    )
      this.#fail(location, 'requestBody', 'none');
  }

  #property(name: string, element: JsonObject, owner: ts.Type, location: string): void {
    this.#total += 1;
    const propertyLocation = `${location}.${name}`;
    const property = owner.getProperty(name);
    if (property === undefined) return this.#fail(propertyLocation, 'a property', 'none');
    this.#element(element, this.#getType(property), propertyLocation);
  }

  /** The declared type, without the `undefined` of an optional property. */
  #getType(property: ts.Symbol): ts.Type {
    const { checker } = this.#context;
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    if (declaration !== undefined && ts.isPropertySignature(declaration) && declaration.type)
      return withoutUndefined(checker.getTypeFromTypeNode(declaration.type), checker);
    const type = checker.getTypeOfSymbol(property);
    return property.flags & ts.SymbolFlags.Optional ? checker.getNonNullableType(type) : type;
  }

  #element(element: JsonObject, type: ts.Type, location: string): void {
    const reference = getText(element, '$ref');
    if (reference !== undefined) return this.#reference(reference, type, location);
    const kind = getText(element, 'type') ?? (getObject(element, 'properties') === undefined ? 'any' : 'object');
    if (kind === 'array') return this.#array(element, type, location);
    if (kind === 'object') return this.#object(element, type, location);
    const expected = kind === 'string' ? formatStringType(element) : (primitives.get(kind) ?? 'unknown');
    const actual = this.#formatType(type);
    // A mask can also be a list of paths.
    if (actual !== expected && !(expected === 'string' && actual === 'string | readonly string[]')) this.#fail(location, expected, actual);
  }

  /** Finds the type of a schema by name. A schema that is not an object may have no named type. */
  #reference(id: string, type: ts.Type, location: string): void {
    const schema = this.#schemas.get(id);
    const expected = this.#context.names.schema(id);
    const actual = (type.aliasSymbol ?? type.getSymbol())?.getName();
    if (actual === expected || actual === this.#context.names.schema(id, 'input')) return;
    if (schema === undefined || getText(schema, 'type') === 'object') return this.#fail(location, expected, this.#formatType(type));
    this.#element(schema, type, location);
  }

  #array(element: JsonObject, type: ts.Type, location: string): void {
    const { checker } = this.#context;
    const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (item === undefined) return this.#fail(location, 'an array', this.#formatType(type));
    this.#element(getObject(element, 'items') ?? {}, item, `${location}[]`);
  }

  #object(element: JsonObject, type: ts.Type, location: string): void {
    const fields = getObjects(element, 'properties');
    const index = type.getStringIndexType();
    for (const [name, field] of fields) this.#property(name, field, type, location);
    const extra = type.getProperties().filter((property) => !fields.some(([name]) => name === property.getName()));
    const [first] = extra;
    if (first !== undefined) this.#fail(location, 'no additional property', first.getName());
    const additional = getMember(element, 'additionalProperties');
    if (!isObject(additional)) return;
    if (index === undefined) return this.#fail(location, 'an index signature', this.#formatType(type));
    // Next to known fields, only `unknown` accepts all others.
    if (fields.length === 0) this.#element(additional, index, `${location}{}`);
  }

  #formatType(type: ts.Type): string {
    const members = type.isUnion() ? type.types : [type];
    const values = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
    const others = members.filter((member) => !member.isStringLiteral()).map((member) => this.#formatSingleType(member));
    if (values.length > 0 && others.every((text) => text === anyString)) return [literals(values), ...others].join(' | ');
    return this.#formatSingleType(type);
  }

  #formatSingleType(type: ts.Type): string {
    const text = this.#context.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    return type.isIntersection() ? `(${text})` : text;
  }

  #fail(location: string, expected: string, actual: string): void {
    this.#failures.push(`${location}: expected ${expected}, found ${actual}`);
  }
}

/** Removes the `undefined` of an optional parameter; keeps `unknown`. */
function withoutUndefined(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  return type.isUnion() ? checker.getNonNullableType(type) : type;
}

/** Enums accept values beyond those that they list. */
const anyString = '(string & {})';

const primitives: ReadonlyMap<string, string> = new Map([
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

function formatStringType(element: JsonObject): string {
  const values = getList(element, 'enum').map(String);
  return values.length === 0 ? 'string' : `${literals(values)} | ${anyString}`;
}

function literals(values: readonly string[]): string {
  return [...new Set(values)]
    .sort()
    .map((value) => JSON.stringify(value))
    .join(' | ');
}
