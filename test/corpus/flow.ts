/** Creates, reads, and changes resources on one mock. Paths identify resources, whatever the variables of a method are called. */
import type { Json } from '../../generator/lib/json.js';
import type { Field, Method, Resource, Type } from '../../generator/model/model.js';
import { createLookup, type Lookup } from '../../generator/model/schema-lookup.js';
import type { MediaContent } from '../../runtime/client/index.js';
import type { Mock } from '../../mock/index.js';
import { expandPath } from '../../runtime/paths/expand.js';
import { matchPath } from '../../runtime/paths/match.js';
import { findFunction, type Modules, type Node, type Published } from './published.js';
import { matchesWhole } from './patterns.js';
import { createPathText, type Params, SampleValues } from './samples.js';
import { findStoredPath, type Placement } from './stored-path.js';

type Body = Readonly<Record<string, Json>>;

/** `:create` */
const verb = /:[A-Za-z]\w*$/;

export interface Change {
  readonly params: Params;
  /** A changeable field, if there is one. */
  readonly field?: string;
  readonly value?: Json;
}

export interface FlowOptions {
  /** Options of the calls of a method. */
  readonly callOptions?: (method: Method) => object;
  readonly mock?: Mock;
  /** Called after each creation. */
  readonly finishOperations?: () => Promise<void>;
}

export class Flow {
  readonly #published: Published;
  readonly #client: Node;
  readonly #samples: SampleValues;
  readonly #lookup: Lookup;
  readonly #options: (method: Method) => object;
  readonly #mock: Mock;
  readonly #finishOperations: () => Promise<void>;

  constructor(published: Published, { createClient, createMock }: Modules, options: FlowOptions = {}) {
    const { callOptions = () => ({}), mock = createMock(), finishOperations = () => Promise.resolve() } = options;
    this.#published = published;
    this.#options = callOptions;
    this.#mock = mock;
    this.#finishOperations = finishOperations;
    this.#samples = new SampleValues(published.api);
    this.#lookup = createLookup(published.api);
    this.#client = createClient({ fetch: mock.fetch, rootUrl: 'https://corpus.example/', retry: false });
  }

  resource(path: string): Resource | undefined {
    return this.#published.api.resources.find((resource) => resource.path === path);
  }

