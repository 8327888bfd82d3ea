/** Calls of examples: how a method is reached in the client, and what it is called with. */
import type { Lookup } from '../model/schema-lookup.js';
import type { Api, Field, Json, Method, Parameter, Resource, Type } from '../model/model.js';
import { bodyRequirement } from './bodies.js';
import { parseRouteParts } from './flat-path.js';
import { toDataLiteral, toPropertyAccess, toPropertyKey } from './literals.js';
import { getLookup } from './cached-lookup.js';
import type { ExampleResource } from './main-resources.js';
import { getMethodPath, buildMethodTree, type MethodTree } from './method-tree.js';
import { listOwnParameters } from './parameter-types.js';
import { Samples } from './samples.js';

/** A call with all that it requires. */
export interface ExampleCall {
  readonly method: Method;
  readonly values: Readonly<Record<string, Json>>;
  /** Path of the call, from the root, without a leading slash. */
  readonly path: string;
}

/** How a resource is created and read. */
export interface Creation {
  readonly create: ExampleCall;
  readonly get: ExampleCall;
  /** The parameter of the read that takes the server-generated name, and the field that holds it; absent where the caller names the resource. */
  readonly generated?: { readonly parameter: string; readonly field: string };
  /** A field of the resource whose value is known, as a path of names. */
  readonly shown?: Shown;
}

export interface Shown {
  readonly field: string;
  readonly value: string;
}

export class ExampleCalls {
  readonly samples: Samples;
  readonly #api: Api;
  readonly #lookup: Lookup;
  readonly #tree: MethodTree;
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(api: Api) {
    this.#api = api;
    this.#lookup = getLookup(api);
    this.#tree = buildMethodTree(api);
    this.#resources = new Map(api.resources.map((resource) => [resource.path, resource]));
    this.samples = new Samples(api);
  }

