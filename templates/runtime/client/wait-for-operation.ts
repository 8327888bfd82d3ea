/** Waiting for an operation to end. */
import { OperationError, ParameterError, readError, describeValue, TimeoutError } from '../errors.js';
import type { ApiResponse, ErrorItem, FailedRequest } from '../errors.js';
import { percentEncode } from '../path-template.js';
import { callOptions, checkOptions } from './options.js';
import { lookUpCode } from './rpc-codes.js';
import { sleep, withTimeout } from './timeout.js';
import { describeFailedRequest, redactedValues } from './redaction.js';
import { transportKey } from './client-types.js';
import type { CallOptions, Client, OptionNames, PreparedRequest, Transport } from './client-types.js';

/** How to wait. Times are milliseconds. */
export interface WaitOptions<Operation = unknown> extends Pick<CallOptions, 'signal' | 'retry' | 'headers'> {
  /** For the whole wait. Default: 10 minutes; `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** Between two requests, at first; grows by half with each. Default 250. */
  readonly interval?: number | undefined;
  /** Default 10,000. */
  readonly maxInterval?: number | undefined;
  /** Told of each state that is read. */
  readonly onProgress?: ((operation: Operation) => void) | undefined;
  /** `false`: the operation is asked for again and again, also where the service offers to wait. */
  readonly serverWait?: boolean | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Asks for the operation until it is done and gives it back as it is then; sends nothing where it is done already. Where the API has a
 * method that waits (`…/operations/{operation}/wait`), the service is left to wait. It is asked for on the client's own `rootUrl`, whatever
 * host its `selfLink` names. Throws `OperationError` where it failed, `TimeoutError` when the time is over, and at once what stops a
 * call (403, 404, …).
 */
export type WaitForOperation = <Operation extends object>(
  client: Client,
  operation: Operation,
  options?: WaitOptions<Operation>,
) => Promise<Operation>;

const { requestId: _, timeout: __, ...common } = callOptions;
const waitOptions = {
  ...common,
  interval: 1,
  maxInterval: 1,
  onProgress: 1,
  serverWait: 1,
  timeout: 1,
} as const satisfies OptionNames<WaitOptions>;

/** The function that waits for an API's operations; `routes` are those of its methods that wait for one. */
/* @__NO_SIDE_EFFECTS__ */
export function defineWaitForOperation(routes: readonly string[] = []): WaitForOperation {
  return (client, operation, { serverWait = true, ...options } = {}) => {
    checkOptions(labelOf(client[transportKey]), options, waitOptions);
    return untilDone(client, operation, { ...options, routes: serverWait ? routes : [] });
  };
}

type Waiting<Operation> = Omit<WaitOptions<Operation>, 'serverWait'> & { readonly routes: readonly string[] };

async function untilDone<Operation extends object>(client: Client, operation: Operation, options: Waiting<Operation>): Promise<Operation> {
  const { timeout = 600_000, interval = 250, maxInterval = 10_000, onProgress, signal, routes, ...callOptions } = options;
  const transport = client[transportKey];
  const { clock } = transport;
  requireTimes(transport, { timeout, interval, maxInterval });
  let answer: ApiResponse = { status: 200, headers: {}, body: operation };
  // What asks, or would ask, for the operation; errors name it.
  let request = operationRequest(transport, operationPath(transport, operation as Values) ?? '', routes);
  const failed = (): FailedRequest => describeFailedRequest(request, { url: transport.rootUrl + request.path });
  const expired = (): Error => new TimeoutError({ ...failed(), milliseconds: timeout, subject: lastState(answer.body as Values) });
  const ask = async (limit?: AbortSignal): Promise<void> => {
    let path: string | undefined;
    for (let wait = interval; !isDone(answer.body as Values); wait = Math.min(wait * 1.5, maxInterval)) {
      // What a later answer leaves out of itself (a mask, say), the first one told.
      path = operationPath(transport, answer.body as Values) ?? path;
      if (path === undefined) throw notAsked(transport);
      const secrets = redactedValues.get(answer.body as object) ?? [];
      request = { ...operationRequest(transport, path, routes), secrets };
      // A service that waits is asked at once; it is asked again after no less than the interval.
      const due = clock.now() + wait;
      if (request.httpMethod === 'GET') await sleep({ clock, signal: limit }, wait);
      // A service that waits takes its time; any other request has as much as the client gives it.
      const own = request.httpMethod === 'POST' ? Infinity : undefined;
      answer = await transport.send(request, { ...callOptions, signal: limit, timeout: own });
      if (Object(answer.body) === answer.body) redactedValues.set(answer.body as object, secrets);
      onProgress?.(answer.body as Operation);
      const early = request.httpMethod === 'POST' && !isDone(answer.body as Values) ? due - clock.now() : 0;
      if (early > 0) await sleep({ clock, signal: limit }, early);
    }
  };
  if (!isDone(operation as Values)) await withTimeout({ clock, signal, timeout, expired }, ask);
  return unlessFailed(failed(), answer) as Operation;
}

/** What is no time would wait for ever, or not at all. */
function requireTimes(transport: Transport, times: Readonly<Record<string, unknown>>): void {
  for (const [parameter, value] of Object.entries(times)) {
    if (typeof value !== 'number' || !(value >= 0))
      throw new ParameterError(parameter, 'milliseconds', describeValue(value), labelOf(transport));
  }
}

function isDone({ status, done }: Values): boolean {
  return done === true || text(status).toUpperCase() === 'DONE';
}

function unlessFailed(request: FailedRequest, answer: ApiResponse): unknown {
  const operation = answer.body as Values;
  const { error, httpErrorStatusCode: told } = operation;
  const stated = typeof told === 'number' && told >= 400 ? told : undefined;
  if ((error === undefined || error === null) && stated === undefined) return operation;
  const { message, details, reason, errors } = readError(error);
  const [code, status] = lookUpCode((error as Values | null | undefined)?.['code']);
  throw new OperationError(operation, {
    ...request,
    message: message || text(operation['httpErrorMessage']) || `${request.methodId}: ${lastState(operation)} failed`,
    reason: reason || code,
    errors,
    ...(errors.length === 0 && code && { codes: [code] }),
    details: [
      ...details,
      ...errors.flatMap((item?: ErrorItem) => (Array.isArray(item?.['errorDetails']) ? (item['errorDetails'] as unknown[]) : [])),
    ],
    response: { ...answer, status: stated ?? status ?? answer.status },
  });
}

/** `GET` of the operation, or `POST` to the method that waits for such a one. */
function operationRequest(transport: Transport, path: string, routes: readonly string[]): PreparedRequest {
  const route = routes.find((template) => leadsTo(template, path));
  const ending = /[/:]wait$/.exec(route ?? '')?.[0];
  const request = { id: labelOf(transport), route: route ?? '', safe: true } as const;
  return ending ? { ...request, httpMethod: 'POST', path: path + ending } : { ...request, httpMethod: 'GET', path };
}

function leadsTo(template: string, path: string): boolean {
  const form = template
    .slice(0, -'/wait'.length)
    .replace(/\{[^}=]*=?([^}]*)\}/g, (_, pattern: string) => pattern.replace(/\*+/g, '.+') || '[^/]+');
  return new RegExp(`^${form}$`).test(path);
}

