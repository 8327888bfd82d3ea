/** What a program uses of APIs: the methods that it calls, with their parameters, and the errors that it meets or expects. */
import { readError as readReportedError } from '../../runtime/errors.js';
import { isObject } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import type { Exchange, RecordedRequest, RecordedResponse } from '../recordings/exchange.js';
import type { Match } from '../recordings/match-exchange.js';

/** An error, of which a program can know the status, the reason, or both. */
export interface ErrorUse {
  readonly status?: number;
  /** The reason as `ApiError.reason` returns it: `notFound`. */
  readonly reason?: string;
}

export interface MethodUse {
  readonly api: Api;
  readonly method: Method;
  calls: number;
  /**
   * The values of each path and query parameter, and of each member of the request body (`requestBody.name`). Undefined if a value isn't
   * known, such as that of a variable or of a member of the body.
   */
  readonly parameters: Map<string, ReadonlySet<string> | undefined>;
  /** By status and reason. */
  readonly errors: Map<string, ErrorUse>;
}

/** Collects the uses of methods. */
export class Uses {
  readonly #methods = new Map<Method, MethodUse>();
  /** What calls no method of the APIs, each with the number of its calls. */
  readonly unknown = new Map<string, number>();
  /** The errors that belong to no method, by status and reason. */
  readonly errors = new Map<string, ErrorUse>();

  get methods(): readonly MethodUse[] {
    return [...this.#methods.values()];
  }

  /** Counts a call. */
  addCall(api: Api, method: Method): MethodUse {
    const use = this.#methods.get(method) ?? { api, method, calls: 0, parameters: new Map(), errors: new Map() };
    this.#methods.set(method, use);
    use.calls += 1;
    return use;
  }

  addUnknown(call: string): void {
    this.unknown.set(call, (this.unknown.get(call) ?? 0) + 1);
  }
}

/** Adds a value of a parameter. Without a value, it is unknown, and stays unknown. */
export function addParameter({ parameters }: MethodUse, name: string, value?: string): void {
  if (value === undefined) parameters.set(name, undefined);
  else if (!parameters.has(name) || parameters.get(name) !== undefined)
    parameters.set(name, new Set([...(parameters.get(name) ?? []), value]));
}

export function addError(errors: Map<string, ErrorUse>, error: ErrorUse): void {
  errors.set(`${error.status ?? ''} ${error.reason ?? ''}`, error);
}

/** Adds a recorded exchange. */
export function addExchange(
  uses: Uses,
  { request, response }: Pick<Exchange, 'request'> & { readonly response?: Pick<RecordedResponse, 'status' | 'body'> },
  match: Match,
): void {
  if (match.kind === 'none') {
    // Every mock has token endpoints.
    if (!/\/token(?:\?|$)/.test(request.url)) uses.addUnknown(`${request.method} ${stripQuery(request.url)}: ${match.message}`);
    return;
  }
  // The first request of an upload is the call.
  if (match.media === 'chunk') return;
  const use = uses.addCall(match.api, match.method);
  for (const [name, value] of match.pathParameters) addParameter(use, name, value);
  for (const [name, values] of match.queryParameters) for (const value of values) addParameter(use, name, value);
  for (const name of listBodyMembers(request)) addParameter(use, `requestBody.${name}`);
  if (response !== undefined && response.status >= 400) addError(use.errors, readError(response));
}

const stripQuery = (url: string): string => url.replace(/[?#].*$/s, '');

const listBodyMembers = ({ body }: RecordedRequest): readonly string[] =>
  body?.kind === 'json' && isObject(body.value) ? Object.keys(body.value) : [];

function readError({ status, body }: Pick<RecordedResponse, 'status' | 'body'>): ErrorUse {
  const value = body?.kind === 'json' ? body.value : undefined;
  const { reason } = readReportedError(isObject(value) ? value['error'] : undefined);
  return { status, ...(reason !== '' && { reason }) };
}
