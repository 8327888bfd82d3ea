/**
 * Reconstructs what existed before a scenario. If the first request about a resource is a successful read, list, change, or deletion, the
 * resource existed, with the fields that this response and later ones show and no request set.
 */
import { isObject, type Json, type JsonObject, setMember } from '../../generator/lib/json.js';
import type { Api, Resource } from '../../generator/model/model.js';
import { getLookup } from '../../generator/model/schema-lookup.js';
import type { CompleteExchange, Exchange } from '../recordings/exchange.js';
import type { Match, MatchedCall } from '../recordings/match-exchange.js';
import { findWrite, getPolicyPath, isWritten, type ResourceWrite } from './list-writes.js';
import { findParentPath, getCallPath, locateItems, locateTarget, type LocatedResource } from './locate-resources.js';
import { getJson } from './resource-path.js';

/** A resource that existed before the scenario. */
export interface InferredResource {
  readonly api: Api;
  readonly template: Resource;
  /** The recorded path, without a leading slash. */
  readonly path: string;
  /** Its fields, as far as responses show them. */
  readonly fields: JsonObject;
  /** `fields`, and the values that requests set in the first response. A resource that lacks them can be invalid. */
  readonly shown: JsonObject;
  /** Its access policy, if a response shows it before a request sets one. */
  readonly policy?: JsonObject;
  /** The exchange that shows that it existed. */
  readonly evidence: Exchange;
}

/** A list without a page token and a filter. What it doesn't contain did not exist. */
export interface CompleteList {
  readonly api: Api;
  /** The recorded path of the collection, without a leading slash. */
  readonly path: string;
  readonly evidence: Exchange;
}

export interface InferredState {
  /** Parents before the resources below them. */
  readonly resources: readonly InferredResource[];
  readonly lists: readonly CompleteList[];
  /** Whether the first request about a resource, or a complete list, shows that it did not exist. */
  readonly isAbsent: (api: Api, path: string) => boolean;
}

export function inferState(exchanges: readonly Exchange[], match: (exchange: Exchange) => Match | undefined): InferredState {
  const inference = new StateInference();
  for (const exchange of exchanges) {
    const found = match(exchange);
    if (found?.kind === 'match' && exchange.response !== undefined) inference.add({ ...exchange, response: exchange.response }, found);
  }
  return inference.toState();
}

/** What is known of a resource, or of the resources below a new one. */
type Origin = ExistingResource | 'created' | 'absent';

interface ExistingResource {
  readonly api: Api;
  readonly template: Resource;
  readonly path: string;
  readonly evidence: Exchange;
  readonly fields: Record<string, Json>;
  readonly shown: Record<string, Json>;
  policy?: JsonObject;
  readonly written: string[];
  /** Whether a response showed all fields. */
  isWhole: boolean;
  /** Whether a request may have changed any field, so that later responses don't show what existed. */
  isChanged: boolean;
}

/** An exchange that shows a resource, and what its request changed in it. */
interface ShowingExchange {
  readonly exchange: CompleteExchange;
  readonly match: MatchedCall;
  readonly write: ResourceWrite | undefined;
}

class StateInference {
  readonly #origins = new Map<string, Origin>();
  readonly #lists = new Map<string, CompleteList>();
  /** The IDs that the service generated for new resources. A resource of another API with such an ID is the same, as a file is. */
  readonly #generated = new Set<string>();
  /** The ends of the names in the traffic of methods that can have created resources with names that aren't known. */
  readonly #mentioned = new Set<string>();

  add(exchange: CompleteExchange, match: MatchedCall): void {
    const { status } = exchange.response;
    if (status === 404) this.#addAbsent(exchange, match);
    if (status >= 400) return;
    const write = findWrite(exchange, match);
    if (write?.kind === 'created') this.#addCreated(write, exchange, match);
    else if (write === undefined && isCreating(match)) this.#addMentioned(exchange);
    const target = locateTarget(exchange, match);
    if (target !== undefined) this.#addShown(target, { exchange, match, write });
    for (const item of locateItems(exchange, match)) this.#addShown(item, { exchange, match, write: undefined });
    if (match.method.action.kind === 'list') this.#addList(exchange, match);
    if (isOfOperation(target?.template)) this.#addMentioned(exchange);
  }

