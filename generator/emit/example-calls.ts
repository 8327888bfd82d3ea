/** Creates the calls of examples. */
import { type Lookup, getLookup } from '../model/schema-lookup.js';
import type { Api, Field, Json, MainResource, Method, Parameter, Resource, Type } from '../model/model.js';
import { parseRouteParts } from '../lib/flat-path.js';
import { toDataLiteral, toPropertyAccess, toPropertyKey } from '../lib/literals.js';
import { getMethodPath, buildMethodTree, type MethodTree } from './method-tree.js';
import { listOwnParameters } from './parameter-types.js';
import { Samples } from './samples.js';

/** A call with all required parameters. */
export interface ExampleCall {
  readonly method: Method;
  readonly values: Readonly<Record<string, Json>>;
  /** The path of the request without a leading slash. */
  readonly path: string;
}

/** The calls that create and read a resource. */
export interface Creation {
  readonly create: ExampleCall;
  readonly get: ExampleCall;
  /** The parameter of the read call that takes the server-generated name, and the field with the name. Absent if the caller names the resource. */
  readonly generatedName?: { readonly parameter: string; readonly field: string };
  /** A field with a known value. */
  readonly knownField?: KnownField;
}

export interface KnownField {
  readonly field: string;
  readonly value: string;
}

export class ExampleCalls {
  readonly samples: Samples;
  readonly #lookup: Lookup;
  readonly #tree: MethodTree;
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(api: Api) {
    this.#lookup = getLookup(api);
    this.#tree = buildMethodTree(api);
    this.#resources = new Map(api.resources.map((resource) => [resource.path, resource]));
    this.samples = new Samples(api);
  }

