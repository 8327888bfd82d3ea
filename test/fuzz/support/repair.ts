/**
 * Repairs errors that would be rejected early (dangling references, defaults outside their enum, …), so that hostile parts reach later
 * stages.
 */
import { compilePattern } from '../../../generator/lib/pattern.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Mutable = { [key: string]: Json };

const isObject = (value: Json | undefined): value is Mutable => typeof value === 'object' && value !== null && !Array.isArray(value);
const getOwn = (value: Mutable, key: string): Json | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);
const listEntries = (value: Mutable, key: string): [string, Mutable][] => {
  const map = getOwn(value, key);
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, Mutable] => isObject(entry[1]));
};
const listStrings = (value: Mutable, key: string): string[] => {
  const list = getOwn(value, key);
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
};

const allFormats: ReadonlySet<string> = new Set([
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float',
  'double',
  'byte',
  'date',
  'date-time',
  'google-datetime',
]);
const stringFormats: ReadonlySet<string> = new Set(['int64', 'uint64', 'byte', 'date', 'date-time', 'google-datetime']);

/** Characters that a scope can have. */
const scopePattern = /^[^{}\p{C}\p{Zl}\p{Zp}]+$/u;

/** Modifies the document in place. `language` marks a YAML specification, which has stricter rules. */
export function repair(document: Json, isSpecification: boolean): void {
  if (isObject(document)) new Repair(document, isSpecification).repairDocument();
}

class Repair {
  private readonly schemas: ReadonlySet<string>;
  private readonly scopes = new Set<string>();
  private readonly ids = new Set<string>();
  private readonly routes = new Set<string>();

  constructor(
    private readonly root: Mutable,
    private readonly isSpecification: boolean,
  ) {
    this.schemas = new Set(listEntries(root, 'schemas').map(([id]) => id));
  }

  repairDocument(): void {
    const { root } = this;
    for (const [, schema] of listEntries(root, 'schemas')) this.repairElement(schema);
    for (const [, parameter] of listEntries(root, 'parameters')) this.repairParameter(parameter);
    this.repairCollection(root, [String(root['name'])]);
    root['auth'] = { oauth2: { scopes: this.describeScopes(this.scopes) } };
    for (const key of ['rootUrl', 'servicePath', 'batchPath', 'documentationLink'])
      if (/[{}\s]/.test(String(root[key] ?? ''))) root[key] = key === 'rootUrl' ? 'https://shop.example.com/' : '';
    if (this.isSpecification) this.repairSpecificationMembers();
  }

  private describeScopes(names: Iterable<string>): Mutable {
    const result: Mutable = {};
    for (const name of names)
      if (name !== '')
        Object.defineProperty(result, name, { value: { description: name }, enumerable: true, configurable: true, writable: true });
    return result;
  }

  private repairSpecificationMembers(): void {
    const { root } = this;
    root['x-source'] = 'doc: All';
    root['x-documents'] = { doc: { title: String(root['title'] ?? '').trim() || 'All' } };
    delete root['x-variables'];
    for (const key of ['x-notes', 'x-undocumented']) {
      const list = getOwn(root, key);
      if (Array.isArray(list))
        for (const entry of list)
          if (isObject(entry)) for (const key of ['topic', 'text']) if (String(entry[key] ?? '').trim() === '') entry[key] = 'x';
      if (Array.isArray(list))
        for (const entry of list)
          if (isObject(entry)) entry['source'] = `doc: ${String(entry['topic']).replace(/\s+/g, ' ').trim() || 'All'}`;
    }
  }

  private repairCollection(value: Mutable, path: readonly string[]): void {
    for (const [name, method] of listEntries(value, 'methods')) this.repairMethod(method, [...path, name]);
    for (const [name, inner] of listEntries(value, 'resources')) this.repairCollection(inner, [...path, name]);
  }

