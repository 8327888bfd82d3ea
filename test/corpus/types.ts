/** Compares the type of every schema property and every parameter in the package with the document. */
import { join } from 'node:path';
import ts from 'typescript';
import { type JsonObject, getList, getMember, getObject, getObjects, isObject, getText } from '../../generator/model/json-access.js';
import type { Names } from '../../generator/emit/names.js';
import { anyTypesIn, exportsOf } from './declarations.js';
import type { Published } from './published.js';
import type { Tally } from './report.js';

export interface Compared {
  readonly properties: Tally;
  readonly parameters: Tally;
}

export function compareTypes({ name, document, names, folder, api }: Published): Compared {
  const { checker, exports } = exportsOf(join(folder, 'src/types.ts'));
  const properties = new Comparison({ document, names, checker });
  for (const [id, element] of getObjects(document, 'schemas')) {
    const type = exports.get(names.schema(id));
    properties.schema(element, type, `${name} ${id}`);
  }
  const parameters = new Comparison({ document, names, checker });
  for (const method of api.methods) {
    const element = methodAt(document, [...method.collections, method.name]);
    const type = exports.get(names.method(method.id).params);
    parameters.parametersOf(element, type, `${name} ${method.id}`);
  }
  const anys = anyTypesIn(folder).map((place) => `${name} any at ${place}`);
  return { properties: properties.tally(anys), parameters: parameters.tally([]) };
}

function methodAt(document: JsonObject, path: readonly string[]): JsonObject {
  const node = path.slice(0, -1).reduce((inner, name) => getObject(getObject(inner, 'resources') ?? {}, name) ?? {}, document);
  return getObject(getObject(node, 'methods') ?? {}, path.at(-1) ?? '') ?? {};
}

interface Sides {
  readonly document: JsonObject;
  readonly names: Names;
  readonly checker: ts.TypeChecker;
}

class Comparison {
  readonly #sides: Sides;
  readonly #schemas: ReadonlyMap<string, JsonObject>;
  readonly #failures: string[] = [];
  #total = 0;

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#schemas = new Map(getObjects(sides.document, 'schemas'));
  }

  tally(more: readonly string[]): Tally {
    return { total: this.#total + more.length, failures: [...this.#failures, ...more] };
  }

  schema(element: JsonObject, type: ts.Type | undefined, place: string): void {
    if (type === undefined) return this.#fail(place, 'a type', 'none');
    this.#element(element, type, place);
  }

  parametersOf(method: JsonObject, type: ts.Type | undefined, place: string): void {
    if (type === undefined) return this.#fail(place, 'an interface of its parameters', 'none');
    for (const [name, element] of [...getObjects(this.#sides.document, 'parameters'), ...getObjects(method, 'parameters')]) {
      const declared = getObjects(method, 'parameters').some(([own]) => own === name);
      if (declared && element !== getObject(getObject(method, 'parameters') ?? {}, name)) continue;
      const single = /^(?:object|any)$/.test(getText(element, 'type') ?? '') ? { type: 'string' } : element;
      this.#property(
        name,
        getMember(element, 'repeated') === true && getText(element, 'location') !== 'path' ? { type: 'array', items: single } : single,
        type,
        place,
      );
    }
    if (
      getObject(method, 'request') !== undefined &&
      getText(method, 'httpMethod') !== 'GET' &&
      type.getProperty('requestBody') === undefined
    )
      this.#fail(place, 'requestBody', 'none');
  }

  #property(name: string, element: JsonObject, owner: ts.Type, place: string): void {
    this.#total += 1;
    const here = `${place}.${name}`;
    const property = owner.getProperty(name);
    if (property === undefined) return this.#fail(here, 'a property', 'none');
    this.#element(element, this.#typeOf(property), here);
  }

  /** The declared type, without the `undefined` of an optional property. */
  #typeOf(property: ts.Symbol): ts.Type {
    const { checker } = this.#sides;
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    if (declaration !== undefined && ts.isPropertySignature(declaration) && declaration.type)
      return withoutUndefined(checker.getTypeFromTypeNode(declaration.type), checker);
    const type = checker.getTypeOfSymbol(property);
    return property.flags & ts.SymbolFlags.Optional ? checker.getNonNullableType(type) : type;
  }

  #element(element: JsonObject, type: ts.Type, place: string): void {
    const reference = getText(element, '$ref');
    if (reference !== undefined) return this.#reference(reference, type, place);
    const kind = getText(element, 'type') ?? (getObject(element, 'properties') === undefined ? 'any' : 'object');
    if (kind === 'array') return this.#array(element, type, place);
    if (kind === 'object') return this.#object(element, type, place);
    const expected = kind === 'string' ? stringText(element) : (primitives.get(kind) ?? 'unknown');
    const found = this.#text(type);
    // A mask can also be a list of paths.
    if (found !== expected && !(expected === 'string' && found === 'string | readonly string[]')) this.#fail(place, expected, found);
  }

  /** Finds the type of a schema by name. A schema that is not an object may have no named type. */
  #reference(id: string, type: ts.Type, place: string): void {
    const schema = this.#schemas.get(id);
    const expected = this.#sides.names.schema(id);
    const found = (type.aliasSymbol ?? type.getSymbol())?.getName();
    if (found === expected || found === this.#sides.names.schema(id, 'input')) return;
    if (schema === undefined || getText(schema, 'type') === 'object') return this.#fail(place, expected, this.#text(type));
    this.#element(schema, type, place);
  }

  #array(element: JsonObject, type: ts.Type, place: string): void {
    const { checker } = this.#sides;
    const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (item === undefined) return this.#fail(place, 'an array', this.#text(type));
    this.#element(getObject(element, 'items') ?? {}, item, `${place}[]`);
  }

  #object(element: JsonObject, type: ts.Type, place: string): void {
    const fields = getObjects(element, 'properties');
    const index = type.getStringIndexType();
    for (const [name, field] of fields) this.#property(name, field, type, place);
    const extra = type.getProperties().filter((property) => !fields.some(([name]) => name === property.getName()));
    const [first] = extra;
    if (first !== undefined) this.#fail(place, 'no further property', first.getName());
    const additional = getMember(element, 'additionalProperties');
    if (!isObject(additional)) return;
    if (index === undefined) return this.#fail(place, 'an index signature', this.#text(type));
    // Next to known fields, only `unknown` accepts all others.
    if (fields.length === 0) this.#element(additional, index, `${place}{}`);
  }

  #text(type: ts.Type): string {
    const members = type.isUnion() ? type.types : [type];
    const values = members.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
    const others = members.filter((one) => !one.isStringLiteral()).map((one) => this.#whole(one));
    if (values.length > 0 && others.every((text) => text === anyString)) return [literals(values), ...others].join(' | ');
    return this.#whole(type);
  }

  #whole(type: ts.Type): string {
    const text = this.#sides.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    return type.isIntersection() ? `(${text})` : text;
  }

  #fail(place: string, expected: string, found: string): void {
    this.#failures.push(`${place}: expected ${expected}, found ${found}`);
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

function stringText(element: JsonObject): string {
  const values = getList(element, 'enum').map(String);
  return values.length === 0 ? 'string' : `${literals(values)} | ${anyString}`;
}

function literals(values: readonly string[]): string {
  return [...new Set(values)]
    .sort()
    .map((value) => JSON.stringify(value))
    .join(' | ');
}
