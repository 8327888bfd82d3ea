/** The context of a control request, and the reading of its body. */
import { describeValue, formatSuggestion } from '../../error-text.js';
import type { Sessions } from '../engine/sessions.js';
import { HttpError } from '../lib/http-error.js';
import { readJson, toText, type ParsedRequest } from '../lib/http-request.js';
import { isObject, type Json, type JsonObject } from '../lib/json.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { Session } from '../state/session.js';
import { isYaml, maxControlBody } from './access.js';

export interface AdminCall {
  readonly sessions: Sessions;
  readonly session: Session;
  readonly incoming: ParsedRequest;
}

/** A response whose status isn't 200, or that has headers. */
export class AdminResponse {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Json, { status = 200, headers = {} }: { readonly status?: number; readonly headers?: AdminResponse['headers'] }) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

/** A response with status 200 that isn't JSON. `headers` include its content type. */
export class TextResponse {
  readonly status = 200;
  readonly body = null;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, headers: TextResponse['headers']) {
    this.text = text;
    this.headers = headers;
  }
}

/** Handles a control request. The result is the body of a response with status 200, or a response. */
export type AdminRoute = (call: AdminCall) => MaybePromise<Json | AdminResponse | TextResponse>;
/** The routes of a path by HTTP method. */
export type AdminRoutes = Readonly<Record<string, AdminRoute>>;
/** The routes of a path that ends in a name. */
export type NamedAdminRoutes = Readonly<Record<string, (call: AdminCall, name: string) => MaybePromise<Json>>>;

export function createInvalidError(message: string, location?: string): HttpError {
  return new HttpError('invalid', { message, rule: 'control', ...(location !== undefined && { location }) });
}

/** Parses the body as JSON, or as YAML if its content type is YAML and the mock has a YAML parser. */
export async function readDocument({ session, incoming }: Pick<AdminCall, 'session' | 'incoming'>): Promise<Json> {
  const limits = { maxBody: maxControlBody, maxDepth: 1000 };
  if (!isYaml(incoming)) return readJson(incoming.body, limits);
  const { parseYaml } = session.settings;
  if (!parseYaml)
    throw new HttpError('invalid', {
      code: 415,
      message: `This mock doesn't read YAML: send JSON with 'content-type: application/json', or set the option parseYaml.`,
      location: 'Content-Type',
      locationType: 'header',
      rule: 'contentType',
    });
  try {
    return (await parseYaml(toText(incoming.body))) as Json;
  } catch (error) {
    const message = `The request body is not valid YAML: ${error instanceof Error ? error.message : String(error)}`;
    throw new HttpError('parseError', { message, location: 'requestBody', rule: 'yaml' });
  }
}

/** The members of a body: the check of each, and a description of the expected value. */
type MemberChecks = Readonly<Record<string, readonly [isValid: (value: Json | undefined) => boolean, expected: string]>>;

/** Reads an object with these members. Throws 400 with the position of an unknown or invalid member. */
export async function readMembers(call: AdminCall, checks: MemberChecks): Promise<JsonObject> {
  const body = await readDocument(call);
  const names = Object.keys(checks);
  if (!isObject(body))
    throw createInvalidError(`The request body must be an object with ${names.join(', ')} (received ${describeValue(body)}).`);
  for (const name of Object.keys(body))
    if (!Object.hasOwn(checks, name)) throw createInvalidError(`unknown member "${name}"${formatSuggestion(name, names)}`, name);
  for (const [name, [isValid, expected]] of Object.entries(checks)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (!isValid(value)) throw createInvalidError(`${name} must be ${expected} (received ${describeValue(value)})`, name);
  }
  return body;
}
