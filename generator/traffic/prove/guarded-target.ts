/** A service as a target. Checks each call, waits for operations, and deletes the resources that a scenario created. */
import { getText } from '../../lib/json.js';
import type { Method, Resource } from '../../model/model.js';
import { matchPath } from '../../../templates/runtime/paths/match.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import { isDone } from '../verify/operation-state.js';
import type { ApiIndex } from './api-index.js';
import type { Guard } from './guard.js';
import { getBody, isAccepted } from './reference-mock.js';
import { buildCallPath } from './route.js';
import { toHttpCall, type HttpCall } from './scenario.js';
import { RejectedCallError, TargetError, type CallEffect, type Target, type TargetSession } from './target.js';

export interface GuardedTargetOptions {
  readonly origin: string;
  readonly index: ApiIndex;
  readonly guard: Guard;
  readonly send: (call: HttpCall) => Promise<ActualResponse>;
  /** Whether the user wants to stop. No further call is sent except those that delete what was created. */
  readonly isStopped: () => boolean;
  /** Waits for a number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Receives the paths of resources that couldn't be deleted. */
  readonly reportLeftover: (path: string) => void;
}

/** The maximum number of reads of an operation until it is done, and the milliseconds between them. */
const [maxPolls, pollDelay] = [60, 1000];

export function createGuardedTarget(options: GuardedTargetOptions): Target {
  return { origin: options.origin, open: () => Promise.resolve(new GuardedSession(options)) };
}

class GuardedSession implements TargetSession {
  /** The resources that the scenario created, by their paths, the newest last. */
  readonly #created = new Map<string, Resource>();

  constructor(private readonly options: GuardedTargetOptions) {}

  async send(call: HttpCall, { method, findCreated }: CallEffect): Promise<ActualResponse> {
    const { guard, send, isStopped, index } = this.options;
    if (isStopped()) throw new RejectedCallError('the run was stopped');
    const reason = guard.explainRejection(call, method);
    if (reason !== undefined) throw new RejectedCallError(reason);
    const reply = await send(call);
    const resource = index.getTarget(method);
    if (isAccepted(reply) && findCreated !== undefined && resource !== undefined) {
      const path = findCreated(reply);
      guard.created.add(path);
      this.#created.delete(path);
      this.#created.set(path, resource);
    }
    await this.#waitForOperation(method, call, reply);
    return reply;
  }

  /** Deletes the resources that the scenario created, the newest first. */
  async delete(): Promise<void> {
    for (const [path, resource] of [...this.#created].reverse()) {
      try {
        await this.#deleteResource(path, resource);
      } catch (error) {
        if (!(error instanceof TargetError)) throw error;
        this.options.reportLeftover(path);
      }
    }
  }

  async #deleteResource(path: string, resource: Resource): Promise<void> {
    const { index, guard, send, reportLeftover } = this.options;
    const method = index.findMethod(resource, 'delete');
    if (method === undefined || !guard.isAllowed(method)) return reportLeftover(path);
    const call = toHttpCall(createCall(method, path, resource), () => undefined);
    const reason = guard.explainRejection(call, method);
    const reply = reason === undefined ? await send(call) : undefined;
    if (reply === undefined || (!isAccepted(reply) && reply.status !== 404)) return reportLeftover(path);
    await this.#waitForOperation(method, call, reply);
    guard.created.delete(path);
  }

  async #waitForOperation(method: Method, { path }: HttpCall, reply: ActualResponse): Promise<void> {
    const { operation } = method;
    if (operation === undefined || !isAccepted(reply)) return;
    let current: ActualResponse = reply;
    for (let poll = 0; poll < maxPolls && isDone(getBody(current), operation) === false; poll += 1) {
      const read = this.#createOperationRead(method, path, current);
      if (read === undefined) return;
      await this.options.wait(pollDelay);
      current = await this.options.send(read);
    }
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
    const call = toHttpCall(createCall(get, target, resource), () => undefined);
    return guard.explainRejection(call, get) === undefined ? call : undefined;
  }
}

const createCall = (method: Method, path: string, resource: Resource) => ({
  method,
  path: buildCallPath(method, { path, template: resource.path }, () => ''),
  query: {},
});
