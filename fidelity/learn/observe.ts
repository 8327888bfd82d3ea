/** Collects observations: the messages in successful responses, with what requests set in them. */
import { asObject, type ObservedCall, type CallScenario, isSuccess } from './calls.js';
import { getMember, isObject, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { Api, Method, Type } from '../../generator/model/model.js';
import { getLookup, getSchemaId } from '../../generator/model/schema-lookup.js';
import { ResourceTracker, type TrackedResource } from './track-resources.js';

/** A message in a response. */
export interface Observation {
  /**
   * The id of its schema, with ` part` for a part of a resource. For an operation, `operation ` or, if it has succeeded, `done ` and the id of
   * the method that returned it.
   */
  readonly subject: string;
  /** `resource`: the resource itself. `element`: in a list or map. `object`: an optional object. `operation`: an operation. */
  readonly role: 'resource' | 'element' | 'object' | 'operation' | 'message';
  /** The path from the body of the response, with `[n]` for elements. Empty for the body itself. */
  readonly at: string;
  readonly type: Type;
  readonly value: JsonObject;
  /** What requests set in it. Absent if unknown. */
  readonly sent?: JsonObject;
  readonly resource?: TrackedResource;
  /** Further texts by name, which values can repeat or depend on: the name of the method, the schema of its resource. */
  readonly facets?: Readonly<Record<string, string>>;
  readonly call: ObservedCall;
  readonly scenario: CallScenario;
  /** The position of the call in the scenario. */
  readonly index: number;
}

/** Begins the subject of operations that have succeeded. */
export const donePrefix = 'done ';

const maxDepth = 40;

/** Collects the observations of all scenarios. */
export function observe(api: Api, scenarios: readonly CallScenario[]): Observation[] {
  return scenarios.flatMap((scenario) => {
    const found = new ScenarioObserver(api, scenario).run();
    return areCredible(found) ? found : [];
  });
}

/**
 * Whether responses return what requests set. Otherwise, their values were replaced, for example to anonymize them, and show nothing about
 * the service.
 */
function areCredible(observations: readonly Observation[]): boolean {
  let compared = 0;
  let kept = 0;
  const compare = (sent: Json, value: Json | undefined): void => {
    if (isObject(sent)) for (const [key, inner] of Object.entries(sent)) compare(inner, getMember(value, key));
    else if ((typeof sent === 'string' || typeof sent === 'number') && typeof value === typeof sent) {
      compared += 1;
      if (sent === value) kept += 1;
    }
  };
  for (const { role, sent, value } of observations) if (role === 'resource' && sent !== undefined) compare(sent, value);
  return compared < minCompared || kept >= compared * minKept;
}

const minCompared = 5;
const minKept = 0.25;

class ScenarioObserver {
  private readonly found: Observation[] = [];
  private readonly lookup;
  private readonly tracker: ResourceTracker;
  private readonly creatable: ReadonlySet<string>;
  private lastWrite: ObservedCall | undefined;
  /** The operations that requests started, by name. */
  private readonly started = new Map<Json | undefined, Omit<Observation, 'subject'>>();

  constructor(
    private readonly api: Api,
    private readonly scenario: CallScenario,
  ) {
    this.lookup = getLookup(api);
    this.tracker = new ResourceTracker(api);
    this.creatable = listCreatableSchemas(api);
  }

  run(): Observation[] {
    this.scenario.calls.forEach((call, index) => {
      if (isSuccess(call)) this.observeCall(call, index);
    });
    return this.found;
  }

  private observeCall(call: ObservedCall, index: number): void {
    const { method } = call;
    const target = this.tracker.apply(call);
    if (method.httpMethod !== 'GET') this.lastWrite = call;
    const body = asObject(call.response);
    const schema = getSchemaId(method.response);
    if (body === undefined || schema === undefined || 'fields' in call.query) return;
    const context = { call, index, scenario: this.scenario };
    if (this.isOperation(call, body)) {
      if (method.operation !== undefined && !method.waits && method.action.kind !== 'cancel') {
        const resource = target ?? this.tracker.findNearest(call);
        this.observeOperation(body, { ...context, type: { kind: 'ref', schema }, ...(resource && { resource }) });
      }
      this.observeEnd(body, context);
      this.tracker.finish(body);
      this.observeResult(body, context);
      return;
    }
    const wrap = method.responseWrap;
    const inner = wrap === undefined ? body : asObject(getMember(body, wrap));
    const innerSchema = wrap === undefined ? schema : getSchemaId(this.lookup.field(schema, wrap)?.type);
    if (inner === undefined || innerSchema === undefined) return;
    if (target !== undefined && target.template.schema === innerSchema)
      this.observeResource(inner, target, { ...context, at: wrap === undefined ? '' : `${wrap}` });
    else if (method.action.kind === 'list') this.observeList(body, schema, context);
    else if (!('resource' in method.action))
      this.walk({
        ...context,
        subject: schema,
        role: 'message',
        at: '',
        type: { kind: 'ref', schema },
        value: body,
        ...(target && { resource: target }),
      });
  }

  private isOperation({ method }: ObservedCall, body: JsonObject): boolean {
    if (method.operation !== undefined) return true;
    const type = this.lookup.object(method.response);
    const has = (name: string): boolean => type?.fields.some((field) => field.name === name) === true;
    return (has('done') && has('response') && 'name' in body) || (has('operationType') && has('targetLink'));
  }

  /**
   * An operation is an example for its method and for all operations of the API. One that is done without progress contradicts itself, as
   * imitations of services do, and is no evidence.
   */
  private observeOperation(value: JsonObject, context: Pick<Observation, 'call' | 'index' | 'scenario' | 'type' | 'resource'>): void {
    const { method } = context.call;
    if (value['status'] === 'DONE' && value['progress'] === 0) return;
    const facets = {
      'method.name': method.name,
      'method.path': method.id,
      'method.verb': getVerb(method),
      'api.name': this.api.name,
      'api.version': this.api.version,
      'method.kind': method.action.kind === 'notImplemented' ? method.name : method.action.kind,
      ...(this.api.rootUrl !== undefined && { rootUrl: this.api.rootUrl }),
      ...(typeof value['name'] === 'string' && { operation: value['name'].split('/').at(-1) as string }),
      ...(context.resource !== undefined && { 'resource.id': context.resource.path.split('/').at(-1) as string }),
      ...(context.resource?.template.schema !== undefined && { 'resource.schema': context.resource.template.schema }),
    };
    const operation: Omit<Observation, 'subject'> = { ...context, role: 'operation', at: '', value, sent: {}, facets };
    this.add({ ...operation, subject: 'operations' });
    this.add({ ...operation, subject: `operation ${method.id}` });
    this.started.set(value['name'], operation);
  }

  /** What an operation has in addition when it has succeeded. */
  private observeEnd(body: JsonObject, context: Pick<Observation, 'call' | 'index' | 'scenario'>): void {
    const start = this.started.get(body['name']);
    const isDone = body['done'] === true || body['status'] === 'DONE';
    if (start === undefined || start.call === context.call || !isDone || 'error' in body || body['progress'] === 0) return;
    const { response, ...others } = selectNew(body, start.value);
    const type = getMember(response, '@type');
    const value = type === undefined ? others : { ...others, response: { '@type': type } };
    this.add({ ...start, ...context, value, subject: `${donePrefix}${start.call.method.id}` });
  }

  /** The `response` of an operation (AIP-151) is a resource, and its `metadata` can be one. */
  private observeResult(body: JsonObject, context: Pick<Observation, 'call' | 'index' | 'scenario'>): void {
    for (const at of ['response', 'metadata']) this.observePart(asObject(body[at]), { ...context, at });
  }

  private observePart(result: JsonObject | undefined, context: Pick<Observation, 'call' | 'index' | 'scenario' | 'at'>): void {
    const type = result?.['@type'];
    if (result === undefined || typeof type !== 'string') return;
    const schema = this.findSchema(type.split('.').at(-1) as string);
    if (schema === undefined) return;
    const own = Object.keys(result).length === 1 ? undefined : this.tracker.find(result, schema, this.lastWrite);
    const { '@type': _, ...value } = result;
    if (own !== undefined) this.observeResource(value, own, context);
  }

  private describeSchema(schema: string): Record<string, string> {
    return { 'schema.name': schema.charAt(0).toLowerCase() + schema.slice(1), 'api.name': this.api.name };
  }

  /** Finds the schema of a resource by the name of its message: `Job` is `GoogleCloudRunV2Job`. */
  private findSchema(message: string): string | undefined {
    const ids = new Set(this.api.resources.flatMap(({ schema }) => schema ?? []));
    return ids.has(message) ? message : [...ids].find((id) => id.endsWith(message) && /\d$/.test(id.slice(0, -message.length)));
  }

  private observeList(body: JsonObject, schema: string, { call, ...position }: Pick<Observation, 'call' | 'index' | 'scenario'>): void {
    // The mock lacks resources that the server created with their owner, so their fields can't be compared.
    const { differences: _, ...uncompared } = call;
    const context = { ...position, call: this.tracker.addOwned(call) === undefined ? call : uncompared };
    for (const [key, items] of Object.entries(body)) {
      if (!Array.isArray(items)) continue;
      const type = this.lookup.resolve(this.lookup.field(schema, key)?.type);
      const itemSchema = type?.kind === 'array' ? getSchemaId(type.items) : undefined;
      if (itemSchema === undefined) continue;
      items.forEach((item: Json, index) => {
        const own = isObject(item) ? this.tracker.find(item, itemSchema, undefined) : undefined;
        if (own !== undefined && isObject(item)) this.observeResource(item, own, { ...context, at: `${key}[${index}]` });
      });
    }
  }

  private observeResource(
    value: JsonObject,
    resource: TrackedResource,
    context: Pick<Observation, 'call' | 'index' | 'scenario' | 'at'>,
  ): void {
    const schema = resource.template.schema as string;
    const { action, httpMethod } = context.call.method;
    const isCustom = httpMethod === 'POST' && action.kind !== 'create';
    const isKnown = resource.isCreated || isCustom || !this.creatable.has(schema);
    const sent = isKnown ? { sent: resource.sent } : {};
    const facets = { 'method.id': resource.changes.at(-1) ?? 'create', ...this.describeSchema(schema) };
    this.walk({ ...context, subject: schema, role: 'resource', type: { kind: 'ref', schema }, value, resource, facets, ...sent });
  }

  private walk(observation: Observation, depth = 0): void {
    this.add(observation);
    if (depth < maxDepth) this.walkMembers(observation, depth);
  }

  private walkMembers(owner: Observation, depth: number): void {
    const { type, value, sent, at } = owner;
    for (const field of this.lookup.object(type)?.fields ?? []) {
      const inner = getMember(value, field.name);
      if (inner === undefined || inner === null) continue;
      const innerSent = getMember(sent, field.name);
      const place = at === '' ? field.name : `${at}.${field.name}`;
      this.walkValue(
        owner,
        { type: field.type, value: inner, sent: innerSent, isKnown: sent !== undefined, at: place, role: 'object' },
        depth + 1,
      );
    }
  }

  private walkValue(owner: Observation, node: ObservedNode, depth: number): void {
    const resolved = this.lookup.resolve(node.type);
    if (resolved?.kind === 'array' && Array.isArray(node.value)) {
      const sent = Array.isArray(node.sent) ? (node.sent as Json[]) : undefined;
      node.value.forEach((element: Json, index) => {
        const own = sent === undefined ? undefined : findElement(sent, node.value as Json[], index);
        const isKnown = node.isKnown && (node.sent === undefined || own !== undefined);
        this.walkValue(
          owner,
          { type: resolved.items, value: element, sent: own, isKnown, at: `${node.at}[${index}]`, role: 'element' },
          depth,
        );
      });
    } else if (resolved?.kind === 'map' && isObject(node.value)) {
      for (const [key, inner] of Object.entries(node.value))
        this.walkValue(
          owner,
          {
            type: resolved.values,
            value: inner,
            sent: getMember(node.sent, key),
            isKnown: node.isKnown,
            at: `${node.at}.${key}`,
            role: 'element',
          },
          depth,
        );
    } else if (resolved?.kind === 'object' && isObject(node.value)) {
      const schema = getSchemaId(node.type);
      const { sent: _, facets: __, ...rest } = owner;
      const known = node.isKnown ? { sent: asObject(node.sent) ?? {} } : {};
      const inner = { ...rest, ...known, at: node.at, type: node.type, value: node.value };
      if (schema === undefined) this.walkMembers(inner, depth);
      else this.walk({ ...inner, subject: `${schema} part`, role: node.role, facets: this.describeSchema(schema) }, depth);
    }
  }

  private add(observation: Observation): void {
    this.found.push(observation);
  }
}

/** The schemas of the resources that requests create. Others exist on their own, such as settings of a project. */
function listCreatableSchemas(api: Api): ReadonlySet<string> {
  const lookup = getLookup(api);
  const paths = api.methods.flatMap(({ action }) => [
    ...(action.kind === 'create' ? [action.resource] : []),
    ...('creates' in action ? [action.creates] : []),
  ]);
  return new Set(paths.flatMap((path) => lookup.resource(path)?.schema ?? []));
}

/** The members that an object has in addition to another one. */
function selectNew(value: JsonObject, before: JsonObject): JsonObject {
  const members = Object.entries(value).flatMap(([name, inner]) => {
    const other = getMember(before, name);
    if (other === undefined) return [[name, inner] as const];
    const own = isObject(inner) && isObject(other) ? selectNew(inner, other) : {};
    return Object.keys(own).length === 0 ? [] : [[name, own] as const];
  });
  return Object.fromEntries(members);
}

/** The verb of a method in the metadata of operations. */
export function getVerb({ httpMethod, action, name }: Method): string {
  if (httpMethod === 'DELETE') return 'delete';
  if (httpMethod === 'PATCH' || httpMethod === 'PUT') return 'update';
  return action.kind === 'create' ? 'create' : name;
}

interface ObservedNode {
  readonly type: Type;
  readonly value: Json;
  readonly sent: Json | undefined;
  /** Whether it is known what requests set here. */
  readonly isKnown: boolean;
  readonly at: string;
  readonly role: 'object' | 'element';
}

const identities = ['name', 'id', 'key', 'type', 'deviceName', 'member', 'role'];

/** Finds the element of a sent list that an element of a response is. */
function findElement(sent: readonly Json[], all: readonly Json[], index: number): Json | undefined {
  const element = all[index] as Json;
  if (!isObject(element)) return sent.includes(element) ? element : undefined;
  const key = identities.find(
    (name) => typeof getMember(element, name) === 'string' && sent.some((other) => getMember(other, name) !== undefined),
  );
  if (key !== undefined) {
    const same = sent.filter((other) => getMember(other, key) === element[key]);
    if (same.length === 1) return same[0];
  }
  return sent.length === all.length ? sent[index] : undefined;
}
