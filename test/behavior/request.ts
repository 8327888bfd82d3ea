/** Sends raw requests to the four generated mocks. */
import { createMock as createCompute } from '../../generated/compute-v1/src/mock.js';
import { createMock as createDns } from '../../generated/dns-v1/src/mock.js';
import { createMock as createErrorReporting } from '../../generated/errorreporting-v1beta1/src/mock.js';
import { createMock as createOsConfig } from '../../generated/osconfig-v1beta/src/mock.js';
import type { AnyMock, JsonObject, MockOptions, SeedDocument } from '../../mock/index.js';
import { readErrors } from '../support/read-errors.js';

/** Noon of the first day of 2026. */
export const noon: number = Date.UTC(2026, 0, 1, 12);
export const origin = 'http://mock.test';

export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The unparsed body. */
  readonly text: string;
  /** Empty if there is no body, or if it isn't JSON. */
  readonly body: JsonObject;
}

export interface MockClient {
  readonly mock: AnyMock;
  /** Sends `GET /path?query` with a body as JSON; strings and bytes are sent unchanged. */
  send(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpResult>;
  /** Advances the clock. */
  wait(seconds: number): Promise<void>;
  /** Sends a request to a control route. */
  admin(line: string, body?: unknown, session?: string): Promise<HttpResult>;
  /** Reads a resource from the state. */
  readStored(path: string): Promise<JsonObject | undefined>;
}

const mockFactories = { compute: createCompute, dns: createDns, errorReporting: createErrorReporting, osConfig: createOsConfig };

/** Starts a mock of one service with its clock at noon. */
export function startMock(api: keyof typeof mockFactories, options: MockOptions = {}): MockClient {
  return createMockClient(mockFactories[api]({ now: () => noon, ...options }));
}

export function createMockClient(mock: AnyMock): MockClient {
  const send: MockClient['send'] = async (line, body, headers = {}) => {
    const space = line.indexOf(' ');
    const content = body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const response = await mock.handle({ method: line.slice(0, space), url: `${origin}${line.slice(space + 1)}`, headers, body: content });
    return { status: response.status, headers: response.headers, text: response.body, body: parseObject(response.body) };
  };
  return {
    mock,
    send,
    wait: (seconds) => mock.clock.advance(seconds * 1000),
    admin: (line, body, session) => send(line.replace(' ', ' /__admin/'), body, session === undefined ? {} : { 'x-mock-session': session }),
    readStored: async (path) => (await mock.state()).resources?.[path],
  };
}

function parseObject(text: string): JsonObject {
  return /^[[{]/.test(text) ? (JSON.parse(text) as JsonObject) : {};
}

/** Status, first reason, and location of an error, whatever its form. */
export function summarizeError({ status, body }: Pick<HttpResult, 'status' | 'body'>): {
  readonly status: number;
  readonly reason: unknown;
  readonly location?: unknown;
} {
  const { reason, location } = readErrors(body)[0] ?? {};
  return { status, reason, ...(location !== undefined && { location }) };
}

export function readMessage({ body }: HttpResult): string {
  const { error } = body as { error?: { message?: string } };
  return error?.message ?? '';
}

/** Returns the first error code of each operation. */
export async function readOperationErrors({ send }: MockClient, operations: readonly HttpResult[]): Promise<readonly unknown[]> {
  const current = operations.map(({ body }) => send(`GET ${String(body['selfLink']).slice(origin.length)}`));
  return (await Promise.all(current)).map(
    ({ body }) => (body as { error?: { errors?: readonly { code?: unknown }[] } }).error?.errors?.[0]?.code,
  );
}

/** Returns the names of the items of a list. */
export function readNames({ body }: HttpResult, items = 'items', name = 'name'): readonly unknown[] {
  const list = body[items] as readonly JsonObject[] | undefined;
  return (list ?? []).map((each) => each[name]);
}

/** Builds a seed with many resources of one collection by name. */
export function createSeed(collection: string, bodies: readonly (JsonObject & { readonly name: string })[]): SeedDocument {
  return { resources: Object.fromEntries(bodies.map((body) => [`${collection}/${body.name}`, body])) };
}

/** Returns a distinct UUID for each number. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