  /** Calls a method for the resource or collection at a path. */
  async call(method: Method, path: string, extra: Params): Promise<Body> {
    return ((await this.#callFunction(method, path, { name: method.name, extra })) ?? {}) as Body;
  }

  /** The content of the resource at a path. */
  async media(method: Method, path: string): Promise<Uint8Array> {
    const media = await this.#callFunction(method, path, { name: `${method.name}Media`, extra: {} });
    return (media as MediaContent).bytes();
  }

  async #callFunction(method: Method, path: string, { name, extra }: { readonly name: string; readonly extra: Params }): Promise<unknown> {
    const { requestBody: _, ...required } = this.#samples.params(method, 'least');
    const pathVariables = matchPath(method.route.replace(verb, ''), path);
    if (pathVariables === undefined) throw new Error(`${method.id}: /${path} doesn't match ${method.route}`);
    const params = { ...required, ...this.#parsePathParameters(method, pathVariables), ...extra };
    try {
      return await findFunction(this.#client, method.collections, name)(params, this.#options(method));
    } catch (error) {
      throw Object.assign(new Error(`${method.id} /${path}: ${(error as Error).message} ${JSON.stringify(params).slice(0, 300)}`), {
        status: (error as { status?: number }).status,
      });
    }
  }

  async read(method: Method, path: string): Promise<Body> {
    return this.call(method, path, {});
  }

  /** Creates a resource and its parents; returns its path from the list of its collection. */
  async create(method: Method, list: Method | undefined, resource: Resource): Promise<string> {
    const collection = await this.#prepareCollection(resource);
    const id = this.#createId(method, resource);
    const created = await this.call(
      method,
      this.#findPath(method, collection, id),
      this.#createParams(method, resource, { collection, id }),
    );
    await this.#finishOperations();
    // An operation doesn't contain the resource.
    if (list === undefined && method.operation !== undefined) return findStoredPath(this.#mock, resource, { collection, id });
    if (list === undefined) return this.#getCreatedPath(created, resource, { collection, id });
    const page = await this.call(list, this.#findPath(list, collection, id), {});
    const items = page[list.list?.items ?? 'items'] ?? Object.values(page).find(Array.isArray);
    if (!Array.isArray(items) || items.length !== 1)
      throw new Error(`${list.id}: expected one item, found ${JSON.stringify(page).slice(0, 200)}`);
    return this.#getCreatedPath(items[0] as Body, resource, { collection, id });
  }

  /** Creates the parents of a resource and calls the method that creates it. */
  async start(method: Method, resource: Resource): Promise<Body> {
    const collection = await this.#prepareCollection(resource);
    const id = this.#createId(method, resource);
    return this.call(method, this.#findPath(method, collection, id), this.#createParams(method, resource, { collection, id }));
  }

  /** The path of a collection or of its new member, or of a related resource. */
  #findPath(method: Method, collection: string, id: string): string {
    const route = method.route.replace(verb, '');
    const found = [collection, `${collection}/${id}`].find((path) => matchPath(route, path) !== undefined);
    return found ?? expandPath(route, this.#samples.params(method, 'least'));
  }

  /** The path of the resource in a response, or in the state of the mock. */
  async #getCreatedPath(item: Body, resource: Resource, requested: Placement): Promise<string> {
    const { idFields, fullNameFrom } = resource;
    const { collection } = requested;
    const ids = idFields.map((field) => readField(item, field));
    const isIdentified = ids.every((each) => each !== undefined) && item['operationType'] === undefined;
    if (!isIdentified) return findStoredPath(this.#mock, resource, requested);
    if (fullNameFrom === undefined) return [collection, ...ids.map((each) => encodeURIComponent(String(each)))].join('/');
    const path = [...collection.split('/').slice(0, fullNameFrom), String(item['name'])].join('/');
    return path.startsWith(`${collection}/`) ? path : findStoredPath(this.#mock, resource, requested);
  }

  /** Path of the collection of a resource; creates its parents. */
  async #prepareCollection(resource: Resource): Promise<string> {
    const parent = resource.parent === undefined ? undefined : this.resource(resource.parent);
    const parentPath = parent && (await this.#prepareResource(parent));
    const parts = resource.path.split('/');
    const template = parts.slice(0, parts.length - resource.idParameters.length);
    const segments = parentPath?.split('/') ?? [];
    return template.map((part, at) => segments[at] ?? this.#createSegment(part, resource)).join('/');
  }

  /** Path of an existing resource; creates it if possible. */
  async #prepareResource(resource: Resource): Promise<string> {
    const methods = this.#published.api.methods.filter(({ action }) => 'resource' in action && action.resource === resource.path);
    const create = methods.find(({ action }) => action.kind === 'create');
    const list = methods.find(({ action }) => action.kind === 'list');
    if (create) return this.create(create, list, resource);
    const collection = await this.#prepareCollection(resource);
    return [collection, ...resource.idParameters.map((name) => this.#createSegment(`{${name}}`, resource))].join('/');
  }

  /** A template variable with the constraints of any method parameter of this name. */
  #createSegment(part: string, resource?: Resource): string {
    const name = /^\{([^=}]+)/.exec(part)?.[1];
    if (name === undefined) return part;
    const { methods } = this.#published.api;
    const own = methods.filter(({ action }) => resource !== undefined && 'resource' in action && action.resource === resource.path);
    const parameters = [...own, ...methods].flatMap((method) => method.parameters.filter(({ location }) => location === 'path'));
    const nested = parameters.filter((each) => each.type.kind === 'string' && each.type.pattern?.includes(`${name.replace(/Id$/, '')}/[`));
    const named = [name, `${name}Id`].flatMap((candidate) => parameters.filter((each) => each.name === candidate));
    // The strictest pattern for one segment.
    const strict = named.find(
      ({ type }) => type.kind === 'string' && type.pattern !== undefined && /^[^/]+$/.test(String(createPathText(type, '*'))),
    );
    const parameter = strict ?? named[0] ?? nested[0];
    const text = String((parameter && createPathText(this.#lookup.resolve(parameter.type), '*')) ?? 'x1');
    // A pattern with more than one segment: `folders/[0-9]+`.
    return encodeURIComponent(text.slice(text.lastIndexOf('/') + 1));
  }

  #createId(method: Method, resource: Resource): string {
    const last = resource.idParameters.map((name) => decodeURIComponent(this.#createSegment(`{${name}}`, resource))).join('/');
    const parameter = method.parameters.find(({ name }) => 'id' in method.action && name === method.action.id);
    return parameter === undefined ? last : String(createPathText(this.#lookup.resolve(parameter.type), '*') ?? last);
  }

  #createParams(method: Method, resource: Resource, { collection, id }: { readonly collection: string; readonly id: string }): Params {
    const body = this.#samples.params(method, 'least')['requestBody'] as Body | undefined;
    const queryId = method.action.kind === 'create' && method.action.id !== undefined ? { [method.action.id]: id } : {};
    if (body === undefined) return queryId;
    const full = resource.fullNameFrom === undefined ? id : `${collection.split('/').slice(resource.fullNameFrom).join('/')}/${id}`;
    const wrap = method.requestWrap;
    const inner = wrap === undefined ? method.request : this.#listFields(method.request).find(({ name }) => name === wrap)?.type;
    const ids = Object.fromEntries(resource.idFields.flatMap((field) => (this.#isSettable(inner, field, full) ? [[field, full]] : [])));
    const bodyId = wrap !== undefined && 'id' in method.action && method.action.id !== undefined ? { [method.action.id]: id } : {};
    if (wrap === undefined) return { ...queryId, requestBody: { ...body, ...ids } };
    return {
      requestBody: {
        ...body,
        ...bodyId,
        [wrap]: {
          ...((body[wrap] ?? (inner && this.#samples.value(inner, 'least'))) as Body | undefined),
          ...ids,
        },
      },
    };
  }

  #isSettable(type: Type | undefined, name: string, value: string): boolean {
    const field = this.#listFields(type).find((each) => each.name === name);
    const found = this.#lookup.resolve(field?.type);
    if (field === undefined || field.readOnly || found?.kind !== 'string' || found.enum !== undefined) return false;
    return found.format === undefined && (found.pattern === undefined || matchesWhole(found.pattern, value));
  }

  #listFields(type: Type | undefined): readonly Field[] {
    return this.#lookup.object(type)?.fields ?? [];
  }

  /** Changes a string field of the resource, if there is one, and sends back its etag. */
  createChange(method: Method, before: Body, { path, schema }: { readonly path: string; readonly schema: string | undefined }): Change {
    const wrap = method.requestWrap;
    const body = (this.#samples.params(method, 'least')['requestBody'] ?? {}) as Body;
    if (wrap === undefined) return this.#changeField(method, before, { path, least: body, type: method.request, schema });
    const fields = this.#listFields(method.request);
    const type = fields.find(({ name }) => name === wrap)?.type;
    const inner = this.#changeField(method, before, { path, least: (body[wrap] ?? {}) as Body, type, schema });
    return {
      ...inner,
      params: { ...inner.params, requestBody: { ...omitFields(body, listMasks(fields)), [wrap]: inner.params['requestBody'] ?? {} } },
    };
  }

  #changeField(
    method: Method,
    before: Body,
    {
      path,
      least,
      type,
      schema,
    }: { readonly path: string; readonly least: Body; readonly type: Type | undefined; readonly schema: string | undefined },
  ): Change {
    const fields = this.#listFields(type).filter(({ readOnly }) => !readOnly);
    // Only the resource itself contains the sent value afterwards.
    const isResource = type?.kind === 'ref' && type.schema === schema;
    const fieldNames = new Set(fields.map(({ name }) => name));
    const etagFields = Object.fromEntries(
      ['etag', 'fingerprint'].flatMap((name) => (name in before && fieldNames.has(name) ? [[name, before[name] as Json]] : [])),
    );
    const target = isResource ? fields.find((field) => this.#isPlain(field, path, before)) : undefined;
    const current =
      method.httpMethod === 'PUT' ? this.#pickWritable(fields, before) : { ...this.#keepFields(least, before), ...etagFields };
    const mask = this.#createMask(method, target?.name ?? fields[0]?.name ?? 'name');
    if (target === undefined) return { params: { ...mask, requestBody: { ...least, ...current } } };
    return {
      params: { ...mask, requestBody: { ...least, ...current, [target.name]: 'changed' } },
      field: target.name,
      value: 'changed',
    };
  }

  #isPlain({ name, type, readOnly, immutable }: Field, path: string, before: Body): boolean {
    if (
      readOnly ||
      immutable ||
      /^(?:name|id|kind|etag|selfLink|fingerprint)$|[a-z]Id$|Name$|Time|Link$|Url$|Fingerprint$|^password$/.test(name)
    )
      return false;
    const { kind, ...rest } = this.#lookup.resolve(type) ?? { kind: 'any' };
    const isFree = kind === 'string' && !('enum' in rest) && !('format' in rest) && !('pattern' in rest) && !('const' in rest);
    return isFree && !path.includes(String(before[name]));
  }

  /** Keeps the required fields of a body unchanged. */
  #keepFields(least: Body, before: Body): Body {
    return Object.fromEntries(Object.keys(least).flatMap((name) => (name in before ? [[name, before[name] as Json]] : [])));
  }

  #pickWritable(fields: readonly Field[], before: Body): Body {
    const fieldNames = new Set(fields.map(({ name }) => name));
    return Object.fromEntries(Object.entries(before).filter(([name]) => fieldNames.has(name)));
  }

  /** Sets the update mask if it is required; otherwise the client generates it. */
  #createMask(method: Method, field: string): Params {
    const mask = method.parameters.find(({ name, location }) => location === 'query' && name === 'updateMask');
    return mask?.required ? { updateMask: field } : {};
  }

  #parsePathParameters(method: Method, pathVariables: Readonly<Record<string, string>>): Params {
    return Object.fromEntries(
      Object.entries(pathVariables).map(([name, text]) => {
        const parameter = method.parameters.find((each) => each.name === name);
        const kind = this.#lookup.resolve(parameter?.type)?.kind;
        return [name, kind === 'integer' || kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text];
      }),
    );
  }
}

/** Lists the mask fields of a body, which the client generates. */
function listMasks(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, type }) => (type.kind === 'string' && type.format === 'google-fieldmask' ? [name] : []));
}

function omitFields(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Returns the member at a field path. */
function readField(body: Body, field: string): Json | undefined {
  return field.split('.').reduce<Json | undefined>((inner, name) => (inner as Body | undefined)?.[name], body);
}
