/** Waits for long-running operations. */
import { describeValue } from '../error-text.js';
import {
  OperationError,
  ParameterError,
  readError,
  TimeoutError,
  toTextOrEmpty,
  type ApiResponse,
  type ErrorItem,
  type FailedRequest,
} from '../errors.js';
import { percentEncode } from '../paths/expand.js';
import type { CallOptions } from './call-options.js';
import { transportKey, type Client, type OptionNames, type PreparedRequest, type Transport } from './client-types.js';
import { callOptionNames, checkOptions } from './options.js';
import { toRelativeUrl } from './prepare-request.js';
import { describeFailedRequest, redactedValues } from './redaction.js';
import { sleep, withTimeout } from './timeout.js';

/** How to wait for an operation. Times are in milliseconds. */
export interface WaitOptions<Operation = unknown> extends Pick<CallOptions, 'signal' | 'retry' | 'headers' | 'maxResponseBytes'> {
  /** The time limit of the whole wait. `Infinity` means no limit. Default: 10 minutes. */
  readonly timeout?: number | undefined;
  /** The initial interval between two requests. It grows by half after each request. Default: 250. */
  readonly interval?: number | undefined;
  /** The maximum interval between two requests. Default: 10,000. */
  readonly maxInterval?: number | undefined;
  /** Called with each state of the operation that the client reads. */
  readonly onProgress?: ((operation: Operation) => void) | undefined;
  /** `false` polls the operation even if the service has a method that waits. Default: true. */
  readonly serverWait?: boolean | undefined;
}

type OperationFields = Readonly<Record<string, unknown>>;

/**
 * Waits until an operation is done and returns it. Sends nothing if it is already done. Uses the method that waits
 * (`…/operations/{operation}/wait`) if the API has one, and polls otherwise. All requests go to the `rootUrl` of the client, whatever host
 * the `selfLink` names.
 *
 * ```ts
 * const operation = await compute.subnetworks.patch({ … });
 * await compute.waitForOperation(operation, { timeout: 60_000 });
 * ```
 *
 * @throws OperationError If the operation failed.
 * @throws TimeoutError If the operation isn't done within `timeout`.
 * @throws ApiError If a request fails (403, 404, …).
 */
export type WaitForOperation = <Operation extends object>(
  client: Client,
  operation: Operation,
  options?: WaitOptions<Operation>,
) => Promise<Operation>;

const waitOptionNames = /* @__PURE__ */ createWaitOptionNames();

function createWaitOptionNames() {
  const { requestId: _, timeout: __, ...common } = callOptionNames;
  const own = { interval: 1, maxInterval: 1, onProgress: 1, serverWait: 1, timeout: 1 } as const;
  return { ...common, ...own } satisfies OptionNames<WaitOptions>;
}

/**
 * Creates the function that waits for the operations of an API. `routes` are the paths of its methods that wait for an operation, and of
 * those that return an operation at a path other than the default, `VERSION/NAME`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineWaitForOperation(routes: readonly string[] = []): WaitForOperation {
  return (client, operation, options = {}) => {
    checkOptions(getMethodId(client[transportKey]), options, waitOptionNames);
    return pollUntilDone(client, operation, { ...options, routes });
  };
}

/** `…/operations/{operation}/wait`, `{name=operations/**}:wait` */
const waitEnding = /[/:]wait$/;

interface PollOptions<Operation> extends WaitOptions<Operation> {
  readonly routes: readonly string[];
}

