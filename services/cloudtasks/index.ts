/** The service module of Cloud Tasks. */
import {
  defineBuiltIn,
  formatInstant,
  getTextMember,
  isObject,
  parseInstant,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { getField } from '../requests.js';
import { getQueuePath, receiveTaskResult, schedule } from './dispatch.js';

type Next = () => Promise<unknown>;

const queues = 'cloudtasks.projects.locations.queues';
const day = 86_400_000;

/** Names of tasks that can't be used again yet, with the time of their deletion. */
const getUsedKey = (path: string): string => `used${path}`;

/** Throws 404. */
function requireQueue(call: HandlerCall, path: string): JsonObject {
  return call.state.get(path) ?? call.reject('notFound', 'Queue does not exist.');
}

/** The basic view has no body and no headers with credentials. */
function renderTask(task: JsonObject, view: unknown): JsonObject {
  if (view === 'FULL') return { ...task, view: 'FULL' };
  const omitBody = (request: unknown): JsonObject | undefined => {
    if (!isObject(request as JsonObject)) return undefined;
    const { body: _, ...rest } = request as JsonObject;
    return rest;
  };
  const [httpRequest, appEngineHttpRequest] = [omitBody(task['httpRequest']), omitBody(task['appEngineHttpRequest'])];
  return { ...task, ...(httpRequest && { httpRequest }), ...(appEngineHttpRequest && { appEngineHttpRequest }), view: 'BASIC' };
}

function createTask(call: HandlerCall): JsonObject {
  const queue = `/v2/${String(call.parameters['parent'])}`;
  requireQueue(call, queue);
  const body = (call.requestBody ?? {}) as JsonObject;
  const task = (isObject(body['task']) ? body['task'] : body) as JsonObject;
  const { name, httpRequest, appEngineHttpRequest } = task;
  if (httpRequest === undefined && appEngineHttpRequest === undefined)
    call.reject('invalid', 'Task.http_request or Task.app_engine_http_request must be set.');
  if (isObject(httpRequest) && !/^https?:\/\//.test(getTextMember(httpRequest, 'url') ?? ''))
    call.reject('invalid', "HttpRequest.url is required and must begin with 'http://' or 'https://'.");
  const path = typeof name === 'string' && name !== '' ? `/v2/${name}` : `${queue}/tasks/${call.newId()}`;
  if (getQueuePath(path) !== queue) call.reject('invalid', 'Task name must begin with the name of its queue.');
  const used = call.rows().get<number>(getUsedKey(path));
  if (call.state.get(path) !== undefined || (used !== undefined && used + day > call.now))
    call.reject('alreadyExists', 'Requested entity already exists');
  const time = parseInstant(getTextMember(task, 'scheduleTime')) ?? 0;
  if (typeof name === 'string' && name !== '') call.rows().put(getUsedKey(path), Math.max(call.now, time));
  const { name: _, view: __, ...fields } = task;
  const created = call.state.put(path, {
    ...fields,
    scheduleTime: formatInstant(Math.max(call.now, time)),
    ...(isObject(httpRequest) && {
      httpRequest: {
        httpMethod: 'POST',
        ...httpRequest,
        headers: { 'User-Agent': 'Google-Cloud-Tasks', ...(isObject(httpRequest['headers']) && httpRequest['headers']) },
      },
      dispatchDeadline: task['dispatchDeadline'] ?? '600s',
    }),
  });
  schedule(call, path);
  return renderTask(created, getField(call, 'responseView'));
}

async function getTask(call: HandlerCall, next: Next): Promise<JsonObject> {
  return renderTask((await next()) as JsonObject, call.parameters['responseView']);
}

async function listTasks(call: HandlerCall, next: Next): Promise<JsonObject> {
  requireQueue(call, `/v2/${String(call.parameters['parent'])}`);
  const { tasks, ...rest } = (await next()) as { readonly tasks?: readonly JsonObject[] };
  return { ...(tasks && { tasks: tasks.map((task) => renderTask(task, call.parameters['responseView'])) }), ...rest };
}

async function deleteTask(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const result = await next();
  forgetTask(call, path);
  return result;
}

/** The name of a deleted task can't be used again for a day. */
function forgetTask(call: HandlerCall, path: string): void {
  call.cancelDelivery(path);
  if (call.rows().get(getUsedKey(path)) !== undefined) call.rows().put(getUsedKey(path), call.now);
}

/** Sends the request of a task now, also if the queue is paused. */
function runTask(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const task =
    call.state.get(path) ??
    call.reject(
      'notFound',
      'The task no longer exists, though a task with this name existed recently. The task either successfully completed or was deleted.',
    );
  const changed = call.state.put(path, { ...task, scheduleTime: formatInstant(call.now) });
  schedule(call, path, true);
  return renderTask(changed, getField(call, 'responseView'));
}

const listTaskPaths = (call: HandlerCall, queue: string): readonly string[] =>
  call.state.list(`${queue}/tasks`).map((task) => `/v2/${getTextMember(task, 'name') ?? ''}`);

function purgeQueue(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const queue = requireQueue(call, path);
  for (const task of listTaskPaths(call, path)) {
    call.state.delete(task);
    forgetTask(call, task);
  }
  return call.state.put(path, { ...queue, purgeTime: formatInstant(call.now) });
}

const setState =
  (state: 'PAUSED' | 'RUNNING') =>
  (call: HandlerCall): JsonObject => {
    const path = call.path ?? '';
    const queue = call.state.put(path, { ...requireQueue(call, path), state });
    for (const task of listTaskPaths(call, path)) {
      if (state === 'PAUSED') call.cancelDelivery(task);
      else schedule(call, task);
    }
    return queue;
  };

async function deleteQueue(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const tasks = call.state.get(path) === undefined ? [] : listTaskPaths(call, path);
  const result = await next();
  for (const task of tasks) forgetTask(call, task);
  return result;
}

const notImplemented: Handlers[string] = ({ methodId, reject }) => reject('notImplemented', `The mock doesn't implement ${methodId}.`);

export const cloudtasksServices: object = defineBuiltIn({
  api: 'cloudtasks',
  handlers: {
    [`${queues}.purge`]: purgeQueue,
    [`${queues}.pause`]: setState('PAUSED'),
    [`${queues}.resume`]: setState('RUNNING'),
    [`${queues}.delete`]: deleteQueue,
    [`${queues}.tasks.create`]: createTask,
    [`${queues}.tasks.get`]: getTask,
    [`${queues}.tasks.list`]: listTasks,
    [`${queues}.tasks.delete`]: deleteTask,
    [`${queues}.tasks.run`]: runTask,
    [`${queues}.tasks.buffer`]: notImplemented,
    [`${queues}.tasks.batchCreate`]: notImplemented,
    [`${queues}.tasks.batchDelete`]: notImplemented,
  },
  parameters: { [`${queues}.tasks.get`]: { responseView: true }, [`${queues}.tasks.list`]: { responseView: true } },
  delivered: receiveTaskResult,
});
