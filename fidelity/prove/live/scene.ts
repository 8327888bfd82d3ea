/** What one rule needs of a target: sends its calls, and creates the resources that they need or finds those that exist. */
import { getAt, isObject, type Json, type JsonObject, type Pointer } from '../../../generator/lib/json.js';
import type { Method, Resource } from '../../../generator/model/model.js';
import { getItemsField } from '../../../generator/model/schema-lookup.js';
import type { ActualResponse } from '../../verify/exchange-result.js';
import type { ApiIndex } from '../api-index.js';
import { setAt } from '../field-paths.js';
import { getBody, isAccepted } from '../reference-mock.js';
import { buildCallPath } from '../route.js';
import { toHttpCall, type HttpCall } from '../scenario.js';
import { getLocation, isProjectVariable } from '../scenario-builder.js';
import { RejectedCallError } from '../../verify/rejected-call.js';
import { TimeoutError, type TargetSession } from '../target.js';
import { buildLivePath, countRouteSteps, findCreated, findPathOwner, toResourcePath } from './call-path.js';
import { readErrorMessage, type ExplainMissing } from './missing-methods.js';
import type { FieldLink } from './field-tree.js';

/** A member of a request. Its value can be the name of a resource, which the scene creates. */
export interface Setting {
  readonly in: 'body' | 'query';
  readonly pointer: Pointer;
  /** In text, `{name}` is a new name, and `{project}` the project. `undefined` removes the member. */
  readonly value?: Json;
  readonly link?: FieldLink;
  /** Whether the link is the only element of a list. */
  readonly isList?: boolean;
}

