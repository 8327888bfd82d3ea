/** A service as a target. Checks each call, waits for operations, and deletes the resources that a scenario created. */
import { getAt, getText, type Json } from '../../generator/lib/json.js';
import type { Method, Resource } from '../../generator/model/model.js';
import { matchPath } from '../../runtime/paths/match.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import { isDone } from '../verify/operation-state.js';
import type { ApiIndex } from './api-index.js';
import type { Guard } from './guard.js';
import { isResourcePath } from './live/call-path.js';
import { getBody, isAccepted } from './reference-mock.js';
import type { HttpCall } from './scenario.js';
import { RejectedCallError } from '../verify/rejected-call.js';
import { TargetError, type CallEffect, type Target, type TargetCall, type TargetSession } from './target.js';
import { createResourceCall } from './undo.js';

export interface GuardedTargetOptions {
  readonly origin: string;
  readonly index: ApiIndex;
  readonly guard: Guard;
  readonly send: (call: TargetCall) => Promise<ActualResponse>;
  /** Whether the user wants to stop. No further call is sent except those that delete what was created. */
  readonly isStopped: () => boolean;
  /** Waits for a number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Whether a resource may have existed before the run. */
  readonly hasExisted: (path: string) => boolean;
  /** Receives the paths of resources that couldn't be deleted. */
  readonly reportLeftover: (path: string) => void;
}

/** The maximum number of reads of an operation until it is done, and the milliseconds between them. */
const [maxPolls, pollDelay] = [60, 1000];
/** The maximum number of attempts to delete a resource. */
const maxAttempts = 3;

export function createGuardedTarget(options: GuardedTargetOptions): Target<TargetCall> {
  return { origin: options.origin, open: () => Promise.resolve(new GuardedSession(options)) };
}

class GuardedSession implements TargetSession<TargetCall> {
  /** The resources that the scenario created, by their paths, the newest last. */
  readonly #created = new Map<string, Resource>();

  constructor(private readonly options: GuardedTargetOptions) {}

  async send(call: TargetCall, { method, findCreated }: CallEffect): Promise<ActualResponse> {
    const { guard, send, isStopped, index } = this.options;
    if (isStopped()) throw new RejectedCallError('the run was stopped');
    const reason = guard.explainRejection(call, method);
    if (reason !== undefined) throw new RejectedCallError(reason);
    const resource = index.getTarget(method);
    const path = (reply?: ActualResponse): string | undefined => resource && findCreated?.(reply ?? { status: 0, headers: [] });
    let reply: ActualResponse;
    try {
      reply = await send(call);
    } catch (error) {
      this.#addUncertain(path(), resource);
      throw error;
    }
    const expected = isAccepted(reply) ? path(reply) : undefined;
    if (expected !== undefined) this.#add(expected, resource);
    else if (reply.status >= 500 && reply.status !== 501) this.#addUncertain(path(), resource);
    const last = await this.#waitForOperation(method, call, reply);
    if (isAccepted(reply) && isCreation(method) && resource !== undefined && !isPath(expected, resource, index))
      this.#addUnexpected(call, resource, last);
    return reply;
  }

