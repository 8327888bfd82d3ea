/** A server that receives what a mock sends. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface Receiver {
  /** `127.0.0.1` with the port. */
  readonly host: string;
  /** The statuses of the next responses. Default: 200. */
  readonly statuses: number[];
  /** Returns the requests so far, when there are at least `count`. */
  receive(count: number): Promise<readonly ReceivedRequest[]>;
}

/** Starts a server that stops when the test ends. */
export async function receiveRequests(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('done');
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    receive: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve([...requests]);
        };
        waiting.add(check);
        check();
      }),
  };
}