/** What is known of the requests of a method. */
export type KnownRequest =
  | { readonly kind: 'found'; readonly settings: readonly Setting[]; readonly reply: LiveReply }
  | { readonly kind: 'notImplemented'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface LiveCall {
  readonly method: Method;
  readonly http: HttpCall;
  readonly body?: Json;
  /** The resource that the call is about. Absent for a creation. */
  readonly target?: LiveInstance;
  /** The names that the call gives, the first of them that of a new resource. */
  readonly names: readonly string[];
}

export interface LiveReply {
  readonly call: LiveCall;
  /** 0 without a response: the target doesn't respond in time, or the call isn't allowed. */
  readonly status: number;
  /** Whether the target doesn't respond in time. */
  readonly isSilent: boolean;
  readonly body?: Json;
  readonly isAccepted: boolean;
  readonly message: string;
  /** Why the target doesn't implement what the call asks for. */
  readonly missing?: string;
}

export interface LiveInstance {
  readonly resource: Resource;
  readonly path: string;
  /** The response to its creation. Absent if it existed, or if nothing shows that it does. */
  readonly created?: LiveReply;
}

/** A scene can't be built. The message is the reason, without a period. `kind`: whether the target lacks a method. */
export class LiveError extends Error {
  override readonly name = 'LiveError';

  constructor(
    readonly kind: 'notImplemented' | 'untested',
    message: string,
  ) {
    super(message);
  }
}

export interface SceneOptions {
  readonly index: ApiIndex;
  readonly session: TargetSession;
  readonly project: string;
  /** Returns a name that was never used. */
  readonly createName: () => string;
  /** Returns what is known of the requests of a method, and searches if nothing is. */
  readonly findRequest: (method: Method) => Promise<KnownRequest>;
  readonly explainMissing: ExplainMissing;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Receives all replies. */
  readonly observe: (reply: LiveReply) => void;
}

export class Scene {
  /** The calls in their order. */
  readonly calls: HttpCall[] = [];
  readonly #instances = new Map<string, LiveInstance>();
  /** The values of path variables that aren't the names of resources, such as a collection of documents. */
  readonly #variables = new Map<string, string>();

  constructor(readonly options: SceneOptions) {}

  get index(): ApiIndex {
    return this.options.index;
  }

  readonly getVariable = (name: string): string =>
    isProjectVariable(name) ? this.options.project : (getLocation(name) ?? this.options.createName());

  /** Prepares a call of a method with its known request. Throws `LiveError` if none is known. */
  async prepare(method: Method, changes: readonly Setting[] = []): Promise<LiveCall> {
    const known = await this.options.findRequest(method);
    if (known.kind === 'notImplemented') throw new LiveError('notImplemented', `${method.id}: ${known.reason}`);
    if (known.kind === 'unknown') throw new LiveError('untested', `no valid request of ${method.id} is known: ${known.reason}`);
    return this.build(method, [...known.settings, ...changes]);
  }

  /** Builds a call from settings, of which later ones replace earlier ones. Each call has new names. */
  async build(method: Method, settings: readonly Setting[]): Promise<LiveCall> {
    const owner = findPathOwner(this.index, method);
    const target = owner && (await this.ensure(owner.resource));
    const names: string[] = [];
    const giveName = (): string => {
      const name = this.options.createName();
      names.push(name);
      return name;
    };
    const created = findCreated(this.index, method);
    const namesInPath =
      created !== undefined && countRouteSteps(method.route) >= countRouteSteps(created.path) && method.httpMethod !== 'POST';
    const path = buildLivePath(method, target && owner && { path: target.path, steps: owner.steps }, (variable, previous) =>
      isProjectVariable(variable) || previous === 'projects'
        ? this.options.project
        : (getLocation(variable) ?? (namesInPath ? giveName() : this.#getStableName(variable))),
    );
    const getTemplate = async (template: string): Promise<Json> => {
      if (template === 'now') return new Date(this.options.now()).toISOString();
      if (template === 'name') return names[0] ?? giveName();
      return template === 'project' ? this.options.project : ((await this.#findTemplateValue(template)) ?? `{${template}}`);
    };
    let body: Json | undefined = method.request === undefined ? undefined : {};
    let query: Record<string, Json> = {};
    for (const { in: place, pointer, value, link, isList } of settings) {
      const linked = link && (await this.#nameResource(link));
      const filled =
        linked === undefined ? (value === undefined ? undefined : await fillTemplates(value, getTemplate)) : isList ? [linked] : linked;
      if (place === 'body') body = setAt(body ?? {}, pointer, filled);
      else if (filled !== undefined) query = { ...query, [String(pointer[0])]: filled };
      else delete query[String(pointer[0])];
    }
    const http = toHttpCall({ method, path, query, ...(body !== undefined && { body }) }, () => undefined);
    return { method, http, names, ...(body !== undefined && { body }), ...(target && { target }) };
  }

  #getStableName(variable: string): string {
    const name = this.#variables.get(variable) ?? this.options.createName();
    this.#variables.set(variable, name);
    return name;
  }

  /** Returns the name of a resource (`{topics}`), or a value in the response of a method (`{shop.shelves.get#etag}`). */
  async #findTemplateValue(template: string): Promise<Json | undefined> {
    const [id, path] = template.split('#', 2);
    const method = path === undefined ? undefined : this.index.api.methods.find((each) => each.id === id);
    if (method !== undefined && path !== undefined) {
      const { body = {} } = await this.mustSend(await this.prepare(method));
      return getAt(
        body,
        path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      );
    }
    const resource = this.index.api.resources.find((each) => each.path.split('/').at(-2) === template);
    return resource && this.#nameResource({ resource, form: 'name' });
  }

  async #nameResource({ resource, form }: FieldLink): Promise<string> {
    const { path } = await this.ensure(resource);
    const segments = path.split('/');
    const start = resource.fullNameFrom ?? Math.max(0, segments.indexOf('projects'));
    return form === 'id' ? (segments.at(-1) ?? '') : segments.slice(start).join('/');
  }

  /** Sends a call, if it is allowed. */
  async send(call: LiveCall): Promise<LiveReply> {
    const { method, http } = call;
    const created = findCreated(this.index, method);
    this.calls.push(http);
    const effect = { method, ...(created && { findCreated: (reply: ActualResponse) => this.#findCreated(call, created, reply) ?? '' }) };
    let actual: ActualResponse;
    let isSilent = false;
    try {
      actual = await this.options.session.send(http, effect);
    } catch (error) {
      if (!(error instanceof TimeoutError || error instanceof RejectedCallError)) throw error;
      isSilent = error instanceof TimeoutError;
      actual = { status: 0, headers: [], body: { kind: 'text', text: isSilent ? 'nothing in time' : error.message } };
    }
    const missing = this.options.explainMissing(http, actual);
    const body = getBody(actual);
    const reply: LiveReply = {
      call,
      status: actual.status,
      isSilent,
      ...(body !== undefined && { body }),
      isAccepted: actual.status > 0 && isAccepted(actual),
      message: readErrorMessage(actual),
      ...(missing !== undefined && { missing }),
    };
    this.options.observe(reply);
    if (reply.isAccepted && method.action.kind === 'delete' && call.target !== undefined) this.#instances.delete(call.target.resource.path);
    return reply;
  }

  /** Sends a call that must succeed. Throws `LiveError` otherwise. */
  async mustSend(call: LiveCall): Promise<LiveReply> {
    const reply = await this.send(call);
    if (reply.isAccepted) return reply;
    if (reply.missing !== undefined) throw new LiveError('notImplemented', `${call.method.id}: ${reply.missing}`);
    throw new LiveError('untested', `${call.method.id} responded with ${describeReply(reply)}`);
  }

  /** Returns the resource that the scene has. Creates it, or else takes one that exists, or else assumes one. */
  async ensure(resource: Resource): Promise<LiveInstance> {
    const known = this.#instances.get(resource.path);
    if (known !== undefined) return known;
    return this.use((await this.#tryCreate(resource)) ?? (await this.#findExisting(resource)) ?? (await this.#assume(resource)));
  }

  /** Uses a resource in later calls. */
  use(instance: LiveInstance): LiveInstance {
    this.#instances.set(instance.resource.path, instance);
    return instance;
  }

  /** Creates a resource. Throws `LiveError` if no method does. */
  async create(resource: Resource, changes: readonly Setting[] = []): Promise<LiveInstance & { readonly created: LiveReply }> {
    const method = this.findCreation(resource);
    if (method === undefined) throw new LiveError('untested', 'no method creates the resource');
    const created = await this.mustSend(await this.prepare(method, changes));
    return { resource, path: this.toPath(created, resource), created };
  }

  /** Returns the path of the resource that a reply created. Throws `LiveError` if nothing says it. */
  toPath({ call, ...reply }: LiveReply, resource: Resource): string {
    const actual: ActualResponse = {
      status: reply.status,
      headers: [],
      ...(reply.body !== undefined && { body: { kind: 'json', value: reply.body } }),
    };
    const path = this.#findCreated(call, resource, actual);
    if (path === undefined) throw new LiveError('untested', `the name of what ${call.method.id} creates isn't known`);
    return path;
  }

  /** Returns the method that creates a resource. A batch of changes isn't one. */
  findCreation(resource: Resource): Method | undefined {
    if (resource.operation !== undefined) return this.#findStart(resource);
    const method = this.index.findCreation(resource);
    if (method !== undefined && method.action.kind !== 'batch') return method;
    return this.index.api.methods.find((each) => findCreated(this.index, each) === resource);
  }

  /** Returns a method that starts an operation of a collection, preferably one that creates something. */
  #findStart({ path }: Resource): Method | undefined {
    const methods = this.index.api.methods.filter(({ operationPath }) => operationPath === path);
    return methods.find((method) => findCreated(this.index, method) !== undefined) ?? methods[0];
  }

  async #tryCreate(resource: Resource): Promise<LiveInstance | undefined> {
    const method = this.findCreation(resource);
    if (method === undefined || (await this.options.findRequest(method)).kind !== 'found') return undefined;
    return this.create(resource).catch(toUndefined);
  }

  /** Takes the first resource of a list. */
  async #findExisting(resource: Resource): Promise<LiveInstance | undefined> {
    const list = resource.implicit ? undefined : this.index.findMethod(resource, 'list');
    if (list === undefined || (await this.options.findRequest(list)).kind !== 'found') return undefined;
    const reply = await this.send(await this.prepare(list));
    const items = getAt(reply.body ?? {}, [getItemsField(list)]);
    for (const item of Array.isArray(items) ? (items as readonly Json[]) : []) {
      const path = findNamedPath(item, resource, this.index);
      if (path !== undefined) return { resource, path };
    }
    return undefined;
  }

  /** The path of a resource of which only the name is assumed. Some APIs have one that nobody creates, named `(default)`. */
  async #assume(resource: Resource): Promise<LiveInstance> {
    const parent = this.index.getResource(resource.parent);
    const above = parent === undefined ? undefined : await this.ensure(parent);
    const target = above && { path: above.path, template: parent?.path ?? '' };
    const id = findDefaultName(this.index, resource) ?? this.options.createName();
    const own = new Set(resource.idParameters);
    return { resource, path: buildCallPath({ route: resource.path }, target, (name) => (own.has(name) ? id : this.getVariable(name))) };
  }

  #findCreated({ names, http, target }: LiveCall, resource: Resource, reply: ActualResponse): string | undefined {
    const found = findNamedPath(getBody(reply), resource, this.index);
    if (found !== undefined) return found;
    const [encoded = ''] = http.path.slice(1).split('?', 1);
    const route = decodeURIComponent(encoded);
    const inPath = toResourcePath(route, resource, this.index);
    if (inPath !== undefined) return inPath;
    const [name] = names;
    if (name === undefined) return undefined;
    const collection = resource.path.split('/').at(-2) ?? '';
    return target === undefined ? `${route}/${name}` : `${target.path}/${collection}/${name}`;
  }
}

export const describeReply = ({ status, message }: LiveReply): string =>
  status === 0 ? message : `${status}${message === '' ? '' : `: ${message.replace(/\.$/, '')}`}`;

/** The members of a response that name the resource that it concerns, or contain it. */
const namingMembers = ['name', 'response', 'metadata', 'selfLink', 'targetLink', 'database', 'instance', 'resource', 'target'];

/** Finds the full name of a resource in a response, or in the result of an operation. */
function findNamedPath(value: Json | undefined, resource: Resource, index: ApiIndex): string | undefined {
  let objects: readonly JsonObject[] = isObject(value) ? [value] : [];
  for (let depth = 0; depth < 3; depth += 1) {
    const members = objects.flatMap((object) => [...namingMembers, ...Object.keys(object)].map((key) => getAt(object, [key])));
    for (const member of members) {
      const found = typeof member === 'string' ? toResourcePath(member, resource, index) : undefined;
      if (found !== undefined) return found;
    }
    objects = members.filter(isObject);
  }
  return undefined;
}

/** The name of a resource that descriptions mention: `(default)`. */
function findDefaultName({ api }: ApiIndex, { idParameters }: Resource): string | undefined {
  const collection = (idParameters.at(-1) ?? '').replace(/s?Id$/, '').toLowerCase();
  const texts = api.methods.flatMap(({ parameters }) => parameters.map(({ description = '' }) => description));
  return texts.some((text) => text.includes('"(default)"') && text.toLowerCase().includes(collection)) ? '(default)' : undefined;
}

export function toUndefined(error: unknown): undefined {
  if (!(error instanceof LiveError)) throw error;
}

/** The templates in a text of a file of values. */
const templates = /\{([\w.$]+(?:#[\w.]+)?)\}/g;

/** Replaces the templates in a value. A text that is only a template becomes its value. */
async function fillTemplates(value: Json, getValue: (template: string) => Promise<Json>): Promise<Json> {
  if (typeof value === 'string') {
    let text = value;
    for (const [whole, template = ''] of value.matchAll(templates)) {
      const found = await getValue(template);
      if (whole === value) return found;
      text = text.replace(whole, () => (typeof found === 'string' ? found : JSON.stringify(found)));
    }
    return text;
  }
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value as readonly Json[]) items.push(await fillTemplates(item, getValue));
    return items;
  }
  if (!isObject(value)) return value;
  const members: (readonly [string, Json])[] = [];
  for (const [key, inner] of Object.entries(value)) members.push([key, await fillTemplates(inner, getValue)]);
  return Object.fromEntries(members);
}
