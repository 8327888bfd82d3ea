/** Forms the calls of examples. */
import { type Lookup, getItemType, getLookup } from '../model/schema-lookup.js';
import type { Api, MainResource, Method, Resource, Type } from '../model/model.js';
import { getVariableNames } from '../../runtime/paths/expand.js';
import { toDataLiteral, toPropertyAccess, toPropertyKey } from '../lib/literals.js';
import { getMember, type JsonObject, toObject, type Json } from '../lib/json.js';
import { getMethodPath, buildMethodTree, type MethodCollection } from './method-tree.js';
import { isBodyNeeded, listOwnParameters } from './parameter-types.js';
import { type KnownField, Samples } from './samples.js';

/** A call with all required parameters. */
export interface ExampleCall {
  readonly method: Method;
  readonly parameters: JsonObject;
  readonly body: Json | undefined;
  /** The path of the request without a leading slash. */
  readonly path: string;
}

/** The calls that create and read a resource. */
export interface Creation {
  readonly create: ExampleCall;
  readonly get: ExampleCall;
  /** The parameter of the read call that takes the server-generated name, and the field with the name. Absent if the caller names the resource. */
  readonly generatedName?: { readonly parameter: string; readonly field: string };
  readonly knownField: KnownField | undefined;
}

/** A resource that a seed creates, and the call that reads it. */
export interface SeedPlan {
  readonly get: ExampleCall;
  readonly body: JsonObject;
  /** The name of the resource if the body has it. */
  readonly name: string | undefined;
  /** The field with the name if the response has it. */
  readonly knownField: KnownField | undefined;
}

export class ExampleCalls {
  readonly samples: Samples;
  readonly #api: Api;
  readonly #lookup: Lookup;
  readonly #tree: MethodCollection;
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(api: Api) {
    this.#api = api;
    this.#lookup = getLookup(api);
    this.#tree = buildMethodTree(api);
    this.#resources = new Map(api.resources.map((resource) => [resource.path, resource]));
    this.samples = new Samples(api);
  }