async function pollUntilDone<Operation extends object>(
  client: Client,
  operation: Operation,
  options: PollOptions<Operation>,
): Promise<Operation> {
  const { timeout = 600_000, interval = 250, maxInterval = 10_000, onProgress, signal } = options;
  const { serverWait = true, routes, retry, headers, maxResponseBytes } = options;
  const waitRoutes = serverWait ? routes.filter((route) => waitEnding.test(route)) : [];
  const readRoutes = routes.filter((route) => !waitEnding.test(route));
  const transport = client[transportKey];
  const { clock } = transport;
  checkDurations(transport, { timeout, interval, maxInterval });
  let response: ApiResponse = { status: 200, headers: {}, body: operation };
  // The request for the operation. Errors name it even if the client doesn't send it.
  let request = createOperationRequest(transport, findOperationPath(transport, operation as OperationFields, readRoutes) ?? '', waitRoutes);
  const describeRequest = (): FailedRequest => describeFailedRequest(request, { url: transport.rootUrl + request.path });
  const createTimeoutError = (): Error =>
    new TimeoutError({ ...describeRequest(), milliseconds: timeout, subject: describeState(response.body as OperationFields) });
  const poll = async (limit?: AbortSignal): Promise<void> => {
    let path: string | undefined;
    for (let wait = interval; !isDone(response.body as OperationFields); wait = Math.min(wait * 1.5, maxInterval)) {
      // A later response may lack the members that identify the operation, for example because of a mask.
      path = findOperationPath(transport, response.body as OperationFields, readRoutes) ?? path;
      if (path === undefined)
        throw new ParameterError('operation', 'an operation with a selfLink or a name', 'neither', getMethodId(transport));
      const secrets = redactedValues.get(response.body as object) ?? [];
      request = { ...createOperationRequest(transport, path, waitRoutes), secrets };
      // A request that waits is sent immediately, but repeated only after the interval.
      const nextPoll = clock.now() + wait;
      if (request.httpMethod === 'GET') await sleep({ clock, signal: limit }, wait);
      // A request that waits has no time limit of its own. Any other request has that of the client.
      const callTimeout = request.httpMethod === 'POST' ? Infinity : undefined;
      response = await transport.send(request, { retry, headers, maxResponseBytes, signal: limit, timeout: callTimeout });
      if (Object(response.body) === response.body) redactedValues.set(response.body as object, secrets);
      onProgress?.(response.body as Operation);
      const remaining = request.httpMethod === 'POST' && !isDone(response.body as OperationFields) ? nextPoll - clock.now() : 0;
      if (remaining > 0) await sleep({ clock, signal: limit }, remaining);
    }
  };
  if (!isDone(operation as OperationFields)) await withTimeout({ clock, signal, timeout, createTimeoutError }, poll);
  return getOperationResult(describeRequest(), response) as Operation;
}

/** Throws `ParameterError` for an invalid time, with which the client would wait forever or not at all. */
function checkDurations(transport: Transport, times: Readonly<Record<string, unknown>>): void {
  for (const [parameter, value] of Object.entries(times)) {
    if (typeof value !== 'number' || !(value >= 0))
      throw new ParameterError(parameter, 'milliseconds >= 0', describeValue(value), getMethodId(transport));
  }
}

function isDone({ status, done }: OperationFields): boolean {
  return done === true || toTextOrEmpty(status).toUpperCase() === 'DONE';
}

function getOperationResult(request: FailedRequest, response: ApiResponse): unknown {
  const operation = response.body as OperationFields;
  const { error, httpErrorStatusCode: errorStatusCode } = operation;
  const errorStatus = typeof errorStatusCode === 'number' && errorStatusCode >= 400 ? errorStatusCode : undefined;
  if ((error === undefined || error === null) && errorStatus === undefined) return operation;
  const { message, details, reason, errors } = readError(error);
  const [code, status] = lookUpCode((error as OperationFields | null | undefined)?.['code']);
  throw new OperationError(operation, {
    ...request,
    message: message || toTextOrEmpty(operation['httpErrorMessage']) || `${request.methodId}: ${describeState(operation)} failed`,
    reason: reason || code,
    errors,
    ...(errors.length === 0 && code && { codes: [code] }),
    details: [
      ...details,
      ...errors.flatMap((item?: ErrorItem) => (Array.isArray(item?.['errorDetails']) ? (item['errorDetails'] as unknown[]) : [])),
    ],
    response: { ...response, status: errorStatus ?? status ?? response.status },
  });
}