  /** `client.managedZones.get({ project: 'my-project' })`; `code`: parameters that are variables of the program. */
  text({ method, values }: ExampleCall, code: Readonly<Record<string, string>> = {}): string {
    const members = Object.entries(values).map(([name, value]) => {
      const text = code[name] ?? toDataLiteral(value);
      return text === name ? name : `${toPropertyKey(name)}: ${text}`;
    });
    const access = getMethodPath(method, this.#tree).map(toPropertyAccess).join('');
    return `client${access}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
  }

  /** The call with what it requires; nothing where a value cannot be made up. */
  prepare(method: Method): ExampleCall | undefined {
    const required = listOwnParameters(method).filter((parameter) => parameter.location === 'path' || parameter.required);
    const values = new Map(required.map((parameter: Parameter) => [parameter.name, this.samples.parameter(parameter, method.route)]));
    const path = parseRouteParts(method.route).map((part) => (part.kind === 'literal' ? part.text : String(values.get(part.name))));
    if (bodyRequirement(method, this.#api) === 'required') values.set('requestBody', this.samples.body(method));
    if ([...values.values()].includes(undefined)) return undefined;
    return { method, values: Object.fromEntries(values) as Record<string, Json>, path: path.join('') };
  }

  /** Whether everything above a resource exists without having been created. */
  standsFree({ parent }: Resource): boolean {
    const resource = parent === undefined ? undefined : this.#resources.get(parent);
    return parent === undefined || (resource?.implicit === true && this.standsFree(resource));
  }

  /** Creates a resource and reads it: named by the caller where the service doesn't generate the name, else by the server. */
  creation({ resource, ...methods }: ExampleResource): Creation | undefined {
    const [get, create] = [methods.get && this.prepare(methods.get), methods.create && this.prepare(methods.create)];
    if (get === undefined || create === undefined || !this.standsFree(resource) || resource.idParameters.length !== 1) return undefined;
    const place = placeOf(resource, get);
    if (place === undefined || ![place.collection, get.path].includes(create.path)) return undefined;
    const isOwnPath = create.path === get.path;
    const name = resource.fullNameFrom === undefined ? place.id : get.path.split('/').slice(resource.fullNameFrom).join('/');
    const generated = (): Creation | undefined => this.#generated(create, get, resource);
    const named = (): Creation | undefined => {
      const call = this.#named(create, { resource, name, id: place.id, isOwnPath });
      const shown = call && this.shown(get.method.response, resource, name);
      return call && { create: call, get, ...(shown && { shown }) };
    };
    const [field = ''] = resource.idFields;
    const isRequired = Object.hasOwn((create.values['requestBody'] ?? {}) as object, field);
    return /^(?:id|\w+Id)$/.test(field) && !isRequired && !isOwnPath ? (generated() ?? named()) : (named() ?? generated());
  }

  /** The field that names a resource, where a response shows it. */
  shown(type: Type | undefined, { idFields: [field = ''] }: Resource, value: string): Shown | undefined {
    return this.isShown(type, field) ? { field, value } : undefined;
  }

  /** Whether a type has a field that is text. */
  isShown(type: Type | undefined, field: string): boolean {
    const found = this.#fieldAt(type, field);
    return found !== undefined && this.#isText(found.type);
  }

  /** The item type of a list, where it is a list of the resource. */
  itemType({ response, list, listItems }: Method): Type | undefined {
    const field = (list ?? listItems)?.items;
    const items = field === undefined ? undefined : this.#lookup.resolve(this.#lookup.field(response, field)?.type);
    return items?.kind === 'array' ? items.items : undefined;
  }

  /** What a resource must hold, and what names it, as its path says. */
  seedBody(resource: Resource, path: string): Readonly<Record<string, Json>> | undefined {
    const type: Type | undefined = resource.schema === undefined ? undefined : { kind: 'ref', schema: resource.schema };
    const sample = type === undefined ? {} : this.samples.value(type, 'value');
    if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return undefined;
    const given = path.split('/');
    const template = resource.path.split('/');
    const names = resource.idFields.flatMap((field, at) => {
      const own = given[template.indexOf(`{${resource.idParameters[at] ?? ''}}`)];
      const name = resource.fullNameFrom === undefined ? own : given.slice(resource.fullNameFrom).join('/');
      const known = type && this.#fieldAt(type, field);
      return name !== undefined && known && this.#admits(known.type, name) ? [[field, name] as const] : [];
    });
    return names.reduce((body, [field, value]) => this.#withMember(body, field, { value, type }), sample as Record<string, Json>);
  }

  #named(
    create: ExampleCall,
    of: { readonly resource: Resource; readonly name: string; readonly id: string; readonly isOwnPath: boolean },
  ): ExampleCall | undefined {
    const { method, values } = create;
    const { action, requestWrap: wrap } = method;
    const type = wrap === undefined ? method.request : this.#lookup.field(method.request, wrap)?.type;
    const body = (values['requestBody'] ?? {}) as Record<string, Json>;
    const inner = (wrap === undefined ? body : (body[wrap] ?? (type && this.samples.value(type, 'value')) ?? {})) as Record<string, Json>;
    const [field = ''] = of.resource.idFields;
    const isSettable = this.#isSettable(type, field, of.name);
    const holdsName = isSettable && memberAt(inner, field) !== undefined;
    const requestOf = (content: Record<string, Json>, beside: Record<string, Json> = {}): ExampleCall => {
      const whole = wrap === undefined ? content : { ...body, ...beside, [wrap]: content };
      return { ...create, values: { ...values, ...(method.request && { requestBody: whole }) } };
    };
    const content = holdsName ? this.#withMember(inner, field, { value: of.name, type }) : this.#labelled(inner, type).content;
    if (of.isOwnPath) return requestOf(content);
    if (action.kind === 'create' && action.id !== undefined) {
      if (wrap !== undefined && this.#lookup.field(method.request, action.id)) return requestOf(content, { [action.id]: of.id });
      const parameter = method.parameters.find(({ name }) => name === action.id);
      if (parameter === undefined || !this.#admits(parameter.type, of.id)) return undefined;
      const call = requestOf(content);
      const { requestBody, ...others } = call.values;
      return { ...call, values: { ...others, [action.id]: of.id, ...(requestBody !== undefined && { requestBody }) } };
    }
    // Where names are paths, the server makes them; of an operation, the caller would not learn them.
    if (!isSettable || (of.resource.fullNameFrom !== undefined && method.operation === undefined)) return undefined;
    return requestOf(this.#withMember(inner, field, { value: of.name, type }));
  }

  /** The read takes the name from the response of the creation. */
  #generated(create: ExampleCall, get: ExampleCall, resource: Resource): Creation | undefined {
    const { method } = create;
    const [field = ''] = resource.idFields;
    const id = this.#lookup.field(method.response, field);
    const parts = parseRouteParts(get.method.route).flatMap((part) => (part.kind === 'variable' ? [part] : []));
    const parameter = parts.at(-1)?.name;
    const isShown = id !== undefined && this.#isText(id.type) && method.operation === undefined && method.requestWrap === undefined;
    if (!isShown || parameter === undefined) return undefined;
    const { content, labels } = this.#labelled((create.values['requestBody'] ?? {}) as Record<string, Json>, method.request);
    const labelled = method.request === undefined ? create : { ...create, values: { ...create.values, requestBody: content } };
    const shown = labels.find((label) => this.isShown(get.method.response, label.field));
    return { create: labelled, get, generated: { parameter, field }, ...(shown && { shown }) };
  }

  /** A body with a title, where it has one, and the texts in it. */
  #labelled(
    body: Record<string, Json>,
    type: Type | undefined,
  ): { readonly content: Record<string, Json>; readonly labels: readonly Shown[] } {
    const title = ['displayName', 'title', 'summary', 'description'].find((name) => this.#isSettable(type, name, 'Example'));
    const content = title === undefined ? body : { ...body, [title]: 'Example' };
    const texts = Object.entries(content).flatMap(([field, value]) => (typeof value === 'string' ? [{ field, value }] : []));
    const labels = texts.filter(({ field, value }) => !/password|secret|token/i.test(field) && this.#isSettable(type, field, value));
    return { content, labels: labels.sort((a, b) => Number(b.field === title) - Number(a.field === title)) };
  }

  #isSettable(type: Type | undefined, path: string, value: string): boolean {
    const field = this.#fieldAt(type, path);
    return field !== undefined && !field.readOnly && this.#admits(field.type, value);
  }

  #isText(type: Type): boolean {
    return this.#lookup.resolve(type)?.kind === 'string';
  }

  #admits(type: Type, value: string): boolean {
    const found = this.#lookup.resolve(type);
    return found?.kind === 'string' && found.enum === undefined && found.format === undefined && this.samples.admits(found, value);
  }

  /** A body with a value at a path of names: an object on the way that is absent gets what it requires. */
  #withMember(body: Record<string, Json>, path: string, { value, type }: { value: Json; type: Type | undefined }): Record<string, Json> {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) return { ...body, [first]: value };
    const inner = this.#lookup.field(type, first)?.type;
    const present = (body[first] ?? (inner && this.samples.value(inner, first)) ?? {}) as Record<string, Json>;
    return { ...body, [first]: this.#withMember(present, rest.join('.'), { value, type: inner }) };
  }

  /** The field at a path of names. */
  #fieldAt(type: Type | undefined, path: string): Field | undefined {
    const [first = '', ...rest] = path.split('.');
    const field = this.#lookup.field(type, first);
    return rest.length === 0 || field === undefined ? field : this.#fieldAt(field.type, rest.join('.'));
  }
}

/** The collection and the id that the path of a read names; nothing where it isn't the path of the resource. */
function placeOf(resource: Resource, { path }: ExampleCall): { readonly collection: string; readonly id: string } | undefined {
  const given = path.split('/');
  const template = resource.path.split('/');
  const isMatch = template.length === given.length && template.every((part, at) => part.startsWith('{') || part === given[at]);
  if (!isMatch || template.at(-1) !== `{${resource.idParameters[0] ?? ''}}`) return undefined;
  return { collection: given.slice(0, -1).join('/'), id: given.at(-1) ?? '' };
}

function memberAt(body: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.hasOwn(inner, name)
          ? (inner as Record<string, Json>)[name]
          : undefined,
      body,
    );
}