  #add(path: string | undefined, resource: Resource | undefined): void {
    if (path === undefined || resource === undefined) return;
    this.options.guard.created.add(path);
    this.#created.delete(path);
    this.#created.set(path, resource);
  }

  /** Adds a resource that the target created, and the mock didn't, by the name in the response. */
  #addUnexpected(call: TargetCall, resource: Resource, reply: ActualResponse): void {
    const path = listNamedPaths(call, resource, getBody(reply)).find((each) => isPath(each, resource, this.options.index));
    if (isPath(path, resource, this.options.index)) this.#add(path, resource);
    else this.options.reportLeftover(`${call.method} ${call.path}: a new resource without a known name`);
  }

  /** Adds a resource that a failed request may have created, unless it can be that of somebody else. */
  #addUncertain(path: string | undefined, resource: Resource | undefined): void {
    const { guard, hasExisted } = this.options;
    if (path === undefined || path.split('/').includes('')) return;
    const isBelowOwn = [...guard.created].some((each) => path.startsWith(`${each}/`));
    if (isBelowOwn || !hasExisted(path)) this.#add(path, resource);
  }

  /** Deletes the resources that the scenario created, the newest first. Repeats what fails: one can need another one. */
  async delete(): Promise<void> {
    let remaining = [...this.#created].reverse();
    for (let attempt = 0; attempt < maxAttempts && remaining.length > 0; attempt += 1) {
      if (attempt > 0) await this.options.wait(pollDelay);
      const failed: typeof remaining = [];
      for (const entry of remaining) if (!(await this.#tryDelete(entry))) failed.push(entry);
      remaining = failed;
    }
    for (const [path] of remaining) this.options.reportLeftover(path);
  }

  async #tryDelete([path, resource]: readonly [string, Resource]): Promise<boolean> {
    const { index, guard, send } = this.options;
    const method = index.findMethod(resource, 'delete');
    if (method === undefined || !guard.isAllowed(method)) return false;
    const call = createResourceCall(method, path, resource);
    if (guard.explainRejection(call, method) !== undefined) return false;
    try {
      const reply = await send(call);
      if (!isAccepted(reply) && reply.status !== 404) return false;
      await this.#waitForOperation(method, call, reply);
    } catch (error) {
      if (error instanceof TargetError) return false;
      throw error;
    }
    guard.created.delete(path);
    return true;
  }

  /** Returns the last response of the operation, or else the given one. */
  async #waitForOperation(method: Method, { path }: TargetCall, reply: ActualResponse): Promise<ActualResponse> {
    const { operation } = method;
    if (operation === undefined || !isAccepted(reply)) return reply;
    let current: ActualResponse = reply;
    for (let poll = 0; poll < maxPolls && isDone(getBody(current), operation) === false; poll += 1) {
      const read = this.#createOperationRead(method, path, current);
      if (read === undefined) return current;
      await this.options.wait(pollDelay);
      current = await this.options.send(read);
    }
    return current;
  }

  /** Returns the call that reads an operation, if the guard allows it. */
  #createOperationRead(method: Method, path: string, reply: ActualResponse): HttpCall | undefined {
    const { index, guard } = this.options;
    const resource = index.getResource(method.operationPath);
    const get = resource && index.findMethod(resource, 'get');
    const name = getText(getBody(reply), 'name');
    if (resource === undefined || get === undefined || name === undefined) return undefined;
    const variables = {
      ...matchPath(method.route, path.split('?', 1)[0] ?? ''),
      [resource.idParameters.at(-1) ?? '']: name.split('/').at(-1) ?? '',
    };
    const target = resource.path.replace(/\{([^}]*)\}/g, (_, variable: string) => variables[variable] ?? '');
    const call = createResourceCall(get, target, resource);
    return guard.explainRejection(call, get) === undefined ? call : undefined;
  }
}

const isCreation = ({ action: { kind } }: Method): boolean => kind === 'create' || kind === 'createFrom';

/** Whether a path is that of a resource of this type. */
const isPath = (path: string | undefined, resource: Resource, index: ApiIndex): path is string =>
  path !== undefined && isResourcePath(path, resource, index);

/** Lists the paths that a new resource can have by its name in a response, or in the result of an operation. */
function listNamedPaths({ path: fullPath }: TargetCall, resource: Resource, body: Json | undefined): readonly string[] {
  const [collection = ''] = fullPath.split('?', 1);
  const paths: string[] = [];
  for (const value of [body && getAt(body, ['response']), body]) {
    const name = value === undefined ? undefined : getText(value, resource.idFields.at(-1) ?? 'name');
    if (name === undefined) continue;
    const isFull = name.includes('/') && resource.fullNameFrom !== undefined;
    paths.push(isFull ? [...resource.path.split('/').slice(0, resource.fullNameFrom), name].join('/') : `${collection.slice(1)}/${name}`);
  }
  return paths;
}
