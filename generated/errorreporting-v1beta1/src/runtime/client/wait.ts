/** Waiting for an operation to end. */
import { OperationError, ParameterError, readError, TimeoutError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { encode } from '../path.js';
import { openScope, sleep } from './scope.js';
import { transportKey } from './types.js';
import type { CallOptions, Client, PreparedRequest, Transport } from './types.js';

/** How to wait. Times are milliseconds. */
export interface WaitOptions<Operation = unknown> extends Pick<CallOptions, 'signal' | 'retry' | 'headers'> {
  /** For the whole wait. Default: 10 minutes; `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** Before the first request; grows by half with each. Default 250. */
  readonly interval?: number | undefined;
  /** Default 10,000. */
  readonly maxInterval?: number | undefined;
  /** Told of each state that is read. */
  readonly onProgress?: ((operation: Operation) => void) | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Asks for the operation until it is done and gives it back as it is then; sends nothing where it is done already. It is asked for on the
 * client's own `rootUrl`, whatever host its `selfLink` names. Throws `OperationError` where it failed, `TimeoutError` when the time is
 * over, and at once what stops a call (403, 404, …).
 */
export async function waitForOperation<Operation extends object>(
  client: Client,
  operation: Operation,
  options: WaitOptions<Operation> = {},
): Promise<Operation> {
  const { timeout = 600_000, interval = 250, maxInterval = 10_000, onProgress, signal, ...callOptions } = options;
  const transport = client[transportKey];
  let answer: ApiResponse = { status: 200, headers: {}, body: operation };
  const expired = (): Error =>
    new TimeoutError({ methodId: labelOf(transport), milliseconds: timeout, subject: lastState(answer.body as Values) });
  const scope = openScope(transport.clock, { signal, timeout, expired });
  try {
    for (let wait = interval; !isDone(answer.body as Values); wait = Math.min(wait * 1.5, maxInterval)) {
      const request = operationRequest(transport, answer.body as Values);
      await sleep(transport.clock, scope, wait);
      answer = await transport.send(request, { ...callOptions, signal: scope.signal });
      onProgress?.(answer.body as Operation);
    }
  } finally {
    scope.end();
  }
  return unlessFailed(transport, answer) as Operation;
}

function isDone({ status, done }: Values): boolean {
  return done === true || (typeof status === 'string' && status.toUpperCase() === 'DONE');
}

function unlessFailed(transport: Transport, answer: ApiResponse): unknown {
  const operation = answer.body as Values;
  const error = operation['error'];
  if (error === undefined || error === null) return operation;
  const { message, details, ...read } = readError(error);
  const status = operation['httpErrorStatusCode'];
  throw new OperationError(operation, {
    ...read,
    methodId: labelOf(transport),
    message: message || text(operation['httpErrorMessage']) || `${labelOf(transport)}: expected success, received ${lastState(operation)}`,
    details: [
      ...details,
      ...read.errors.flatMap((item) => (Array.isArray(item['errorDetails']) ? (item['errorDetails'] as unknown[]) : [])),
    ],
    response: typeof status === 'number' ? { ...answer, status } : answer,
  });
}

/** The path of the link, or of the name; the host of a link counts for nothing. */
function operationRequest(transport: Transport, operation: Values): PreparedRequest {
  const path = linkPath(transport, text(operation['selfLink'])) ?? namePath(transport, text(operation['name']));
  if (path !== undefined) return { id: labelOf(transport), httpMethod: 'GET', path, safe: true };
  throw new ParameterError({ parameter: 'operation', expected: 'one with a selfLink', received: 'one without', where: labelOf(transport) });
}

function linkPath({ rootUrl }: Transport, link: string): string | undefined {
  if (link === '' || !URL.canParse(link, rootUrl)) return undefined;
  const { pathname } = new URL(link, rootUrl);
  const prefix = new URL(rootUrl).pathname;
  return (pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname).replace(/^\/+/, '');
}

/** Long-running operations are named `operations/…` below the version. */
function namePath({ api }: Transport, name: string): string | undefined {
  const segments = name.split('/');
  if (!segments.includes('operations') || segments.some((segment) => /^\.{0,2}$/.test(segment))) return undefined;
  return `${api.servicePath ?? ''}${api.version}/${segments.map(encode).join('/')}`;
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