function notAsked(transport: Transport): ParameterError {
  return new ParameterError('operation', 'one with a selfLink', 'one without', labelOf(transport));
}

/** The path of the link, or of the name, alone or below the project, zone or region; the host of a link counts for nothing. */
function operationPath(transport: Transport, { selfLink, name, zone, region, targetProject }: Values): string | undefined {
  const place = linkPath(transport, text(zone) || text(region));
  const own = linkPath(transport, text(selfLink)) ?? namePath(transport, text(name));
  if (own === undefined && text(targetProject)) return namePath(transport, `projects/${text(targetProject)}/operations/${text(name)}`);
  return own ?? (place?.includes('/') && /^[\w-]+$/.test(text(name)) ? `${place}/operations/${text(name)}` : undefined);
}

function linkPath({ rootUrl }: Transport, link: string): string | undefined {
  if (link === '' || !URL.canParse(link, rootUrl)) return undefined;
  const { pathname } = new URL(link, rootUrl);
  const prefix = new URL(rootUrl).pathname;
  return (pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname).replace(/^\/+/, '');
}

/** Long-running operations are named `operations/…` below the version, which the path of the service may hold already. */
function namePath({ api }: Transport, name: string): string | undefined {
  const segments = name.split('/');
  if (!segments.includes('operations') || segments.some((segment) => /^\.{0,2}$/.test(segment))) return undefined;
  const { servicePath = '', version } = api;
  const base = `/${servicePath}`.endsWith(`/${version}/`) ? servicePath : `${servicePath}${version}/`;
  return base + segments.map(percentEncode).join('/');
}

function labelOf({ api }: Transport): string {
  return `${api.name}.waitForOperation`;
}

function lastState({ name, status, progress }: Values): string {
  const share = typeof progress === 'number' ? `, ${progress} %` : '';
  return `operation ${text(name)} (last state ${text(status) || 'not done'}${share})`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