  private repairMethod(method: Mutable, path: readonly string[]): void {
    const parameters = listEntries(method, 'parameters');
    for (const [, parameter] of parameters) this.repairParameter(parameter);
    if (Array.isArray(method['parameterOrder']))
      method['parameterOrder'] = listStrings(method, 'parameterOrder').filter((name) =>
        parameters.some(([parameterName]) => parameterName === name),
      );
    method['scopes'] = listStrings(method, 'scopes').filter((scope) => scopePattern.test(scope));
    for (const scope of listStrings(method, 'scopes')) this.scopes.add(scope);
    if (!/^[A-Z]{3,6}$/.test(String(method['httpMethod']))) method['httpMethod'] = 'GET';
    const id = this.ids.has(path.join('.')) ? [...path, String(this.ids.size)].join('.') : path.join('.');
    method['id'] = id;
    this.ids.add(id);
    const route = `${String(method['httpMethod'])} ${String(method['path'])}`;
    if (this.routes.has(route)) method['path'] = `r${this.routes.size}/{thing}`;
    this.routes.add(route);
    if (!/^[^{}]*\{(?:thing|\+thing)(?:=[^{}]*)?\}[^{}]*$/.test(String(method['path']))) method['path'] = `x${this.routes.size}/{thing}`;
    delete method['flatPath'];
    delete method['x-source'];
    if (method['httpMethod'] === 'GET' || method['httpMethod'] === 'DELETE') delete method['request'];
    if (Array.isArray(method['x-permissions'])) method['x-permissions'] = ['shop.things.get'];
  }

  private repairParameter(parameter: Mutable): void {
    this.repairElement(parameter);
    for (const key of ['readOnly', 'x-immutable']) delete parameter[key];
  }

  private repairElement(element: Mutable): void {
    for (const [, field] of listEntries(element, 'properties')) this.repairElement(field);
    for (const key of ['items', 'additionalProperties']) {
      const inner = getOwn(element, key);
      if (isObject(inner)) this.repairElement(inner);
    }
    if (typeof element['$ref'] === 'string' && !this.schemas.has(element['$ref'])) element['$ref'] = 'Thing';
    if (this.isSpecification && typeof element['x-source'] === 'string') delete element['x-source'];
    if (this.isSpecification && isObject(element['x-source'])) delete element['x-source'];
    delete element['id'];
    if (element['type'] === 'string') this.repairString(element);
    else this.repairNonString(element);
  }

  private repairString(element: Mutable): void {
    const values = [...new Set(listStrings(element, 'enum'))];
    const descriptions = listStrings(element, 'enumDescriptions');
    this.setOrDelete(element, 'enum', values.length > 0 ? values : undefined);
    this.setOrDelete(
      element,
      'enumDescriptions',
      values.length > 0 && descriptions.length > 0 ? values.map((_, at) => descriptions[at] ?? '') : undefined,
    );
    const { pattern, format } = element;
    if (this.isSpecification && typeof pattern === 'string' && !compilePattern(pattern).ok) delete element['pattern'];
    if (this.isSpecification && typeof format === 'string' && !stringFormats.has(format)) delete element['format'];
    if (typeof element['default'] === 'string')
      this.setOrDelete(element, 'default', values.length > 0 ? values[0] : this.isSpecification ? undefined : element['default']);
    if (element['format'] !== undefined) for (const key of ['default', 'x-const', 'x-notIn']) delete element[key];
    if (listStrings(element, 'x-notIn').length === 0) delete element['x-notIn'];
    else element['x-notIn'] = [...new Set(listStrings(element, 'x-notIn'))];
    if (values.length > 0 || element['default'] !== undefined)
      for (const key of ['x-const', 'x-notIn', 'x-minLength', 'x-maxLength', 'pattern']) delete element[key];
    if (Number(element['x-minLength'] ?? 0) < 0 || Number(element['x-minLength'] ?? 0) > Number(element['x-maxLength'] ?? 99))
      delete element['x-minLength'];
    if (element['readOnly'] === true) delete element['required'];
  }

  private repairNonString(element: Mutable): void {
    for (const key of [
      'enum',
      'enumDescriptions',
      'pattern',
      ...Object.keys(element).filter((name) => /^x-(?:const|not|min|max)/.test(name)),
    ])
      delete element[key];
    if (element['type'] === 'boolean' || (this.isSpecification && !allFormats.has(String(element['format'])))) delete element['format'];
    if (element['type'] !== 'number') for (const key of ['minimum', 'maximum', 'default']) delete element[key];
    for (const key of ['minimum', 'maximum', 'default']) if (!/^-?\d{1,6}$/.test(String(element[key] ?? ''))) delete element[key];
    if (Number(element['minimum'] ?? -1e9) > Number(element['maximum'] ?? 1e9)) delete element['minimum'];
    delete element['default'];
    if (element['readOnly'] === true) delete element['required'];
  }

  private setOrDelete(element: Mutable, key: string, value: Json | undefined): void {
    if (value === undefined) delete element[key];
    else element[key] = value;
  }
}
