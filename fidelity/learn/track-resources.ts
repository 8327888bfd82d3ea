/** Follows the resources of a scenario: what requests set in them, and which path variables name them. */
import { asObject, type ObservedCall } from './calls.js';
import { getMember, isObject, type Json, type JsonObject, setMember } from '../../generator/lib/json.js';
import type { Api, Resource } from '../../generator/model/model.js';

/** A resource as a scenario knows it. */
export interface TrackedResource {
  readonly template: Resource;
  /** Without a leading slash. */
  readonly path: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The path without the prefix of the API: `projects/p/topics/t`. */
  readonly name: string;
  /** What requests set, as far as they did not clear it again. */
  readonly sent: JsonObject;
  /** Whether a request of the scenario created it. */
  readonly isCreated: boolean;
  /** The server created it with another resource, so that no request set its fields. */
  readonly isOwned?: true;
  /** The ids of the methods that changed it since its creation. */
  readonly changes: readonly string[];
  /** The last successful write call. */
  readonly lastWrite?: ObservedCall;
}

/** The resources that the server created below a new resource, as the first list of their collection shows them. */
export interface OwnedResources {
  readonly owner: TrackedResource;
  readonly template: Resource;
  /** The ID fields of each, and their values. */
  readonly names: readonly JsonObject[];
}

const verbPattern = /:[A-Za-z]+$/;
/** What follows the name of a resource in the path of a custom method: `:archive`, or `/archive`. */
const customName = /^[:/][A-Za-z]+$/;
/** A list with these parameters can be incomplete. */
const partialList = /^(?:filter|pageToken|page_token)$/;

/** The resources of one scenario. */
export class ResourceTracker {
  private readonly byPath = new Map<string, TrackedResource>();
  /** An operation that deletes a resource can contain it. */
  private lastDeleted: TrackedResource | undefined;
  /** The creations whose ID only the finished operation shows, by the name of the operation. */
  private readonly pending = new Map<string, ObservedCall>();
  private readonly templates: ReadonlyMap<string, Resource>;
  /** The paths of successful writes, and of the collections that were listed. */
  private readonly used = new Set<string>();

  constructor(private readonly api: Api) {
    this.templates = new Map(api.resources.map((resource) => [resource.path, resource]));
  }

  /** Applies a successful call, and returns its target, if the method has a resource. */
  apply(call: ObservedCall): TrackedResource | undefined {
    const { action, httpMethod } = call.method;
    const template = 'resource' in action ? this.templates.get(action.resource) : undefined;
    if (httpMethod !== 'GET') this.used.add(call.path.replace(verbPattern, ''));
    if (action.kind === 'notImplemented' && httpMethod === 'POST') return this.applyCustomMethod(call);
    if (template === undefined || action.kind === 'list') return undefined;
    if (action.kind === 'create') return this.create(call, template);
    const path = toResourcePath(call.path, template);
    const known = path === undefined ? undefined : (this.byPath.get(path) ?? this.adopt(path, template));
    if (known === undefined || httpMethod === 'GET') return known;
    const changes = [...known.changes, call.method.id];
    if (action.kind === 'delete') {
      this.byPath.delete(known.path);
      this.lastDeleted = { ...known, changes, lastWrite: call };
      return this.lastDeleted;
    }
    // The body of such a method isn't the resource.
    const sent = action.kind === 'transition' || action.kind === 'setState' ? known.sent : update(known.sent, call);
    const changed = { ...known, sent, changes, lastWrite: call };
    this.byPath.set(known.path, changed);
    return changed;
  }

  /** A custom method whose effect the mock doesn't know can change the resource that its path names. */
  private applyCustomMethod(call: ObservedCall): TrackedResource | undefined {
    const known = this.findNearest(call);
    const rest = call.path.slice(known?.path.length ?? 0);
    if (known === undefined || !customName.test(rest)) return undefined;
    const changed = { ...known, changes: [...known.changes, call.method.id], lastWrite: call };
    this.byPath.set(known.path, changed);
    return changed;
  }

