/** The service module of Cloud Scheduler. */
import { Cron } from 'croner';
import {
  defineBuiltIn,
  formatInstant,
  getTextMember,
  isObject,
  parseInstant,
  type DeliveryCall,
  type DeliveryResult,
  type HandlerCall,
  type Handlers,
  type JsonObject,
} from '../../mock/service.js';
import { computeInterval, toStatus } from '../cloudtasks/dispatch.js';

type Next = () => Promise<unknown>;
type JobCall = Pick<HandlerCall, 'state' | 'rows' | 'now' | 'deliver' | 'cancelDelivery'>;

const jobs = 'cloudscheduler.projects.locations.jobs';

/** Returns the next time of a schedule after a time in milliseconds since 1970. Throws for an invalid schedule or time zone. */
function computeNext({ schedule, timeZone }: JsonObject, after: number): number | undefined {
  const zone = typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC';
  const cron = new Cron(String(schedule), { timezone: /^utc$/i.test(zone) ? 'UTC' : zone, paused: true, mode: '5-part' });
  return cron.nextRun(new Date(after))?.getTime();
}

/** Throws 400 for a schedule that isn't valid, and 501 for one in English, such as `every 5 minutes`. */
function checkSchedule(call: HandlerCall, job: JsonObject): void {
  const schedule = getTextMember(job, 'schedule') ?? '';
  if (/^\s*(?:every|first|second|third|fourth|\d+(?:st|nd|rd|th))\b/i.test(schedule))
    call.reject('notImplemented', `The mock implements only schedules in the form of crontab (received '${schedule}').`);
  try {
    computeNext(job, call.now);
  } catch {
    call.reject('invalid', 'Schedule or time zone is invalid.');
  }
}

/** Returns the job with the time at which it runs next. A paused one has no such time. */
function completeJob(call: JobCall, path: string, job: JsonObject): JsonObject {
  const { scheduleTime: _, ...rest } = job;
  if (job['state'] === 'PAUSED') {
    call.cancelDelivery(path);
    call.state.delete(path);
    return call.state.put(path, rest);
  }
  const next = computeNext(job, call.now);
  const completed = call.state.put(path, { ...rest, ...(next !== undefined && { scheduleTime: formatInstant(next) }) });
  if (next !== undefined) send(call, path, next);
  return completed;
}

