/** A target at a URL. If it is a mock, each scenario has its own session, in which only the scenario moves the clock. */
import { getAt, type Json } from '../../generator/lib/json.js';
import { describeFetchError } from '../../generator/lib/network-error.js';
import { isLoopbackHost } from '../../mock/shared.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import { readActualBody } from '../verify/read-actual-body.js';
import { startTime } from './reference-mock.js';
import { TargetError, TimeoutError, type Target, type TargetCall, type TargetSession } from './target.js';

export interface HttpTargetOptions {
  /** The address of the target. */
  readonly url: string;
  readonly fetch: typeof fetch;
  /** The token that the control routes of the mock require. */
  readonly adminToken?: string;
  /** The OAuth token of calls. */
  readonly token?: string;
}

export interface HttpTarget extends Target<TargetCall> {
  readonly isMock: boolean;
  /** Sends a call outside a session. */
  readonly send: (call: TargetCall) => Promise<ActualResponse>;
  /** Returns whether the target responds with 401 to a read. */
  checksCredentials(path: string): Promise<boolean>;
}

export async function connectTarget({ url, fetch: send, adminToken, token }: HttpTargetOptions): Promise<HttpTarget> {
  const origin = url.replace(/\/+$/, '');
  const credentials: Readonly<Record<string, string>> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const connect =
    (convert: (text: string) => string, limit: number) =>
    (call: TargetCall): Promise<ActualResponse> =>
      sendCall({ send, origin, convert, limit }, { ...call, headers: { ...call.headers, ...credentials } });
  const direct = connect((text) => text, timeout);
  const isMock = await isMockAt(direct);
  // Behind a tunnel that replaces the header `Host`, the control routes of a mock respond with 403.
  const isLocal = isMock || isLoopbackHost(new URL(origin).hostname);
  const convert = createLinkConversion(isLocal ? await findLinkOrigin(direct) : undefined, origin);
  const request = connect(convert, isLocal && !isMock ? localTimeout : timeout);
  const admin: Readonly<Record<string, string>> = adminToken === undefined ? {} : { 'x-mock-admin-token': adminToken };
  return {
    origin,
    isMock,
    send: request,
    checksCredentials: async (path) => (await request({ method: 'GET', path, headers: {} })).status === 401,
    open: (name) => (isMock ? openMockSession(request, name, admin) : Promise.resolve({ send: request, delete: () => Promise.resolve() })),
  };
}

type SendCall = (call: TargetCall) => Promise<ActualResponse>;

async function isMockAt(request: SendCall): Promise<boolean> {
  // Node's fetch never settles if the other side closes a connection that stays open before it sent a request.
  const { status, body } = await request({ method: 'GET', path: '/__admin/health', headers: { connection: 'close' } });
  const value = body?.kind === 'json' ? body.value : undefined;
  return status === 200 && JSON.stringify(value) === '{"status":"ok"}';
}

/** Finds the address in the links of a local target, which differs from that of the target if a tunnel replaces the header `Host`. */
async function findLinkOrigin(request: SendCall): Promise<string | undefined> {
  const { body } = await request({ method: 'GET', path: '/discovery/v1/apis', headers: {} });
  const link = body?.kind === 'json' ? getAt(body.value, ['items', 0, 'discoveryRestUrl']) : undefined;
  return typeof link === 'string' && URL.canParse(link) ? new URL(link).origin : undefined;
}

/** Returns a function that replaces the address of links in a text by that of the target. */
function createLinkConversion(linkOrigin: string | undefined, origin: string): (text: string) => string {
  if (linkOrigin === undefined || linkOrigin === origin) return (text) => text;
  const address = new RegExp(`${linkOrigin.replace(/[^\w]/g, String.raw`\$&`)}(?![\\w.-])`, 'g');
  return (text) => text.replace(address, () => origin);
}

async function openMockSession(
  request: SendCall,
  name: string,
  admin: Readonly<Record<string, string>>,
): Promise<TargetSession<TargetCall>> {
  const session = { 'x-mock-session': name };
  const control = async (method: string, path: string, body: Json | undefined): Promise<boolean> => {
    const headers = { ...session, ...admin, 'content-type': 'application/json' };
    const { status } = await request({ method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (status === 401 || status === 403) throw new TargetError(`the mock responded to ${method} ${path} with status ${status}`);
    return status < 400;
  };
  await control('POST', '/__admin/clock', { freeze: true, set: startTime });
  return {
    async send(call) {
      if (call.method !== 'GET') await control('POST', '/__admin/clock', { advance: '1s' });
      return request({ ...call, headers: { ...call.headers, ...session } });
    },
    control,
    async delete() {
      await control('DELETE', `/__admin/sessions/${name}`, undefined);
    },
  };
}

/** The maximum time for a response, in milliseconds: of a service, and of a program on this machine. */
const [timeout, localTimeout] = [60_000, 5_000];

interface Connection {
  readonly send: typeof fetch;
  readonly origin: string;
  /** Converts header values and bodies. */
  readonly convert: (text: string) => string;
  /** The maximum time for a response, in milliseconds. */
  readonly limit: number;
}

async function sendCall(
  { send, origin, convert, limit }: Connection,
  { method, path, headers, body }: TargetCall,
): Promise<ActualResponse> {
  const controller = new AbortController();
  // Unlike that of `AbortSignal.timeout`, this timer keeps the process running.
  const timer = setTimeout(() => {
    controller.abort(new TimeoutError(`${origin} does not respond: no response within ${limit / 1000} seconds`));
  }, limit);
  try {
    const response = await send(`${origin}${path}`, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      redirect: 'manual',
      signal: controller.signal,
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = convert(await readText(response, origin));
    const received = [...response.headers].map(([name, value]) => [name.toLowerCase(), convert(value)] as const);
    return { status: response.status, headers: received, ...readActualBody(text, response.headers.get('content-type') ?? '') };
  } catch (error) {
    if (error instanceof TargetError) throw error;
    throw new TargetError(`${origin} does not respond: ${describeFetchError(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The maximum size of a response, in bytes. */
const maxSize = 2 ** 26;

async function readText(response: Response, origin: string): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxSize) {
      await reader?.cancel();
      throw new TargetError(`a response of ${origin} is larger than ${maxSize} bytes`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString();
}