  /** Formats a call: `client.managedZones.get({ project: 'my-project' })`. `code` has the parameters that are variables of the program. */
  formatCall({ method, parameters, body }: ExampleCall, code: ReadonlyMap<string, string> = new Map()): string {
    const values = body === undefined ? parameters : { ...parameters, requestBody: body };
    const members = Object.entries(values).map(([name, value]) => {
      const text = code.get(name) ?? toDataLiteral(value);
      return text === name ? name : `${toPropertyKey(name)}: ${text}`;
    });
    const access = getMethodPath(method, this.#tree).map(toPropertyAccess).join('');
    return `client${access}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
  }

  /** Creates a call with the required parameters, or nothing if a value can't be generated. */
  prepare(method: Method): ExampleCall | undefined {
    const values = new Map<string, Json>();
    for (const parameter of listOwnParameters(method)) {
      if (parameter.location !== 'path' && !parameter.required) continue;
      const value = this.samples.createParameterValue(parameter, method.route);
      if (value === undefined) return undefined;
      values.set(parameter.name, value);
    }
    const needsBody = isBodyNeeded(method, this.#api) || (method.action.kind === 'create' && method.request !== undefined);
    const body = needsBody ? this.samples.createBody(method) : undefined;
    if (needsBody && body === undefined) return undefined;
    const path = method.route.replace(/\{([^{}=]+)[^{}]*\}/g, (_, name: string) => String(values.get(name)));
    return { method, parameters: Object.fromEntries(values), body, path };
  }

  /** Whether all parents of a resource exist without creation. */
  hasImplicitParents({ parent }: Resource): boolean {
    const resource = parent === undefined ? undefined : this.#resources.get(parent);
    return parent === undefined || (resource?.implicit === true && this.hasImplicitParents(resource));
  }

  /** Plans the creation and the read of a resource. The caller names the resource unless the service generates the name. */
  planCreation({ resource, ...methods }: MainResource): Creation | undefined {
    const [get, create] = [methods.get && this.prepare(methods.get), methods.create && this.prepare(methods.create)];
    if (!get || !create || !this.hasImplicitParents(resource) || resource.idParameters.length !== 1) return undefined;
    if (this.#hasReference(create)) return undefined;
    const parsed = parseResourcePath(resource, get);
    if (parsed === undefined || ![parsed.collection, get.path].includes(create.path)) return undefined;
    const isOwnPath = create.path === get.path;
    const name = resource.fullNameFrom === undefined ? parsed.id : get.path.split('/').slice(resource.fullNameFrom).join('/');
    const planGenerated = (): Creation | undefined => this.#planGenerated(create, get, resource);
    const planNamed = (): Creation | undefined => {
      const call = this.#nameResource(create, { resource, name, id: parsed.id, isOwnPath });
      return call && { create: call, get, knownField: this.findKnownField(get.method.response, resource, name) };
    };
    const [field = ''] = resource.idFields;
    const { action } = create.method;
    const isNamedByCall = isOwnPath || (action.kind === 'create' && action.id !== undefined) || getMember(create.body, field) !== undefined;
    return resource.generatedIds.includes(field) && !isNamedByCall ? (planGenerated() ?? planNamed()) : (planNamed() ?? planGenerated());
  }

  /** Whether a member of the body is named like another resource of the API, which must then exist: `topic` for a member of `topics`. */
  #hasReference({ body }: ExampleCall): boolean {
    const members = Object.keys(body ?? {});
    return [...this.#resources.keys()].some((path) => members.some((name) => path.includes(`/${name}s/`)));
  }

  /** Plans a seed with a resource whose parents exist without creation. */
  planSeed({ resource, get: method }: MainResource): SeedPlan | undefined {
    const get = method && this.hasImplicitParents(resource) ? this.prepare(method) : undefined;
    const body = get && this.samples.createSeedBody(resource, get.path);
    if (get === undefined || body === undefined) return undefined;
    const value = body[resource.idFields[0] ?? ''];
    const name = typeof value === 'string' ? value : undefined;
    return { get, body, name, knownField: name === undefined ? undefined : this.findKnownField(get.method.response, resource, name) };
  }

  /** Returns the field with the resource name if the response has it. */
  findKnownField(type: Type | undefined, { idFields: [field = ''] }: Resource, value: string): KnownField | undefined {
    return this.samples.hasTextField(type, field) ? { field, value } : undefined;
  }

  /** Whether the items of a list have a string field. */
  hasTextItems(method: Method, path: string): boolean {
    return this.samples.hasTextField(getItemType(method, this.#lookup), path);
  }

  /** Adds the name of the resource to the call that creates it. Returns `undefined` if the call can't determine the name. */
  #nameResource(
    create: ExampleCall,
    target: { readonly resource: Resource; readonly name: string; readonly id: string; readonly isOwnPath: boolean },
  ): ExampleCall | undefined {
    const { samples } = this;
    const { method, body } = create;
    const { action, request, requestWrap: wrap } = method;
    const { resource, name, id, isOwnPath } = target;
    const [field = ''] = resource.idFields;
    const type = wrap === undefined ? request : this.#lookup.field(request, wrap)?.type;
    const content = toObject(wrap === undefined ? body : (getMember(body, wrap) ?? (type && samples.createValue(type, 'value'))));
    const named = samples.isSettable(type, field, name) ? samples.setField(content, field, { value: name, type }) : undefined;
    const withContent = (inner: JsonObject, outer: JsonObject = {}): ExampleCall => {
      if (request === undefined) return create;
      return { ...create, body: wrap === undefined ? inner : { ...toObject(body), ...outer, [wrap]: inner } };
    };
    const present = field.split('.').reduce<Json | undefined>((value, key) => getMember(value, key), content);
    const described = named && present !== undefined ? named : samples.addTitle(content, type).content;
    if (isOwnPath) return withContent(described);
    if (action.kind === 'create' && action.id !== undefined) {
      if (wrap !== undefined && this.#lookup.field(request, action.id)) return withContent(described, { [action.id]: id });
      const parameter = method.parameters.find((each) => each.name === action.id);
      if (parameter === undefined || !samples.canHoldText(parameter.type, id)) return undefined;
      return { ...withContent(described), parameters: { ...create.parameters, [action.id]: id } };
    }
    // The server generates names that are paths, unless the body must have one. If the method returns an operation, the caller can't read the name.
    const isGenerated = resource.fullNameFrom !== undefined && method.operation === undefined && present === undefined;
    return isGenerated ? undefined : named && withContent(named);
  }

  /** Plans a read that uses the name in the response of the creation. */
  #planGenerated(create: ExampleCall, get: ExampleCall, { idFields: [field = ''] }: Resource): Creation | undefined {
    const { request, response, operation, requestWrap } = create.method;
    const parameter = getVariableNames(get.method.route).at(-1);
    const isShown =
      this.samples.hasTextField(response, field) && !field.includes('.') && operation === undefined && requestWrap === undefined;
    if (!isShown || parameter === undefined) return undefined;
    const { content, labels } = this.samples.addTitle(toObject(create.body), request);
    const knownField = labels.find((label) => this.samples.hasTextField(get.method.response, label.field));
    return { create: { ...create, body: request && content }, get, generatedName: { parameter, field }, knownField };
  }
}

/** Formats the access to a field at a dotted path: `found.metadata?.name`. */
export function formatFieldAccess(variable: string, path: string): string {
  const [name = '', ...inner] = path.split('.');
  return `${variable}${toPropertyAccess(name)}${inner.map((each) => `?.${toPropertyAccess(each).replace(/^\./, '')}`).join('')}`;
}

/** Returns the collection and the ID in the path of a read call, or nothing if it isn't the path of the resource. */
function parseResourcePath(resource: Resource, { path }: ExampleCall): { readonly collection: string; readonly id: string } | undefined {
  const segments = path.split('/');
  const template = resource.path.split('/');
  const isMatch = template.length === segments.length && template.every((part, at) => part.startsWith('{') || part === segments[at]);
  if (!isMatch || template.at(-1) !== `{${resource.idParameters[0] ?? ''}}`) return undefined;
  return { collection: segments.slice(0, -1).join('/'), id: segments.at(-1) ?? '' };
}
