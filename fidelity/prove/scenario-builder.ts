/** Builds one scenario: sends its requests to a session of the mock, and records them with the responses. */
import type { Json, Pointer } from '../../generator/lib/json.js';
import { getAt } from '../../generator/lib/json.js';
import type { Method, Resource } from '../../generator/model/model.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import type { ApiIndex } from './api-index.js';
import { findCreatedPath } from './created-path.js';
import { createReference } from './references.js';
import { getBody, isAccepted, listErrors, type ReferenceSession } from './reference-mock.js';
import { buildCallPath, buildResourcePath } from './route.js';
import { toHttpCall, type CallTemplate, type ControlStep, type Probe, type Step } from './scenario.js';

/** No scenario can be built for the rule. The message is the reason, without a period. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** A resource that the scenario has. */
export interface Instance {
  readonly resource: Resource;
  /** Can contain references. */
  readonly path: string;
  /** The body of the request that created it. */
  readonly body: Json;
}

export interface Reply extends ActualResponse {
  readonly step: number;
}

export interface ScenarioBuilderOptions {
  readonly index: ApiIndex;
  readonly session: ReferenceSession;
  readonly project: string;
  /** The beginning of the names of all resources. */
  readonly prefix: string;
  /** The headers of all calls. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a path variable, or the name of a collection, stands for a project. */
export const isProjectVariable = (name: string): boolean => /^projects?(?:s?Id|_id)?$/.test(name);

/** Returns the value of a path variable for a location. */
export const getLocation = (name: string): string | undefined => locations[name.replace(/(?:s?Id|_id)$/, '')];

/** The values of path variables that aren't names of new resources. */
const locations: Readonly<Record<string, string>> = {
  zone: 'us-central1-a',
  zones: 'us-central1-a',
  region: 'us-central1',
  regions: 'us-central1',
  location: 'us-central1',
  locations: 'us-central1',
};

/** Sends calls to the mock, and adds them with its responses to a scenario. */
export class ScenarioBuilder {
  readonly steps: Step[] = [];
  /** Whether other resources of the project would change responses. */
  isIsolated = false;
  readonly index: ApiIndex;
  readonly #replies: (Json | undefined)[] = [];
  readonly #instances = new Map<string, Instance>();
  #names = 0;

  constructor(readonly options: ScenarioBuilderOptions) {
    this.index = options.index;
  }

  readonly getBody = (step: number): Json | undefined => this.#replies[step];

  createName(): string {
    this.#names += 1;
    return `${this.options.prefix}-${this.#names}`;
  }

  /** Returns the path of a resource that doesn't exist, in the same collection. */
  createAbsentPath(path: string): string {
    return `${path.slice(0, path.lastIndexOf('/') + 1)}${this.createName()}`;
  }

  readonly getVariable = (name: string): string =>
    isProjectVariable(name) ? this.options.project : (getLocation(name) ?? `${this.options.prefix}-0`);

  /** Sends a call, and adds it to the scenario. */
  async call(template: CallTemplate, probe?: Probe): Promise<Reply> {
    const reply = await this.options.session.send(toHttpCall(template, this.getBody));
    return this.#add(template, reply, probe);
  }

  /** Sends a call that must succeed. Throws `ScenarioError` otherwise. */
  async mustCall(template: CallTemplate, probe?: Probe): Promise<Reply> {
    const reply = await this.call(template, probe);
    if (!isAccepted(reply)) throw new ScenarioError(`the mock rejects ${template.method.id}: ${listErrors(reply)[0]?.message ?? ''}`);
    return reply;
  }

  /** Adds two calls that a target receives at the same time. */
  async callTogether(templates: readonly [CallTemplate, CallTemplate], probe: Probe): Promise<void> {
    const [first, second] = templates;
    const send = (template: CallTemplate): Promise<ActualResponse> => this.options.session.send(toHttpCall(template, this.getBody));
    const [firstReply, secondReply] = [await send(first), await send(second)];
    this.steps.push({ kind: 'call', template: first, reply: firstReply, probe, isConcurrent: true });
    this.#replies.push(getBody(firstReply));
    this.#add(second, secondReply, probe);
  }

