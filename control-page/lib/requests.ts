/** Requests to the mock: to its control routes, and to the methods of its APIs. */
import { basePath, formatQuery, session } from './location.js';

/** A response with an error status, or a request without a response (status 0). */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
  }
}

/** Query parameters. Empty values are omitted. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

interface ControlOptions {
  readonly query?: QueryValues;
  /** The body, which is sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Reads a control route of the selected session: `getControl<Statistics>('statistics')`. Throws `RequestError`. */
export function getControl<Response>(route: string, options: Omit<ControlOptions, 'body'> = {}): Promise<Response> {
  return sendControl<Response>('GET', route, options);
}

/** Sends a request to a control route of the selected session. Throws `RequestError`. */
export async function sendControl<Response>(
  method: string,
  route: string,
  { query = {}, body, signal }: ControlOptions = {},
): Promise<Response> {
  const response = await send(`/__admin/${route}${formatQuery(query)}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new RequestError(response.status, readErrorMessage(response.status, await response.text()));
  return (await response.json()) as Response;
}

/** A request to a method of an API. `path` begins with a slash and may have a query. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, or as text if it isn't JSON. */
  readonly body: unknown;
  /** The message of an error response. */
  readonly error: string | undefined;
}

/** Calls a method of an API in the selected session, as any client does. Rejects with `RequestError` if there is no response. */
export async function callApi({ method, path, headers = {}, body }: ApiCall): Promise<CallResponse> {
  const hasBody = body !== undefined && body !== '' && !/^(?:GET|HEAD)$/i.test(method);
  const response = await send(path, { method, headers, ...(hasBody && { body }) });
  const text = await response.text();
  const error = response.ok ? undefined : readErrorMessage(response.status, text);
  return { status: response.status, headers: response.headers, body: parseJson(text), error };
}

async function send(
  path: string,
  { headers, ...init }: RequestInit & { readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  try {
    return await fetch(`${basePath}${path}`, { ...init, cache: 'no-store', headers: { ...headers, 'x-mock-session': session.value } });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestError(0, 'The mock does not respond.');
  }
}

/** Parses JSON. Returns text that isn't JSON unchanged. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readErrorMessage(status: number, text: string): string {
  const body = parseJson(text) as { readonly error?: { readonly message?: unknown } } | null;
  const message = typeof body === 'object' ? body?.error?.message : undefined;
  return typeof message === 'string' ? message : `The mock responded with the status ${status}.`;
}