  toState(): InferredState {
    const resources = [...this.#origins.values()].filter((origin) => typeof origin === 'object');
    const depth = ({ path }: { readonly path: string }): number => path.split('/').length;
    return {
      resources: resources.filter(isReconstructed).sort((one, other) => depth(one) - depth(other)),
      lists: [...this.#lists.values()],
      isAbsent: (api, path) => this.#origins.get(toKey(api, path)) === 'absent' && !this.#isCreatedElsewhere(path),
    };
  }

  #addAbsent(exchange: CompleteExchange, match: MatchedCall): void {
    const path = locateTarget(exchange, match)?.path;
    const key = path === undefined ? '' : toKey(match.api, path);
    if (path !== undefined && !this.#origins.has(key)) this.#origins.set(key, 'absent');
  }

  #addCreated({ path }: ResourceWrite, exchange: CompleteExchange, { api, method }: MatchedCall): void {
    const template = 'resource' in method.action ? getLookup(api).resource(method.action.resource) : undefined;
    const policyOwner = path.endsWith(getPolicyPath('')) ? path.slice(0, -getPolicyPath('').length) : undefined;
    const known = this.#origins.get(toKey(api, path));
    const id = getLastSegment(path);
    if (id.length >= minGeneratedLength && !getRequestText(exchange).includes(id)) this.#generated.add(id);
    if (policyOwner === undefined && typeof known === 'object') known.isChanged = true;
    else this.#origins.set(toKey(api, path), 'created');
    if (template !== undefined && policyOwner === undefined) this.#addParent({ api, template, path }, exchange);
  }

  /** A method that isn't known in detail can create any resource that it mentions. */
  #addMentioned({ request, response }: CompleteExchange): void {
    const visit = (value: Json): void => {
      if (typeof value === 'string' && value.length < maxNameLength) this.#mentioned.add(getLastSegment(value));
      else if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(item);
      else if (isObject(value)) for (const member of Object.values(value)) visit(member);
    };
    for (const body of [request.body, response.body]) if (body?.kind === 'json') visit(body.value);
    this.#mentioned.add(getLastSegment(request.url.replace(/[?#].*/s, '')));
  }

  #addList(exchange: CompleteExchange, match: MatchedCall): void {
    const path = getCallPath(exchange, match);
    const key = toKey(match.api, path);
    if (isComplete(exchange, match) && !this.#lists.has(key)) this.#lists.set(key, { api: match.api, path, evidence: exchange });
    const { action } = match.method;
    const template = 'resource' in action ? getLookup(match.api).resource(action.resource) : undefined;
    if (template !== undefined) this.#addParent({ api: match.api, template, path: `${path}/item` }, exchange);
  }

  #addShown(located: LocatedResource, { exchange, match, write }: ShowingExchange): void {
    const { api } = match;
    const origin = this.#origins.get(toKey(api, located.path)) ?? this.#findOrigin(located, exchange, api);
    this.#origins.set(toKey(api, located.path), origin);
    if (typeof origin !== 'object') return;
    this.#addParent({ api, ...located }, exchange);
    this.#addPolicy(origin, exchange, match);
    if (write?.kind === 'fields') origin.written.push(...write.fields);
    const isSelected = [...match.queryParameters.keys()].some((name) => fieldSelectors.test(name) || name === match.method.readMask);
    // A field that a whole resource lacks didn't exist.
    const isKnown = origin.isChanged || (origin.isWhole && !isSelected);
    if (!isKnown && located.body !== undefined) {
      if (match.method.action.kind !== 'list' && !isSelected) origin.isWhole = true;
      const states = write?.kind === 'unknown' ? listStates(located.template, api) : [];
      addFields(origin.fields, located.body, { path: '', written: [...origin.written, ...states] });
      addFields(origin.shown, located.body, { path: '', written: [] });
    }
    if (write !== undefined && write.kind !== 'fields') origin.isChanged = true;
  }

  /** Returns where a resource comes from that a response shows for the first time. */
  #findOrigin({ template, path }: LocatedResource, evidence: Exchange, api: Api): Origin {
    if (isOfOperation(template) || this.#isCreated(api, path)) return 'created';
    if (this.#isListed(api, path)) return 'absent';
    return { api, template, path, evidence, fields: {}, shown: {}, written: [], isWhole: false, isChanged: false };
  }

  /** Whether a request of the scenario created the resource, or one above it, or can have done so. */
  #isCreated(api: Api, path: string): boolean {
    const segments = path.split('/');
    for (let length = 1; length < segments.length; length++)
      if (this.#origins.get(toKey(api, segments.slice(0, length).join('/'))) === 'created') return true;
    // A normalized recording can have another name where it creates the resource.
    const collection = segments.slice(0, -1).join('/');
    const isPlaceholder = segments.at(-1)?.includes('${') === true;
    if (isPlaceholder && [...this.#origins].some(([key, origin]) => origin === 'created' && key.startsWith(toKey(api, `${collection}/`))))
      return true;
    return this.#mentioned.has(getLastSegment(path)) || this.#generated.has(getLastSegment(path));
  }

  /** Whether a request created a resource with the same ID below another name of its parent, such as the number of a project. */
  #isCreatedElsewhere(path: string): boolean {
    const id = `/${getLastSegment(path)}`;
    return this.#mentioned.has(id.slice(1)) || [...this.#origins].some(([key, origin]) => origin === 'created' && key.endsWith(id));
  }

  /** Whether an earlier complete list doesn't contain the resource. */
  #isListed(api: Api, path: string): boolean {
    return this.#lists.has(toKey(api, path.slice(0, path.lastIndexOf('/'))));
  }

  /** What a request succeeds below existed, too. */
  #addParent({ api, template, path }: { readonly api: Api; readonly template: Resource; readonly path: string }, evidence: Exchange): void {
    const parent = findParentPath(template, path);
    const parentTemplate = template.parent === undefined ? undefined : getLookup(api).resource(template.parent);
    if (parent === undefined || parentTemplate === undefined || parent.split('/').includes('-')) return;
    const key = toKey(api, parent);
    const located = { template: parentTemplate, path: parent, pointer: [] };
    if (!this.#origins.has(key)) this.#origins.set(key, this.#findOrigin(located, evidence, api));
    this.#addParent({ api, ...located }, evidence);
  }

  #addPolicy(origin: ExistingResource, exchange: CompleteExchange, { api, method }: MatchedCall): void {
    const policy = method.action.kind === 'getIamPolicy' ? getJson(exchange.response.body) : undefined;
    // A mock has an empty policy for each resource.
    const isSet = isObject(policy) && Array.isArray(policy['bindings']) && policy['bindings'].length > 0;
    if (isSet && this.#origins.get(toKey(api, getPolicyPath(origin.path))) === undefined) origin.policy ??= policy;
  }
}