  #add(template: CallTemplate, reply: ActualResponse, probe: Probe | undefined): Reply {
    const step = this.steps.length;
    const creates = isAccepted(reply) ? this.#findCreated(template, step) : undefined;
    this.steps.push({ kind: 'call', template, reply, ...(probe && { probe }), ...(creates !== undefined && { creates }) });
    this.#replies[step] = getBody(reply);
    return { ...reply, step };
  }

  #findCreated(call: CallTemplate, step: number): string | undefined {
    const { action } = call.method;
    const resource = this.index.getTarget(call.method);
    const isNew = action.kind === 'create' || action.kind === 'createFrom';
    return isNew && resource !== undefined ? findCreatedPath(this, resource, { call, step }) : undefined;
  }

  /** Sends a call, and undoes its effects. Doesn't add it to the scenario. */
  try(template: CallTemplate): Promise<ActualResponse> {
    return this.options.session.try(toHttpCall(template, this.getBody));
  }

  /** Sends a request to a control route, and adds it to the scenario. Throws `ScenarioError` if the mock rejects it. */
  async control(method: ControlStep['method'], path: string, body?: Json): Promise<void> {
    if (!(await this.tryControl(method, path, body))) throw new ScenarioError(`the mock rejects ${method} ${path}`);
  }

  /** Sends a request to a control route, and adds it to the scenario if the mock accepts it. Returns whether it does. */
  async tryControl(method: ControlStep['method'], path: string, body?: Json): Promise<boolean> {
    if (!(await this.options.session.control(method, path, body))) return false;
    this.#replies[this.steps.length] = undefined;
    this.steps.push({ kind: 'control', method, path, ...(body !== undefined && { body }) });
    return true;
  }

  /**
   * Sends a request to a control route, and undoes its effects. Doesn't add it to the scenario. Returns the text of its error, or `undefined`
   * if the mock accepts it.
   */
  findControlError(method: ControlStep['method'], path: string, body: Json): Promise<string | undefined> {
    return this.options.session.findControlError(method, path, body);
  }

  /** Adds a request to a control route that the mock rejects because of the rule. */
  addRejectedControl(method: ControlStep['method'], path: string, body: Json): void {
    this.#replies[this.steps.length] = undefined;
    this.steps.push({ kind: 'control', method, path, body, isRejected: true });
  }

  /** Returns a reference to a value of a response, if the response has it. */
  refer(reply: Reply, pointer: Pointer): string | undefined {
    const body = getBody(reply);
    return body === undefined || getAt(body, pointer) === undefined ? undefined : createReference(reply.step, pointer);
  }

  getInstance({ path }: Resource): Instance | undefined {
    return this.#instances.get(path);
  }

  /** Adds a resource, which later calls use unless they create another one. */
  addInstance(instance: Instance): Instance {
    if (!this.#instances.has(instance.resource.path)) this.#instances.set(instance.resource.path, instance);
    return instance;
  }

  /** Creates a call of a method for a resource or a collection, without a body. */
  createCall(method: Method, target: Pick<Instance, 'resource' | 'path'> | undefined): CallTemplate {
    const path = buildCallPath(method, target && { path: target.path, template: target.resource.path }, this.getVariable);
    const { headers } = this.options;
    return { method, path, query: {}, ...(headers && { headers }) };
  }

  /** Creates the call that reads a resource, if a method does. */
  createRead(instance: Instance): CallTemplate | undefined {
    const method = this.index.findMethod(instance.resource, 'get');
    return method && this.createCall(method, instance);
  }

  /** Returns the path of a resource below the resources that the scenario has. `ids`: the values of its own variables. */
  buildPath(resource: Resource, ids: Readonly<Record<string, string>>): string {
    const above = [...this.#instances.values()].filter((each) => resource.path.startsWith(`${each.resource.path}/`));
    const parent = above.sort((one, other) => other.resource.path.length - one.resource.path.length)[0];
    const own = buildResourcePath(resource, ids, this.getVariable);
    if (parent === undefined) return own;
    const count = parent.path.split('/').length;
    return [parent.path, ...own.split('/').slice(count)].join('/');
  }
}
