/** Requests over HTTP, and a proxy that distributes them. */
import { Agent, createServer, request, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface Response {
  /** `undefined` if the connection was cut: the client doesn't know whether the request had an effect. */
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  // eslint-disable-next-line typescript/no-explicit-any -- the responses of many methods
  readonly body: any;
}

export type Send = (route: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;

export interface HttpClient {
  /** Sends a request: `GET /path`. */
  readonly send: Send;
  close(): void;
}

const cut: Response = { status: undefined, headers: {}, body: {} };

/** `getOrigin`: where to send the next request. */
export function createHttpClient(getOrigin: () => string): HttpClient {
  const agent = new Agent({ keepAlive: true });
  const send: Send = async (route, body, headers = {}) => {
    const [method, path = ''] = route.split(' ');
    const content = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request(`${getOrigin()}${path}`, {
      agent,
      method,
      headers: {
        ...headers,
        ...(content !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      },
    });
    // An error after the response has begun ends the response, too.
    outgoing.on('error', () => undefined);
    const responded = once(outgoing, 'response');
    outgoing.end(content);
    try {
      const [response] = await responded;
      return { status: response.statusCode, headers: response.headers, body: JSON.parse((await text(response)) || '{}') };
    } catch {
      return cut;
    }
  };
  return { send, close: () => agent.destroy() };
}

export interface Proxy {
  readonly origin: string;
  close(): Promise<void>;
}

/** Sends each request to the next origin. Cuts the connection if that one does, or if there is none. */
export async function startProxy(listOrigins: () => readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const origins = listOrigins();
    const { method, headers, url } = incoming;
    const origin = origins[count++ % origins.length];
    if (origin === undefined) {
      outgoing.destroy();
      return;
    }
    const forwarded = request(`${origin}${url}`, { agent, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, outgoing, () => undefined);
    });
    pipeline(incoming, forwarded, () => undefined);
    forwarded.on('error', () => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
