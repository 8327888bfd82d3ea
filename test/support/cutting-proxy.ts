/** A proxy in front of a PostgreSQL server that cuts a connection at a statement. */
import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';

export interface Cut {
  /** A part of the statement. */
  readonly text: string;
  /** Runs after the server has executed the statement, and before the client loses its connection. By default, the server doesn't get the statement. */
  readonly afterExecution?: () => Promise<unknown>;
  /** Runs instead of the statement, before the client loses its connection. */
  readonly instead?: () => Promise<unknown>;
}

export interface CuttingProxy {
  /** The address of the database through the proxy. */
  readonly address: string;
  /** Cuts the connection of the next matching statement. */
  cutNext(cut: Cut): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(address: string): Promise<CuttingProxy> {
  const url = new URL(address);
  const { hostname, port } = url;
  let nextCut: Cut | undefined;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    let onAnswer: (() => Promise<unknown>) | undefined;
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (data) => {
      const cut = nextCut !== undefined && data.includes(nextCut.text) ? nextCut : undefined;
      if (cut) nextCut = undefined;
      if (cut && !cut.afterExecution) return void Promise.resolve(cut.instead?.()).finally(end);
      onAnswer ??= cut?.afterExecution;
      server.write(data);
    });
    server.on('data', (data) => {
      if (onAnswer) void onAnswer().finally(end);
      else client.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    address: url.href,
    cutNext: (cut) => {
      nextCut = cut;
    },
    close: async () => {
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