/** A mock has implicit resources, such as projects, without a seed. */
const isReconstructed = ({ template, fields, policy }: ExistingResource): boolean =>
  !template.implicit || Object.keys(fields).length > 0 || policy !== undefined;

export const toKey = ({ name, version }: Api, path: string): string => `${name} ${version} ${path}`;

/** Whether a method can create resources with names that its description doesn't determine. */
const isCreating = ({ method: { httpMethod, action } }: MatchedCall): boolean =>
  action.kind === 'create' || (httpMethod !== 'GET' && httpMethod !== 'HEAD' && !knownActions.has(action.kind));

const knownActions: ReadonlySet<string> = new Set([
  'get',
  'list',
  'delete',
  'patch',
  'update',
  'testIamPermissions',
  'getIamPolicy',
  'waitForField',
]);

const isOfOperation = (template: Resource | undefined): boolean =>
  template?.operation !== undefined || template?.recordStates !== undefined;

/** The minimum length of an ID that no other service generates by chance. */
const minGeneratedLength = 15;

const getRequestText = ({ request: { url, body } }: CompleteExchange): string => `${url} ${body?.kind === 'json' ? body.text : ''}`;

/** The maximum length of a text that can name a resource. */
const maxNameLength = 2000;

/** Returns the ID at the end of a name, a path, or a link. */
function getLastSegment(name: string): string {
  const segment = name.slice(name.lastIndexOf('/') + 1);
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.slice(decoded.lastIndexOf('/') + 1);
  } catch {
    return segment;
  }
}

/** The fields of a resource that hold its state, which a method of the life cycle changes. */
function listStates({ schema }: Resource, api: Api): readonly string[] {
  const fields = getLookup(api).object(schema)?.fields ?? [];
  return fields.flatMap(({ name, creationStates }) => (creationStates === undefined ? [] : name));
}

/** Query parameters that don't select the items of a list. */
const formatParameters =
  /^(?:alt|fields|key|prettyPrint|quotaUser|access_token|oauth_token|userIp|projection|view|maxResults|pageSize|\$.*)$/;

/** Whether a list contains all members of its collection. */
function isComplete({ response }: CompleteExchange, { method, queryParameters, api }: MatchedCall): boolean {
  const body = getJson(response.body);
  const { list } = method;
  const isPart = (name: string): boolean =>
    !formatParameters.test(name) && name !== list?.pageSize && !api.parameters.some((parameter) => parameter.name === name);
  const token = list === undefined || !isObject(body) ? undefined : body[list.nextPageToken];
  const isKnown = response.isBodyUnknown !== true && (body === undefined || isObject(body));
  return isKnown && (token === undefined || token === '') && ![...queryParameters.keys()].some(isPart);
}

/** Query parameters that select fields of a resource. */
const fieldSelectors = /^(?:\$?fields|view|projection)$/;

interface FieldPlace {
  readonly path: string;
  /** The fields that requests set. */
  readonly written: readonly string[];
}

/** Adds the fields of a response that aren't known, and that no request set. */
function addFields(known: Record<string, Json>, body: JsonObject, { path, written }: FieldPlace): void {
  for (const [name, value] of Object.entries(body)) {
    const field = path === '' ? name : `${path}.${name}`;
    if (isWritten(field, written)) continue;
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    const hasWritten = written.some((each) => each.startsWith(`${field}.`));
    if (isObject(value) && (isObject(own) || (own === undefined && hasWritten))) {
      const inner: Record<string, Json> = { ...own };
      addFields(inner, value, { path: field, written });
      if (own !== undefined || Object.keys(inner).length > 0) setMember(known, name, inner);
    } else if (own === undefined) {
      setMember(known, name, value);
    }
  }
}