/** Creates a `GET` of the operation, or a `POST` to the method that waits for it. */
function createOperationRequest(transport: Transport, path: string, routes: readonly string[]): PreparedRequest {
  const route = routes.find((template) => isRouteMatch(template.replace(waitEnding, ''), path));
  const ending = waitEnding.exec(route ?? '')?.[0];
  const request = { id: getMethodId(transport), route: route ?? '', safe: true } as const;
  return ending ? { ...request, httpMethod: 'POST', path: path + ending } : { ...request, httpMethod: 'GET', path };
}

/** Returns whether a path has the form of a route, in which `*` stands for one segment, and `**` for one or more. */
function isRouteMatch(template: string, path: string): boolean {
  const form = template.replace(/\{[^}=]*=?([^}]*)\}/g, (_, pattern: string) => pattern || '*').split('/');
  const segments = path.split('/');
  const open = form.indexOf('**');
  const more = Math.max(0, segments.length - form.length);
  if (open >= 0) form.splice(open, 1, ...Array.from({ length: more + 1 }, () => '*'));
  return form.length === segments.length && form.every((expected, index) => expected.startsWith('*') || expected === segments[index]);
}

/** Finds the path of an operation from its link, or from its name and its project, zone, or region. Ignores the host of a link. */
function findOperationPath(
  transport: Transport,
  { selfLink, name, zone, region, targetProject }: OperationFields,
  routes: readonly string[],
): string | undefined {
  const scopePath = parseLinkPath(transport, toTextOrEmpty(zone) || toTextOrEmpty(region));
  const ownPath = parseLinkPath(transport, toTextOrEmpty(selfLink)) ?? buildNamePath(transport, toTextOrEmpty(name), routes);
  if (ownPath === undefined && toTextOrEmpty(targetProject))
    return buildNamePath(transport, `projects/${toTextOrEmpty(targetProject)}/operations/${toTextOrEmpty(name)}`, routes);
  return (
    ownPath ??
    (scopePath?.includes('/') && /^[\w-]+$/.test(toTextOrEmpty(name)) ? `${scopePath}/operations/${toTextOrEmpty(name)}` : undefined)
  );
}

function parseLinkPath({ rootUrl }: Transport, link: string): string | undefined {
  return link === '' ? undefined : toRelativeUrl(rootUrl, link)?.path;
}

/**
 * Builds the path of an operation from its name: by the route that the name matches, or else the default, `VERSION/NAME`, if the name has a
 * segment `operations`. The service path may already contain the version.
 */
function buildNamePath({ api }: Transport, name: string, routes: readonly string[]): string | undefined {
  const segments = name.split('/');
  if (segments.some((segment) => /^\.{0,2}$/.test(segment))) return undefined;
  const encodedName = segments.map(percentEncode).join('/');
  const getPrefix = (route: string): string => route.slice(0, route.indexOf('{'));
  const ownRoute = routes.find((route) => isRouteMatch(route, getPrefix(route) + name));
  if (ownRoute !== undefined) return getPrefix(ownRoute) + encodedName;
  if (!segments.includes('operations')) return undefined;
  const { servicePath = '', version } = api;
  const base = `/${servicePath}`.endsWith(`/${version}/`) ? servicePath : `${servicePath}${version}/`;
  return base + encodedName;
}

function getMethodId({ api }: Transport): string {
  return `${api.name}.waitForOperation`;
}

function describeState({ name, status, progress }: OperationFields): string {
  const share = typeof progress === 'number' ? `, ${progress} %` : '';
  return `operation ${toTextOrEmpty(name)} (last state ${toTextOrEmpty(status) || 'not done'}${share})`;
}

/** The name and the HTTP status of each code of `google.rpc.Status`, by number, starting with 1. */
const rpcCodes: readonly (readonly [name: string, status: number])[] = [
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

/** Returns the name and the HTTP status of a code. If the code is itself an HTTP status, the name is empty. */
function lookUpCode(code: unknown): readonly [name: string, status: number | undefined] {
  const number = typeof code === 'number' ? code : 0;
  return rpcCodes[number - 1] ?? ['', number >= 400 && number < 600 ? number : undefined];
}