  /** Formats a call: `client.managedZones.get({ project: 'my-project' })`. `code` has the parameters that are variables of the program. */
  formatCall({ method, values }: ExampleCall, code: Readonly<Record<string, string>> = {}): string {
    const members = Object.entries(values).map(([name, value]) => {
      const text = code[name] ?? toDataLiteral(value);
      return text === name ? name : `${toPropertyKey(name)}: ${text}`;
    });
    const access = getMethodPath(method, this.#tree).map(toPropertyAccess).join('');
    return `client${access}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
  }

  /** Creates a call with the required parameters, or nothing if a value can't be generated. */
  prepare(method: Method): ExampleCall | undefined {
    const required = listOwnParameters(method).filter((parameter) => parameter.location === 'path' || parameter.required);
    const values = new Map(
      required.map((parameter: Parameter) => [parameter.name, this.samples.createParameterValue(parameter, method.route)]),
    );
    const path = parseRouteParts(method.route).map((part) => (part.kind === 'literal' ? part.text : String(values.get(part.name))));
    if (method.body === 'required') values.set('requestBody', this.samples.createBody(method));
    if ([...values.values()].includes(undefined)) return undefined;
    return { method, values: Object.fromEntries(values) as Record<string, Json>, path: path.join('') };
  }

  /** Whether all parents of a resource exist without creation. */
  hasImplicitParents({ parent }: Resource): boolean {
    const resource = parent === undefined ? undefined : this.#resources.get(parent);
    return parent === undefined || (resource?.implicit === true && this.hasImplicitParents(resource));
  }

  /** Plans the creation and the read of a resource. The caller names the resource unless the service generates the name. */
  planCreation({ resource, ...methods }: MainResource): Creation | undefined {
    const [get, create] = [methods.get && this.prepare(methods.get), methods.create && this.prepare(methods.create)];
    if (get === undefined || create === undefined || !this.hasImplicitParents(resource) || resource.idParameters.length !== 1)
      return undefined;
    const parsed = parseResourcePath(resource, get);
    if (parsed === undefined || ![parsed.collection, get.path].includes(create.path)) return undefined;
    const isOwnPath = create.path === get.path;
    const name = resource.fullNameFrom === undefined ? parsed.id : get.path.split('/').slice(resource.fullNameFrom).join('/');
    const createWithGeneratedName = (): Creation | undefined => this.#createGenerated(create, get, resource);
    const createWithClientName = (): Creation | undefined => {
      const call = this.#createNamed(create, { resource, name, id: parsed.id, isOwnPath });
      const knownField = call && this.findKnownField(get.method.response, resource, name);
      return call && { create: call, get, ...(knownField && { knownField }) };
    };
    const [field = ''] = resource.idFields;
    const isRequired = Object.hasOwn((create.values['requestBody'] ?? {}) as object, field);
    return /^(?:id|\w+Id)$/.test(field) && !isRequired && !isOwnPath
      ? (createWithGeneratedName() ?? createWithClientName())
      : (createWithClientName() ?? createWithGeneratedName());
  }

  /** Returns the field with the resource name if the response has it. */
  findKnownField(type: Type | undefined, { idFields: [field = ''] }: Resource, value: string): KnownField | undefined {
    return this.hasTextField(type, field) ? { field, value } : undefined;
  }

  /** Whether a type has a string field. */
  hasTextField(type: Type | undefined, field: string): boolean {
    const found = this.#fieldAt(type, field);
    return found !== undefined && this.#isText(found.type);
  }

  /** Returns the item type of a list. */
  getItemType({ response, list, listItems }: Method): Type | undefined {
    const field = (list ?? listItems)?.items;
    const items = field === undefined ? undefined : this.#lookup.resolve(this.#lookup.field(response, field)?.type);
    return items?.kind === 'array' ? items.items : undefined;
  }

  /** Creates a seed resource with the required fields and the names in its path. */
  createSeedBody(resource: Resource, path: string): Readonly<Record<string, Json>> | undefined {
    const type: Type | undefined = resource.schema === undefined ? undefined : { kind: 'ref', schema: resource.schema };
    const sample = type === undefined ? {} : this.samples.createValue(type, 'value');
    if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return undefined;
    const segments = path.split('/');
    const template = resource.path.split('/');
    const names = resource.idFields.flatMap((field, at) => {
      const segment = segments[template.indexOf(`{${resource.idParameters[at] ?? ''}}`)];
      const name = resource.fullNameFrom === undefined ? segment : segments.slice(resource.fullNameFrom).join('/');
      const known = type && this.#fieldAt(type, field);
      return name !== undefined && known && this.#admits(known.type, name) ? [[field, name] as const] : [];
    });
    return names.reduce((body, [field, value]) => this.#setMember(body, field, { value, type }), sample as Record<string, Json>);
  }

  #createNamed(
    create: ExampleCall,
    target: { readonly resource: Resource; readonly name: string; readonly id: string; readonly isOwnPath: boolean },
  ): ExampleCall | undefined {
    const { method, values } = create;
    const { action, requestWrap: wrap } = method;
    const type = wrap === undefined ? method.request : this.#lookup.field(method.request, wrap)?.type;
    const body = (values['requestBody'] ?? {}) as Record<string, Json>;
    const inner = (wrap === undefined ? body : (body[wrap] ?? (type && this.samples.createValue(type, 'value')) ?? {})) as Record<
      string,
      Json
    >;
    const [field = ''] = target.resource.idFields;
    const isSettable = this.#isSettable(type, field, target.name);
    const hasName = isSettable && getMember(inner, field) !== undefined;
    const createRequest = (content: Record<string, Json>, extraFields: Record<string, Json> = {}): ExampleCall => {
      const requestBody = wrap === undefined ? content : { ...body, ...extraFields, [wrap]: content };
      return { ...create, values: { ...values, ...(method.request && { requestBody }) } };
    };
    const content = hasName ? this.#setMember(inner, field, { value: target.name, type }) : this.#addTitle(inner, type).content;
    if (target.isOwnPath) return createRequest(content);
    if (action.kind === 'create' && action.id !== undefined) {
      if (wrap !== undefined && this.#lookup.field(method.request, action.id)) return createRequest(content, { [action.id]: target.id });
      const parameter = method.parameters.find(({ name }) => name === action.id);
      if (parameter === undefined || !this.#admits(parameter.type, target.id)) return undefined;
      const call = createRequest(content);
      const { requestBody, ...others } = call.values;
      return { ...call, values: { ...others, [action.id]: target.id, ...(requestBody !== undefined && { requestBody }) } };
    }
    // The server generates names that are paths. If the method returns an operation, the caller can't read the generated name.
    if (!isSettable || (target.resource.fullNameFrom !== undefined && method.operation === undefined)) return undefined;
    return createRequest(this.#setMember(inner, field, { value: target.name, type }));
  }

  /** Plans a read that uses the name in the response of the creation. */
  #createGenerated(create: ExampleCall, get: ExampleCall, resource: Resource): Creation | undefined {
    const { method } = create;
    const [field = ''] = resource.idFields;
    const id = this.#lookup.field(method.response, field);
    const parts = parseRouteParts(get.method.route).flatMap((part) => (part.kind === 'variable' ? [part] : []));
    const parameter = parts.at(-1)?.name;
    const isShown = id !== undefined && this.#isText(id.type) && method.operation === undefined && method.requestWrap === undefined;
    if (!isShown || parameter === undefined) return undefined;
    const { content, labels } = this.#addTitle((create.values['requestBody'] ?? {}) as Record<string, Json>, method.request);
    const call = method.request === undefined ? create : { ...create, values: { ...create.values, requestBody: content } };
    const knownField = labels.find((label) => this.hasTextField(get.method.response, label.field));
    return { create: call, get, generatedName: { parameter, field }, ...(knownField && { knownField }) };
  }

  /** Adds a title to the body if the type has a title field. Also returns the known string fields. */
  #addTitle(
    body: Record<string, Json>,
    type: Type | undefined,
  ): { readonly content: Record<string, Json>; readonly labels: readonly KnownField[] } {
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

  /** Sets a value at a dotted path. An absent object on the way gets its required fields. */
  #setMember(body: Record<string, Json>, path: string, { value, type }: { value: Json; type: Type | undefined }): Record<string, Json> {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) return { ...body, [first]: value };
    const inner = this.#lookup.field(type, first)?.type;
    const present = (body[first] ?? (inner && this.samples.createValue(inner, first)) ?? {}) as Record<string, Json>;
    return { ...body, [first]: this.#setMember(present, rest.join('.'), { value, type: inner }) };
  }

  /** Finds the field at a dotted path. */
  #fieldAt(type: Type | undefined, path: string): Field | undefined {
    const [first = '', ...rest] = path.split('.');
    const field = this.#lookup.field(type, first);
    return rest.length === 0 || field === undefined ? field : this.#fieldAt(field.type, rest.join('.'));
  }
}

/** Returns the collection and the ID in the path of a read call, or nothing if it isn't the path of the resource. */
function parseResourcePath(resource: Resource, { path }: ExampleCall): { readonly collection: string; readonly id: string } | undefined {
  const segments = path.split('/');
  const template = resource.path.split('/');
  const isMatch = template.length === segments.length && template.every((part, at) => part.startsWith('{') || part === segments[at]);
  if (!isMatch || template.at(-1) !== `{${resource.idParameters[0] ?? ''}}`) return undefined;
  return { collection: segments.slice(0, -1).join('/'), id: segments.at(-1) ?? '' };
}

function getMember(body: Json | undefined, path: string): Json | undefined {
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