  /**
   * Adds the resources that the server created with their owner. Only the first list of a collection to which no request wrote shows them.
   * Returns `undefined` for other calls.
   */
  addOwned(call: ObservedCall): OwnedResources | undefined {
    const { action } = call.method;
    const template = action.kind === 'list' ? this.templates.get(action.resource) : undefined;
    const owner = template === undefined ? undefined : this.findOwner(call.path, template);
    if (template === undefined || owner === undefined || Object.keys(call.query).some((name) => partialList.test(name))) return undefined;
    if ([...this.used].some((path) => path === call.path || path.startsWith(`${call.path}/`))) return undefined;
    this.used.add(call.path);
    const items = Object.values(asObject(call.response) ?? {}).find((value) => Array.isArray(value)) as readonly Json[] | undefined;
    const names = (items ?? []).map((item) => getNames(item, template));
    for (const name of names) {
      if (name === undefined) return undefined;
      const path = `${call.path}/${Object.values(name).join('/')}`;
      this.byPath.set(path, { ...describe(path, template, this.api), sent: {}, isCreated: true, isOwned: true, changes: [] });
    }
    return { owner, template, names: names.filter((name) => name !== undefined) };
  }

  /** The new resource to which a collection belongs. */
  private findOwner(collection: string, template: Resource): TrackedResource | undefined {
    const segments = collection.split('/');
    const parts = template.path.split('/').slice(0, -template.idFields.length);
    if (segments.length !== parts.length) return undefined;
    const length = parts.findLastIndex((part) => part.startsWith('{')) + 1;
    const owner = this.byPath.get(segments.slice(0, length).join('/'));
    return owner?.isCreated === true ? owner : undefined;
  }

  /** The resource that a call is about, whether or not it exists. */
  describeTarget(call: ObservedCall): TrackedResource | undefined {
    const { action } = call.method;
    const template = 'resource' in action ? this.templates.get(action.resource) : undefined;
    if (template === undefined) return this.findNearest(call);
    const id = action.kind === 'create' ? findId(call, template, getSentResource(call)) : undefined;
    const path = toResourcePath(id === undefined ? call.path : `${call.path.replace(verbPattern, '')}/${id}`, template);
    return path === undefined ? this.findNearest(call) : { ...describe(path, template, this.api), sent: {}, isCreated: false, changes: [] };
  }

  /** The deepest resource to which the path of a call belongs, for the variables in it. */
  findNearest({ path }: ObservedCall): TrackedResource | undefined {
    const template = this.findTemplate(path);
    const own = template === undefined ? undefined : toResourcePath(path, template);
    return template === undefined || own === undefined ? undefined : (this.byPath.get(own) ?? this.adopt(own, template));
  }

  /** The deepest resource to which a path belongs. */
  private findTemplate(path: string): Resource | undefined {
    const fitting = this.api.resources.filter((resource) => toResourcePath(path, resource) !== undefined);
    return fitting.reduce<Resource | undefined>(
      (best, other) => (best === undefined || other.path.split('/').length > best.path.split('/').length ? other : best),
      undefined,
    );
  }

  /** Finds the resource that a recorded body describes. */
  find(value: JsonObject, schema: string, near: ObservedCall | undefined): TrackedResource | undefined {
    const own = [getMember(value, 'name'), getMember(value, 'selfLink'), getMember(value, 'id')].filter((part) => typeof part === 'string');
    const candidates = [...this.byPath.values(), ...(this.lastDeleted === undefined ? [] : [this.lastDeleted])].filter(
      ({ template }) => template.schema === schema,
    );
    for (const text of own) {
      const found = candidates.find(
        ({ path, name }) => text === name || text.endsWith(`/${path}`) || (text.includes('/') && text.endsWith(name)),
      );
      if (found !== undefined) return found;
    }
    const byId = candidates.filter(({ path }) => own.some((text) => path.endsWith(`/${text.split('/').at(-1)}`)));
    if (byId.length === 1) return byId[0];
    const written = near === undefined ? [] : candidates.filter(({ lastWrite }) => lastWrite === near);
    return written.length === 1 ? written[0] : undefined;
  }

