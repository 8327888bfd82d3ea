/** A local HTTP server whose routes a test sets. */
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface HttpServer extends AsyncDisposable {
  /** The address without a slash at its end. */
  readonly url: string;
  readonly routes: Map<string, RequestListener>;
  /** The paths of all requests. */
  readonly requests: string[];
}

/** Starts a server. A path without a route responds with 404. */
export async function startHttpServer(): Promise<HttpServer> {
  const routes = new Map<string, RequestListener>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const route = routes.get(request.url ?? '');
    if (route !== undefined) route(request, response);
    else response.writeHead(404).end('no such page');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Responds with a text. */
export const serve =
  (text: string | Uint8Array): RequestListener =>
  (_, response) =>
    void response.end(text);

/** Responds with a redirect. */
export const redirect =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { location }).end();
