/** The requests that tasks send, and their retries. */
import {
  formatInstant,
  getMember,
  getTextMember,
  isObject,
  parseInstant,
  type DeliveryCall,
  type DeliveryResult,
  type HandlerCall,
  type JsonObject,
} from '../../mock/service.js';
import { readSeconds } from '../durations.js';

export type TaskCall = Pick<HandlerCall, 'state' | 'rows' | 'now' | 'deliver' | 'cancelDelivery'>;

export const getQueuePath = (task: string): string => task.slice(0, task.lastIndexOf('/tasks/'));
const getId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Schedules the request of a task for its time, unless its queue is paused. `isForced`: sends it now, whatever the state of the queue. */
export function schedule(call: TaskCall, path: string, isForced = false): void {
  const task = call.state.get(path);
  const request = task?.['httpRequest'];
  if (!task || !isObject(request) || (!isForced && call.state.get(getQueuePath(path))?.['state'] === 'PAUSED')) return;
  const time = parseInstant(getTextMember(task, 'scheduleTime')) ?? call.now;
  const count = Number(task['dispatchCount'] ?? 0);
  const body = getTextMember(request, 'body');
  const headers = {
    'user-agent': 'Google-Cloud-Tasks',
    ...(body !== undefined && { 'content-type': 'application/octet-stream' }),
    ...Object.fromEntries(
      Object.entries(isObject(request['headers']) ? request['headers'] : {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    'x-cloudtasks-queuename': getId(getQueuePath(path)),
    'x-cloudtasks-taskname': getId(path),
    'x-cloudtasks-taskretrycount': String(count),
    'x-cloudtasks-taskexecutioncount': String(Number(task['responseCount'] ?? 0)),
    'x-cloudtasks-tasketa': (time / 1000).toFixed(6),
  };
  const method = getTextMember(request, 'httpMethod') ?? 'POST';
  call.deliver(path, isForced ? call.now : Math.max(call.now, time), {
    method,
    url: getTextMember(request, 'url') ?? '',
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Returns the seconds until the next attempt: the interval doubles, then it grows by the same amount, up to the maximum. */
export function computeInterval(config: JsonObject, failures: number): number {
  const [minimum, maximum] = [
    readSeconds(getTextMember(config, 'minBackoff')) ?? 0.1,
    readSeconds(getTextMember(config, 'maxBackoff')) ?? 3600,
  ];
  const doublings = Number(getMember(config, 'maxDoublings') ?? 16);
  const doubled = minimum * 2 ** Math.min(failures - 1, doublings);
  return Math.min(maximum, doubled * Math.max(1, failures - doublings));
}

const codes: Readonly<Record<number, number>> = { 400: 3, 401: 16, 403: 7, 404: 5, 409: 10, 429: 8, 499: 1, 501: 12, 503: 14, 504: 4 };

/** Returns the status of a response, or of a request without one. */
export function toStatus({ status, error }: DeliveryResult): JsonObject {
  if (status === undefined) return { code: 14, message: error ?? '' };
  return { code: codes[status] ?? (status < 500 ? 9 : 13), message: `HTTP status code ${status}` };
}

/** Removes a task that has succeeded, or that has no attempts left, and schedules the next attempt otherwise. */
export function receiveTaskResult(call: DeliveryCall, result: DeliveryResult): void {
  const path = result.key;
  const task = call.state.get(path);
  if (!task) return;
  const { status } = result;
  const queue = call.state.get(getQueuePath(path));
  const config = (isObject(queue?.['retryConfig']) ? queue['retryConfig'] : {}) as JsonObject;
  const count = Number(task['dispatchCount'] ?? 0) + 1;
  const maxAttempts = Number(config['maxAttempts'] ?? 100);
  const isDone = status !== undefined && status >= 200 && status < 300;
  if (isDone || (maxAttempts > 0 && count >= maxAttempts)) {
    call.state.delete(path);
    return;
  }
  const time = formatInstant(call.now);
  const attempt = {
    scheduleTime: task['scheduleTime'] ?? time,
    dispatchTime: time,
    ...(status !== undefined && { responseTime: time, responseStatus: toStatus(result) }),
  };
  call.state.put(path, {
    ...task,
    dispatchCount: count,
    responseCount: Number(task['responseCount'] ?? 0) + (status === undefined ? 0 : 1),
    firstAttempt: task['firstAttempt'] ?? { dispatchTime: time },
    lastAttempt: attempt,
    scheduleTime: formatInstant(call.now + computeInterval(config, count) * 1000),
  });
  schedule(call, path);
}