  private create(call: ObservedCall, template: Resource): TrackedResource | undefined {
    const sent = getSentResource(call);
    const id = findId(call, template, sent);
    if (id === undefined) {
      const operation = asObject(call.response)?.['name'];
      if (call.method.operation !== undefined && typeof operation === 'string') this.pending.set(operation, call);
      return undefined;
    }
    return this.add(call, template, id);
  }

  /** Adds the resource that a finished operation created, if its ID wasn't known before. */
  finish({ name, response }: JsonObject): void {
    const call = typeof name === 'string' ? this.pending.get(name) : undefined;
    const own = asObject(response)?.['name'];
    const template = call !== undefined && 'resource' in call.method.action ? this.templates.get(call.method.action.resource) : undefined;
    if (call === undefined || template === undefined || typeof own !== 'string') return;
    this.pending.delete(name as string);
    this.add(call, template, own.slice(own.lastIndexOf('/') + 1));
  }

  private add(call: ObservedCall, template: Resource, id: string): TrackedResource | undefined {
    const path = toResourcePath(`${call.path.replace(verbPattern, '')}/${id}`, template) ?? toResourcePath(call.path, template);
    if (path === undefined) return undefined;
    const sent = getSentResource(call);
    const created = { ...describe(path, template, this.api), sent, isCreated: true, changes: [], lastWrite: call };
    this.byPath.set(path, created);
    return created;
  }

  /** A resource that the scenario reads under a name that no creation has is the only new one of its collection, or an older one. */
  private adopt(path: string, template: Resource): TrackedResource | undefined {
    const collection = path.slice(0, path.lastIndexOf('/'));
    if (path.split('/').includes('-')) {
      const same = [...this.byPath.values()].filter(
        (other) => other.template === template && other.path.endsWith(path.slice(collection.length)),
      );
      return same.length === 1 ? same[0] : undefined;
    }
    const created = [...this.byPath.values()].filter(
      (other) => other.isCreated && other.path.slice(0, other.path.lastIndexOf('/')) === collection,
    );
    if (created.length !== 1 || !path.includes('${'))
      return { ...describe(path, template, this.api), sent: {}, isCreated: false, changes: [] };
    return created[0]!;
  }
}