/** Schedules the request of a job, if it has an HTTP target. */
function send(call: JobCall, path: string, at: number): void {
  const job = call.state.get(path);
  const target = job?.['httpTarget'];
  if (!isObject(target)) return;
  const body = getTextMember(target, 'body');
  const stated = Object.entries(isObject(target['headers']) ? target['headers'] : {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  call.deliver(path, at, {
    method: getTextMember(target, 'httpMethod') ?? 'POST',
    url: getTextMember(target, 'uri') ?? '',
    headers: {
      'user-agent': 'Google-Cloud-Scheduler',
      ...(body !== undefined && { 'content-type': 'application/octet-stream' }),
      ...Object.fromEntries(stated),
      'x-cloudscheduler': 'true',
      'x-cloudscheduler-jobname': path.slice(path.lastIndexOf('/') + 1),
      'x-cloudscheduler-scheduletime': formatInstant(at),
    },
    ...(body !== undefined && { body }),
  });
}

async function createJob(call: HandlerCall, next: Next): Promise<JsonObject> {
  const body = (call.requestBody ?? {}) as JsonObject;
  if (getTextMember(body, 'schedule') === undefined) call.reject('invalid', 'Schedule or time zone is invalid.');
  if (['httpTarget', 'pubsubTarget', 'appEngineHttpTarget'].every((name) => body[name] === undefined))
    call.reject('invalid', 'Job.target must be set.');
  checkSchedule(call, body);
  const created = (await next()) as JsonObject;
  return completeJob(call, `/v1/${getTextMember(created, 'name') ?? ''}`, { ...created, userUpdateTime: formatInstant(call.now) });
}

async function patchJob(call: HandlerCall, next: Next): Promise<JsonObject> {
  const changed = (await next()) as JsonObject;
  checkSchedule(call, changed);
  return completeJob(call, call.path ?? '', { ...changed, userUpdateTime: formatInstant(call.now) });
}

/** Throws 404. */
function requireJob(call: HandlerCall, path: string): JsonObject {
  return call.state.get(path) ?? call.reject('notFound', 'Job not found.');
}

const setState =
  (state: 'PAUSED' | 'ENABLED') =>
  (call: HandlerCall): JsonObject => {
    const path = call.path ?? '';
    return completeJob(call, path, { ...requireJob(call, path), state });
  };

/** A time that is over is replaced by the next one, if nothing sends the requests of the job. */
function refresh(call: HandlerCall, path: string): void {
  const job = call.state.get(path);
  const time = parseInstant(getTextMember(job, 'scheduleTime'));
  if (job && time !== undefined && time <= call.now) completeJob(call, path, job);
}

async function getJob(call: HandlerCall, next: Next): Promise<unknown> {
  if (call.path !== undefined) refresh(call, call.path);
  return next();
}

async function listJobs(call: HandlerCall, next: Next): Promise<unknown> {
  for (const job of call.state.list(`/v1/${String(call.parameters['parent'])}/jobs`))
    refresh(call, `/v1/${getTextMember(job, 'name') ?? ''}`);
  return next();
}

async function deleteJob(call: HandlerCall, next: Next): Promise<unknown> {
  const path = call.path ?? '';
  const result = await next();
  call.cancelDelivery(path);
  return result;
}

function runJob(call: HandlerCall): JsonObject {
  const path = call.path ?? '';
  const job = requireJob(call, path);
  send(call, path, call.now);
  return job;
}

const getFailureKey = (path: string): string => `failures${path}`;

/** Stores the result of an attempt, and schedules a retry or the next execution. */
function receiveJobResult(call: DeliveryCall, result: DeliveryResult): void {
  const path = result.key;
  const job = call.state.get(path);
  if (!job) return;
  const isDone = result.status !== undefined && result.status >= 200 && result.status < 300;
  const { status: _, ...rest } = job;
  const attempted = { ...rest, lastAttemptTime: formatInstant(call.now), status: isDone ? {} : toStatus(result) };
  const config = (isObject(job['retryConfig']) ? job['retryConfig'] : {}) as JsonObject;
  const failures = isDone ? 0 : (call.rows().get<number>(getFailureKey(path)) ?? 0) + 1;
  const retries = Number(config['retryCount'] ?? 0);
  const isRetried = !isDone && failures <= retries;
  call.rows().put(getFailureKey(path), isRetried ? failures : 0);
  if (!isRetried || job['state'] === 'PAUSED') return void completeJob(call, path, attempted);
  const backoff = {
    minBackoff: config['minBackoffDuration'] ?? '5s',
    maxBackoff: config['maxBackoffDuration'] ?? '3600s',
    maxDoublings: config['maxDoublings'] ?? 5,
  };
  const at = call.now + computeInterval(backoff as JsonObject, failures) * 1000;
  call.state.put(path, { ...attempted, scheduleTime: formatInstant(at) });
  send(call, path, at);
}

export const cloudschedulerServices: object = defineBuiltIn({
  api: 'cloudscheduler',
  handlers: {
    [`${jobs}.create`]: createJob,
    [`${jobs}.patch`]: patchJob,
    [`${jobs}.get`]: getJob,
    [`${jobs}.list`]: listJobs,
    [`${jobs}.delete`]: deleteJob,
    [`${jobs}.pause`]: setState('PAUSED'),
    [`${jobs}.resume`]: setState('ENABLED'),
    [`${jobs}.run`]: runJob,
  } satisfies Handlers,
  delivered: receiveJobResult,
});
