/** Servers that all tests of a run share, each started when the first test needs it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SharedServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Starter {
  /** An HTTP address that responds with the address of the server when it has started. */
  readonly url: string;
  /** Stops the server if it was started. */
  stop(): Promise<void>;
}

/** For the global setup, which runs in another process than the tests. */
export async function startOnDemand(start: () => Promise<SharedServer>): Promise<Starter> {
  let started: Promise<SharedServer> | undefined;
  const starter = createServer((_, response) => {
    started ??= start();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(starter, 'listening');
  return {
    url: `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`,
    async stop() {
      starter.close();
      await (await started?.catch(() => undefined))?.stop();
    },
  };
}

/** For the tests: returns the address of the server of a starter. */
export async function findSharedServer(starterUrl: string): Promise<string> {
  const response = await fetch(starterUrl);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