function describe(path: string, template: Resource, api: Api): Pick<TrackedResource, 'template' | 'path' | 'variables' | 'name'> {
  const segments = path.split('/');
  const variables: Record<string, string> = {};
  template.path.split('/').forEach((part, index) => {
    const name = /^\{([^=}]+)/.exec(part)?.[1];
    if (name !== undefined) setMember(variables, name, decodeURIComponentSafely(segments[index] ?? ''));
  });
  return { template, path, variables, name: segments.slice(template.fullNameFrom ?? api.nameStart).join('/') };
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the part of a path that names a resource with the template. */
function toResourcePath(path: string, template: Resource): string | undefined {
  const segments = path.replace(verbPattern, '').split('/');
  const parts = template.path.split('/');
  if (segments.length < parts.length) return undefined;
  const fits = parts.every((part, index) => part.startsWith('{') || part === segments[index]);
  return fits ? segments.slice(0, parts.length).join('/') : undefined;
}

/** The resource in the body of a request. */
function getSentResource({ method, request }: ObservedCall): JsonObject {
  const body = asObject(request) ?? {};
  const wrapped = method.requestWrap === undefined ? body : (asObject(getMember(body, method.requestWrap)) ?? {});
  const fields = method.requestFields;
  return fields === undefined ? wrapped : Object.fromEntries(Object.entries(wrapped).filter(([key]) => fields.includes(key)));
}

/** The ID fields of a resource in a list. `undefined` if it lacks one. */
function getNames(item: Json, { idFields, fullNameFrom }: Resource): JsonObject | undefined {
  const names = idFields.map((field) => [field, getPath(asObject(item) ?? {}, field)] as const);
  if (names.some(([, name]) => typeof name !== 'string' || name === '')) return undefined;
  const toId = (name: string): string => (fullNameFrom === undefined ? name : name.slice(name.lastIndexOf('/') + 1));
  return Object.fromEntries(names.map(([field, name]) => [field, toId(name as string)]));
}

function findId(call: ObservedCall, template: Resource, sent: JsonObject): string | undefined {
  const { action } = call.method;
  const parameter = action.kind === 'create' ? action.id : undefined;
  const body = asObject(call.request);
  const response = asObject(call.response);
  const isOperation = call.method.operation !== undefined;
  const metadata = asObject(response?.['metadata']);
  const named = isOperation ? getOperationId(response, template) : getResponseId(response, template, call);
  const candidates = [
    named,
    parameter === undefined ? undefined : (call.query[parameter] ?? getMember(body, parameter)),
    ...Object.entries(call.query).map(([key, value]) => (/(?:Id|_id)$/.test(key) && !key.startsWith('request') ? value : undefined)),
    ...template.idFields.map((field) => getPath(sent, field)),
    ...(isOperation ? [response?.['targetLink'], metadata?.['target']] : template.idFields.map((field) => getPath(response ?? {}, field))),
    isOperation ? undefined : response?.['name'],
    sent['name'],
  ];
  const id = candidates.find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return id === undefined ? undefined : String(id).split('/').at(-1);
}

/** The id of the resource that a call creates. */
export function findCreatedId(api: Api, call: ObservedCall): string | undefined {
  const { action } = call.method;
  const template = action.kind === 'create' ? api.resources.find(({ path }) => path === action.resource) : undefined;
  return template === undefined ? undefined : findId(call, template, getSentResource(call));
}

/** The id in the name that the server returns, if it is a full name. */
function getResponseId(response: JsonObject | undefined, template: Resource, { method }: ObservedCall): Json | undefined {
  const own = method.responseWrap === undefined ? response : asObject(getMember(response, method.responseWrap));
  const name = own?.['name'];
  const collection = template.path.split('/').at(-2) ?? '';
  return typeof name === 'string' && name.includes(`/${collection}/`) ? name : undefined;
}

function getOperationId(response: JsonObject | undefined, template: Resource): Json | undefined {
  const collection = template.path.split('/').at(-2) ?? '';
  const parts = [
    asObject(response?.['response'])?.['name'],
    asObject(response?.['metadata'])?.['name'],
    asObject(response?.['metadata'])?.['target'],
  ];
  return parts.find((name) => typeof name === 'string' && name.split('/').at(-2) === collection);
}

/** Returns the value at a dotted path. */
export function getPath(value: JsonObject, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((current, key) => getMember(current, key), value);
}

/** What requests set in a resource after an update. */
function update(sent: JsonObject, call: ObservedCall): JsonObject {
  const body = getSentResource(call);
  if (call.method.httpMethod === 'PUT' && call.method.action.kind === 'update') return body;
  const mask = call.query['updateMask'] ?? call.query['update_mask'];
  return mask === undefined || mask === '*' ? merge(sent, body) : applyMask(sent, body, mask.split(',').map(toCamelCase));
}

const toCamelCase = (path: string): string => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function merge(base: JsonObject, over: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = getMember(base, key);
    setMember(result, key, isObject(value) && isObject(before) ? merge(before, value) : value);
  }
  return result;
}

function applyMask(base: JsonObject, body: JsonObject, paths: readonly string[]): JsonObject {
  return paths.reduce((current, path) => setPath(current, path.split('.'), getPath(body, path)), base);
}

function setPath(base: JsonObject, [key = '', ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const result: Record<string, Json> = { ...base };
  const inner = rest.length === 0 ? value : setPath(asObject(getMember(base, key)) ?? {}, rest, value);
  if (inner === undefined) delete result[key];
  else setMember(result, key, inner);
  return result;
}
