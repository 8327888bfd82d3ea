/** The context of a control request, and the reading of its body. */
import { describeValue, formatSuggestion } from '../../../runtime/error-text.js';
import type { SessionRegistry } from '../../engine/session-registry.js';
import { HttpError } from '../../lib/http-error.js';
import { isCommonParameter, readJson, getBodyText, type ParsedRequest } from '../../lib/http-request.js';
import type { HttpResult } from '../../lib/http-result.js';
import { isObject, type Json, type JsonObject } from '../../lib/json.js';
import type { MaybePromise } from '../../lib/maybe-promise.js';
import type { Session } from '../../state/session.js';
import { isYamlType } from './access.js';

export interface AdminCall {
  readonly sessions: SessionRegistry;
  readonly session: Session;
  readonly incoming: ParsedRequest;
  /** Executes an API request without effects, and returns the error that rejects it. `http` sets it, because control routes don't import the layer of API requests. */
  readonly dryRun: (request: ParsedRequest) => Promise<HttpError | undefined>;
}

/** A response whose status isn't 200, that has headers, or that isn't JSON. */
export class AdminResponse {
  readonly result: HttpResult;

  constructor(body: Json, result: Partial<HttpResult>) {
    this.result = { status: 200, body, ...result };
  }
}

/** Handles a control request. The result is the body of a response with status 200, or a response. `names`: the variable parts of the path. */
export type AdminRoute = (call: AdminCall, ...names: readonly [string, string]) => MaybePromise<Json | AdminResponse>;
/** The routes of a path by HTTP method. */
export type AdminRoutes = Readonly<Record<string, AdminRoute>>;

export function createInvalidError(message: string, location?: string): HttpError {
  return new HttpError('invalid', { message, rule: 'control', ...(location !== undefined && { location }) });
}

/** Converts a typed body. The types of bodies have no index signature, which `Json` requires. */
export function toJson(body: object): JsonObject {
  return body as JsonObject;
}

/** Reads query parameters with these names. Throws 400 for others. */
export function readQuery<Name extends string>(
  { incoming }: Pick<AdminCall, 'incoming'>,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const query: Partial<Record<Name, string>> = {};
  for (const [name, value] of incoming.query) {
    const known = names.find((each) => each === name);
    if (known !== undefined) query[known] = value;
    else if (!isCommonParameter(name)) throw createInvalidError(`unknown parameter "${name}"${formatSuggestion(name, names)}`, name);
  }
  return query;
}

interface CountRange {
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value of an absent parameter. */
  readonly fallback?: number;
}

/** Reads an integer from a query. Throws 400 for anything else. */
export function readCount<Name extends string>(
  query: Readonly<Partial<Record<Name, string>>>,
  name: Name,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, fallback = minimum }: CountRange = {},
): number {
  const text = query[name];
  if (text === undefined) return fallback;
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= minimum && count <= maximum) return count;
  throw createInvalidError(`${name} must be an integer from ${minimum} to ${maximum} (received '${text}')`, name);
}

/** Parses the body as JSON, or as YAML if its content type is YAML and the mock has a YAML parser. */
export async function readDocument({ session, incoming }: Pick<AdminCall, 'session' | 'incoming'>): Promise<Json> {
  const limits = { maxBody: session.settings.maxControlBody, maxDepth: 1000, option: '--max-bodies, or maxBodies in code' };
  if (!isYamlType(incoming.headers['content-type'] ?? '')) return readJson(incoming.body, limits);
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
    return (await parseYaml(getBodyText(incoming.body))) as Json;
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
